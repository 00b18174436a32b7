//! The profiles of the catalogue: those that gadfly ships, and a user's.

use crate::profile::{BadProfile, Profile};
use gadfly_catalog::Catalog;
use std::path::Path;
use std::sync::{Arc, LazyLock};

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
            let catalog = Catalog::shared();
            let provided = catalog.file("solvers/generic.toml").is_some();
            assert!(provided, "no solver profiles: see `Catalog::provide`");
            Profiles::from_catalog(&catalog).unwrap_or_else(|e| panic!("{e}"))
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

#[cfg(test)]
mod tests {
    use super::*;

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
