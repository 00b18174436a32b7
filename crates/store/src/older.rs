//! Words of older stores, which wrote what the code calls its values, or sentences.

use gadfly_vocabulary::{Evidence, Kind, LabelSource, Signature, UnknownWord};
use serde::{Deserialize, Deserializer, de::Error};
use std::borrow::Cow;

/// Evidence by its word, by the code's name of it, or by the sentence of a report.
pub(crate) fn read_evidence(word: &str) -> Result<Evidence, UnknownWord> {
    let older = |e: &&Evidence| {
        let said = |kind| e.describe(kind) == word;
        format!("{e:?}") == word || said(Kind::InvalidModel) || said(Kind::Soundness)
    };
    match Evidence::ALL.iter().find(older) {
        Some(evidence) => Ok(*evidence),
        None if word.is_empty() => Ok(Evidence::None),
        None => word.parse(),
    }
}

/// A label's source by its word, or by the code's name of it.
pub(crate) fn read_label(word: &str) -> Result<LabelSource, UnknownWord> {
    match word {
        "" => Ok(LabelSource::None),
        _ => word.to_ascii_lowercase().parse(),
    }
}

pub(crate) fn evidence<'de, D: Deserializer<'de>>(from: D) -> Result<Evidence, D::Error> {
    let word = <Cow<'de, str>>::deserialize(from)?;
    read_evidence(&word).map_err(D::Error::custom)
}

pub(crate) fn label<'de, D: Deserializer<'de>>(from: D) -> Result<LabelSource, D::Error> {
    let word = <Cow<'de, str>>::deserialize(from)?;
    read_label(&word).map_err(D::Error::custom)
}

pub(crate) fn signature<'de, D: Deserializer<'de>>(from: D) -> Result<Signature, D::Error> {
    let word = <Cow<'de, str>>::deserialize(from)?;
    if word.is_empty() {
        return Ok(Signature::default());
    }
    word.parse().map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Finding;

    /// As the releases before this one wrote it.
    #[test]
    fn an_older_finding_is_read() {
        let text = r#"{"id": "z3-soundness-1", "kind": "soundness", "solver": "z3@4.8.7",
            "evidence": "a model that our evaluator found true", "signature": "refutation",
            "priority": "high", "label": "Witness", "status": "wont-fix"}"#;
        let finding: Finding = serde_json::from_str(text).expect("a finding");
        assert_eq!(finding.kind, Kind::Soundness);
        assert_eq!(finding.evidence, Evidence::CheckedModel);
        assert_eq!(finding.label, LabelSource::Witness);
        let again = serde_json::to_string(&finding).expect("text");
        assert!(again.contains(r#""evidence":"checked-model""#), "{again}");
        assert_eq!(serde_json::from_str::<Finding>(&again).ok(), Some(finding));
    }

    #[test]
    fn every_older_word_is_read() {
        for evidence in Evidence::ALL {
            // Obligations are newer than these words.
            for kind in Kind::ALL.iter().filter(|kind| **kind != Kind::Obligation) {
                assert_eq!(read_evidence(evidence.describe(*kind)), Ok(*evidence));
            }
            assert_eq!(read_evidence(&format!("{evidence:?}")), Ok(*evidence));
            assert_eq!(read_evidence(evidence.name()), Ok(*evidence));
        }
        for label in LabelSource::ALL {
            assert_eq!(read_label(&format!("{label:?}")), Ok(*label));
        }
        assert!(read_label("strong").is_err());
    }
}
