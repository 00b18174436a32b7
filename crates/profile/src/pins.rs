//! Digests of released files that the catalogue knows: `solvers/pins/<package>.sha256`.
//!
//! A release of which we know files is taken from these alone, whatever a file is called. A release
//! that is newer than the catalogue is taken as the index has it.

use gadfly_catalog::Catalog;

/// Whether a file may be what its name says: it is one of its release's files, or none of them is known.
pub fn fits_pins(file: &str, sha256: &str) -> bool {
    let catalog = Catalog::shared();
    let Some((package, version)) = release_in(file) else {
        return false;
    };
    let pins = catalog.file(&format!("solvers/pins/{package}.sha256"));
    let known = known(pins.unwrap_or_default(), &package, &version, sha256);
    known != Known::Other
}

/// The package versions that carry a release (any release, where none is named), each with the digest of one
/// wheel of it.
pub(crate) fn pinned(package: &str, release: &str) -> Vec<(String, String)> {
    let catalog = Catalog::shared();
    let pins = catalog.file(&format!("solvers/pins/{package}.sha256"));
    let carries = |version: &str| {
        let rest = version.strip_prefix(release);
        rest.is_some_and(|rest| release.is_empty() || rest.is_empty() || rest.starts_with('.'))
    };
    let wheel = |line: &str| {
        let (digest, file) = line.split_once("  ")?;
        let (of, version) = release_in(file).filter(|_| file.ends_with(".whl"))?;
        (of == package && carries(&version)).then(|| (version, digest.to_owned()))
    };
    pins.unwrap_or_default().lines().filter_map(wheel).collect()
}

#[derive(Debug, PartialEq, Eq)]
enum Known {
    /// Nothing is known of the release.
    Unknown,
    /// It has a file with this digest.
    Same,
    /// It has files, none with this digest.
    Other,
}

/// What lines `digest  file`, as `sha256sum` prints them, say of a digest.
fn known(pins: &str, package: &str, version: &str, sha256: &str) -> Known {
    let of_release = pins.lines().filter_map(|line| {
        let (digest, file) = line.split_once("  ")?;
        let of = release_in(file)?;
        (of.0 == package && of.1 == version).then_some(digest)
    });
    let mut any = false;
    for digest in of_release {
        if digest == sha256 {
            return Known::Same;
        }
        any = true;
    }
    if any { Known::Other } else { Known::Unknown }
}

/// Package and version in the name of a wheel or a source archive: `z3_solver-4.8.7.0-py2…`.
fn release_in(file: &str) -> Option<(String, String)> {
    let stem = file
        .strip_suffix(".whl")
        .or_else(|| file.strip_suffix(".tar.gz"))?;
    // Old source archives have `-` in the package's name; versions begin with a digit.
    let at = stem
        .match_indices('-')
        .find(|(at, _)| stem[at + 1..].starts_with(|c: char| c.is_ascii_digit()))?
        .0;
    let version = stem[at + 1..].split('-').next()?;
    let package = stem[..at].to_ascii_lowercase().replace(['_', '.'], "-");
    Some((package, version.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_read_from_any_name() {
        let of = |file: &str| release_in(file).map(|(p, v)| format!("{p} {v}"));
        let z3 = Some("z3-solver 4.8.7.0".to_owned());
        assert_eq!(
            of("z3_solver-4.8.7.0-py2.py3-none-manylinux1_x86_64.whl"),
            z3
        );
        assert_eq!(
            of("z3_solver-4.8.7.0-1evil-py2.py3-none-manylinux1_x86_64.whl"),
            z3
        );
        assert_eq!(of("Z3.Solver-4.8.7.0.tar.gz"), z3);
        assert_eq!(of("z3-solver-4.8.7.0.tar.gz"), z3);
        assert_eq!(of("nothing.whl"), None);
    }

    #[test]
    fn a_pinned_release_has_its_own_files_only() {
        let pins = "aa  z3_solver-4.8.7.0-py2-none-any.whl\nbb  z3_solver-4.8.7.0.tar.gz\n";
        let check = |version, digest| known(pins, "z3-solver", version, digest);
        assert_eq!(check("4.8.7.0", "bb"), Known::Same);
        assert_eq!(check("4.8.7.0", "cc"), Known::Other);
        assert_eq!(check("9.9.9.0", "cc"), Known::Unknown);
    }

    #[test]
    fn no_name_goes_round_a_pin() {
        gadfly_testkit::catalog();
        for file in [
            "z3_solver-4.8.7.0-1build-py2.py3-none-manylinux1_x86_64.whl",
            "Z3_Solver-4.8.7.0-py3-none-any.whl",
            "z3_solver.whl",
        ] {
            assert!(!fits_pins(file, "00"), "{file}");
        }
    }
}
