//! `repro.sh`: whether a solver shows the bug now, told by a plain script.
//!
//! It holds all that it needs, works in a private folder, and exits as `git bisect run` reads it: with 1
//! where the bug shows, 0 where it does not, 125 where it cannot tell.

mod verdict;

use crate::asked;
use crate::plainly::Names;
use gadfly_profile::{Profiles, Public, shell_word, without_input};
use gadfly_store::Finding;
use gadfly_syntax::visible;
use std::fmt::Write;

/// What a script is made of.
pub(crate) struct Repro<'a> {
    pub(crate) finding: &'a Finding,
    /// The case.
    pub(crate) case: &'a str,
    /// The case as the blamed release spells it, where that differs; for `state`, with what its process
    /// was given before.
    pub(crate) sent: Option<&'a str>,
    /// The blamed solver's command line.
    pub(crate) command: &'a [String],
}

/// The text of `repro.sh`.
pub(crate) fn repro_script(repro: &Repro<'_>) -> String {
    let finding = repro.finding;
    let mut out = format!(
        "#!/bin/sh\n# {}\n# {}\n#\n{ABOUT}\n{PLACE}",
        one_line(&finding.title),
        one_line(&Names::of(finding).called(&finding.sentence))
    );
    scripts(&mut out, repro);
    solver(&mut out, repro);
    deaths(&mut out, &finding.family);
    out.push_str(ASK);
    out.push_str(&verdict::lines(finding, repro.case));
    out
}

const ABOUT: &str = "\
# Exits with 1 if the bug shows, with 0 if it does not, with 125 if that cannot be told (git bisect run).
# Another build:      SOLVER=\"./build/solver --option\" sh repro.sh
# Seconds for a run:  LIMIT=60 sh repro.sh";

