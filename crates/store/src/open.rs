//! Opening a hunt's store: to write (one process at a time) or to read (any number).

use crate::lock::FolderLock;
use crate::schema;
use crate::{StoreError, TestState};
use rusqlite::{Connection, OpenFlags};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A hunt's store.
#[derive(Debug)]
pub struct Store {
    pub(crate) db: Connection,
    pub(crate) path: PathBuf,
    pub(crate) names: FxHashMap<(&'static str, String), u32>,
    _lock: Option<FolderLock>,
}

impl Store {
    /// Makes a new hunt's folder and store, and takes its lock.
    pub fn create(folder: &Path) -> Result<Store, StoreError> {
        std::fs::create_dir_all(folder).map_err(|source| StoreError::Folder {
            path: folder.to_path_buf(),
            source,
        })?;
        let lock = FolderLock::take(folder)?;
        if folder.join("store.sqlite").exists() {
            return Err(StoreError::Exists {
                path: folder.to_path_buf(),
            });
        }
        Store::writable(folder, lock)
    }

    /// Opens a hunt's store to go on with it, and takes its lock.
    pub fn resume(folder: &Path) -> Result<Store, StoreError> {
        if !folder.join("store.sqlite").exists() {
            return Err(StoreError::Missing {
                path: folder.to_path_buf(),
            });
        }
        let lock = FolderLock::take(folder)?;
        let path = folder.join("store.sqlite");
        let wrap = |source| StoreError::sqlite(&path, source);
        let db = open_to_read(&path).map_err(wrap)?;
        if schema::version(&db).map_err(wrap)? == 0 {
            return Err(StoreError::Empty { path });
        }
        drop(db);
        Store::writable(folder, lock)
    }

    fn writable(folder: &Path, lock: FolderLock) -> Result<Store, StoreError> {
        let path = folder.join("store.sqlite");
        let wrap = |source| StoreError::sqlite(&path, source);
        let mut db = Connection::open(&path).map_err(wrap)?;
        db.busy_timeout(Duration::from_secs(10)).map_err(wrap)?;
        // In WAL mode a killed process leaves whole transactions only; NORMAL spares a sync a
        // commit and still never damages the file.
        db.pragma_update(None, "journal_mode", "WAL")
            .map_err(wrap)?;
        db.pragma_update(None, "synchronous", "NORMAL")
            .map_err(wrap)?;
        db.pragma_update(None, "temp_store", "MEMORY")
            .map_err(wrap)?;
        schema::migrate(&mut db, &path)?;
        Ok(Store {
            db,
            path: path.clone(),
            names: FxHashMap::default(),
            _lock: Some(lock),
        })
    }

    /// Opens a store to read it, while a hunt may be at work in it. An older one is brought up to date
    /// first.
    pub fn read(folder: &Path) -> Result<Store, StoreError> {
        match Store::only_read(folder) {
            Err(StoreError::Older { .. }) => {
                // That needs the lock.
                drop(Store::resume(folder)?);
                Store::only_read(folder)
            }
            read => read,
        }
    }

    /// Opens a store to read it and writes nothing, whatever its age.
    pub fn only_read(folder: &Path) -> Result<Store, StoreError> {
        let path = folder.join("store.sqlite");
        if !path.exists() {
            return Err(StoreError::Missing {
                path: folder.to_path_buf(),
            });
        }
        let wrap = |source| StoreError::sqlite(&path, source);
        let db = open_to_read(&path).map_err(wrap)?;
        let found = schema::version(&db).map_err(wrap)?;
        if found < schema::VERSION {
            return match found {
                0 => Err(StoreError::Empty { path }),
                _ => Err(StoreError::Older { path }),
            };
        }
        if found > schema::VERSION {
            return Err(StoreError::Newer {
                path,
                found,
                known: schema::VERSION,
            });
        }
        Ok(Store {
            db,
            path,
            names: FxHashMap::default(),
            _lock: None,
        })
    }

    pub(crate) fn wrap(&self, source: rusqlite::Error) -> StoreError {
        StoreError::sqlite(&self.path, source)
    }

    /// Moves what the log holds into the store's file and empties the log.
    pub fn checkpoint(&self) -> Result<(), StoreError> {
        self.db
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
            .map_err(|source| self.wrap(source))
    }

    /// The most pages that the file may have: a disk quota, and how tests fill a disk.
    pub fn limit_pages(&self, pages: u32) -> Result<(), StoreError> {
        self.db
            .pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))
            .map_err(|source| self.wrap(source))
    }

    /// The position after the last committed one. Tests are committed in order, without gaps.
    pub fn next_index(&self) -> Result<u64, StoreError> {
        self.db
            .query_row("SELECT coalesce(max(idx) + 1, 0) FROM test", [], |row| {
                row.get::<_, i64>(0)
            })
            .map(|next| next as u64)
            .map_err(|source| self.wrap(source))
    }

    /// The hashes of the formulas that were run, the last so many positions of them at most, for the
    /// duplicate filter of a resumed hunt.
    pub fn each_hash(&self, late: u64, mut tell: impl FnMut(u64)) -> Result<(), StoreError> {
        let from = self.next_index()?.saturating_sub(late);
        self.rows(
            "SELECT hash FROM test WHERE state = ?1 AND idx >= ?2 ORDER BY idx",
            [TestState::Run as i64, from as i64],
            |row| {
                tell(row.get::<_, i64>(0)? as u64);
                Ok(())
            },
        )
        .map(drop)
    }
}

/// A store in a folder that cannot be written opens only as immutable, where it has no log.
fn open_to_read(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let plain = Connection::open_with_flags(path, flags).and_then(|db| {
        db.busy_timeout(Duration::from_secs(10))?;
        schema::version(&db)?;
        Ok(db)
    });
    if plain.is_ok() || path.with_extension("sqlite-wal").exists() {
        return plain;
    }
    let name = path
        .display()
        .to_string()
        .replace('%', "%25")
        .replace('?', "%3f")
        .replace('#', "%23");
    Connection::open_with_flags(
        format!("file:{name}?immutable=1"),
        flags | OpenFlags::SQLITE_OPEN_URI,
    )
}
