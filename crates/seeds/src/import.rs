//! The import itself: files in batches, so that whatever ends it leaves what is done.

use crate::error::SeedsError;
use crate::find::Found;
use crate::index::{Duplicate, Entry, Index, Options, Read, Reason, Refusal};
use crate::reader::{Candidate, Reader};
use crate::write;
use gadfly_catalog::Catalog;
use gadfly_exec::Cancel;
use gadfly_formula::{ContentHash, Expect};
use gadfly_known::{SeedAnswers, wrong_claim};
use gadfly_mutate::{Known, Seed};
use gadfly_term::{Mode, Parser};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Files of one batch.
const BATCH: usize = 64;
/// The index is written so often.
const SAVE_EVERY: Duration = Duration::from_secs(10);
/// The largest file that is read.
const LARGEST: u64 = 256 << 20;

/// Who is asked for the answers of seeds: one call finds those of a batch, in order, with nothing for
/// those that were not asked because time was up.
pub trait Answers {
    /// What is known of these seeds.
    fn find(&self, seeds: &[&Seed]) -> Vec<Option<Known>>;
    /// The solvers, with their versions.
    fn solvers(&self) -> Vec<String>;
}

impl Answers for SeedAnswers<'_> {
    fn find(&self, seeds: &[&Seed]) -> Vec<Option<Known>> {
        self.find_all(seeds)
    }

    fn solvers(&self) -> Vec<String> {
        let solvers = self.solvers.iter();
        solvers
            .map(|s| format!("{} {}", s.family, s.version))
            .collect()
    }
}

/// An import.
pub struct Import<'a> {
    /// The catalogue.
    pub catalog: &'a Arc<Catalog>,
    /// The folder to make, or to go on with.
    pub out: &'a Path,
    /// How files become seeds.
    pub options: Options,
    /// Who is asked for answers; nobody where answers are not wanted.
    pub answers: Option<&'a dyn Answers>,
    /// Ends it.
    pub cancel: Cancel,
    /// Is told that so many more files are done.
    pub progress: &'a dyn Fn(u64),
}

/// What came of an import.
#[derive(Debug)]
pub struct Imported {
    /// What the folder holds now.
    pub index: Index,
    /// How many of the files had been read before.
    pub before: usize,
    /// Whether it was ended before all files were read and all seeds asked about.
    pub interrupted: bool,
}

/// An import at work.
struct Work<'a> {
    import: &'a Import<'a>,
    reader: Reader,
    index: Index,
    /// The seeds by what tells them apart.
    names: BTreeMap<String, String>,
    saved: Instant,
}

impl Import<'_> {
    /// Imports files. What the folder's index has of them is not done again.
    pub fn run(&self, found: &[Found]) -> Result<Imported, SeedsError> {
        let index = self.index()?;
        std::fs::create_dir_all(self.out).map_err(SeedsError::file("make", self.out))?;
        let names = index.seeds.iter();
        let mut work = Work {
            import: self,
            reader: Reader::new(self.catalog, self.options),
            names: names.map(|e| (e.hash.clone(), e.name.clone())).collect(),
            index,
            saved: Instant::now(),
        };
        if let Some(answers) = self.answers {
            work.index.solvers = answers.solvers();
            work.ask_again(answers)?;
        }
        let mut before = 0;
        for batch in found.chunks(BATCH) {
            if self.cancel.is_set() {
                break;
            }
            before += work.batch(batch)?;
            (self.progress)(batch.len() as u64);
            if work.saved.elapsed() >= SAVE_EVERY {
                work.save()?;
            }
        }
        work.save()?;
        let index = work.index;
        Ok(Imported {
            interrupted: self.cancel.is_set(),
            index,
            before,
        })
    }

    /// The index to go on with.
    fn index(&self) -> Result<Index, SeedsError> {
        let Some(index) = Index::load(self.out)? else {
            return Ok(Index::new(self.options));
        };
        if index.options != self.options {
            return Err(SeedsError::Changed {
                folder: self.out.to_path_buf(),
                before: index.options.to_string(),
                now: self.options.to_string(),
            });
        }
        Ok(index)
    }
}

