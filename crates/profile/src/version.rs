//! Release numbers: dotted numbers that order as people expect, and ranges of them.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A release number such as `4.8.12`; anything after the numbers (`-dev`, `.post2`) is kept as
/// text and orders after them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Version {
    numbers: Vec<u64>,
    rest: String,
}

impl Version {
    /// What stands behind `+`: the flavour of a build of ours.
    pub fn flavour(&self) -> Option<&str> {
        self.rest.split_once('+').map(|(_, flavour)| flavour)
    }

    /// The release without its flavour.
    pub fn plain(&self) -> Version {
        let rest = self
            .rest
            .split_once('+')
            .map_or(&*self.rest, |(rest, _)| rest);
        Version {
            numbers: self.numbers.clone(),
            rest: rest.to_owned(),
        }
    }
}

/// A text that does not start with a number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a version number (expected something like 4.8.12)")]
pub struct BadVersion(pub String);

impl FromStr for Version {
    type Err = BadVersion;

    fn from_str(text: &str) -> Result<Self, BadVersion> {
        let bad = || BadVersion(text.to_owned());
        let mut numbers = Vec::new();
        let mut rest = text;
        loop {
            let end = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            if end == 0 {
                break;
            }
            numbers.push(rest[..end].parse().map_err(|_| bad())?);
            rest = &rest[end..];
            match rest.strip_prefix('.') {
                Some(next) if next.starts_with(|c: char| c.is_ascii_digit()) => rest = next,
                _ => break,
            }
        }
        let tame = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
        if numbers.is_empty() || !rest.chars().all(tame) {
            return Err(bad());
        }
        Ok(Version {
            numbers,
            rest: rest.to_owned(),
        })
    }
}

impl TryFrom<String> for Version {
    type Error = BadVersion;
    fn try_from(text: String) -> Result<Self, BadVersion> {
        text.parse()
    }
}

impl From<Version> for String {
    fn from(version: Version) -> String {
        version.to_string()
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, number) in self.numbers.iter().enumerate() {
            write!(f, "{}{number}", if i == 0 { "" } else { "." })?;
        }
        f.write_str(&self.rest)
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        // 4.8 and 4.8.0 differ as texts, so the length decides last.
        let longest = self.numbers.len().max(other.numbers.len());
        let at = |v: &Version, i: usize| v.numbers.get(i).copied().unwrap_or(0);
        (0..longest)
            .map(|i| at(self, i).cmp(&at(other, i)))
            .find(|o| o.is_ne())
            .unwrap_or(Ordering::Equal)
            .then_with(|| self.rest.cmp(&other.rest))
            .then_with(|| self.numbers.len().cmp(&other.numbers.len()))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Which releases a spec or a dialect entry means. Both ends belong to a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Releases {
    /// The newest one.
    Newest,
    /// This one.
    One(Version),
    /// From the first to the second; a missing end is open.
    Range(Option<Version>, Option<Version>),
}

impl Releases {
    /// Whether a release is among them; `Newest` has every release as a candidate.
    pub fn contains(&self, version: &Version) -> bool {
        match self {
            Releases::Newest => true,
            Releases::One(one) => {
                one.cmp(version).is_eq() || one.to_string() == version.to_string()
            }
            Releases::Range(from, to) => {
                // A build with assertions is the release that it was built from.
                let version = version.plain();
                from.as_ref().is_none_or(|f| *f <= version)
                    && to.as_ref().is_none_or(|t| version <= *t)
            }
        }
    }

    /// The members of a list that is ordered from old to new. A flavoured build is meant only where
    /// it is named.
    pub fn select<'a>(&self, ordered: &'a [Version]) -> Vec<&'a Version> {
        let mut plain = ordered.iter().filter(|v| v.flavour().is_none());
        match self {
            Releases::Newest => plain.next_back().into_iter().collect(),
            Releases::One(_) => ordered.iter().filter(|v| self.contains(v)).collect(),
            Releases::Range(..) => plain.filter(|v| self.contains(v)).collect(),
        }
    }
}

impl FromStr for Releases {
    type Err = BadVersion;

    fn from_str(text: &str) -> Result<Self, BadVersion> {
        if text == "*" {
            return Ok(Releases::Range(None, None));
        }
        let Some((from, to)) = text.split_once("..") else {
            return Ok(Releases::One(text.parse()?));
        };
        let end = |t: &str| {
            if t.is_empty() {
                Ok(None)
            } else {
                t.parse().map(Some)
            }
        };
        Ok(Releases::Range(end(from)?, end(to)?))
    }
}

impl fmt::Display for Releases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Releases::Newest => f.write_str("newest"),
            Releases::One(one) => one.fmt(f),
            Releases::Range(None, None) => f.write_str("*"),
            Releases::Range(from, to) => {
                let text =
                    |v: &Option<Version>| v.as_ref().map(Version::to_string).unwrap_or_default();
                write!(f, "{}..{}", text(from), text(to))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(text: &str) -> Version {
        text.parse().unwrap()
    }

    #[test]
    fn orders_by_number_not_by_text() {
        assert!(v("4.8.9") < v("4.8.10"));
        assert!(v("4.16.0") < v("5.0.0"));
        assert!(v("4.8.7") < v("4.8.7.post2"));
        assert!(v("1.2.0-dev.1") > v("1.1.9"));
    }

    #[test]
    fn refuses_what_is_no_version() {
        for text in ["", "z3", "*", "4.8/../7", "..", "4 8"] {
            assert!(text.parse::<Version>().is_err(), "{text}");
        }
    }

    #[test]
    fn ranges_have_both_ends() {
        let all = ["4.5.1", "4.8.5", "4.8.7", "4.8.12", "5.4.0"].map(v);
        let pick = |spec: &str| {
            let releases: Releases = spec.parse().unwrap();
            releases
                .select(&all)
                .iter()
                .map(|v| v.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(pick("4.8.5..4.8.12"), "4.8.5 4.8.7 4.8.12");
        assert_eq!(pick("4.8.7.."), "4.8.7 4.8.12 5.4.0");
        assert_eq!(pick("..4.8.5"), "4.5.1 4.8.5");
        assert_eq!(pick("*"), "4.5.1 4.8.5 4.8.7 4.8.12 5.4.0");
        assert_eq!(pick("4.8.7"), "4.8.7");
        assert_eq!(pick("4.8.6"), "");
        assert_eq!(Releases::Newest.select(&all), vec![&all[4]]);
    }

    #[test]
    fn a_flavour_is_the_release_and_is_chosen_by_name_only() {
        let all = ["4.8.7", "5.4.0", "5.4.0+asan"].map(v);
        let pick = |spec: &str| spec.parse::<Releases>().unwrap().select(&all).len();
        assert_eq!((pick("*"), pick("4.8.7..5.4.0"), pick("5.4.0")), (2, 2, 1));
        assert_eq!(pick("5.4.0+asan"), 1);
        assert_eq!(Releases::Newest.select(&all), vec![&all[1]]);
        assert_eq!(all[2].flavour(), Some("asan"));
        assert_eq!(all[2].plain(), all[1]);
        // What a dialect says of a range of releases holds for the flavour.
        assert!("5.0..5.4.0".parse::<Releases>().unwrap().contains(&all[2]));
    }
}
