//! The conformance suite: tiny formulas with one right answer each, kept as data in
//! `catalog/conformance/*.cases`.

use gadfly_catalog::Catalog;

/// What a case claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A closed term has a value.
    Value {
        /// The term.
        term: String,
        /// Its value.
        value: String,
    },
    /// A formula is satisfiable, or not.
    Satisfiable(bool, String),
    /// The standard leaves it open: no answer is wrong.
    Open(String),
}

/// One case.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file it is in: a theory.
    pub theory: String,
    /// Its name, unique within the theory.
    pub name: String,
    /// What it claims.
    pub claim: Claim,
    /// Why that is so, in a line.
    pub why: String,
    /// Where the standard says so.
    pub reference: String,
}

/// A line of a case file that is no case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {problem}")]
pub struct BadCase {
    file: String,
    line: usize,
    problem: &'static str,
}

impl Case {
    /// The script that puts the case to a solver: one check.
    pub fn script(&self) -> String {
        let body = match &self.claim {
            Claim::Value { term, value } => format!("(assert (distinct {term} {value}))"),
            Claim::Satisfiable(_, formula) | Claim::Open(formula) => formula.clone(),
        };
        format!("(set-logic ALL)\n{body}\n(check-sat)\n")
    }

    /// Whether that script is satisfiable; `None` if that is open.
    pub fn satisfiable(&self) -> Option<bool> {
        match &self.claim {
            Claim::Value { .. } => Some(false),
            Claim::Satisfiable(yes, _) => Some(*yes),
            Claim::Open(_) => None,
        }
    }
}

/// All cases of a catalogue, in the order of the files' names.
pub fn cases(catalog: &Catalog) -> Result<Vec<Case>, BadCase> {
    let mut all: Vec<Case> = Vec::new();
    for (path, text) in catalog.files("conformance/") {
        let Some(theory) = path
            .strip_prefix("conformance/")
            .and_then(|p| p.strip_suffix(".cases"))
        else {
            continue;
        };
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let bad = |problem| BadCase {
                file: path.to_string(),
                line: number + 1,
                problem,
            };
            let case = case(theory, line).map_err(bad)?;
            if all
                .iter()
                .any(|c| c.theory == case.theory && c.name == case.name)
            {
                return Err(bad("this name is taken"));
            }
            all.push(case);
        }
    }
    Ok(all)
}

/// `NAME | CLAIM | WHY | REFERENCE`; a bar within a claim stands without blanks around it.
fn case(theory: &str, line: &str) -> Result<Case, &'static str> {
    let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
    let [name, claim, why, reference] = parts.as_slice() else {
        return Err("a case is NAME | CLAIM | WHY | REFERENCE");
    };
    let (theory, name) = (theory.to_string(), name.to_string());
    Ok(Case {
        theory,
        name,
        claim: self::claim(claim)?,
        why: why.to_string(),
        reference: reference.to_string(),
    })
}

fn claim(text: &str) -> Result<Claim, &'static str> {
    if let Some((term, value)) = text.split_once(" == ") {
        return Ok(Claim::Value {
            term: term.trim().to_string(),
            value: value.trim().to_string(),
        });
    }
    match text.split_once(' ') {
        Some(("sat", formula)) => Ok(Claim::Satisfiable(true, formula.to_string())),
        Some(("unsat", formula)) => Ok(Claim::Satisfiable(false, formula.to_string())),
        Some(("open", formula)) => Ok(Claim::Open(formula.to_string())),
        _ => Err("a claim is TERM == VALUE, or sat, unsat or open with a formula"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_and_bad_ones_refused() {
        let plain = case("t", "a | (+ 1 1) == 2 | sums | Ints").unwrap();
        assert_eq!(
            plain.script(),
            "(set-logic ALL)\n(assert (distinct (+ 1 1) 2))\n(check-sat)\n"
        );
        assert_eq!(plain.satisfiable(), Some(false));
        let open = case("t", "b | open (assert (= (div 1 0) 0)) | any | Ints").unwrap();
        assert_eq!(open.satisfiable(), None);
        assert!(case("t", "c | maybe (assert true) | x | y").is_err());
        assert!(case("t", "d | sat (assert true) | x").is_err());
    }
}