impl Work<'_> {
    /// Imports some files; how many of them were known.
    fn batch(&mut self, found: &[Found]) -> Result<usize, SeedsError> {
        let mut fresh = Vec::new();
        let mut known = 0;
        for file in found {
            let bytes = match contents(&file.path) {
                Ok(bytes) => bytes,
                Err(message) => {
                    self.forget(&file.name);
                    self.index.refused.push(unreadable(&file.name, message));
                    continue;
                }
            };
            let digest = ContentHash::of(&bytes).short();
            let digests = self.index.digests();
            if digests.get(&*file.name) == Some(&&*digest) {
                known += 1;
                continue;
            }
            self.forget(&file.name);
            let given = self.reader.file(&file.name, bytes);
            self.index.refused.extend(given.refused);
            self.index.read.push(Read {
                from: file.name.clone(),
                digest,
            });
            fresh.extend(given.candidates);
        }
        let fresh = self.without_duplicates(fresh);
        self.keep(fresh)?;
        Ok(known)
    }

    /// Forgets what came from a file that has changed.
    fn forget(&mut self, from: &str) {
        let (gone, stay) = std::mem::take(&mut self.index.seeds)
            .into_iter()
            .partition(|entry: &Entry| entry.from == from);
        self.index.seeds = stay;
        let gone: Vec<Entry> = gone;
        for entry in gone {
            self.names.remove(&entry.hash);
            // What was left out for its sake may be a seed now: the next import looks at it again.
            let same = self
                .index
                .duplicates
                .iter()
                .filter(|one| one.of == entry.name);
            let same: Vec<String> = same.map(|one| one.from.clone()).collect();
            self.index.read.retain(|read| !same.contains(&read.from));
            let path = self.import.out.join(&entry.file);
            // Somebody may have taken it away already.
            let _ = std::fs::remove_file(path);
        }
        self.index.read.retain(|read| read.from != from);
        self.index.duplicates.retain(|one| one.from != from);
        self.index.refused.retain(|one| one.from != from);
    }

    /// Those that are no seed yet; the first of several that are one counts.
    fn without_duplicates(&mut self, all: Vec<Candidate>) -> Vec<Candidate> {
        let mut kept: Vec<Candidate> = Vec::new();
        for candidate in all {
            let hash = format!("{:032x}", candidate.hash);
            match self.names.get(&hash) {
                Some(name) => self.index.duplicates.push(Duplicate {
                    from: candidate.from,
                    part: candidate.part,
                    of: name.clone(),
                }),
                None => {
                    let name = write::name(&candidate.from, &candidate.body);
                    self.names.insert(hash, name);
                    kept.push(candidate);
                }
            }
        }
        kept
    }

    /// Finds out the answers of new seeds and writes them.
    fn keep(&mut self, mut fresh: Vec<Candidate>) -> Result<(), SeedsError> {
        let seeds: Vec<&Seed> = fresh.iter().map(|candidate| &candidate.seed).collect();
        let found = match self.import.answers {
            Some(answers) => answers.find(&seeds),
            None => vec![None; seeds.len()],
        };
        for (candidate, known) in fresh.iter_mut().zip(found) {
            let name = write::name(&candidate.from, &candidate.body);
            let mut entry = Entry {
                file: format!("{}/{name}.smt2", candidate.logic),
                name,
                from: candidate.from.clone(),
                part: candidate.part.clone(),
                digest: candidate.digest.clone(),
                changes: candidate.changes.clone(),
                answers: Vec::new(),
                label: candidate.seed.label,
                wrong_claim: None,
                asked: false,
                hash: format!("{:032x}", candidate.hash),
            };
            take_answer(&mut entry, &mut candidate.seed, known);
            self.put(entry, &candidate.body)?;
        }
        Ok(())
    }

    /// Writes a seed, or notes why it is none after all.
    fn put(&mut self, entry: Entry, body: &str) -> Result<(), SeedsError> {
        let path = self.import.out.join(&entry.file);
        let decided = entry
            .answers
            .iter()
            .all(|answer| *answer != Expect::Unknown);
        if self.import.options.decided && entry.asked && !decided {
            let _ = std::fs::remove_file(&path);
            self.index.refused.push(Refusal {
                from: entry.from,
                part: entry.part,
                line: None,
                column: None,
                reason: Reason::Undecided,
                message: "nobody decided it, or nobody agreed".into(),
            });
            return Ok(());
        }
        write::whole(&path, write::text(&entry, body).as_bytes())?;
        self.index.seeds.push(entry);
        Ok(())
    }

    /// Asks about seeds that time was not enough for before.
    fn ask_again(&mut self, answers: &dyn Answers) -> Result<(), SeedsError> {
        let (open, done) = std::mem::take(&mut self.index.seeds)
            .into_iter()
            .partition(|entry: &Entry| !entry.asked);
        self.index.seeds = done;
        let open: Vec<Entry> = open;
        let mut parser = Parser::new(self.import.catalog, Mode::Default);
        for batch in open.chunks(BATCH) {
            let mut read: Vec<(Entry, String, Seed)> = Vec::new();
            for entry in batch {
                let path = self.import.out.join(&entry.file);
                // Seeds that somebody took away, or changed so that they do not read, are gone.
                let text = std::fs::read_to_string(path).unwrap_or_default();
                if let Ok(seed) = Seed::read(&entry.from, &text, &mut parser) {
                    read.push((entry.clone(), text, seed));
                }
            }
            let seeds: Vec<&Seed> = read.iter().map(|(_, _, seed)| seed).collect();
            let found = answers.find(&seeds);
            for ((mut entry, text, mut seed), known) in read.into_iter().zip(found) {
                take_answer(&mut entry, &mut seed, known);
                self.put(entry, write::body(&text))?;
            }
        }
        Ok(())
    }

    fn save(&mut self) -> Result<(), SeedsError> {
        // Whatever the order of the work was.
        self.index.read.sort_by(|a, b| a.from.cmp(&b.from));
        self.index.seeds.sort_by(|a, b| a.name.cmp(&b.name));
        let key = |from: &str, part: &str| (from.to_string(), part.to_string());
        self.index.duplicates.sort_by_key(|d| key(&d.from, &d.part));
        self.index.refused.sort_by_key(|r| key(&r.from, &r.part));
        self.index.save(self.import.out)?;
        self.saved = Instant::now();
        Ok(())
    }
}

/// Takes over what was found out about a seed.
fn take_answer(entry: &mut Entry, seed: &mut Seed, known: Option<Known>) {
    if let Some(known) = known {
        let wrong = wrong_claim(seed, &known);
        entry.wrong_claim = wrong.map(|wrong| wrong.claimed);
        entry.asked = true;
        seed.set_known(known);
    }
    entry.answers = seed.expect.clone();
    entry.label = seed.label;
}

fn contents(path: &Path) -> Result<Vec<u8>, String> {
    let about = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if !about.is_file() {
        return Err("it is not a regular file".into());
    }
    if about.len() > LARGEST {
        return Err(format!("it is larger than {} MB", LARGEST >> 20));
    }
    std::fs::read(path).map_err(|error| error.to_string())
}

fn unreadable(from: &str, message: String) -> Refusal {
    Refusal {
        from: from.into(),
        part: String::new(),
        line: None,
        column: None,
        reason: Reason::Unreadable,
        message,
    }
}
