//! A case in the form that a solver's own regression suite keeps.

use gadfly_store::Finding;

/// Whose form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegressionForm {
    /// z3's: the file and the expected output beside it.
    Z3,
    /// cvc5's: one file with `COMMAND-LINE` and `EXPECT` comments.
    Cvc5,
}

/// The files (name and text) of a finding in a suite's form. `expected` is the right answer of
/// each check, where it is known.
pub fn regression_file(
    finding: &Finding,
    case: &str,
    expected: &[String],
    form: RegressionForm,
) -> Vec<(String, String)> {
    let body = without_header(case);
    let answers = expected.join("\n");
    match form {
        RegressionForm::Z3 => vec![
            (format!("{}.smt2", finding.id), body),
            (
                format!("{}.expected.out", finding.id),
                format!("{answers}\n"),
            ),
        ],
        RegressionForm::Cvc5 => {
            let mut text = String::new();
            if !finding.options.is_empty() {
                text.push_str(&format!("; COMMAND-LINE: {}\n", finding.options.join(" ")));
            }
            for answer in expected {
                text.push_str(&format!("; EXPECT: {answer}\n"));
            }
            text.push_str(&body);
            vec![(format!("{}.smt2", finding.id), text)]
        }
    }
}

fn without_header(case: &str) -> String {
    let lines = case.lines().skip_while(|line| line.starts_with(';'));
    let mut text: String = lines.collect::<Vec<_>>().join("\n");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_suite_gets_its_form() {
        let finding = Finding {
            id: "f1".into(),
            options: vec!["--strings-exp".into()],
            ..Finding::default()
        };
        let case = "; gadfly 0.1.0\n(check-sat)\n";
        let expected = ["sat".to_string()];
        assert_eq!(
            regression_file(&finding, case, &expected, RegressionForm::Z3),
            [
                ("f1.smt2".into(), "(check-sat)\n".into()),
                ("f1.expected.out".into(), "sat\n".into())
            ]
        );
        assert_eq!(
            regression_file(&finding, case, &expected, RegressionForm::Cvc5)[0].1,
            "; COMMAND-LINE: --strings-exp\n; EXPECT: sat\n(check-sat)\n"
        );
    }
}
