//! The seeds of a hunt by logic, and the strategies that can use them.

use gadfly_catalog::Catalog;
use gadfly_formula::{ContentHash, Expect};
use gadfly_known::{Answered, SeedAnswers};
use gadfly_mutate::{About, Ready, RuleBook, Seed, SeedPool, Strategy};
use gadfly_profile::Dialect;
use gadfly_solver::Solver;
use gadfly_term::{Features, Logics, Mode, Parser};
use gadfly_vocabulary::did_you_mean;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use thiserror::Error;

/// Why there is nothing to make formulas from.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// No such strategy.
    #[error("there is no strategy `{0}`{meant}; use one or several of {1}", meant = did_you_mean(.0, .1.split(", ")))]
    NoStrategy(String, String),
    /// No usable seed.
    #[error("none of the {0} seeds can be used; the first says: {1}")]
    NoSeeds(usize, String),
    /// No formulas of such a logic: the logic, what was probably meant, what there is.
    #[error("--logic: there is nothing of `{0}` in this hunt{1}; use one or several of {2}")]
    NoLogic(String, String, String),
    /// The catalogue's rules do not read.
    #[error("the catalogue's rules cannot be read: {0}")]
    Rules(String),
}

/// Seeds and strategies, shared by all workers.
pub struct Library {
    catalog: Arc<Catalog>,
    book: Arc<RuleBook>,
    groups: BTreeMap<String, SeedPool>,
    /// How many seeds of each group each strategy takes.
    taken: BTreeMap<String, BTreeMap<String, u32>>,
    strategies: Vec<String>,
    /// Whether the strategies were asked for by name.
    named: bool,
    hash: String,
    focus: Vec<String>,
    /// The only groups that formulas are made of; none is all of them.
    logics: Vec<String>,
    left_out: Vec<String>,
    /// Whether the seeds were chosen by what is in them.
    chosen_seeds: bool,
    /// Files that cannot be used, with the reason.
    pub refused: Vec<String>,
}

impl Library {
    /// Reads seeds (path and text). `strategies` may be empty: then all of them.
    pub fn read(
        files: &[(String, String)],
        strategies: &[String],
        focus: &[String],
    ) -> Result<Library, LibraryError> {
        let chosen = chosen(strategies)?;
        let catalog = Catalog::shared();
        let Sorted {
            groups,
            taken,
            refused,
        } = by_logic(files, &chosen, &catalog);
        if groups.is_empty() {
            let first = refused
                .first()
                .cloned()
                .unwrap_or_else(|| "there is none".into());
            return Err(LibraryError::NoSeeds(files.len(), first));
        }
        let book =
            RuleBook::read(&catalog).map_err(|error| LibraryError::Rules(error.to_string()))?;
        Ok(Library {
            groups,
            taken,
            book: Arc::new(book),
            catalog,
            strategies: chosen,
            named: !strategies.is_empty(),
            hash: hash(files),
            focus: focus.to_vec(),
            logics: Vec::new(),
            left_out: Vec::new(),
            chosen_seeds: false,
            refused,
        })
    }

    /// Makes formulas of these logics only; none is all of them.
    pub fn keep_logics(&mut self, logics: &[String]) -> Result<(), LibraryError> {
        let groups = self.groups();
        for logic in logics {
            if !groups.contains(logic) {
                let known: Vec<&str> = groups.iter().map(String::as_str).collect();
                let meant = did_you_mean(logic, known.iter().copied());
                let known = known.join(", ");
                return Err(LibraryError::NoLogic(logic.clone(), meant, known));
            }
        }
        self.logics = logics.to_vec();
        if !logics.is_empty() {
            self.groups.retain(|logic, _| logics.contains(logic));
            let taken = self.taken.values_mut();
            taken.for_each(|sizes| sizes.retain(|logic, _| logics.contains(logic)));
        }
        Ok(())
    }

