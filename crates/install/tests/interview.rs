//! Programs that are asked what they can do: real solvers answer what their profiles say, and a hostile
//! program gets no profile.

#![cfg(unix)]

use gadfly_exec::{Cancel, Limits};
use gadfly_install::{Interview, InterviewError, Interviewee, interview};
use gadfly_profile::{Home, Profile, Profiles};
use gadfly_solver::{Mode, Options, Resolver, SelfChecks, Solver};
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::time::Duration;

fn ask(words: Vec<String>, wall: Duration) -> Result<Interview, InterviewError> {
    gadfly_testkit::catalog();
    let who = Interviewee {
        name: "asked".to_owned(),
        words,
        limits: Limits {
            wall: Some(wall),
            output: Some(1 << 16),
            ..Limits::default()
        },
        even_known: true,
        cancel: Cancel::new(),
    };
    interview(&who, &Resolver::new(Home::from_env()), &|_, _| {})
}

/// The command that runs an installed release.
fn words(solver: &Solver) -> Vec<String> {
    let launch = &solver.launch;
    let mut words: Vec<String> = Vec::new();
    if !launch.env.is_empty() {
        words.push("env".to_owned());
    }
    let text = |word: &std::ffi::OsString| word.to_string_lossy().into_owned();
    let settings = launch.env.iter();
    words.extend(settings.map(|(name, value)| format!("{}={}", text(name), text(value))));
    words.push(launch.program.display().to_string());
    words.extend(launch.args.iter().map(text));
    words
}

/// What a profile makes of scripts: the command lines.
fn lines(solver: &Solver, profile: &Arc<Profile>) -> Vec<Vec<String>> {
    let mut solver = solver.clone();
    solver.profile = profile.clone();
    let plain = Options::default();
    let checked = Options {
        checks: SelfChecks::ALL,
        soft_time: Some(Duration::from_millis(500)),
        ..Options::default()
    };
    let once = "(check-sat)";
    let twice = "(check-sat)(push 1)(check-sat)";
    let calls = [
        (Mode::Stdin, once, &plain),
        (Mode::Stdin, twice, &plain),
        (Mode::Session, "", &plain),
        (Mode::Stdin, once, &checked),
    ];
    let line = |(mode, script, options)| solver.command(mode, script, options).line();
    calls.map(line).to_vec()
}

/// What the answers of an installed solver, and its profile, say differently.
fn differences(family: &str) -> Option<Vec<String>> {
    gadfly_testkit::catalog();
    let found = Resolver::new(Home::from_env()).one(family);
    let solver = gadfly_testkit::installed(found)?.remove(0);
    let asked = ask(words(&solver), Duration::from_secs(20)).unwrap();
    let generic = Profiles::builtin().generic();
    let answered = Profile::parse("asked", &asked.profile, Some(generic)).unwrap();
    let (answered, known) = (Arc::new(answered), &solver.profile);
    let mut wrong = Vec::new();
    let mut compare = |what: &str, answered: &dyn std::fmt::Debug, known: &dyn std::fmt::Debug| {
        let (answered, known) = (format!("{answered:?}"), format!("{known:?}"));
        if answered != known {
            wrong.push(format!("{what}: answered {answered}, known {known}"));
        }
    };
    compare(
        "version",
        &asked.version.as_deref(),
        &Some(solver.version.as_str()),
    );
    compare(
        "command lines",
        &lines(&solver, &answered),
        &lines(&solver, known),
    );
    let of = |profile: &Profile| {
        let session = &profile.session;
        (
            profile.call.needs_logic,
            session.reset,
            session.echo,
            session.survives_errors,
        )
    };
    compare("logic, reset, echo, errors", &of(&answered), &of(known));
    let (theirs, ours) = (
        answered.dialect(None),
        known.dialect(solver.release_number()),
    );
    for operator in [
        "div", "bvadd", "fp.add", "str.++", "select", "is", "to_real",
    ] {
        compare(operator, &theirs.knows(operator), &ours.knows(operator));
    }
    for command in [
        "push",
        "get-model",
        "get-unsat-core",
        "get-assignment",
        "check-sat-assuming",
    ] {
        compare(
            command,
            &theirs.knows_command(command),
            &ours.knows_command(command),
        );
    }
    // The profile may know logics that the release answers with an operator that it lacks; yices takes
    // ALL, but not all of it.
    for logic in &answered.language.logics {
        compare(logic, &(logic == "ALL" || ours.knows_logic(logic)), &true);
    }
    for vary in &answered.vary {
        let there = known
            .vary
            .iter()
            .any(|ours| ours.arg == vary.arg && ours.values == vary.values);
        compare(&vary.arg, &there, &true);
    }
    // The catalogue speaks of old releases, too.
    compare(
        "set-info",
        &(answered.session.strip_info && !known.session.strip_info),
        &false,
    );
    Some(wrong)
}

#[test]
fn solvers_answer_what_their_profiles_say() {
    for family in ["z3@5.4.0", "cvc5@1.4.2", "yices@2.6.5"] {
        let wrong = differences(family).unwrap_or_default();
        assert!(wrong.is_empty(), "{family}: {}", wrong.join("\n"));
    }
}

/// What a shell script is told that is asked as a solver.
fn refusal(script: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("hostile");
    std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    let asked = ask(
        vec![program.display().to_string()],
        Duration::from_millis(300),
    );
    match asked {
        Err(error) => error.to_string(),
        Ok(interview) => panic!("{script}: a profile of it: {}", interview.profile),
    }
}

#[test]
fn a_hostile_program_gets_no_profile() {
    for (script, says) in [
        (
            "exec sleep 600",
            "ran into its limits again and again (timeout)",
        ),
        ("exec yes sat", "ran into its limits again and again"),
        ("kill -11 $$", "crash (signal 11"),
        ("exit 3", "answers no script as a solver does"),
        // One answer to everything is no solver's.
        (
            "cat > /dev/null; echo sat",
            "answers no script as a solver does (sat",
        ),
        // Good at first, then silent for ever.
        (
            "in=$(cat); case $in in *'(not p)'*QF_UF*) ;; *'(or p q)'*) echo sat;; *QF_UF*'(not p)'*) echo unsat;; \
             *) sleep 600;; esac",
            "ran into its limits again and again",
        ),
    ] {
        let said = refusal(script);
        assert!(said.contains(says), "{script}: {said}");
        assert!(
            said.contains("hostile` ") && said.contains("so there is nothing to write"),
            "{said}"
        );
    }
}
