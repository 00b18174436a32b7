//! The end of `repro.sh`: what a kind of verdict looks for in what the solver says now.

use gadfly_profile::{Public, shell_word};
use gadfly_store::Finding;
use gadfly_syntax::loose;
use gadfly_vocabulary::{Kind, Law, Signature, Topic, Wrong};
use std::fmt::Write;

/// Reads what was said, and writes what must hold of it as a script for another solver.
const QUESTION: &str = include_str!("question.py");

/// Seconds for one run.
pub(super) fn limit(finding: &Finding) -> u64 {
    if finding.kind != Kind::Slow {
        return 60;
    }
    let own = finding.runs.iter().find(|run| run.spec == finding.solver);
    let slow = own.map_or(10.0, |run| run.wall);
    let others = finding.runs.iter().filter(|run| run.spec != finding.solver);
    let fast = others.map(|run| run.wall).fold(slow, f64::min).max(0.01);
    // Between the two, as far from one as from the other.
    ((fast * slow).sqrt().ceil() as u64).clamp(2, 60)
}

/// The lines that decide.
pub(super) fn lines(finding: &Finding, case: &str) -> String {
    let checks = checks_of(case).max(1);
    let nth = finding.check + 1;
    match (finding.kind, &finding.signature) {
        (Kind::Crash, _) => crash(case),
        (Kind::Soundness | Kind::Disagreement, signature) => answer(nth, signature.wrong()),
        (Kind::Inconsistent, _) => inconsistent(case, nth),
        (Kind::Incomplete, _) => incomplete(nth),
        (Kind::Slow, _) => SLOW.to_string(),
        (Kind::SelfCheck, Signature::Internal(reason)) => internal(nth, reason),
        (Kind::SelfCheck, _) => objection(&finding.family, checks),
        (Kind::InvalidModel, _) => question(finding, "model"),
        (Kind::InvalidCore, _) => question(finding, "core"),
        (Kind::Obligation, Signature::Obligation(topic, law)) => match (topic, law) {
            (Topic::Value, _) => question(finding, "values"),
            (Topic::Core, Law::Subset) => question(finding, "core"),
            (Topic::Assumptions, _) => question(finding, "assumptions"),
            (Topic::Optimum, Law::Best) => question(finding, "best"),
            (Topic::Optimum, Law::Attained) => question(finding, "attained"),
            (Topic::Optimum, Law::Evaluates) => question(finding, "evaluated"),
            (Topic::Simplify | Topic::Qe, Law::Equivalent) => question(finding, "simplified"),
            _ => by_gadfly(finding),
        },
        (Kind::State, Signature::State(inner, _)) => state(*inner, case),
        _ => by_gadfly(finding),
    }
}

fn crash(case: &str) -> String {
    // A script that asks nothing has no answer to wait for.
    let lives = match checks_of(case) {
        0 => "[ \"$status\" -eq 0 ] && gone 'it ends as it should'\n".to_string(),
        checks => format!("[ \"$(answers | wc -l)\" -ge {checks} ] && gone 'it answers'\n"),
    };
    format!("died && shows 'it dies'\n{UNFIT}{lives}cannot \"it ends with status $status\"\n")
}

/// How many answers a case asks for.
fn checks_of(case: &str) -> usize {
    loose::commands(case).filter(|it| it.is_check()).count()
}

/// What nothing can be read from.
const UNFIT: &str = "\
timed_out && cannot \"it does not answer within $LIMIT seconds\"
refused && cannot 'it refuses the script'
";

/// Behind the answers that decide.
const UNDECIDED: &str = "\
timed_out && cannot \"it does not answer within $LIMIT seconds\"
died && cannot 'it dies, which is another bug'
cannot 'it does not decide the case'
";

fn answer(nth: u64, wrong: Option<Wrong>) -> String {
    let (bad, good) = match wrong {
        Some(Wrong::Refutation) => ("unsat", "sat"),
        _ => ("sat", "unsat"),
    };
    format!(
        "refused && cannot 'it refuses the script'\n\
         case $(answers | sed -n {nth}p) in\n\
         {bad}) shows 'it answers {bad}, and {good} is right' ;;\n\
         {good}) gone 'it answers {good}, which is right' ;;\n\
         esac\n{UNDECIDED}"
    )
}