    /// The seeds were chosen by what is in them: the focus leaves none of them out, whatever its logic.
    pub fn keep_chosen_seeds(&mut self) {
        self.chosen_seeds = true;
    }

    /// The catalogue.
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// Rules and fusions.
    pub fn book(&self) -> &Arc<RuleBook> {
        &self.book
    }

    /// Other rules than the catalogue's.
    #[cfg(test)]
    pub(super) fn set_book(&mut self, book: RuleBook) {
        self.book = Arc::new(book);
    }

    /// The chosen strategies, made anew: one instance a worker.
    pub(super) fn strategies(&self) -> impl Iterator<Item = Box<dyn Strategy>> {
        let names = self.strategies.iter();
        names.filter_map(|name| gadfly_mutate::strategy(name))
    }

    /// The names of the chosen strategies.
    pub fn strategy_names(&self) -> &[String] {
        &self.strategies
    }

    /// The seeds of a logic.
    pub(super) fn pool(&self, group: &str) -> Option<&SeedPool> {
        self.groups.get(group)
    }

    /// Leaves operators out of what is made that none of these solvers knows, and strategies whose
    /// commands or logic none of them has, unless they were asked for.
    pub fn leave_out_unknown(&mut self, solvers: &[Solver]) {
        let dialects: Vec<Dialect> = solvers.iter().map(|s| s.dialect().clone()).collect();
        let unknown = |name: &&str| !dialects.iter().any(|dialect| dialect.knows(name));
        let names = self.catalog.ops().iter().map(|op| op.name.as_str());
        self.left_out = names.filter(unknown).map(str::to_string).collect();
        self.left_out.dedup();
        let usable = |about: &About| {
            let reads = |dialect: &Dialect| {
                let commands = about.commands.iter().all(|c| dialect.knows_command(c));
                commands && about.logic.is_none_or(|logic| dialect.knows_logic(logic))
            };
            dialects.iter().any(reads)
        };
        let named = self.named;
        self.strategies.retain(|name| {
            let one = gadfly_mutate::strategy(name);
            named || one.is_none_or(|one| usable(one.about()))
        });
    }

    /// Operators that no formula should have.
    pub(super) fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Whether any of the chosen strategies works on seeds.
    pub fn uses_seeds(&self) -> bool {
        self.strategies()
            .any(|strategy| strategy.about().takes.seeds())
    }

    /// How many seeds there are.
    pub fn seeds(&self) -> usize {
        self.groups.values().map(SeedPool::len).sum()
    }

    /// Gives every seed its known answer.
    pub fn find_answers(&mut self, answers: &SeedAnswers<'_>) -> Answered {
        answers.run(self.seeds_mut().collect())
    }

    /// All seeds, to give them their known answers.
    pub(super) fn seeds_mut(&mut self) -> impl Iterator<Item = &mut Seed> {
        self.groups
            .values_mut()
            .flat_map(|pool| pool.seeds_mut().iter_mut())
    }

    /// The hash over all seeds' contents and names.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The words of the focus that are operators.
    pub(super) fn focus_operators(&self) -> Vec<String> {
        let known = |word: &&String| self.catalog.op_named(word).is_some();
        self.focus.iter().filter(known).cloned().collect()
    }

    /// The chosen strategies, each with its groups of seeds and their sizes.
    fn grouped(&self) -> Vec<(String, Vec<(String, u32)>)> {
        let wanted =
            |group: &(String, u32)| self.logics.is_empty() || self.logics.contains(&group.0);
        let strategies = self.strategies().filter_map(|strategy| {
            let name = strategy.about().name;
            let mut groups = strategy.groups(self.taken.get(name)?, &self.catalog);
            groups.retain(wanted);
            Some((name.to_string(), groups))
        });
        strategies
            .filter(|(_, groups)| !groups.is_empty())
            .collect()
    }

