//! A package index of our own making: a Python that answers as pip does, and wheels for it.

use sha2::{Digest, Sha256};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

/// A folder with a `python3` that knows two commands of pip, and the wheels that it hands out.
pub struct Market {
    folder: tempfile::TempDir,
}

/// A z3 that has one answer to everything.
pub const SHELF_SOLVER: &str = "#!/bin/sh\ncase \"$1\" in --version) echo 'Z3 version 4.80.7 - 64 bit';; *) cat >/dev/null; echo sat;; esac\n";

impl Market {
    /// A market where pip lists these versions of z3; wheels are put there one by one.
    pub fn new(versions: &[&str]) -> Market {
        let folder = tempfile::tempdir().unwrap();
        let market = Market { folder };
        let wheels = market.wheels();
        std::fs::create_dir(&wheels).unwrap();
        let script = format!(
            "#!/bin/sh\n\
             if [ \"$1\" = -c ]; then echo \"$0\"; exit 0; fi\n\
             case \"$4\" in\n\
             *==99999) echo \"ERROR: Could not find a version (from versions: {})\" >&2; exit 1;;\n\
             esac\n\
             cp {}/*-\"${{4#*==}}\"-*.whl \"$6\"/ 2>/dev/null || {{ echo 'ERROR: No matching distribution found' >&2; exit 1; }}\n",
            versions.join(", "),
            wheels.display()
        );
        market.python(&script);
        market
    }

    fn wheels(&self) -> PathBuf {
        self.folder.path().join("wheels")
    }

    /// Puts another program in the place of its Python.
    pub fn python(&self, script: &str) {
        let path = self.python_path();
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Its Python, for `GADFLY_PYTHON`.
    pub fn python_path(&self) -> PathBuf {
        self.folder.path().join("python3")
    }

    /// A data folder beside it, for `GADFLY_HOME`.
    pub fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// Puts a wheel of z3 on the shelf.
    pub fn wheel(&self, version: &str, member: &str, content: &str, recorded: &str) {
        self.tagged_wheel(version, "", member, content, recorded);
    }

    /// The same with a build tag (`1-`) in its name.
    fn tagged_wheel(&self, version: &str, tag: &str, member: &str, content: &str, recorded: &str) {
        let name = format!("z3_solver-{version}-{tag}py3-none-any.whl");
        let path = self.wheels().join(name);
        let mut zip = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(member, options).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
        zip.start_file(format!("z3_solver-{version}.dist-info/RECORD"), options)
            .unwrap();
        let hash = base64(&Sha256::digest(recorded.as_bytes()));
        writeln!(zip, "{member},sha256={hash},{}", recorded.len()).unwrap();
        zip.finish().unwrap();
    }

    /// Puts a wheel there that holds a solver.
    pub fn good_wheel(&self, version: &str) {
        self.rebuilt_wheel(version, "");
    }

    /// The same with a build tag (`1-`) in its name.
    pub fn rebuilt_wheel(&self, version: &str, tag: &str) {
        let member = format!("z3_solver-{version}.data/data/bin/z3");
        self.tagged_wheel(version, tag, &member, SHELF_SOLVER, SHELF_SOLVER);
    }
}

fn base64(bytes: &[u8]) -> String {
    let digits: Vec<char> = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain(['-', '_'])
        .collect();
    let bits: String = bytes.iter().map(|b| format!("{b:08b}")).collect();
    let padded = format!("{bits:0<width$}", width = bits.len().div_ceil(6) * 6);
    let value = |chunk: &str| usize::from_str_radix(chunk, 2).unwrap();
    (0..padded.len())
        .step_by(6)
        .map(|i| digits[value(&padded[i..i + 6])])
        .collect()
}
