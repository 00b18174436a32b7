//! The C interface of cvc5, loaded at run time.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::{Path, PathBuf};

/// An object of the library.
pub(crate) type Handle = *mut c_void;

/// A library that cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error("cannot load {0}: {1}")]
    Open(PathBuf, libloading::Error),
    #[error("{0} has no {1}: it needs cvc5 1.2.0 or newer")]
    Symbol(PathBuf, &'static str),
}

/// The functions that the host calls. They stay valid because the library is never unloaded.
pub(crate) struct Library {
    pub(crate) term_manager_new: unsafe extern "C" fn() -> Handle,
    pub(crate) term_manager_delete: unsafe extern "C" fn(Handle),
    pub(crate) solver_new: unsafe extern "C" fn(Handle) -> Handle,
    pub(crate) solver_delete: unsafe extern "C" fn(Handle),
    pub(crate) set_option: unsafe extern "C" fn(Handle, *const c_char, *const c_char),
    pub(crate) get_version: unsafe extern "C" fn(Handle) -> *const c_char,
    pub(crate) symbols_new: unsafe extern "C" fn(Handle) -> Handle,
    pub(crate) symbols_delete: unsafe extern "C" fn(Handle),
    pub(crate) parser_new: unsafe extern "C" fn(Handle, Handle) -> Handle,
    pub(crate) parser_release: unsafe extern "C" fn(Handle),
    pub(crate) parser_delete: unsafe extern "C" fn(Handle),
    pub(crate) set_input: unsafe extern "C" fn(Handle, c_int, *const c_char),
    pub(crate) append_input: unsafe extern "C" fn(Handle, *const c_char),
    pub(crate) next_command: unsafe extern "C" fn(Handle, *mut *const c_char) -> Handle,
    pub(crate) command_name: unsafe extern "C" fn(Handle) -> *const c_char,
    pub(crate) invoke: unsafe extern "C" fn(Handle, Handle, Handle) -> *const c_char,
    has_error: Option<unsafe extern "C" fn() -> bool>,
    error_message: Option<unsafe extern "C" fn() -> *const c_char>,
}

impl Library {
    pub(crate) fn load(path: &Path) -> Result<Library, LoadError> {
        // SAFETY: running the initialisers of a library that the user installed as a solver.
        let opened = unsafe { libloading::Library::new(path) };
        let library = opened.map_err(|e| LoadError::Open(path.to_owned(), e))?;
        // Never unloaded: function pointers are taken out of it, and threads may still run in it.
        let library: &'static libloading::Library = Box::leak(Box::new(library));
        macro_rules! get {
            ($name:literal) => {{
                // SAFETY: the type is that of cvc5's header for this name, the same in all
                // releases since 1.2.0.
                let symbol = unsafe { library.get($name.as_bytes()) };
                *symbol.map_err(|_| LoadError::Symbol(path.to_owned(), $name))?
            }};
        }
        Ok(Library {
            term_manager_new: get!("cvc5_term_manager_new"),
            term_manager_delete: get!("cvc5_term_manager_delete"),
            solver_new: get!("cvc5_new"),
            solver_delete: get!("cvc5_delete"),
            set_option: get!("cvc5_set_option"),
            get_version: get!("cvc5_get_version"),
            symbols_new: get!("cvc5_symbol_manager_new"),
            symbols_delete: get!("cvc5_symbol_manager_delete"),
            parser_new: get!("cvc5_parser_new"),
            parser_release: get!("cvc5_parser_release"),
            parser_delete: get!("cvc5_parser_delete"),
            set_input: get!("cvc5_parser_set_inc_str_input"),
            append_input: get!("cvc5_parser_append_inc_str_input"),
            next_command: get!("cvc5_parser_next_command"),
            command_name: get!("cvc5_cmd_get_name"),
            invoke: get!("cvc5_cmd_invoke"),
            // SAFETY: as above. Releases before 1.4.0 have neither: they end the process instead.
            has_error: unsafe { library.get(b"cvc5_has_error") }.ok().map(|s| *s),
            // SAFETY: as above.
            error_message: unsafe { library.get(b"cvc5_get_error_message") }
                .ok()
                .map(|s| *s),
        })
    }

    /// The error of the call before, where there was one.
    pub(crate) fn error(&self) -> Option<String> {
        let (has_error, message) = (self.has_error?, self.error_message?);
        // SAFETY: neither takes anything; the text is copied at once.
        unsafe { has_error().then(|| text(message())) }
    }
}

/// A text of the library, copied; empty for a null pointer.
///
/// # Safety
/// The pointer is null, or points to a text that ends with a null byte and stays until the copy
/// is made.
pub(crate) unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: not null, and the rest is the caller's promise.
    unsafe { CStr::from_ptr(pointer) }
        .to_string_lossy()
        .into_owned()
}