    /// The names of all groups that formulas are made from: logics, and grammars.
    pub(crate) fn groups(&self) -> BTreeSet<String> {
        let groups = self.grouped().into_iter().flat_map(|(_, groups)| groups);
        groups.map(|(name, _)| name).collect()
    }

    /// The chosen strategies with their groups; where words of the focus name groups, only those.
    pub fn menu(&self) -> Vec<(String, Vec<(String, u32)>)> {
        let all = self.grouped();
        // An operator's name may stand in a group's by chance: `or` in HORN.
        let operators = self.focus_operators();
        let words = || {
            let words = self.focus.iter();
            words.filter(|word| *word == "fp" || !operators.contains(word))
        };
        let named = |group: &(String, u32)| words().any(|word| names_group(word, &group.0));
        if !all.iter().flat_map(|(_, groups)| groups).any(named) {
            return all;
        }
        let stays = |strategy: &str| {
            let of_seeds =
                || gadfly_mutate::strategy(strategy).is_some_and(|s| s.about().takes.seeds());
            self.chosen_seeds && of_seeds()
        };
        let kept = |(name, groups): &(String, Vec<(String, u32)>)| {
            let stays = stays(name);
            let groups = groups.iter().filter(|group| stays || named(group));
            (name.clone(), groups.cloned().collect::<Vec<_>>())
        };
        let focused = all
            .iter()
            .map(kept)
            .filter(|(_, groups)| !groups.is_empty());
        focused.collect()
    }

    /// Text and claimed answers of the seeds, by path.
    pub fn texts(&self) -> FxHashMap<String, (String, Vec<Expect>)> {
        let seeds = self.groups.values().flat_map(SeedPool::seeds);
        seeds
            .map(|seed| {
                let text = seed.script.source().to_string();
                (seed.parent.path.clone(), (text, seed.expect.clone()))
            })
            .collect()
    }
}

/// The strategies to use: those that were named, else all but the ones that are there to be
/// compared with.
fn chosen(named: &[String]) -> Result<Vec<String>, LibraryError> {
    let all = || gadfly_mutate::strategies().map(|strategy| strategy.about());
    let known = |name: &str| all().any(|about| about.name == name);
    if let Some(name) = named.iter().find(|name| !known(name)) {
        let names: Vec<&str> = all().map(|about| about.name).collect();
        return Err(LibraryError::NoStrategy(name.clone(), names.join(", ")));
    }
    if !named.is_empty() {
        return Ok(named.to_vec());
    }
    let default = all().filter(|about| about.ablation_of.is_none());
    Ok(default.map(|about| about.name.to_string()).collect())
}

/// Seeds by the logic that they need: mutants of one logic are alike in cost, and a session
/// with a fixed logic is faster.
struct Sorted {
    groups: BTreeMap<String, SeedPool>,
    /// How many seeds of each group each strategy takes.
    taken: BTreeMap<String, BTreeMap<String, u32>>,
    /// Why files were refused.
    refused: Vec<String>,
}

fn by_logic(files: &[(String, String)], strategies: &[String], catalog: &Arc<Catalog>) -> Sorted {
    let strategies: Vec<Box<dyn Strategy>> = strategies
        .iter()
        .filter_map(|name| gadfly_mutate::strategy(name))
        .collect();
    let mut taken: BTreeMap<String, BTreeMap<String, u32>> = BTreeMap::new();
    let logics = Logics::of(catalog);
    let mut parser = Parser::new(catalog, Mode::Default);
    let mut groups: BTreeMap<String, Vec<Seed>> = BTreeMap::new();
    let mut refused = Vec::new();
    for (path, text) in files {
        match Seed::read(path, text, &mut parser) {
            Ok(seed) => {
                let logic = logics.infer(&seed.script).name;
                for strategy in &strategies {
                    let sizes = taken.entry(strategy.about().name.to_string()).or_default();
                    *sizes.entry(logic.clone()).or_default() += u32::from(strategy.takes(&seed));
                }
                groups.entry(logic).or_default().push(seed.bare());
            }
            Err(error) => refused.push(error.to_string()),
        }
    }
    // What is worked out about seeds has one bound, whatever their logics.
    let ready = Arc::new(Ready::default());
    let pools = groups
        .into_iter()
        .map(|(logic, seeds)| (logic, SeedPool::new(seeds).sharing(&ready)));
    Sorted {
        groups: pools.collect(),
        taken,
        refused,
    }
}

