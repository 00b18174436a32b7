//! Planted solvers: programs of the right names with bugs that tests know.

use std::path::PathBuf;

const GRAMMAR: &str = "grammar Toy;
Open : '(' ; Close : ')' ;
term : 'a' | 'b' | Open 'not' term Close | Open 'and' term term Close | Open 'or' term term Close ;
start : Open 'declare-const' 'a' 'Bool' Close Open 'declare-const' 'b' 'Bool' Close
  Open 'assert' term Close Open 'check-sat' Close EOF ;
";

/// An old release with bugs of each kind, a new one without, and one of another family to judge.
const OLD: &str = "version Z3 version 4.8.7 - 64 bit
when \"( and a b )\": say \"(error \\\"line 1 column 2: an invalid model was generated\\\")\\n\"; answer sat
when \"( or a b )\": grumble \"failed to verify: a\\n\"; answer sat
when \"( not ( not a ) )\": assertion
when \"( and b a )\": answer unsat
when \"( or b b )\": error \"unknown constant\"
when \"( and b b )\": answer unknown
";
const NEW: &str = "version Z3 version 4.13.0 - 64 bit\n";
const JUDGE: &str = "version This is cvc5 version 1.4.2\n";

/// A folder with a grammar and the planted solvers.
pub(crate) struct Desk {
    pub(crate) folder: tempfile::TempDir,
}

impl Desk {
    pub(crate) fn new() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("toy.g4"), GRAMMAR).unwrap();
        let desk = Desk { folder };
        for (name, program, rules) in [
            ("old", "z3", OLD),
            ("new", "z3", NEW),
            ("judge", "cvc5", JUDGE),
        ] {
            desk.plant(name, program, rules);
        }
        desk
    }

    /// A solver that a user might have built: a program of the right name.
    pub(crate) fn plant(&self, name: &str, program: &str, rules: &str) {
        let folder = self.path(name);
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("rules"), rules).unwrap();
        let fake = gadfly_testkit::fake_solver_path().display();
        let script = format!(
            "#!/bin/sh\nexec {fake} --script {}/rules \"$@\"\n",
            folder.display()
        );
        let path = folder.join(program);
        std::fs::write(&path, script).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&path, mode).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn fake(&self, name: &str) -> String {
        let program = if name == "judge" { "cvc5" } else { "z3" };
        self.path(name).join(program).display().to_string()
    }
}
