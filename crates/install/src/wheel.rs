//! A wheel: an archive from outside, unpacked with care.

use crate::error::InstallError;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// More than any solver needs; a bomb is larger.
const MOST_BYTES: u64 = 2 << 30;

/// A wheel that was downloaded.
pub(super) struct Wheel {
    path: PathBuf,
    name: String,
}

impl Wheel {
    pub(super) fn new(path: PathBuf) -> Self {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        Wheel { path, name }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Unpacks the members that `wanted` accepts, each checked against the wheel's own record.
    pub(super) fn unpack(
        &self,
        folder: &Path,
        wanted: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<String>, InstallError> {
        let bad = |why: String| InstallError::BadArchive {
            wheel: self.name.clone(),
            why,
        };
        let file = File::open(&self.path).map_err(|e| InstallError::Io(self.path.clone(), e))?;
        let mut archive = zip::ZipArchive::new(file).map_err(|e| bad(e.to_string()))?;
        let record = read_record(&mut archive).map_err(&bad)?;
        let mut total = 0u64;
        let mut unpacked = Vec::new();
        for at in 0..archive.len() {
            let mut member = archive.by_index(at).map_err(|e| bad(e.to_string()))?;
            let name = member.name().map_err(|e| bad(e.to_string()))?.into_owned();
            let path = safe_path(&name)
                .ok_or_else(|| bad(format!("it has a member `{name}` that leaves its folder")))?;
            if member.is_dir() || !wanted(&name) {
                continue;
            }
            if member.is_symlink() {
                return Err(bad(format!("it has a symbolic link, `{name}`")));
            }
            total = total.saturating_add(member.size());
            if total > MOST_BYTES {
                return Err(bad("it unpacks to more than 2 gigabytes".to_owned()));
            }
            let mode = member.unix_mode();
            self.unpack_one(&mut member, &folder.join(&path), mode, record.get(&name))?;
            unpacked.push(name);
        }
        Ok(unpacked)
    }

    fn unpack_one(
        &self,
        member: &mut impl Read,
        to: &Path,
        mode: Option<u32>,
        expected: Option<&String>,
    ) -> Result<(), InstallError> {
        let fault = |e| InstallError::Io(to.to_owned(), e);
        if let Some(parent) = to.parent() {
            std::fs::create_dir_all(parent).map_err(fault)?;
        }
        let mut out = HashingWriter {
            file: File::create_new(to).map_err(fault)?,
            hasher: Sha256::new(),
        };
        io::copy(&mut member.take(MOST_BYTES), &mut out).map_err(fault)?;
        let found = base64_url(&out.hasher.finalize());
        // The record cannot hold its own hash, and some descriptions were edited after the record
        // was made. Nothing in that folder is ever run.
        let described = to
            .components()
            .any(|c| c.as_os_str().to_string_lossy().ends_with(".dist-info"));
        match expected {
            Some(hash) if *hash == found => {}
            _ if described => {}
            _ => {
                return Err(InstallError::WrongHash(format!(
                    "{} in {}",
                    to.display(),
                    self.name
                )));
            }
        }
        set_mode(to, mode).map_err(fault)
    }
}

struct HashingWriter {
    file: File,
    hasher: Sha256,
}

impl io::Write for HashingWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: Option<u32>) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    // Never set-user-id, never writable by others.
    let executable = mode.unwrap_or(0o644) & 0o111 != 0;
    std::fs::set_permissions(
        path,
        std::fs::Permissions::from_mode(if executable { 0o755 } else { 0o644 }),
    )
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: Option<u32>) -> io::Result<()> {
    Ok(())
}

/// The path of a member below its folder; none if it would leave it.
fn safe_path(name: &str) -> Option<PathBuf> {
    if name.contains(['\\', '\0', ':']) {
        return None;
    }
    let path = Path::new(name);
    let inside = path.components().all(|c| matches!(c, Component::Normal(_)));
    (inside && !name.is_empty()).then(|| path.to_owned())
}

