//! Persistent sessions against the fake solver: every fault hits its own formula only.

use gadfly_exec::{Cancel, Command, Exit, LimitHit, Limits, RawRun};
use gadfly_profile::{Home, join_words};
use gadfly_solver::{
    After, Options, RawSession, Resolver, Restarts, Session, SessionError, SessionPlan, Unsuitable,
};
use gadfly_testkit::{fake_solver_path, open_files, own_processes};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Counting processes and files only works while no other test of this process runs any.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn limits() -> Limits {
    Limits {
        wall: Some(Duration::from_secs(20)),
        output: Some(1 << 20),
        ..Limits::default()
    }
}

fn plan(rules: &str) -> SessionPlan {
    SessionPlan {
        command: Command::new(fake_solver_path()).args(["-in", "-e", rules]),
        survives_errors: true,
        strip_info: false,
        restarts: Restarts::default(),
        after: After::Reset,
    }
}

fn formula(status: &str, text: &str) -> String {
    format!("(set-info :status {status})\n(assert {text})\n(check-sat)\n")
}

fn run(session: &mut RawSession, script: &str) -> RawRun {
    session.run(script, &limits(), None).unwrap().raw
}

fn stdout(raw: &RawRun) -> String {
    String::from_utf8_lossy(&raw.stdout).into_owned()
}

/// A fault in the second of three formulas: it is seen there, and the neighbours are untouched.
fn check(action: &str, limits: &Limits, exit: Exit, limit: Option<LimitHit>, out: &str) -> RawRun {
    let _alone = alone();
    let mut session = RawSession::new(plan(&format!("when \"fault\": {action}")));
    session.run("", limits, None).unwrap();
    session.restart();
    let files = open_files();
    assert_eq!(
        stdout(&run(&mut session, &formula("unsat", "true"))),
        "unsat\n"
    );
    let raw = session
        .run(&formula("unsat", "fault"), limits, None)
        .unwrap()
        .raw;
    assert_eq!((raw.exit, raw.limit), (exit, limit), "{action}: {raw:?}");
    assert_eq!(stdout(&raw), out, "{action}");
    let after = run(&mut session, &formula("sat", "true"));
    assert_eq!(
        (stdout(&after).as_str(), after.exit),
        ("sat\n", Exit::Alive),
        "{action}"
    );
    drop(session);
    assert_eq!(
        own_processes(),
        [0_i32; 0],
        "a process is left after {action}"
    );
    assert_eq!(open_files(), files, "a file is left open after {action}");
    raw
}

#[test]
fn answers_and_ends_are_attributed() {
    let alive = |action, out| check(action, &limits(), Exit::Alive, None, out);
    alive("lie", "sat\n");
    alive("twice", "unsat\nunsat\n");
    alive("silent", "");
    alive("say \"\\0\\n\"", "\0\nunsat\n");
    alive("say \"uns\"; silent", "uns");
    alive("fork; fork-setsid", "unsat\n");
    let ends = |action, exit, out| check(action, &limits(), exit, None, out);
    ends("say \"uns\"; exit 0", Exit::Code(0), "uns");
    ends("crash SEGV", Exit::Signal(11), "");
    ends("answer sat; crash ABRT", Exit::Signal(6), "sat\n");
    ends("fork-setsid; fork-quiet; crash BUS", Exit::Signal(7), "");
    ends("exit 1", Exit::Code(1), "");
    let raw = ends("assertion", Exit::Code(114), "");
    assert!(raw.stderr.starts_with(b"ASSERTION VIOLATION"));
}

#[test]
fn limits_end_the_process_and_not_the_session() {
    let short = Limits {
        wall: Some(Duration::from_millis(100)),
        ..limits()
    };
    for action in [
        "hang",
        "spin",
        "ignore-term; hang",
        "close-stdout",
        "fork-setsid; hang",
    ] {
        let signal = if action.contains("ignore") { 9 } else { 15 };
        check(
            action,
            &short,
            Exit::Signal(signal),
            Some(LimitHit::Wall),
            "",
        );
    }
    let memory = Limits {
        memory: Some(200 << 20),
        ..limits()
    };
    check(
        "eat 1000",
        &memory,
        Exit::Signal(6),
        Some(LimitHit::Memory),
        "",
    );
    let cpu = Limits {
        cpu: Some(Duration::from_millis(100)),
        ..limits()
    };
    check("spin", &cpu, Exit::Signal(15), Some(LimitHit::Cpu), "");
}

#[test]
fn a_flood_is_capped_and_the_answer_after_it_found() {
    let _alone = alone();
    let mut session = RawSession::new(plan("when \"fault\": flood 5000000"));
    let raw = run(&mut session, &formula("unsat", "fault"));
    assert_eq!(
        (raw.exit, raw.truncated, raw.stdout.len() <= 1 << 20),
        (Exit::Alive, true, true)
    );
    assert_eq!(
        stdout(&run(&mut session, &formula("unsat", "true"))),
        "unsat\n"
    );
    assert_eq!(session.stats().starts, 1);
}

