//! The flavours of a build: what the compiler adds to a solver so that its faults show.

use std::fmt;
use std::str::FromStr;

/// What a solver is built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// The solver's own assertions, optimized.
    Assertions,
    /// AddressSanitizer.
    Asan,
    /// UndefinedBehaviorSanitizer.
    Ubsan,
    /// Assertions, line tables, nothing optimized.
    Debug,
    /// Counters of lines and branches: gcc's, or clang's.
    Coverage,
    /// Edges of control flow, told to a hunt while it goes on.
    Edges,
}

/// Whose options a compiler takes, where it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toolchain {
    /// gcc.
    Gcc,
    /// clang.
    Clang,
}

/// No such flavour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no flavour `{0}`; there are {known}", known = Flavour::names().join(", "))]
pub struct BadFlavour(String);

impl Flavour {
    /// All of them.
    pub const ALL: [Flavour; 6] = [
        Flavour::Assertions,
        Flavour::Asan,
        Flavour::Ubsan,
        Flavour::Debug,
        Flavour::Coverage,
        Flavour::Edges,
    ];

    /// Their names.
    pub fn names() -> Vec<String> {
        Self::ALL.iter().map(Flavour::to_string).collect()
    }

    /// What the compiler is told. Line tables are small and give a crash its place.
    pub fn compiler(self, toolchain: Toolchain) -> &'static [&'static str] {
        match self {
            Flavour::Assertions => &["-O2", "-g1"],
            Flavour::Asan => &[
                "-O1",
                "-g1",
                "-fno-omit-frame-pointer",
                "-fsanitize=address",
            ],
            Flavour::Ubsan => &[
                "-O1",
                "-g1",
                "-fno-omit-frame-pointer",
                "-fsanitize=undefined",
            ],
            Flavour::Debug => &["-O0", "-g1"],
            Flavour::Edges if toolchain == Toolchain::Gcc => {
                &["-O2", "-g1", "-fsanitize-coverage=trace-pc"]
            }
            Flavour::Edges => &["-O2", "-g1", "-fsanitize-coverage=trace-pc-guard"],
            // Code that gcc has moved or merged is counted with other lines.
            Flavour::Coverage if toolchain == Toolchain::Gcc => {
                &["-O1", "-g0", "--coverage", "-fprofile-update=atomic"]
            }
            // The last makes counters right at any moment: they lie in a file that the process maps.
            Flavour::Coverage => &[
                "-O2",
                "-g0",
                "-fprofile-instr-generate",
                "-fcoverage-mapping",
                "-mllvm",
                "-runtime-counter-relocation",
            ],
        }
    }

    /// What the linker is told.
    pub fn linker(self, toolchain: Toolchain) -> &'static [&'static str] {
        match self {
            Flavour::Asan => &["-fsanitize=address"],
            Flavour::Ubsan => &["-fsanitize=undefined"],
            Flavour::Coverage if toolchain == Toolchain::Gcc => &["--coverage"],
            Flavour::Coverage => &["-fprofile-instr-generate"],
            Flavour::Assertions | Flavour::Debug | Flavour::Edges => &[],
        }
    }

    /// The compiler's name of its sanitizer.
    pub fn sanitizer(self) -> Option<&'static str> {
        match self {
            Flavour::Asan => Some("address"),
            Flavour::Ubsan => Some("undefined"),
            Flavour::Assertions | Flavour::Debug | Flavour::Coverage | Flavour::Edges => None,
        }
    }

    /// Whether clang's way is the better one: its counters cost a fraction of gcc's, and those of a process
    /// that is killed are kept; it numbers edges (docs/lab/coverage.md).
    pub fn prefers_clang(self) -> bool {
        matches!(self, Flavour::Coverage | Flavour::Edges)
    }

    /// Whether the solver's own assertions are on.
    pub fn asserts(self) -> bool {
        matches!(self, Flavour::Assertions | Flavour::Debug)
    }

    /// Whether the folder of the build is needed later: counters are read beside it.
    pub fn keeps_build(self) -> bool {
        self == Flavour::Coverage
    }
}

impl fmt::Display for Flavour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Flavour::Assertions => "assertions",
            Flavour::Asan => "asan",
            Flavour::Ubsan => "ubsan",
            Flavour::Debug => "debug",
            Flavour::Coverage => "coverage",
            Flavour::Edges => "edges",
        })
    }
}

impl FromStr for Flavour {
    type Err = BadFlavour;

    fn from_str(text: &str) -> Result<Self, BadFlavour> {
        let named = |flavour: &Flavour| flavour.to_string() == text;
        let found = Self::ALL.into_iter().find(named);
        found.ok_or_else(|| BadFlavour(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for flavour in Flavour::ALL {
            assert_eq!(flavour.to_string().parse(), Ok(flavour));
        }
        let refused = "msan".parse::<Flavour>().unwrap_err().to_string();
        assert!(
            refused.contains("msan") && refused.contains("asan, ubsan"),
            "{refused}"
        );
    }
}