const PLACE: &str = "
without=
shows() { echo \"the bug shows: $*$without\"; exit 1; }
gone() { echo \"the bug does not show: $*$without\"; exit 0; }
cannot() { echo \"cannot tell: $*\"; exit 125; }
folder=$(mktemp -d) || cannot 'there is no room for a private folder'
trap 'rm -rf \"$folder\"' EXIT
trap 'exit 125' HUP INT TERM
";

/// The case, in each spelling.
fn scripts(out: &mut String, repro: &Repro<'_>) {
    let case = asked::asked(repro.finding, repro.case);
    here(out, "case", &case);
    let sent = repro.sent.map(|sent| asked::asked(repro.finding, sent));
    if let Some(sent) = sent {
        here(out, "sent", &sent);
    }
}

/// A file of the private folder.
fn here(out: &mut String, name: &str, text: &str) {
    let end = (0..)
        .map(|n| format!("END{n}"))
        .find(|end| text.lines().all(|line| line != end));
    let end = end.unwrap_or_default();
    let _ = writeln!(
        out,
        "cat > \"$folder/{name}.smt2\" <<'{end}'\n{}\n{end}",
        text.trim_end()
    );
}

/// How the solver is run: a build that is named, or the release that showed the bug.
fn solver(out: &mut String, repro: &Repro<'_>) {
    let finding = repro.finding;
    let public = Public::of(&finding.family, &finding.version, repro.command);
    let options = match &public {
        Some(public) => public.options(),
        None => without_input(repro.command.get(1..).unwrap_or_default()),
    };
    let limit = verdict::limit(finding);
    let _ = write!(
        out,
        "LIMIT=${{LIMIT:-{limit}}}\nlimit=\n\
         command -v timeout >/dev/null 2>&1 && limit=\"timeout -k 5 $LIMIT\"\n\
         options={}\n\
         if [ -n \"$SOLVER\" ]; then\n{OWN}",
        shell_word(&shell_words(&options)),
    );
    let spellings = match repro.sent {
        Some(_) if finding.before.is_empty() => ("case sent", "sent case"),
        Some(_) => ("sent", "sent"),
        None => ("case", "case"),
    };
    let _ = write!(
        out,
        "spellings='{}'\nelse\nlacks() {{ false; }}\n",
        spellings.0
    );
    match public {
        Some(public) => {
            let _ = writeln!(
                out,
                "{}fetch_solver || cannot 'python3 and pip do not give {}'",
                public.functions("solver"),
                public.name()
            );
        }
        None => {
            let program = repro.command.first().map_or("solver", String::as_str);
            let words = shell_words(repro.command);
            let _ = write!(
                out,
                "command -v {} >/dev/null || cannot 'SOLVER does not name a build'\n\
                 run_solver() {{ $limit {words} < \"$1\"; }}\n",
                shell_word(program)
            );
        }
    }
    let _ = write!(out, "spellings='{}'\nfi\n", spellings.1);
}

/// A command line of the user's, with the options that the bug needs. A build is asked without those that
/// it does not know.
const OWN: &str = r#"quoted() { printf " '%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"; }
lacks() {
  eval "set -- $options"
  options=
  dropped=false
  for option do
    name=${option#--}
    name=${name%%=*}
    if stranger | grep -q -F -e "'${name#*.}'" -e "$name"; then
      without="$without (asked without $option, which it does not know)"
      dropped=true
    else
      options="$options$(quoted "$option")"
    fi
  done
  $dropped
}
case " $SOLVER " in
*" -in "* | *" - "*) run_solver() { eval "$limit $SOLVER $options" < "$1"; } ;;
*) run_solver() { eval "$limit $SOLVER $options \"\$1\""; } ;;
esac
"#;

/// How a death looks that no signal tells, and what looks like one where memory ran out.
fn deaths(out: &mut String, family: &str) {
    let profiles = Profiles::builtin();
    let patterns = &profiles.get(family).unwrap_or(profiles.generic()).patterns;
    let mut codes: Vec<String> = patterns.crash_exits().iter().map(i32::to_string).collect();
    codes.push("none".into());
    let _ = write!(
        out,
        "died() {{\n  stranger | grep -q -v '^(error' && return 1\n  grep -q -i -F{} \"$folder/out\" && return 1\n  \
         case $status in 124 | 130 | 137 | 143) return 1 ;; {}) return 0 ;; esac\n  \
         [ \"$status\" -gt 128 ] || grep -q -i -F{} \"$folder/out\"\n}}\n",
        either(&patterns.memory_phrases()),
        codes.join(" | "),
        either(&patterns.crash_phrases())
    );
}

/// Arguments of `grep` for any of some words.
fn either(phrases: &[String]) -> String {
    let words = phrases
        .iter()
        .map(|phrase| format!(" -e {}", shell_word(phrase)));
    words.collect()
}

/// Asks the solver, in the first spelling that it takes.
const ASK: &str = r#"stranger() { grep -i -E '(unknown|unrecogni[sz]ed|invalid|bad) (parameter|option)' "$folder/out"; }
timed_out() { [ "$status" -eq 124 ] || [ "$status" -eq 137 ]; }
refused() {
  grep '^(error' "$folder/out" | grep -q -v -E 'available|not enabled|[Cc]annot get|[Ee]xpected (un)?sat|invalid model'
}
answers() { grep -E '^(sat|unsat|unknown)$' "$folder/out"; }
ask() {
  for spelling in $spellings; do
    while
      run_solver "$folder/$spelling.smt2" > "$folder/said" 2> "$folder/warned"
      status=$?
      cat "$folder/said" "$folder/warned" > "$folder/out"
      lacks
    do :; done
    refused && ! died || break
  done
  cat "$folder/out"
}
ask
"#;

/// Words for a comment or an `echo`: what a solver said cannot end the line or drive a terminal.
fn one_line(text: &str) -> String {
    visible(text.replace(['\n', '\r'], " "))
}

/// Words quoted for a shell.
fn shell_words(words: &[String]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| shell_word(word)).collect();
    quoted.join(" ")
}
