//! A small battery for one solver: what works, in plain words.

use gadfly_exec::Limits;
use gadfly_solver::{Answer, Mode, Options, Outcome, Run, SelfChecks, Solver};
use std::time::Duration;

/// How one examination went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// It works.
    Good,
    /// The solver does not have it, and does not claim to.
    Absent,
    /// It does not work.
    Bad,
}

/// One examination and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was examined, in a word.
    pub name: &'static str,
    /// The result.
    pub health: Health,
    /// The result in plain words.
    pub words: String,
}

/// What was found of a solver.
#[derive(Clone, Debug)]
pub struct Checkup {
    /// The solver's spec.
    pub spec: String,
    /// The command that runs a script, as a person would type it.
    pub command: Vec<String>,
    /// The findings, in order.
    pub findings: Vec<Finding>,
}

impl Checkup {
    /// Whether nothing is broken.
    pub fn is_healthy(&self) -> bool {
        self.findings.iter().all(|f| f.health != Health::Bad)
    }
}

const SAT: &str = "(set-logic LOGIC)\n(declare-fun p () Bool)\n(declare-fun q () Bool)\n(assert (or p q))\n(check-sat)\n";
const UNSAT: &str =
    "(set-logic LOGIC)\n(declare-fun p () Bool)\n(assert p)\n(assert (not p))\n(check-sat)\n";
const MODEL: &str = "(set-option :produce-models true)\n(set-logic QF_BV)\n(declare-fun x () (_ BitVec 4))\n\
    (assert (= x #x3))\n(check-sat)\n(get-model)\n";
const CORE: &str = "(set-option :produce-unsat-cores true)\n(set-logic LOGIC)\n(declare-fun p () Bool)\n\
    (assert (! p :named left))\n(assert (! (not p) :named right))\n(check-sat)\n(get-unsat-core)\n";
/// Takes every solver that has multiplication of bit-vectors far longer than the limit.
const HARD: &str = "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 64))\n(declare-fun y () (_ BitVec 64))\n\
    (assert (= (bvmul x y) #x7fffffffffffff6d))\n(assert (bvugt x #x0000000000000001))\n\
    (assert (bvugt y #x0000000000000001))\n(assert (= ((_ extract 63 32) x) #x00000000))\n\
    (assert (= ((_ extract 63 32) y) #x00000000))\n(check-sat)\n";
/// Needs hundreds of megabytes at once.
const LARGE: &str = "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 2048))\n(declare-fun y () (_ BitVec 2048))\n\
    (assert (= (bvmul x y) (bvadd (bvmul x x) (bvmul y y))))\n(assert (distinct x y))\n\
    (assert (bvugt (bvmul x y) (bvudiv x y)))\n(check-sat)\n";

/// A logic that has propositions and that the solver knows: Boolector knows bit-vectors only.
pub(crate) fn base_logic(solver: &Solver) -> &'static str {
    let known = |logic: &&str| solver.dialect().knows_logic(logic);
    ["QF_UF", "QF_BV", "QF_LIA"]
        .into_iter()
        .find(known)
        .unwrap_or("QF_UF")
}

/// Examines a solver.
pub fn examine(solver: &Solver) -> Checkup {
    let doctor = Doctor { solver };
    let options = Options::default();
    let command = solver.command(Mode::Stdin, SAT, &options).line();
    let findings = vec![
        doctor.version(),
        doctor.answer("sat", SAT, &Answer::Sat),
        doctor.answer("unsat", UNSAT, &Answer::Unsat),
        doctor.model(),
        doctor.core(),
        doctor.reset(),
        doctor.time_limit(),
        doctor.memory_limit(),
        doctor.self_checks(),
    ];
    let findings = doctor.unverified().into_iter().chain(findings).collect();
    Checkup {
        spec: solver.spec.clone(),
        command,
        findings,
    }
}

struct Doctor<'a> {
    solver: &'a Solver,
}

