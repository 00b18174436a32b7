//! Candidates that were checked already: none is checked twice.

use crate::squeeze::squeeze;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use std::sync::Mutex;

/// The name of a candidate: a hash of its exact tokens, white space and comments aside.
pub type CandidateHash = [u8; 16];

/// What is known of candidates, by their hashes. Shared by all workers.
#[derive(Debug, Default)]
pub struct Tried {
    known: Mutex<FxHashMap<CandidateHash, bool>>,
}

impl Tried {
    /// What an earlier run has left.
    pub fn new(known: impl IntoIterator<Item = (CandidateHash, bool)>) -> Self {
        Tried {
            known: Mutex::new(known.into_iter().collect()),
        }
    }

    /// The hash of a script.
    pub fn hash(script: &str) -> CandidateHash {
        Self::hash_squeezed(&squeeze(script))
    }

    /// The hash of a script that is squeezed already.
    pub(crate) fn hash_squeezed(script: &str) -> CandidateHash {
        let mut hash = [0; 16];
        hash.copy_from_slice(&Sha256::digest(script)[..16]);
        hash
    }

    /// The answer, where it is known.
    pub(crate) fn get(&self, hash: &CandidateHash) -> Option<bool> {
        self.lock().get(hash).copied()
    }

    /// Remembers an answer.
    pub(crate) fn put(&self, hash: CandidateHash, fails: bool) {
        self.lock().insert(hash, fails);
    }

    /// Forgets what was believed to fail.
    pub(crate) fn forget_successes(&self) {
        self.lock().retain(|_, fails| !*fails);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, FxHashMap<CandidateHash, bool>> {
        self.known
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
