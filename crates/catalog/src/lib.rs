//! The data a user may read and extend: theories, rules, fusions, grammars, solver profiles, seeds.
//!
//! Theories and logics, which the parser needs, are embedded here. The program brings all other
//! files and gives them to [`Catalog::provide`] at its start. A user's folder of the layout of
//! `catalog/` adds files, or takes the place of those with the same path; whoever reads the folder
//! gives it to [`Catalog::with_files`], and makes the result the program's with [`Catalog::share`].
//!
//! Theories are read into signatures here; other kinds of files are read by the crates that use
//! them, through [`Catalog::files`].

mod command;
pub mod signature;
mod tactics;
mod theory;
pub mod words;

pub use command::{Argument, DialectCommand};
pub use signature::{Assoc, Constructor, Index, Op, OpId, Pattern, Signature, Since};
pub use tactics::{Keeps, Tactics};
pub use theory::Definition;

use gadfly_syntax::{Diagnostic, Symbol, Symbols};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

/// Files that are built into the program: path in the catalogue and text of each.
pub type BuiltinFiles = &'static [(&'static str, &'static str)];

static EMBEDDED: BuiltinFiles = &include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// What the program brings.
static PROVIDED: OnceLock<BuiltinFiles> = OnceLock::new();

/// What is wrong with a file of the catalogue.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {}", .diagnostic.message)]
pub struct CatalogError {
    /// The file's path in the catalogue.
    pub path: String,
    /// The file's text.
    pub text: String,
    /// What is wrong, and where.
    pub diagnostic: Diagnostic,
}

/// All files of the catalogue, and the theories read from them.
#[derive(Clone, Debug)]
pub struct Catalog {
    files: BTreeMap<Cow<'static, str>, Cow<'static, str>>,
    pub(crate) symbols: Arc<Symbols>,
    pub(crate) constructors: Vec<Constructor>,
    pub(crate) constructor_of: Vec<u32>,
    pub(crate) definitions: Vec<Definition>,
    pub(crate) ops: Vec<Op>,
    pub(crate) op_of: Vec<u32>,
    pub(crate) theories: Vec<String>,
    pub(crate) commands: Vec<DialectCommand>,
    hash: u64,
}

/// In tables by symbol: no entry.
pub const NONE: u32 = u32::MAX;

fn read_builtin(provided: BuiltinFiles) -> Arc<Catalog> {
    let builtin = Catalog::read(provided, []);
    Arc::new(builtin.unwrap_or_else(|e| panic!("embedded catalogue: {e}")))
}

static WITHOUT_DATA: LazyLock<Arc<Catalog>> = LazyLock::new(|| read_builtin(&[]));

static BUILTIN: LazyLock<Arc<Catalog>> = LazyLock::new(|| read_builtin(provided()));

static SHARED: OnceLock<Arc<Catalog>> = OnceLock::new();

/// Whether somebody works with the built-in catalogue as the program's.
static SHARES_BUILTIN: AtomicBool = AtomicBool::new(false);

fn provided() -> BuiltinFiles {
    PROVIDED.get().copied().unwrap_or_default()
}

/// Whether a theory is built in; others were added by a user.
pub(crate) fn is_builtin_theory(path: &str) -> bool {
    EMBEDDED.iter().any(|(known, _)| *known == path)
}

impl Catalog {
    /// Adds the program's own files to the built-in ones; to be called once, at the start. Who
    /// asked for a catalogue before has one of theories and logics alone, as a library does.
    pub fn provide(files: BuiltinFiles) {
        PROVIDED.get_or_init(|| files);
    }

    /// The catalogue that is built into the program: theories, logics, and what
    /// [`Catalog::provide`] was given.
    pub fn builtin() -> Arc<Catalog> {
        match PROVIDED.get() {
            Some(_) => BUILTIN.clone(),
            None => WITHOUT_DATA.clone(),
        }
    }

    /// The catalogue that the whole program works with: what [`Catalog::share`] was given, else
    /// the built-in one.
    pub fn shared() -> Arc<Catalog> {
        SHARED.get().cloned().unwrap_or_else(|| {
            SHARES_BUILTIN.store(true, Ordering::Relaxed);
            Catalog::builtin()
        })
    }

    /// Makes a catalogue the one that [`Catalog::shared`] gives from now on. To be called once,
    /// at the start: false if it comes too late.
    pub fn share(catalog: Arc<Catalog>) -> bool {
        !SHARES_BUILTIN.load(Ordering::Relaxed) && SHARED.set(catalog).is_ok()
    }