/// Words on standard error are read after the answer; more than a pipe holds of them, before it.
#[test]
fn words_on_standard_error_go_with_their_formula() {
    let _alone = alone();
    let rules =
        "when \"few\": grumble \"one \"; grumble \"two\"\nwhen \"many\": flood-stderr 300000";
    let mut session = RawSession::new(plan(rules));
    for (name, length) in [("few", 7), ("true", 0), ("many", 300_000), ("few", 7)] {
        let raw = run(&mut session, &formula("unsat", name));
        assert_eq!(
            (stdout(&raw).as_str(), raw.stderr.len()),
            ("unsat\n", length),
            "{name}"
        );
    }
    assert_eq!(session.stats().starts, 1);
}

#[test]
fn what_a_process_dies_of_late_is_not_the_next_formulas_fault() {
    let _alone = alone();
    // It dies between two formulas, as on a crash in `(reset)`: the second must not be blamed.
    let mut session = RawSession::new(plan(""));
    run(&mut session, &formula("unsat", "true"));
    let pid = rustix::process::Pid::from_raw(session.pid().unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    while !own_processes().is_empty() {
        std::thread::yield_now();
    }
    let raw = run(&mut session, &formula("unsat", "true"));
    assert_eq!((raw.exit, stdout(&raw).as_str()), (Exit::Alive, "unsat\n"));
    assert_eq!((session.stats().starts, session.stats().resent), (2, 1));
}

#[test]
fn a_crash_or_a_hang_in_a_reset_is_not_the_next_formulas_fault() {
    let _alone = alone();
    let short = Limits {
        wall: Some(Duration::from_millis(200)),
        ..limits()
    };
    for (action, limits) in [
        ("crash SEGV", limits()),
        ("hang", short),
        ("slow 50; crash ABRT", limits()),
    ] {
        let mut session = RawSession::new(plan(&format!("reset \"fault\": {action}")));
        assert_eq!(
            stdout(&run(&mut session, &formula("unsat", "fault"))),
            "unsat\n"
        );
        let raw = session
            .run(&formula("sat", "true"), &limits, None)
            .unwrap()
            .raw;
        assert_eq!(
            (raw.exit, stdout(&raw).as_str()),
            (Exit::Alive, "sat\n"),
            "{action}"
        );
        assert_eq!(
            (session.stats().starts, session.stats().resent),
            (2, 1),
            "{action}"
        );
    }
}

#[test]
fn state_that_leaks_shows_and_a_restart_ends_it() {
    let _alone = alone();
    let mut session = RawSession::new(plan("when \"fault\": leak"));
    assert_eq!(
        stdout(&run(&mut session, &formula("unsat", "fault"))),
        "unsat\n"
    );
    assert_eq!(
        stdout(&run(&mut session, &formula("sat", "true"))),
        "unsat\n"
    );
    session.restart();
    assert_eq!(stdout(&run(&mut session, &formula("sat", "true"))), "sat\n");
}

#[test]
fn the_process_is_replaced_by_calls_memory_and_errors() {
    let _alone = alone();
    let starts = |plan: SessionPlan, text: &str| {
        let mut session = RawSession::new(plan);
        for _ in 0..6 {
            run(&mut session, &formula("sat", text));
        }
        session.stats().starts
    };
    assert_eq!(starts(plan(""), "true"), 1);
    let restarts = Restarts {
        calls: 2,
        ..Restarts::default()
    };
    assert_eq!(
        starts(
            SessionPlan {
                restarts,
                ..plan("")
            },
            "true"
        ),
        3
    );
    let restarts = Restarts {
        memory: 50 << 20,
        ..Restarts::default()
    };
    assert_eq!(
        starts(
            SessionPlan {
                restarts,
                ..plan("every 3: eat 100")
            },
            "true"
        ),
        2
    );
    let fragile = |rules| SessionPlan {
        survives_errors: false,
        ..plan(rules)
    };
    assert_eq!(starts(fragile("every 3: error \"x\""), "true"), 2);
}

#[test]
fn options_do_not_leak_into_formulas_without_them() {
    let _alone = alone();
    let mut session = RawSession::new(plan(""));
    let starts: Vec<u64> = [
        "",
        "(set-option :a 1)",
        "(set-option :a 1)",
        "(set-option :a 2)",
        "",
    ]
    .map(|options| {
        run(&mut session, &format!("{options}(check-sat)"));
        session.stats().starts
    })
    .into();
    assert_eq!(starts, [1, 2, 2, 3, 4]);
}

#[test]
fn cpu_time_and_memory_are_those_of_the_formula() {
    let _alone = alone();
    let mut session = RawSession::new(plan(
        "when \"heavy\": burn 60; eat 80\nwhen \"mid\": burn 20",
    ));
    let calls: Vec<RawRun> = ["light", "heavy", "light", "mid"]
        .map(|text| run(&mut session, &formula("sat", text)))
        .into();
    let millis: Vec<u128> = calls.iter().map(|raw| raw.cpu.as_millis()).collect();
    assert!(millis[1] >= 60 && millis[3] >= 20, "{millis:?}");
    assert!(
        millis[0] < millis[1] && millis[2] < millis[1] && millis[3] < millis[1],
        "{millis:?}"
    );
    let grown = calls[1].peak_memory - calls[0].peak_memory;
    assert!((80 << 20..120 << 20).contains(&grown), "{grown}");
}

#[test]
fn line_numbers_can_be_told_apart() {
    let _alone = alone();
    let mut session = RawSession::new(plan(""));
    for _ in 0..3 {
        let got = session
            .run("(check-sat)\n\n(nonsense)\n", &limits(), None)
            .unwrap();
        let text = stdout(&got.raw);
        let line = text
            .split("line ")
            .nth(1)
            .and_then(|t| t.split(' ').next())
            .unwrap();
        // The fake solver, like z3, counts the lines of all formulas.
        assert_eq!(line.parse::<u64>().unwrap(), got.lines_before + 2, "{text}");
    }
}

#[test]
fn exit_and_open_ends_do_not_stop_the_session() {
    let _alone = alone();
    let mut session = RawSession::new(plan(""));
    assert_eq!(
        stdout(&run(&mut session, "(check-sat)(exit)(check-sat)")),
        "sat\n"
    );
    let refused = session.run("(assert (= a", &limits(), None).unwrap_err();
    assert!(
        matches!(refused, SessionError::Unsuitable(Unsuitable::Open)),
        "{refused}"
    );
    assert_eq!(stdout(&run(&mut session, "(check-sat)")), "sat\n");
    assert_eq!(session.stats().starts, 1);
}

#[test]
fn a_session_can_be_cancelled() {
    let _alone = alone();
    let mut session = RawSession::new(plan("always: hang"));
    let cancel = Cancel::new();
    cancel.set();
    let raw = session
        .run("(check-sat)", &limits(), Some(&cancel))
        .unwrap()
        .raw;
    assert_eq!(raw.limit, Some(LimitHit::Cancelled));
}

/// A solver that leaks at every formula is replaced before our limit can be taken for its fault.
#[test]
fn a_process_that_leaks_is_replaced_before_its_memory_runs_out() {
    let _alone = alone();
    let mut session = RawSession::new(SessionPlan {
        restarts: Restarts {
            memory: u64::MAX,
            ..Restarts::default()
        },
        ..plan("always: eat 16")
    });
    let tight = Limits {
        memory: Some(512 << 20),
        ..limits()
    };
    for n in 0..64 {
        let raw = session.run(&formula("sat", "true"), &tight, None).unwrap();
        assert_eq!(raw.raw.exit, Exit::Alive, "call {n}: {:?}", raw.raw);
    }
    assert!(session.stats().starts > 1);
}

/// A process that is started ahead is the one that the next formula meets.
#[test]
fn warming_up_starts_a_process_only_where_none_runs() {
    let _alone = alone();
    let path = fake_solver_path().to_string_lossy().into_owned();
    let words = [path, "-e".into(), "when \"fault\": crash SEGV".into()];
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env()).with_profile(Some("z3".into()));
    let solver = resolver.one(&join_words(&words)).unwrap().remove(0);
    let mut session = Session::new(&solver, &Options::default());
    assert!(session.is_persistent());
    let mut starts = |text: Option<&str>| {
        match text {
            Some(text) => drop(session.run(&formula("sat", text))),
            None => session.warm_up(),
        }
        session.stats().starts
    };
    assert_eq!(starts(None), 1);
    assert_eq!(starts(Some("true")), 1);
    assert_eq!(starts(None), 1);
    assert_eq!(starts(Some("fault")), 1);
    assert_eq!(starts(None), 2);
    assert_eq!(starts(Some("true")), 2);
}

/// A process at rest has all its CPU time counted, that of its reset too.
#[test]
fn settled_calls_have_their_own_cpu_time() {
    let _alone = alone();
    let mut session = RawSession::new(SessionPlan {
        after: After::Settled,
        ..plan("reset \"dear\": burn 20")
    });
    run(&mut session, "");
    for text in ["dear", "cheap", "dear", "cheap"] {
        let raw = run(&mut session, &formula("sat", text));
        assert_eq!((stdout(&raw).as_str(), raw.exit), ("sat\n", Exit::Alive));
        let dear = raw.cpu >= Duration::from_millis(20);
        assert_eq!(dear, text == "dear", "{:?}", raw.cpu);
    }
    // Each formula meets a process that knows nothing of the others.
    let mut session = RawSession::new(SessionPlan {
        after: After::Settled,
        ..plan("reset \"fault\": crash SEGV")
    });
    let raw = run(&mut session, &formula("unsat", "fault"));
    assert_eq!(
        (stdout(&raw).as_str(), raw.exit),
        ("unsat\n", Exit::Signal(11))
    );
    let raw = run(&mut session, &formula("sat", "true"));
    assert_eq!((stdout(&raw).as_str(), raw.exit), ("sat\n", Exit::Alive));
}