/// Whether a word of the focus names a group: a logic, a part of one, or a theory.
pub(crate) fn names_group(word: &str, group: &str) -> bool {
    let word = word.to_ascii_lowercase();
    // A logic of everything is no logic of a theory, whatever its formulas are about.
    let logic = Features::of_logic(group).filter(|logic| !logic.beyond);
    let theory = match (word.as_str(), logic) {
        ("strings", Some(logic)) => logic.strings,
        ("bitvectors" | "bv", Some(logic)) => logic.bitvectors,
        ("floats" | "fp", Some(logic)) => logic.floats,
        ("arrays", Some(logic)) => logic.arrays,
        ("datatypes", Some(logic)) => logic.datatypes,
        ("functions", Some(logic)) => logic.functions,
        ("ints", Some(logic)) => logic.ints,
        ("reals", Some(logic)) => logic.reals,
        ("nonlinear", Some(logic)) => logic.nonlinear,
        ("quantifiers", Some(logic)) => logic.quantifiers,
        _ => false,
    };
    // Grammars have names of their own, and some logics' names follow no rule.
    let parts = match word.as_str() {
        "strings" => vec!["_s", "slia", "strings"],
        "bitvectors" | "bv" => vec!["bv", "bitvectors"],
        "floats" | "fp" => vec!["fp"],
        "quantifiers" => vec!["quantified"],
        "reals" => vec!["real"],
        other => vec![other],
    };
    let group = group.to_ascii_lowercase();
    theory || parts.iter().any(|part| group.contains(part))
}

