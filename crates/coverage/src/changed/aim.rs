//! From what changed to what a hunt is aimed at.

use super::diff::ChangedFile;
use super::sources::{Reached, Sources};
use super::study::Study;
use std::collections::BTreeSet;

/// What reaches a changed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Formulas of a kind that the table names: the hunt is aimed at them.
    Aimed,
    /// Every formula.
    All,
    /// No formula.
    None,
    /// No row of the table knows the file.
    Unknown,
}

impl Reach {
    /// In a word, for machines.
    pub fn name(self) -> &'static str {
        match self {
            Reach::Aimed => "aimed",
            Reach::All => "all",
            Reach::None => "none",
            Reach::Unknown => "unknown",
        }
    }
}

/// A changed file, and what reaches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The file.
    pub file: ChangedFile,
    /// What reaches it.
    pub reach: Reach,
    /// The part of the sources that it belongs to; empty where it belongs to none.
    pub part: String,
    /// The operators that each of its changed functions is about, where their names say so.
    pub functions: Vec<(String, Vec<String>)>,
    /// The operators that the hunt brings in for it.
    pub operators: Vec<String>,
    /// Words by which a formula that reaches it is known: these operators, sorts, binders, commands.
    pub words: Vec<String>,
    /// Theories and logics.
    pub logics: Vec<String>,
    /// Strategies; all of them where there is none.
    pub strategies: Vec<String>,
    /// Parts of the names of solver options.
    pub options: Vec<String>,
    /// The configurations of a study of coverage that reach its changed functions, where a study knows.
    pub reached_by: Option<Vec<String>>,
}

impl Target {
    /// The strategies that it asks for: those that were measured to reach it, else those of its part. None of
    /// them is all; a file that asks for nothing does not count.
    fn asks_for(&self) -> Option<Vec<String>> {
        let strategy = |name: &&String| gadfly_mutate::strategy(name).is_some();
        match (&self.reached_by, self.reach) {
            (_, Reach::None) => None,
            (Some(names), _) => Some(names.iter().filter(strategy).cloned().collect()),
            (None, Reach::Aimed) => Some(self.strategies.clone()),
            (None, _) => None,
        }
    }
}

/// What a hunt is aimed at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aim {
    /// The changed files.
    pub targets: Vec<Target>,
    /// Operators, theories, logics and options that it is biased towards.
    pub focus: Vec<String>,
    /// The only strategies; all of them where there is none.
    pub strategies: Vec<String>,
    /// Seeds with any of these words alone, where there are such seeds.
    pub seeds_with: Vec<String>,
}

impl Aim {
    /// What these changes aim at, by a table of sources, and by a study of coverage where there is one.
    pub fn at(files: Vec<ChangedFile>, sources: &Sources, study: Option<&Study>) -> Aim {
        let mut aim = Aim::default();
        let mut seeds_with = Vec::new();
        for file in files {
            let reached_by = study.and_then(|study| study.reaching(&file));
            let (target, all_words) = target(file, sources);
            let target = Target {
                reached_by,
                ..target
            };
            aim.focus.extend(target.operators.iter().cloned());
            aim.focus.extend(target.logics.iter().cloned());
            aim.focus.extend(target.options.iter().cloned());
            seeds_with.extend(all_words);
            aim.targets.push(target);
        }
        once(&mut aim.focus);
        once(&mut seeds_with);
        aim.seeds_with = seeds_with;
        aim.strategies = strategies(&aim.targets);
        aim
    }

    /// The files that something reaches.
    pub fn is_reachable(&self) -> bool {
        self.targets
            .iter()
            .any(|target| target.reach != Reach::None)
    }

    /// Whether anything is known that a hunt can be aimed at.
    pub fn is_aimed(&self) -> bool {
        self.targets
            .iter()
            .any(|target| target.reach == Reach::Aimed)
    }

    /// The paths of files that no row of the table knows.
    pub fn unknown(&self) -> impl Iterator<Item = &str> {
        let unknown = self
            .targets
            .iter()
            .filter(|target| target.reach == Reach::Unknown);
        unknown.map(|target| target.file.path.as_str())
    }
}

/// The strategies that reach any of the targets; all of them where one asks for no particular ones.
fn strategies(targets: &[Target]) -> Vec<String> {
    let asked: Vec<Vec<String>> = targets.iter().filter_map(Target::asks_for).collect();
    if asked.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let mut all = asked.concat();
    once(&mut all);
    all
}