    /// The built-in catalogue with a user's files (path in the catalogue, text) added or put in
    /// the place of built-in ones.
    pub fn with_files(
        files: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Arc<Catalog>, CatalogError> {
        Catalog::read(provided(), files).map(Arc::new)
    }

    fn read(
        provided: BuiltinFiles,
        user: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Catalog, CatalogError> {
        let mut files: BTreeMap<_, _> = EMBEDDED
            .iter()
            .chain(provided)
            .map(|&(path, text)| (Cow::Borrowed(path), Cow::Borrowed(text)))
            .collect();
        files.extend(
            user.into_iter()
                .map(|(path, text)| (path.into(), text.into())),
        );
        let hash = fingerprint(&files);
        let mut catalog = Catalog {
            files,
            symbols: Arc::new(words::symbols()),
            constructors: signature::well_known(),
            constructor_of: Vec::new(),
            definitions: Vec::new(),
            ops: Vec::new(),
            op_of: Vec::new(),
            theories: Vec::new(),
            commands: Vec::new(),
            hash,
        };
        for n in 0..catalog.constructors.len() {
            let name = catalog.constructors[n].name.clone();
            let symbol = catalog.intern(name.as_bytes());
            put(&mut catalog.constructor_of, symbol, n as u32);
        }
        theory::load(&mut catalog)?;
        let len = catalog.symbols.len();
        catalog.op_of.resize(len, NONE);
        catalog.constructor_of.resize(len, NONE);
        Ok(catalog)
    }

    /// The files whose path begins with `prefix` (`"rules/"`), in the order of their paths.
    pub fn files<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.files
            .iter()
            .map(|(p, t)| (&**p, &**t))
            .filter(move |(p, _)| p.starts_with(prefix))
    }

    /// The names of a folder's files that end so: of the grammars, `stems("grammars/", ".g4")`.
    pub fn stems<'a>(&'a self, folder: &'a str, ending: &'a str) -> impl Iterator<Item = &'a str> {
        let paths = self.files(folder).map(|(path, _)| path);
        paths.filter_map(move |path| path.strip_prefix(folder)?.strip_suffix(ending))
    }

    /// The text of one file.
    pub fn file(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(|t| &**t)
    }

    /// A short hash of all files, for headers: which catalogue made a formula.
    pub fn hash(&self) -> String {
        format!("{:06x}", self.hash & 0xff_ffff)
    }

    /// The symbols that theories and commands use; a script's own come after them.
    pub fn symbols(&self) -> &Arc<Symbols> {
        &self.symbols
    }

    /// The symbol of a name, while the catalogue is read.
    pub(crate) fn intern(&mut self, name: &[u8]) -> Symbol {
        Arc::make_mut(&mut self.symbols).intern(name)
    }

    /// All sort constructors; the first ones are those of [`signature::known`].
    pub fn constructors(&self) -> &[Constructor] {
        &self.constructors
    }

    /// The constructor of each symbol, or [`NONE`].
    pub fn constructor_table(&self) -> &[u32] {
        &self.constructor_of
    }

    /// Sorts defined by theories, such as `Float32`.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// All operators.
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// One operator.
    #[inline]
    pub fn op(&self, id: OpId) -> &Op {
        &self.ops[id.0 as usize]
    }

    /// The operator of each symbol, or [`NONE`].
    pub fn op_table(&self) -> &[u32] {
        &self.op_of
    }

    /// The operator called `name`.
    pub fn op_named(&self, name: &str) -> Option<OpId> {
        let symbol = self.symbols.get(name)?;
        self.op_of
            .get(symbol.index())
            .copied()
            .filter(|&n| n != NONE)
            .map(OpId)
    }

    /// Whether a symbol names a command of some solver's dialect.
    pub fn is_command(&self, name: Symbol) -> bool {
        self.command(name).is_some()
    }

    /// What a command of some solver's dialect is like.
    pub fn command(&self, name: Symbol) -> Option<&DialectCommand> {
        if self.is_standard_command(name) {
            return None;
        }
        self.commands.iter().find(|command| command.name == name)
    }

    /// The names of the dialects' commands.
    pub fn command_names(&self) -> impl Iterator<Item = &str> {
        self.commands.iter().map(|c| self.symbols.name(c.name))
    }

    /// Whether a symbol names a command of the standard.
    pub fn is_standard_command(&self, name: Symbol) -> bool {
        (words::ASSERT.0..=words::GET_UNSAT_CORE.0).contains(&name.0)
    }

    /// The names of the standard's commands.
    pub fn standard_commands(&self) -> impl Iterator<Item = &str> {
        (words::ASSERT.0..=words::GET_UNSAT_CORE.0).map(|n| self.symbols.name(Symbol(n)))
    }

    /// The name of a theory, by its number in a signature.
    pub fn theory(&self, number: u16) -> &str {
        &self.theories[number as usize]
    }
}

pub(crate) fn put(table: &mut Vec<u32>, symbol: Symbol, value: u32) {
    if table.len() <= symbol.index() {
        table.resize(symbol.index() + 1, NONE);
    }
    table[symbol.index()] = value;
}

/// FNV-1a over all paths and texts: stable across builds and platforms.
fn fingerprint(files: &BTreeMap<Cow<'static, str>, Cow<'static, str>>) -> u64 {
    let bytes = files
        .iter()
        .flat_map(|(p, t)| p.bytes().chain([0]).chain(t.bytes()).chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
        (h ^ b as u64).wrapping_mul(0x100_0000_01b3)
    });
    hash ^ (hash >> 24) ^ (hash >> 48)
}
