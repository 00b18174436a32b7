//! What an address names.

use crate::http::Status;

/// What an address names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The page over everything.
    Front,
    /// What changes on it.
    Events,
    /// The report of a hunt.
    Report(String),
    /// A file or folder of a hunt.
    OfHunt(String, Vec<String>),
    /// A file or folder of a study.
    OfStudy(String, Vec<String>),
    /// The same with a slash at its end, so that the links on it lead below it.
    WithSlash,
}

/// Folders of a hunt whose files may be read: what people are to see of it.
const OPEN: [&str; 2] = ["findings", "doubts"];

impl Place {
    /// Reads an address.
    pub(crate) fn of(path: &str) -> Result<Place, Status> {
        let folder = path.ends_with('/');
        let steps = steps(path).ok_or(Status::NotFound)?;
        let mut steps = steps.into_iter();
        let first = steps.next();
        match (first.as_deref(), steps.next()) {
            (None, _) => Ok(Place::Front),
            (Some("events"), None) => Ok(Place::Events),
            (Some("hunt"), Some(hunt)) => {
                let rest: Vec<String> = steps.collect();
                match rest.first() {
                    None if folder => Ok(Place::Report(hunt)),
                    None => Ok(Place::WithSlash),
                    Some(first) if OPEN.contains(&first.as_str()) => Ok(Place::OfHunt(hunt, rest)),
                    Some(_) => Err(Status::NotFound),
                }
            }
            (Some("study"), Some(study)) => {
                let mut rest: Vec<String> = steps.collect();
                if rest.is_empty() && !folder {
                    return Ok(Place::WithSlash);
                }
                if rest.is_empty() {
                    rest.push("index.html".into());
                }
                Ok(Place::OfStudy(study, rest))
            }
            _ => Err(Status::NotFound),
        }
    }
}

/// The steps of a path, each a plain name that is not hidden; `None` where one is not.
fn steps(path: &str) -> Option<Vec<String>> {
    let path = path.strip_prefix('/')?;
    let path = path.strip_suffix('/').unwrap_or(path);
    if path.is_empty() {
        return Some(Vec::new());
    }
    let plain = |name: &String| {
        let odd = |c: char| c.is_control() || matches!(c, '/' | '\\');
        !name.is_empty() && !name.starts_with('.') && !name.contains(odd)
    };
    path.split('/')
        .map(|step| decoded(step).filter(plain))
        .collect()
}

fn decoded(step: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(step.len());
    let mut rest = step.as_bytes();
    while let Some((first, more)) = rest.split_first() {
        match first {
            b'%' => {
                let digits = std::str::from_utf8(more.get(..2)?).ok()?;
                let hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
                bytes.push(u8::from_str_radix(digits, 16).ok().filter(|_| hex)?);
                rest = &more[2..];
            }
            byte => {
                bytes.push(*byte);
                rest = more;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_places() {
        let file = |steps: &[&str]| steps.iter().map(|step| step.to_string()).collect();
        for (path, place) in [
            ("/", Place::Front),
            ("/events", Place::Events),
            ("/hunt/a/", Place::Report("a".into())),
            ("/hunt/a", Place::WithSlash),
            ("/study/s", Place::WithSlash),
            (
                "/study/s/",
                Place::OfStudy("s".into(), file(&["index.html"])),
            ),
            (
                "/hunt/a%20b/findings/x/case.smt2",
                Place::OfHunt("a b".into(), file(&["findings", "x", "case.smt2"])),
            ),
            (
                "/study/s/plots/t.svg",
                Place::OfStudy("s".into(), file(&["plots", "t.svg"])),
            ),
        ] {
            assert_eq!(Place::of(path), Ok(place), "{path}");
        }
    }

    #[test]
    fn nothing_leads_out() {
        for path in [
            "",
            "hunt",
            "/nothing",
            "/hunt/",
            "/events/x",
            "/hunt/a/store.sqlite",
            "/hunt/a/hunt.toml",
            "/hunt/a/findings/../store.sqlite",
            "/hunt/a/findings/..%2f..%2fetc",
            "/hunt/a/findings/%2e%2e/store.sqlite",
            "/hunt/a/findings/.hidden",
            "/hunt/a/findings//x",
            "/hunt/a/findings/x%00.smt2",
            "/hunt/a/findings/x%0a",
            "/hunt/a/findings/..\\x",
            "/hunt/a/findings/%",
            "/hunt/a/findings/%+1",
            "/hunt/a/findings/%zz",
            "/hunt/a/findings/%ff",
            "/study/s/../../etc/passwd",
            "/study/../etc",
        ] {
            assert_eq!(Place::of(path), Err(Status::NotFound), "{path}");
        }
    }
}
