//! A cvc5 solver with its symbols and its parser: commands in, responses out.

use crate::generator;
use crate::library::{Handle, Library, text};
use crate::options::Language;
use std::ffi::{CString, c_int};
use std::ptr;

/// Errors after which the executable goes on: there is nothing to get in this state.
const RECOVERABLE: &[&str] = &[
    "cannot get model unless",
    "cannot get value unless",
    "cannot get unsat core unless in unsat mode",
    "can't get-info :reason-unknown",
    "cannot get difficulty unless",
];

/// What comes after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The next one.
    On,
    /// The end, as asked.
    Exit,
    /// The end, after an error.
    Stop,
}

/// A solver with all that belongs to it.
pub(crate) struct Engine<'a> {
    library: &'a Library,
    settings: &'a [(String, String)],
    language: Language,
    parts: Parts,
}

struct Parts {
    terms: Handle,
    solver: Handle,
    symbols: Handle,
    parser: Handle,
}

impl<'a> Engine<'a> {
    /// A solver with these settings, or why it does not take them.
    pub(crate) fn new(
        library: &'a Library,
        settings: &'a [(String, String)],
        language: Language,
    ) -> Result<Self, String> {
        let parts = Parts::new(library, settings, language)?;
        Ok(Engine {
            library,
            settings,
            language,
            parts,
        })
    }

    pub(crate) fn version(&self) -> String {
        // SAFETY: the solver lives as long as we do, and the text is copied at once.
        unsafe { text((self.library.get_version)(self.parts.solver)) }
    }

    /// Runs one command and gives its response.
    pub(crate) fn run(&mut self, command: &str) -> (String, Step) {
        let parsed = match self.parse(command) {
            Ok(Some(parsed)) => parsed,
            Ok(None) => return (String::new(), Step::On),
            Err(message) => return (error(&format!("Parse Error: {message}")), Step::Stop),
        };
        let parts = &self.parts;
        // SAFETY: the command was just parsed by this parser; the text is copied at once.
        let name = unsafe { text((self.library.command_name)(parsed)) };
        if name == "exit" {
            return (String::new(), Step::Exit);
        }
        if name == "reset" {
            // The library's own reset keeps the symbols, so everything is made anew.
            return match self.renew() {
                Ok(()) => (String::new(), Step::On),
                Err(message) => (error(&message), Step::Stop),
            };
        }
        // SAFETY: command, solver and symbols belong together and live; the text is copied at once.
        let output = unsafe { text((self.library.invoke)(parsed, parts.solver, parts.symbols)) };
        if let Some(message) = self.library.error() {
            return (error(&message), Step::Stop);
        }
        let lower = output.to_ascii_lowercase();
        let stops = output.starts_with("(error") && !RECOVERABLE.iter().any(|r| lower.contains(r));
        (output, if stops { Step::Stop } else { Step::On })
    }

    fn parse(&self, command: &str) -> Result<Option<Handle>, String> {
        let input = c_text(command);
        let mut error = ptr::null();
        // SAFETY: the parser lives; it copies the input; the message is copied at once.
        let (parsed, message) = unsafe {
            (self.library.append_input)(self.parts.parser, input.as_ptr());
            let parsed = (self.library.next_command)(self.parts.parser, &mut error);
            (parsed, text(error))
        };
        match (parsed.is_null(), error.is_null()) {
            (_, false) => Err(message),
            (true, true) => Ok(None),
            (false, true) => Ok(Some(parsed)),
        }
    }

    fn renew(&mut self) -> Result<(), String> {
        generator::keep();
        self.parts.delete(self.library);
        self.parts = Parts::new(self.library, self.settings, self.language)?;
        Ok(())
    }
}

impl Parts {
    fn new(
        library: &Library,
        settings: &[(String, String)],
        language: Language,
    ) -> Result<Parts, String> {
        // SAFETY: each object is made from the one before it, as the interface asks for; names and
        // values are texts that the library copies.
        unsafe {
            let terms = (library.term_manager_new)();
            let solver = (library.solver_new)(terms);
            for (name, value) in settings {
                (library.set_option)(solver, c_text(name).as_ptr(), c_text(value).as_ptr());
                if let Some(message) = library.error() {
                    return Err(message);
                }
            }
            let symbols = (library.symbols_new)(terms);
            let parser = (library.parser_new)(solver, symbols);
            (library.set_input)(parser, language as c_int, c"<stdin>".as_ptr());
            Ok(Parts {
                terms,
                solver,
                symbols,
                parser,
            })
        }
    }

    fn delete(&mut self, library: &Library) {
        // SAFETY: each object is deleted once, before those that it was made from. The commands of
        // a parser keep it, and with it everything else, so they go first.
        unsafe {
            (library.parser_release)(self.parser);
            (library.parser_delete)(self.parser);
            (library.symbols_delete)(self.symbols);
            (library.solver_delete)(self.solver);
            (library.term_manager_delete)(self.terms);
        }
    }
}

/// An error as SMT-LIB writes it.
pub(crate) fn error(message: &str) -> String {
    format!("(error \"{}\")", message.replace('"', "\"\""))
}

/// A text for C: up to its first null byte, which no SMT-LIB script may have.
fn c_text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}