/// A file's target, and the words of seeds that reach it: of all operators of its part, so that there are
/// enough of them, whatever single operators its functions are about.
fn target(file: ChangedFile, sources: &Sources) -> (Target, Vec<String>) {
    let mut target = Target {
        reach: Reach::Unknown,
        part: String::new(),
        functions: Vec::new(),
        operators: Vec::new(),
        words: Vec::new(),
        logics: Vec::new(),
        strategies: Vec::new(),
        options: Vec::new(),
        reached_by: None,
        file,
    };
    let part = match sources.reached(&target.file.path) {
        Reached::By(part) => part,
        Reached::ByAll => {
            return (
                Target {
                    reach: Reach::All,
                    ..target
                },
                Vec::new(),
            );
        }
        Reached::ByNone => {
            return (
                Target {
                    reach: Reach::None,
                    ..target
                },
                Vec::new(),
            );
        }
        Reached::Unknown => return (target, Vec::new()),
    };
    let about = |function: &String| {
        let named = sources.about(part, &target.file.path, function);
        (
            function.clone(),
            named.into_iter().map(str::to_string).collect(),
        )
    };
    let functions: Vec<(String, Vec<String>)> = target.file.functions.iter().map(about).collect();
    // One changed place of which nobody can tell what it is about may be about any operator.
    let told = functions.iter().all(|(_, named)| !named.is_empty());
    let all_words = [&part.operators[..], &part.words].concat();
    if told && !functions.is_empty() && !target.file.outside {
        let named = functions.iter().flat_map(|(_, named)| named.clone());
        target.operators = named.collect();
        once(&mut target.operators);
        target.words = target.operators.clone();
    } else {
        target.operators = part.operators.clone();
        target.words = all_words.clone();
    }
    target.reach = Reach::Aimed;
    target.part = part.name.clone();
    target.functions = functions;
    target.logics = part.logics.clone();
    target.strategies = part.strategies.clone();
    target.options = part.options.clone();
    (target, all_words)
}

/// Each once, in the order of their first places.
fn once(list: &mut Vec<String>) {
    let mut seen = BTreeSet::new();
    list.retain(|one| seen.insert(one.clone()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(path: &str, functions: &[&str]) -> ChangedFile {
        ChangedFile {
            path: path.to_string(),
            functions: functions.iter().map(ToString::to_string).collect(),
            ..ChangedFile::default()
        }
    }

    fn aim(files: &[(&str, &[&str])]) -> Aim {
        let sources = Sources::of("z3", &gadfly_testkit::catalog()).unwrap();
        let files = files
            .iter()
            .map(|(path, functions)| changed(path, functions));
        Aim::at(files.collect(), &sources, None)
    }

    const REWRITER: &str = "src/ast/rewriter/seq_rewriter.cpp";

    #[test]
    fn functions_narrow_operators_down_and_seeds_stay_those_of_the_part() {
        let one = aim(&[(REWRITER, &["seq_rewriter::mk_seq_replace_all"])]);
        assert!(one.focus.contains(&"str.replace_all".to_string()));
        assert!(!one.focus.contains(&"str.at".to_string()));
        assert!(one.focus.contains(&"strings".to_string()));
        assert!(one.seeds_with.contains(&"str.at".to_string()));
        for functions in [&["seq_rewriter::mk_seq_replace_all", "flatten"][..], &[]] {
            let all = aim(&[(REWRITER, functions)]);
            assert!(all.focus.contains(&"str.at".to_string()), "{functions:?}");
        }
    }

    #[test]
    fn what_everything_and_nothing_reach_aims_at_nothing() {
        let both = aim(&[("src/util/vector.h", &[]), ("src/api/python/z3.py", &[])]);
        assert_eq!((both.focus.len(), both.is_aimed()), (0, false));
        assert!(both.is_reachable());
        assert!(!aim(&[("README.md", &[])]).is_reachable());
        let unknown = aim(&[("src/brand_new/a.cpp", &[])]);
        assert_eq!(
            unknown.unknown().collect::<Vec<_>>(),
            ["src/brand_new/a.cpp"]
        );
    }

    #[test]
    fn strategies_are_narrowed_down_only_where_all_files_agree() {
        let horn = ("src/muz/spacer/spacer_context.cpp", &[][..]);
        assert_eq!(aim(&[horn]).strategies, ["horn"]);
        assert!(aim(&[horn, (REWRITER, &[])]).strategies.is_empty());
        assert_eq!(
            aim(&[horn, ("src/util/vector.h", &[])]).strategies,
            ["horn"]
        );
    }

    #[test]
    fn what_was_measured_goes_before_the_table() {
        let target = |reach, strategies: &[&str], reached_by: Option<&[&str]>| Target {
            reach,
            strategies: strategies.iter().map(ToString::to_string).collect(),
            reached_by: reached_by.map(|names| names.iter().map(ToString::to_string).collect()),
            ..aim(&[("README.md", &[])]).targets.remove(0)
        };
        let all = |targets: &[Target]| strategies(targets).join(" ");
        let measured = target(Reach::Aimed, &["horn"], Some(&["op", "seeds", "swap"]));
        let horn = target(Reach::Aimed, &["horn"], None);
        let everything = target(Reach::All, &[], None);
        let nobody = target(Reach::Unknown, &[], Some(&["seeds"]));
        let nothing = target(Reach::None, &[], Some(&["fusion"]));
        assert_eq!(all(std::slice::from_ref(&measured)), "op swap");
        assert_eq!(
            all(&[measured.clone(), horn, everything, nothing]),
            "op swap horn"
        );
        assert_eq!(all(&[measured, nobody]), "");
    }
}
