//! A case as an issue shows it: without the hunt's header, laid out, with the questions that its kind
//! needs.

use gadfly_oracle::probe;
use gadfly_profile::Profiles;
use gadfly_store::Finding;
use gadfly_vocabulary::{Kind, Signature};

/// The case with what must be asked to see the bug.
pub(crate) fn asked(finding: &Finding, case: &str) -> String {
    let case = without_header(case);
    let check = finding.check as usize;
    let lacks = |question: &str| !case.contains(question);
    match finding.kind {
        Kind::InvalidModel if lacks("(get-model)") => probe::with_models(case, &[check]),
        Kind::InvalidCore if lacks("(get-unsat-core)") => {
            probe::with_core(case).unwrap_or_else(|| case.to_string())
        }
        Kind::InvalidProof if lacks("(get-proof)") => {
            probe::with_proof(case, check, &proof_options(&finding.family))
        }
        Kind::SelfCheck if is_internal(finding) && lacks(":reason-unknown") => {
            format!("{}\n(get-info :reason-unknown)\n", case.trim_end())
        }
        _ => case.to_string(),
    }
}

fn is_internal(finding: &Finding) -> bool {
    matches!(finding.signature, Signature::Internal(_))
}

/// The commands by which a family prints proofs that can be checked.
fn proof_options(family: &str) -> String {
    let profiles = Profiles::builtin();
    let proofs = profiles.get(family).and_then(|it| it.proofs.as_ref());
    let options = proofs.iter().flat_map(|proofs| &proofs.options);
    options
        .map(|(name, value)| format!("(set-option :{name} {value})\n"))
        .collect()
}

/// A case without the comment lines that say how it was made.
pub(crate) fn without_header(case: &str) -> &str {
    let mut rest = case;
    while rest.starts_with(';') {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked_for(kind: Kind, case: &str) -> String {
        let finding = Finding {
            kind,
            family: "cvc5".into(),
            ..Finding::default()
        };
        gadfly_testkit::catalog();
        asked(&finding, case)
    }

    #[test]
    fn each_kind_has_its_question() {
        let case = "; gadfly 0.1.0\n; expect: sat\n(assert p)\n(check-sat)\n";
        assert_eq!(
            asked_for(Kind::Soundness, case),
            "(assert p)\n(check-sat)\n"
        );
        assert!(asked_for(Kind::InvalidModel, case).contains("(check-sat)\n(get-model)"));
        let core = asked_for(Kind::InvalidCore, case);
        assert!(
            core.contains(":named") && core.contains("(get-unsat-core)"),
            "{core}"
        );
        let proof = asked_for(Kind::InvalidProof, case);
        assert!(
            proof.contains(":proof-format-mode cpc") && proof.contains("(get-proof)"),
            "{proof}"
        );
    }

    #[test]
    fn what_is_asked_already_is_not_asked_again() {
        let case = "(check-sat)\n(get-model)\n";
        assert_eq!(asked_for(Kind::InvalidModel, case), case);
    }
}
