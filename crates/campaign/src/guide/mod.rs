//! What steers a hunt by coverage: edges of the solvers' control flow that no formula reached before.
//!
//! A build of the flavour `edges` tells which edges a process reaches, through a file that it shares with us.
//! A formula that reaches new ones becomes a seed, and what made it is paid for. All that is known lies in the
//! hunt's folder, `edges/`: the edges, and the formulas, named by their indices, so that a resumed hunt and a
//! replay find them again.

mod corpus;
mod edges;
mod map;

pub(crate) use corpus::Corpus;

use edges::Edges;
use gadfly_exec::Allowed;
use gadfly_solver::Solver;
use gadfly_store::StoreError;
use map::Map;
use serde::Serialize;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name by which a program is told where to write, which stands in every program that can.
const VARIABLE: &str = "GADFLY_EDGES";
/// Below the hunt's folder.
const FOLDER: &str = "edges";

/// How much of the solvers a hunt has reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reached {
    /// Edges of control flow.
    pub edges: u64,
    /// Formulas that reached new ones, and became seeds.
    pub seeds: u64,
}

/// What a hunt knows of edges.
#[derive(Debug)]
pub struct Guide {
    folder: PathBuf,
    /// Programs that count, each with the edges that any formula reached.
    counted: Vec<(PathBuf, Arc<Edges>)>,
    corpus: Arc<Corpus>,
}

impl Guide {
    /// For a hunt in this folder; nothing where no solver under test counts edges.
    pub(crate) fn open(folder: &Path, tested: &[Arc<Solver>]) -> io::Result<Option<Guide>> {
        let mut programs: Vec<&PathBuf> = tested.iter().map(|s| &s.launch.program).collect();
        programs.sort();
        programs.dedup();
        // As a host of libraries we tell nothing ourselves, though we have the word in us.
        let own = std::env::current_exe().ok();
        programs.retain(|program| Some(*program) != own.as_ref());
        let mut counted = Vec::new();
        let folder = std::path::absolute(folder)?.join(FOLDER);
        for program in programs {
            // A name on PATH is none of ours.
            let Ok(bytes) = std::fs::read(program) else {
                continue;
            };
            if memchr::memmem::find(&bytes, VARIABLE.as_bytes()).is_some() {
                let file = folder.join(format!("reached-{}", counted.len()));
                counted.push((program.clone(), Arc::new(Edges::open(&file, &bytes))));
            }
        }
        if counted.is_empty() {
            return Ok(None);
        }
        let maps = folder.join("maps");
        std::fs::create_dir_all(&maps)?;
        gadfly_exec::allow(Allowed {
            writes: vec![maps],
            network: false,
        });
        let corpus = Arc::new(Corpus::open(&folder)?);
        Ok(Some(Guide {
            folder,
            counted,
            corpus,
        }))
    }

    /// What one worker sees.
    pub(crate) fn sight(&self, worker: usize) -> io::Result<Sight> {
        let maps = self.folder.join("maps");
        let one = |(n, (program, edges)): (usize, &(PathBuf, Arc<Edges>))| {
            let map = Map::create(&maps.join(format!("{worker}-{n}")))?;
            Ok((program.clone(), map, edges.clone()))
        };
        let counted = self.counted.iter().enumerate().map(one);
        Ok(Sight {
            counted: counted.collect::<io::Result<_>>()?,
        })
    }

    /// The formulas that became seeds.
    pub(crate) fn corpus(&self) -> &Arc<Corpus> {
        &self.corpus
    }

    /// How much is reached so far.
    pub(crate) fn standing(&self) -> Reached {
        Reached {
            edges: self.counted.iter().map(|(_, edges)| edges.count()).sum(),
            seeds: self.corpus.len() as u64,
        }
    }

    /// Keeps the formula of a test as a seed.
    pub(crate) fn keep(&self, index: u64, text: &str) -> Result<(), StoreError> {
        self.corpus.add(index, text).map_err(self.unwritable())
    }

    /// Writes down which edges are known, where there are new ones.
    pub(crate) fn save(&self) -> Result<(), StoreError> {
        let mut edges = self.counted.iter();
        let saved = edges.try_for_each(|(_, edges)| edges.save());
        saved.map_err(self.unwritable())
    }

    fn unwritable(&self) -> impl FnOnce(io::Error) -> StoreError {
        let path = self.folder.clone();
        |source| StoreError::Folder { path, source }
    }
}

/// What one worker sees of the edges that its processes reach.
#[derive(Debug)]
pub(crate) struct Sight {
    counted: Vec<(PathBuf, Map, Arc<Edges>)>,
}

impl Sight {
    /// What a process of this program must find in its environment.
    pub(crate) fn env(&self) -> Vec<(PathBuf, (OsString, OsString))> {
        let one = |(program, map, _): &(PathBuf, Map, Arc<Edges>)| {
            let path = map.path().as_os_str().to_owned();
            (program.clone(), (VARIABLE.into(), path))
        };
        self.counted.iter().map(one).collect()
    }

    /// How many edges were reached since the last look that no formula of the hunt reached before.
    pub(crate) fn look(&mut self) -> u32 {
        let looks = self.counted.iter_mut();
        // A file that cannot be read shows nothing new.
        looks
            .map(|(_, map, edges)| map.look(edges).unwrap_or(0))
            .sum()
    }
}