/// The hashes in a wheel's `RECORD`: lines `path,sha256=…,size`.
fn read_record<R: Read + io::Seek>(
    archive: &mut zip::ZipArchive<R>,
) -> Result<BTreeMap<String, String>, String> {
    let name = archive
        .file_names()
        .flatten()
        .find(|n| n.ends_with(".dist-info/RECORD") && n.matches('/').count() == 1)
        .ok_or("it has no RECORD, so it is no wheel")?
        .into_owned();
    let mut text = String::new();
    let member = archive.by_name(&name).map_err(|e| e.to_string())?;
    member
        .take(16 << 20)
        .read_to_string(&mut text)
        .map_err(|e| e.to_string())?;
    let mut record = BTreeMap::new();
    for line in text.lines() {
        let Some((rest, _size)) = line.rsplit_once(',') else {
            continue;
        };
        let Some((path, hash)) = rest.rsplit_once(',') else {
            continue;
        };
        if let Some(hash) = hash.strip_prefix("sha256=") {
            record.insert(path.trim_matches('"').to_owned(), hash.to_owned());
        }
    }
    Ok(record)
}

/// Base 64 with `-` and `_`, without padding: what `RECORD` uses.
fn base64_url(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().fold(0u32, |w, b| w << 8 | u32::from(*b)) << (8 * (3 - chunk.len()));
        for i in 0..=chunk.len() {
            let digit = (word >> (18 - 6 * i)) & 63;
            text.push(char::from(DIGITS[digit as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::write::SimpleFileOptions;

    fn wheel(folder: &Path, members: &[(&str, &[u8])], record: &str) -> Wheel {
        let path = folder.join("x-1.0-py3-none-any.whl");
        let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
        for (name, bytes) in members {
            zip.start_file(*name, SimpleFileOptions::default().unix_permissions(0o755))
                .unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.start_file("x-1.0.dist-info/RECORD", SimpleFileOptions::default())
            .unwrap();
        zip.write_all(record.as_bytes()).unwrap();
        zip.finish().unwrap();
        Wheel::new(path)
    }

    fn line(name: &str, bytes: &[u8]) -> String {
        format!(
            "{name},sha256={},{}\n",
            base64_url(&Sha256::digest(bytes)),
            bytes.len()
        )
    }

    #[test]
    fn members_are_checked_and_unpacked() {
        let folder = tempfile::tempdir().unwrap();
        let wheel = wheel(
            folder.path(),
            &[("bin/z", b"hello"), ("doc/t", b"no")],
            &line("bin/z", b"hello"),
        );
        let out = folder.path().join("out");
        let names = wheel.unpack(&out, &|n| n.starts_with("bin/")).unwrap();
        assert_eq!(names, ["bin/z"]);
        assert_eq!(std::fs::read(out.join("bin/z")).unwrap(), b"hello");
    }

    #[test]
    fn a_wrong_or_missing_hash_is_refused() {
        for record in [line("bin/z", b"other"), String::new()] {
            let folder = tempfile::tempdir().unwrap();
            let wheel = wheel(folder.path(), &[("bin/z", b"hello")], &record);
            let error = wheel
                .unpack(&folder.path().join("out"), &|_| true)
                .unwrap_err();
            assert!(matches!(error, InstallError::WrongHash(_)), "{error}");
        }
    }

    #[test]
    fn no_member_leaves_its_folder() {
        for name in [
            "../evil",
            "/etc/evil",
            "a/../../evil",
            "a\\..\\evil",
            "C:evil",
        ] {
            let folder = tempfile::tempdir().unwrap();
            let wheel = wheel(folder.path(), &[(name, b"x")], &line(name, b"x"));
            let error = wheel
                .unpack(&folder.path().join("deep/out"), &|_| true)
                .unwrap_err();
            assert!(
                matches!(error, InstallError::BadArchive { .. }),
                "{name}: {error}"
            );
            assert!(!folder.path().join("deep/evil").exists());
        }
    }

    #[test]
    fn base64_as_in_records() {
        assert_eq!(base64_url(b""), "");
        assert_eq!(base64_url(b"f"), "Zg");
        assert_eq!(base64_url(b"fo"), "Zm8");
        assert_eq!(base64_url(&[0xfb, 0xff, 0xbf]), "-_-_");
    }
}