fn hash(files: &[(String, String)]) -> String {
    let mut all = String::new();
    for (path, text) in files {
        all.push_str(path);
        all.push('#');
        all.push_str(&ContentHash::of(text.as_bytes()).short());
        all.push('\n');
    }
    ContentHash::of(all.as_bytes()).short()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_profile::Home;
    use gadfly_solver::Resolver;

    #[test]
    fn what_no_solver_reads_is_left_out_unless_it_was_asked_for() {
        gadfly_testkit::catalog();
        let seeds = [("a.smt2".to_string(), "(assert true)(check-sat)".to_string())];
        let left = |profile: &str, asked: &[String]| {
            let resolver = Resolver::new(Home::from_env()).with_profile(Some(profile.into()));
            let fake = gadfly_testkit::fake_solver_path().to_string_lossy();
            let solvers = resolver.one(&fake).expect("a command");
            let mut library = Library::read(&seeds, asked, &[]).expect("seeds");
            library.leave_out_unknown(&solvers);
            let has = |name: &str| library.strategy_names().iter().any(|it| it == name);
            ["horn", "optima", "infer", "ask"].map(has)
        };
        assert_eq!(left("z3", &[]), [true, true, false, true]);
        assert_eq!(left("cvc5", &[]), [true, false, true, true]);
        assert_eq!(left("yices", &[]), [false, false, false, true]);
        assert_eq!(left("mathsat", &[]), [false, false, false, true]);
        let asked = ["horn".to_string()];
        assert_eq!(left("yices", &asked), [true, false, false, false]);
    }

    #[test]
    fn formulas_are_of_the_logics_that_are_asked_for() {
        gadfly_testkit::catalog();
        let seed = |name: &str, body: &str| (name.to_string(), format!("{body}(check-sat)"));
        let seeds = [
            seed("a.smt2", "(declare-const x Int)(assert (< (* 2 x) 3))"),
            seed(
                "b.smt2",
                "(declare-const b (_ BitVec 8))(assert (= (bvadd b b) b))",
            ),
        ];
        let chosen = ["op", "random"].map(String::from);
        let mut library = Library::read(&seeds, &chosen, &[]).expect("seeds");
        let refused = library.keep_logics(&["qf_bv".into()]).unwrap_err();
        assert!(
            refused.to_string().contains("did you mean `QF_BV`"),
            "{refused}"
        );
        assert_eq!(library.seeds(), 2);
        library.keep_logics(&["QF_BV".into()]).expect("a logic");
        assert_eq!(library.seeds(), 1);
        let menu = library.menu();
        assert_eq!(menu.len(), 2, "{menu:?}");
        let all_of = |groups: &[(String, u32)]| groups.iter().all(|(name, _)| name == "QF_BV");
        assert!(menu.iter().all(|(_, groups)| all_of(groups)), "{menu:?}");
    }

    #[test]
    fn seeds_that_were_chosen_stay_whatever_their_logic() {
        gadfly_testkit::catalog();
        let strings = "(declare-const s String)(assert (= (str.len s) 1))(check-sat)";
        let mixed = "(declare-const s String)(declare-const b (_ BitVec 8))\
                     (assert (and (= s \"a\") (= b #x00)))(check-sat)";
        let seeds = [("a.smt2", strings), ("b.smt2", mixed)];
        let seeds = seeds.map(|(name, text)| (name.to_string(), text.to_string()));
        let strategies = ["op", "random"].map(String::from);
        let menu = |focus: &[&str], chosen: bool| {
            let focus: Vec<String> = focus.iter().map(ToString::to_string).collect();
            let mut library = Library::read(&seeds, &strategies, &focus).expect("a seed");
            if chosen {
                library.keep_chosen_seeds();
            }
            let menu = library.menu().into_iter();
            menu.map(|(name, groups)| (name, groups.len()))
                .collect::<Vec<_>>()
        };
        let all = menu(&[], false);
        let (named, chosen) = (menu(&["strings"], false), menu(&["strings"], true));
        // What takes seeds keeps those of other logics, what takes logics alone keeps to the focus.
        let sizes = |menu: &[(String, usize)]| (menu[0].1, menu[1].1);
        assert_eq!((sizes(&all), sizes(&named)), ((2, 2), (1, 1)));
        assert_eq!(sizes(&chosen), (2, 1));
        // An operator whose name stands in that of a logic: `or` and HORN.
        assert_eq!(menu(&["or"], false), all);
    }

    #[test]
    fn a_theory_names_every_logic_that_has_it() {
        let table = "
            arrays  | Arrays AUFLIA QF_AUFBV   | ALL QF_LIA UFLRA
            strings | QF_S QF_SLIA strings     | ALL QF_AX QF_FP
            bv      | BV QF_ABVFP Bitvectors   | ALL QF_LIA AUFLIA
            fp      | FP QF_BVFP QF_FPLRA      | ALL QF_BV AUFLIA
            AUF     | AUFLIA QF_AUFBV AUFNIRA  | ALL QF_AX QF_UF
            ints    | QF_LIA QF_SLIA Ints      | ALL QF_LRA QF_BV
            reals   | LRA QF_NIRA RealInts     | ALL QF_LIA QF_BV
            nonlinear | QF_NIA AUFNIRA         | ALL QF_LIA LRA
            datatypes | QF_DT UFDT Datatypes   | ALL QF_UF QF_LIA
            functions | QF_UF AUFLIA           | ALL QF_LIA QF_BV
            quantifiers | LIA BV UF Quantified | ALL QF_LIA QF_UF
        ";
        for [word, named, others] in gadfly_testkit::rows(table) {
            let names = |group: &str| names_group(word, group);
            assert!(named.split_whitespace().all(names), "{word}");
            assert!(!others.split_whitespace().any(names), "{word}");
        }
    }
}
