//! The profiles of the catalogue: those that gadfly ships, and a user's.

use crate::profile::{BadProfile, Profile};
use gadfly_catalog::Catalog;
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

/// A set of profiles, one a family.
#[derive(Clone, Debug)]
pub struct Profiles {
    all: Vec<Arc<Profile>>,
    generic: Arc<Profile>,
}

impl Profiles {
    /// The profiles of the program's catalogue: those built into gadfly, and those that a user's
    /// catalogue adds.
    ///
    /// # Panics
    /// If the catalogue's data was not provided.
    pub fn builtin() -> &'static Profiles {
        static BUILTIN: LazyLock<Profiles> = LazyLock::new(|| {
            // A file of ours that does not parse fails the test below, never a user; a user's is
            // refused before the catalogue is shared.
            assert!(provided(), "no solver profiles: see `Catalog::provide`");
            Profiles::from_catalog(&Catalog::shared()).unwrap_or_else(|e| panic!("{e}"))
        });
        &BUILTIN
    }

    /// The profiles of a catalogue: the files `solvers/<family>.toml`.
    pub fn from_catalog(catalog: &Catalog) -> Result<Profiles, BadProfile> {
        let stem = |path: &str| {
            let name = path.strip_prefix("solvers/")?.strip_suffix(".toml")?;
            (!name.contains('/')).then(|| name.to_owned())
        };
        let files = catalog.files("solvers/");
        let files: Vec<_> = files
            .filter_map(|(path, text)| Some((stem(path)?, text)))
            .collect();
        let pairs: Vec<_> = files
            .iter()
            .map(|(name, text)| (name.as_str(), *text))
            .collect();
        Profiles::parse(&pairs)
    }

    /// Profiles from `(family, text)` pairs; one of them must be `generic`.
    pub fn parse(files: &[(&str, &str)]) -> Result<Profiles, BadProfile> {
        let text = files
            .iter()
            .find(|(name, _)| *name == "generic")
            .map_or("about = \"\"", |f| f.1);
        let generic = Arc::new(Profile::parse("generic", text, None)?);
        let mut all = Vec::new();
        for (name, text) in files.iter().filter(|(name, _)| *name != "generic") {
            all.push(Arc::new(Profile::parse(name, text, Some(&generic))?));
        }
        all.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Profiles { all, generic })
    }

    /// The profile of a family.
    pub fn get(&self, family: &str) -> Option<&Arc<Profile>> {
        self.iter().find(|p| p.name == family)
    }

    /// The profile for any SMT-LIB solver.
    pub fn generic(&self) -> &Arc<Profile> {
        &self.generic
    }

    /// All profiles by name, `generic` last.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Profile>> {
        self.all.iter().chain([&self.generic])
    }

    /// The family that a program's file name suggests: `z3`, `z3-4.8.7`, `cvc5-Linux-static`.
    pub fn by_name(&self, program: &Path) -> Option<&Arc<Profile>> {
        let name = program.file_name()?.to_str()?;
        let starts = |known: &String| {
            let rest = name.strip_prefix(known.as_str())?;
            rest.is_empty().then_some(usize::MAX).or_else(|| {
                rest.starts_with(|c: char| !c.is_ascii_alphanumeric())
                    .then_some(known.len())
            })
        };
        self.all
            .iter()
            .filter_map(|p| Some((p.recognise.names.iter().filter_map(starts).max()?, p)))
            .max_by_key(|(length, _)| *length)
            .map(|(_, p)| p)
    }
}

/// Whether the catalogue has profiles.
fn provided() -> bool {
    Catalog::shared().file("solvers/generic.toml").is_some()
}

/// The family whose code another one is for the most part: itself, where nothing else is known.
pub fn code_base(family: &str) -> &str {
    static KNOWN: OnceLock<&Profiles> = OnceLock::new();
    let known = match KNOWN.get() {
        Some(known) => known,
        None if provided() => KNOWN.get_or_init(Profiles::builtin),
        None => return family,
    };
    let profile = known.get(family);
    profile
        .and_then(|p| p.code_base.as_deref())
        .unwrap_or(family)
}

/// Whether two families are one code base, so that neither bears the other out.
pub fn one_code(family: &str, other: &str) -> bool {
    family == other || code_base(family) == code_base(other)
}

/// Leaves one family of each code base.
pub fn one_of_each_code(families: &mut Vec<&str>) {
    let mut kept: Vec<&str> = Vec::new();
    families.retain(|family| {
        let new = !kept.iter().any(|other| one_code(family, other));
        kept.extend(new.then_some(*family));
        new
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_shares_code_is_one_voice() {
        gadfly_testkit::catalog();
        assert!(one_code("cvc4", "cvc5") && one_code("z3-noodler", "z3") && one_code("own", "own"));
        assert!(!one_code("z3", "cvc5") && !one_code("own", "z3"));
        let mut families = vec!["cvc4", "cvc5", "z3", "cvc5"];
        one_of_each_code(&mut families);
        assert_eq!(families, ["cvc4", "z3"]);
    }

    #[test]
    fn built_in_profiles_parse() {
        gadfly_testkit::catalog();
        assert!(Profiles::builtin().iter().count() >= 10);
    }

    #[test]
    fn names_tell_families() {
        gadfly_testkit::catalog();
        let family = |path: &str| {
            Profiles::builtin()
                .by_name(Path::new(path))
                .map(|p| p.name.as_str())
        };
        assert_eq!(family("/usr/bin/z3"), Some("z3"));
        assert_eq!(family("./z3-4.8.7-x64"), Some("z3"));
        assert_eq!(family("cvc5-Linux-static"), Some("cvc5"));
        assert_eq!(family("yices-smt2"), Some("yices"));
        assert_eq!(family("yices_smt2"), Some("yices"));
        assert_eq!(family("./my-solver"), None);
        assert_eq!(family("z3str"), None);
    }
}
