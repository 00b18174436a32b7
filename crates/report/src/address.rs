//! Paths as addresses on a page.

use std::fmt::Write;
use std::path::{Component, Path};

/// A path as a relative address: what has a meaning in addresses is spelt out.
pub fn address_of(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => {
                out.push(byte.into());
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// The address of a folder, seen from another one; it ends with a slash, or is empty where both are one.
pub fn seen_from(from: &Path, folder: &Path) -> Option<String> {
    let (from, folder) = (from.canonicalize().ok()?, folder.canonicalize().ok()?);
    let both = from.components().zip(folder.components());
    let shared = both.take_while(|(a, b)| a == b).count();
    let up = from.components().skip(shared).map(|_| "..");
    let down = folder.components().skip(shared).map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    let steps: Option<Vec<&str>> = up.map(Some).chain(down).collect();
    let steps = steps?
        .into_iter()
        .map(|step| format!("{}/", address_of(step)));
    Some(steps.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_from_folder_to_folder() {
        let top = tempfile::tempdir().unwrap();
        let [a, b] = ["a", "b #1/hunt"].map(|name| top.path().join(name));
        std::fs::create_dir_all(&a).unwrap();
        std::fs::create_dir_all(&b).unwrap();
        assert_eq!(seen_from(&a, &a).unwrap(), "");
        assert_eq!(seen_from(top.path(), &a).unwrap(), "a/");
        assert_eq!(seen_from(&a, &b).unwrap(), "../b%20%231/hunt/");
        assert_eq!(seen_from(&b, top.path()).unwrap(), "../../");
        assert_eq!(seen_from(&a, &top.path().join("none")), None);
    }

    #[test]
    fn what_has_a_meaning_is_spelt_out() {
        assert_eq!(address_of("a b?#%\"ä/.."), "a%20b%3F%23%25%22%C3%A4/..");
    }
}