impl Doctor<'_> {
    fn run(&self, script: &str, options: Options) -> Run {
        let script = &script.replace("LOGIC", base_logic(self.solver));
        let mut options = options;
        options.limits.wall = options.limits.wall.or(Some(Duration::from_secs(60)));
        self.solver.run_fresh(script, &options)
    }

    /// A profile that nobody has seen at work.
    fn unverified(&self) -> Option<Finding> {
        let rests_on = self.solver.profile.unverified.as_ref()?;
        Some(absent(
            "profile",
            &format!("is unverified, written from {rests_on}"),
        ))
    }

    fn version(&self) -> Finding {
        let version = &self.solver.version;
        let (health, words) = match version.as_str() {
            "unknown" => (Health::Absent, "does not say its version".to_owned()),
            _ => (Health::Good, format!("{} {version}", self.solver.family)),
        };
        Finding {
            name: "version",
            health,
            words,
        }
    }

    fn answer(&self, name: &'static str, script: &str, expected: &Answer) -> Finding {
        let run = self.run(script, Options::default());
        let right = run.outcome == Outcome::Done && run.answer(0) == Some(expected);
        let health = if right { Health::Good } else { Health::Bad };
        let words = if right {
            format!("answers {expected}")
        } else {
            format!("should answer {expected}: {}", said(&run))
        };
        Finding {
            name,
            health,
            words,
        }
    }

    fn model(&self) -> Finding {
        if !self.solver.dialect().knows_logic("QF_BV") {
            return absent("model", "has no bit-vectors to ask for a model of");
        }
        let run = self.run(
            MODEL,
            Options {
                extra: self.solver.profile.call.models.clone(),
                ..Options::default()
            },
        );
        match run.models.first() {
            Some(model) if model.contains('x') => good("model", "prints models"),
            _ if is_refusal(&run) => absent("model", "prints no models"),
            _ => bad(
                "model",
                &format!("no model where one was asked for: {}", said(&run)),
            ),
        }
    }

    fn core(&self) -> Finding {
        let run = self.run(CORE, Options::default());
        match run.cores.first() {
            Some(core) if core.contains("left") && core.contains("right") => {
                good("core", "prints cores")
            }
            _ if is_refusal(&run) => absent("core", "prints no cores"),
            _ => bad(
                "core",
                &format!("no core where one was asked for: {}", said(&run)),
            ),
        }
    }

    fn reset(&self) -> Finding {
        if !self.solver.profile.session.reset {
            return absent("reset", "serves one formula a process");
        }
        let script = format!("{UNSAT}(reset)\n{SAT}(echo \"end\")\n");
        let extra = self.solver.profile.call.session.clone();
        let run = self.run(
            &script,
            Options {
                extra,
                ..Options::default()
            },
        );
        let echoed = String::from_utf8_lossy(&run.raw.stdout)
            .lines()
            .any(|l| l.trim_matches('"') == "end");
        match (run.answers.as_slice(), echoed) {
            ([Answer::Unsat, Answer::Sat], true) => good("reset", "serves many formulas a process"),
            _ => bad(
                "reset",
                &format!("does not start anew after (reset): {}", said(&run)),
            ),
        }
    }

    fn time_limit(&self) -> Finding {
        let limits = Limits {
            wall: Some(Duration::from_millis(500)),
            ..Limits::default()
        };
        let run = self.run(
            HARD,
            Options {
                limits,
                ..Options::default()
            },
        );
        match &run.outcome {
            Outcome::Timeout => good("time limit", "is stopped when its time is up"),
            Outcome::Done => good("time limit", "was done before its time was up"),
            Outcome::Unsupported(_) | Outcome::Rejected(_) => {
                absent("time limit", "has nothing to be slow at")
            }
            _ => bad(
                "time limit",
                &format!("its time limit is read as something else: {}", said(&run)),
            ),
        }
    }

    fn memory_limit(&self) -> Finding {
        let limits = Limits {
            memory: Some(200 << 20),
            wall: Some(Duration::from_secs(20)),
            ..Limits::default()
        };
        let run = self.run(
            LARGE,
            Options {
                limits,
                ..Options::default()
            },
        );
        match &run.outcome {
            Outcome::MemoryOut => good("memory limit", "is stopped when its memory is used up"),
            Outcome::Done | Outcome::Timeout => {
                absent("memory limit", "did not need enough memory to tell")
            }
            Outcome::Unsupported(_) | Outcome::Rejected(_) => {
                absent("memory limit", "has nothing to be large at")
            }
            _ => bad(
                "memory limit",
                &format!("its memory limit is read as something else: {}", said(&run)),
            ),
        }
    }

    fn self_checks(&self) -> Finding {
        let checks = &self.solver.profile.checks;
        if checks.models.is_empty() && checks.cores.is_empty() && checks.proofs.is_empty() {
            return absent("self-check", "does not check its own results");
        }
        let options = || Options {
            checks: SelfChecks::ALL,
            ..Options::default()
        };
        for (script, expected) in [(SAT, Answer::Sat), (UNSAT, Answer::Unsat)] {
            let run = self.run(script, options());
            if run.outcome != Outcome::Done || run.answer(0) != Some(&expected) {
                return bad(
                    "self-check",
                    &format!("fails when it checks its own results: {}", said(&run)),
                );
            }
        }
        good("self-check", "checks its own results")
    }
}

fn is_refusal(run: &Run) -> bool {
    matches!(run.outcome, Outcome::Unsupported(_) | Outcome::Rejected(_))
}

fn finding(name: &'static str, health: Health, words: &str) -> Finding {
    Finding {
        name,
        health,
        words: words.to_owned(),
    }
}

fn good(name: &'static str, words: &str) -> Finding {
    finding(name, Health::Good, words)
}

fn absent(name: &'static str, words: &str) -> Finding {
    finding(name, Health::Absent, words)
}

fn bad(name: &'static str, words: &str) -> Finding {
    finding(name, Health::Bad, words)
}

/// What a run came to, in a line.
fn said(run: &Run) -> String {
    let mut words: Vec<String> = run.answers.iter().map(ToString::to_string).collect();
    words.push(run.outcome.to_string());
    words.join(" ")
}
