//! One hunt a folder: a lock that the system takes back whatever way the process ends.

use crate::StoreError;
use std::fs::{File, TryLockError};
use std::path::Path;

/// Held while a hunt works in a folder; released on drop, and by the system on `kill -9`.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Takes the lock of a folder, or says that another hunt has it.
    pub fn take(folder: &Path) -> Result<FolderLock, StoreError> {
        let path = folder.join("hunt.lock");
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(|source| StoreError::Folder { path, source })?;
        match file.try_lock() {
            Ok(()) => Ok(FolderLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Busy {
                path: folder.to_path_buf(),
            }),
            Err(TryLockError::Error(source)) => Err(StoreError::Folder {
                path: folder.to_path_buf(),
                source,
            }),
        }
    }
}
