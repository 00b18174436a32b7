//! Words of solvers, files and specs as an issue has them: no markup, no folders of this machine.

use crate::telling_term::spaced;
use gadfly_store::Finding;

/// How solvers are called in an issue.
pub(crate) struct Names(Vec<(String, String)>);

impl Names {
    /// The names of all solvers of a finding.
    pub(crate) fn of(finding: &Finding) -> Names {
        let own = match finding.version.as_str() {
            "" | "unknown" => finding.family.clone(),
            version => format!("{} {version}", finding.family),
        };
        let mut names = vec![(finding.solver.clone(), own)];
        for run in &finding.runs {
            let program = run.spec.split(' ').next().unwrap_or_default();
            // Of a command only the program's name.
            let name = program.rsplit('/').next().unwrap_or(program);
            if program.contains('/') {
                names.push((run.spec.clone(), name.to_string()));
            }
        }
        // A release with options stays as it is: they matter.
        names.retain(|(spec, _)| spec.contains('/'));
        names.sort_by_key(|(spec, _)| std::cmp::Reverse(spec.len()));
        Names(names)
    }

    /// A solver's name.
    pub(crate) fn name(&self, spec: &str) -> String {
        let known = self.0.iter().find(|(of, _)| of == spec);
        known.map_or_else(|| without_at(spec), |(_, name)| name.clone())
    }

    /// A sentence with these names, as words: no markup, one paragraph.
    pub(crate) fn plainly(&self, text: &str) -> String {
        prose(&self.called(text))
    }

    /// A sentence with these names, as it stands.
    pub(crate) fn called(&self, text: &str) -> String {
        let named = self.0.iter().fold(text.to_string(), |text, (spec, name)| {
            text.replace(spec.as_str(), name)
        });
        with_spaced_terms(&without_at(&named).replace("our evaluator", "gadfly's evaluator"))
    }
}

/// Terms between backquotes as people write them.
fn with_spaced_terms(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts: Vec<String> = parts
        .map(|(n, part)| match n % 2 == 1 && part.starts_with('(') {
            true => spaced(part),
            false => part.to_string(),
        })
        .collect();
    parts.join("`")
}

/// `z3@4.8.7` as `z3 4.8.7`.
fn without_at(text: &str) -> String {
    let word = |word: &str| match word.split_once('@') {
        Some((family, version))
            if family.starts_with(|c: char| c.is_ascii_alphabetic())
                && family.chars().all(|c| c.is_ascii_alphanumeric())
                && version.starts_with(|c: char| c.is_ascii_digit()) =>
        {
            format!("{family} {version}")
        }
        _ => word.to_string(),
    };
    let words: Vec<String> = text.split(' ').map(word).collect();
    words.join(" ")
}

/// Words that may come from a solver or a file's name, as words: no markup, one paragraph.
pub(crate) fn prose(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    // Between two backquotes everything stands for itself. Runs of them pair in other ways.
    let parts: Vec<&str> = text.split('`').collect();
    let pairs = !text.contains("``");
    let code = |n: usize| pairs && n % 2 == 1 && n + 1 < parts.len();
    let shown = |(n, part): (usize, &&str)| match code(n) {
        true => part.to_string(),
        false => part.replace('<', "&lt;"),
    };
    let shown: Vec<String> = parts.iter().enumerate().map(shown).collect();
    shown.join("`")
}

/// A code block whose fence is longer than any run of backquotes inside.
pub(crate) fn fenced(text: &str, language: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

/// Text that fits into a cell of a Markdown table.
pub(crate) fn cell(text: &str) -> String {
    prose(text).replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_stands_for_itself_between_backquotes() {
        for (said, shown) in [
            (
                "finds `(< x 1)` false, a < b",
                "finds `(< x 1)` false, a &lt; b",
            ),
            ("a ` <img", "a ` &lt;img"),
            ("` <img ``", "` &lt;img ``"),
        ] {
            assert_eq!(prose(said), shown);
        }
    }

    #[test]
    fn specs_are_names_of_releases() {
        for (spec, name) in [
            ("z3@4.8.7 answers", "z3 4.8.7 answers"),
            ("(_ @val@1 x)", "(_ @val@1 x)"),
            ("u@x", "u@x"),
            ("First bad: z3@4.8.7, …", "First bad: z3 4.8.7, …"),
        ] {
            assert_eq!(without_at(spec), name);
        }
    }
}