fn inconsistent(case: &str, nth: u64) -> String {
    // Only where nothing is taken back is every later check about more.
    if ["(pop", "(reset", "-assuming", "-using"]
        .iter()
        .any(|it| case.contains(it))
    {
        return "cannot 'the script takes assertions back: which answers contradict is told by gadfly check'\n"
            .into();
    }
    format!(
        "refused && cannot 'it refuses the script'\n\
         case $(answers | sed -n {nth}p) in\n\
         sat)\n  answers | head -n {} | grep -q '^unsat' && shows 'it answers unsat, and then sat with more assertions'\n  \
         gone 'its answers agree' ;;\n\
         unsat) gone 'its answers agree' ;;\n\
         esac\n{UNDECIDED}",
        nth.saturating_sub(1)
    )
}

fn incomplete(nth: u64) -> String {
    format!(
        "refused && cannot 'it refuses the script'\n\
         case $(answers | sed -n {nth}p) in\n\
         unknown) shows 'it answers unknown' ;;\n\
         sat | unsat) gone 'it decides the case' ;;\n\
         esac\n{UNDECIDED}"
    )
}

const SLOW: &str = "\
timed_out && shows \"it does not answer within $LIMIT seconds\"
died && cannot 'it dies, which is another bug'
refused && cannot 'it refuses the script'
[ -n \"$limit\" ] || cannot 'there is no program timeout'
[ -n \"$(answers)\" ] && gone \"it answers within $LIMIT seconds\"
cannot 'it does not answer'
";

fn internal(nth: u64, reason: &str) -> String {
    format!(
        "grep -q -F {} \"$folder/out\" && shows 'it gives an internal error as its reason for unknown'\n\
         case $(answers | sed -n {nth}p) in sat | unsat) gone 'it decides the case' ;; esac\n{UNDECIDED}",
        shell_word(reason)
    )
}

/// A solver's own checker that objects.
fn objection(family: &str, checks: usize) -> String {
    let profiles = gadfly_profile::Profiles::builtin();
    let patterns = &profiles.get(family).unwrap_or(profiles.generic()).patterns;
    let words = super::either(&patterns.complaint_phrases());
    if words.is_empty() {
        return "cannot 'no fixed words tell that its own checker objects'\n".into();
    }
    format!(
        "grep -q -i -F{words} \"$folder/out\" && shows 'its own checker objects'\n\
         died && cannot 'it dies, which is another bug'\n{UNFIT}\
         [ \"$(answers | grep -c sat)\" -ge {checks} ] && gone 'its own checker does not object'\n\
         cannot 'it does not decide the case'\n"
    )
}

fn state(inner: Kind, case: &str) -> String {
    let checks = checks_of(case).max(1);
    match inner {
        Kind::Crash => crash(case),
        Kind::Soundness | Kind::Disagreement | Kind::Incomplete | Kind::Inconsistent => format!(
            "{UNFIT}together=$(answers | tail -n {checks})\n\
             spellings=case\nask\n{UNFIT}alone=$(answers)\n\
             [ -n \"$alone\" ] || cannot 'a fresh process does not answer'\n\
             [ \"$together\" = \"$alone\" ] && gone 'a fresh process answers the same'\n\
             shows 'a fresh process answers otherwise'\n"
        ),
        _ => "cannot 'a plain script does not tell what differs in a persistent process'\n".into(),
    }
}

/// Only a judge of ours can tell.
fn by_gadfly(finding: &Finding) -> String {
    let kind = finding.kind;
    format!(
        "command -v gadfly >/dev/null 2>&1 || cannot 'this takes gadfly on PATH, which judges {kind}'\n\
         gadfly check \"$folder/case.smt2\" --solver \"${{SOLVER:-{}}}\" --json > \"$folder/told\"\n\
         status=$?\n\
         grep -q '\"verdict\":\"{kind}\"' \"$folder/told\" && shows 'gadfly check says so'\n\
         [ \"$status\" -eq 0 ] && gone 'gadfly check finds nothing'\n\
         cannot 'gadfly check does not say {kind}'\n",
        finding.solver
    )
}

/// What was said now is put into a script, which another solver answers.
fn question(finding: &Finding, mode: &str) -> String {
    let mut out = format!(
        "died && cannot 'it dies, which is another bug'\n\
         timed_out && cannot \"it does not answer within $LIMIT seconds\"\n\
         refused && cannot 'it refuses the script'\n\
         command -v python3 >/dev/null 2>&1 || cannot 'there is no python3 to put together what must hold'\n\
         cat > \"$folder/question.py\" <<'PYTHON'\n{QUESTION}PYTHON\n"
    );
    let _ = write!(
        out,
        "bad=$(python3 \"$folder/question.py\" {mode} \"$folder/case.smt2\" \"$folder/said\" {} \"$folder/question.smt2\") ||\n  \
         cannot 'what it says is read by no plain script'\n\
         case $bad in\nshows:*) shows \"${{bad#*: }}\" ;;\ngone:*) gone \"${{bad#*: }}\" ;;\ncannot:*) cannot \"${{bad#*: }}\" ;;\nesac\n",
        finding.check
    );
    let judges = judges(finding);
    for (judge, role) in judges.iter().zip(ROLES) {
        out.push_str(&judge.functions(role));
    }
    let roles: Vec<&str> = ROLES.into_iter().take(judges.len()).collect();
    let names: Vec<String> = judges.iter().map(Public::name).collect();
    let _ = write!(
        out,
        "# Who answers what must hold: JUDGE=\"command line\", or {} from pip.\n{JUDGING}\
         for role in {}; do\n{DECIDING}done\n\
         cannot 'no other solver decides what must hold'\n",
        names.join(", then "),
        roles.join(" ")
    );
    out
}

const ROLES: [&str; 2] = ["judge", "second"];

const JUDGING: &str = r#"judged() {
  if [ -n "$JUDGE" ]; then
    eval "$limit $JUDGE \"\$folder/question.smt2\""
  else
    [ -d "$folder/$1" ] || "fetch_$1" >&2 || return
    "run_$1" "$folder/question.smt2"
  fi > "$folder/judged" 2>/dev/null
  said=$(grep -E '^(sat|unsat|unknown)$' "$folder/judged")
  grep -q '(error' "$folder/judged" || [ "$(echo "$said" | wc -l)" -ne "$asked" ] || echo $(echo "$said" | sort -u)
}
asked=$(grep -c '^( check-sat )$' "$folder/question.smt2")
"#;

const DECIDING: &str = r#"  case "$bad $(judged $role)" in
  'unsat-is-bad '*unsat | 'sat-is-bad sat') shows 'another solver finds what it says now wrong' ;;
  'unsat-is-bad sat' | 'sat-is-bad unsat') gone 'another solver finds what it says now right' ;;
  esac
"#;

/// Who can judge: a family that bore it out, and the newest z3, which reads all that z3 prints.
fn judges(finding: &Finding) -> Vec<Public> {
    let families = finding.witnesses.iter().filter_map(|it| it.split_once('@'));
    let mut families: Vec<&str> = families.map(|(family, _)| family).collect();
    families.extend(["cvc5", "z3"]);
    let is_other = |family: &&str| **family != finding.family || **family == *"z3";
    let mut judges: Vec<Public> = Vec::new();
    for family in families.into_iter().filter(is_other) {
        let Some(judge) = Public::newest(family) else {
            continue;
        };
        let blamed = format!("{} {}", finding.family, finding.version);
        let known = judges.iter().any(|known| known.name() == judge.name());
        if judge.name() != blamed && !known && judges.len() < ROLES.len() {
            // Nearly every model of an array has a constant one.
            let more: &[&str] = if family == "cvc5" {
                &["--arrays-exp"]
            } else {
                &[]
            };
            judges.push(judge.with_options(more));
        }
    }
    judges
}
