//! What a logic's name says: which sorts and operators its formulas may have.

use gadfly_term::Features;
use thiserror::Error;

/// How far arithmetic goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arithmetic {
    /// Differences of two variables compared with a number.
    Difference,
    /// Sums, and products with a number.
    Linear,
    /// All products.
    NonLinear,
}

/// A logic, by the parts of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logic {
    /// The name for `set-logic`.
    pub name: String,
    /// Whether quantifiers may occur.
    pub quantifiers: bool,
    /// Arrays.
    pub arrays: bool,
    /// Uninterpreted functions and sorts.
    pub functions: bool,
    /// Integers.
    pub ints: bool,
    /// Whether integers have arithmetic: in `QF_S` they only measure and index strings.
    pub sums: bool,
    /// Reals.
    pub reals: bool,
    /// How far integers and reals go.
    pub arithmetic: Arithmetic,
    /// Bit-vectors.
    pub bit_vectors: bool,
    /// Floating point.
    pub floats: bool,
    /// Datatypes.
    pub datatypes: bool,
    /// Strings and regular expressions.
    pub strings: bool,
    /// Sequences (an extension).
    pub sequences: bool,
    /// Finite sets (an extension).
    pub sets: bool,
    /// Prime fields (an extension).
    pub finite_fields: bool,
}

/// Not a logic's name.
#[derive(Debug, Error, PartialEq, Eq)]
#[error(
    "`{name}` is no logic: {rest}; names are built as QF_ A UF BV FP DT S LIA, NRA, IDL … (see `gadfly generate --logics`)"
)]
pub struct UnknownLogic {
    /// The name.
    pub name: String,
    /// What in it is not understood.
    pub rest: String,
}

/// Logics of solvers' extensions, whose scripts say `ALL`.
pub const EXTENSIONS: &[&str] = &["QF_SEQ", "QF_SETS", "QF_FF"];

/// Every logic that the documentation's table shows, in its order.
pub const NAMED: &[&str] = &[
    "QF_A",
    "QF_AUFBV",
    "QF_AUFLIA",
    "QF_AX",
    "QF_BV",
    "QF_IDL",
    "QF_LIA",
    "QF_LRA",
    "QF_NIA",
    "QF_NRA",
    "QF_RDL",
    "QF_UF",
    "QF_UFBV",
    "QF_UFIDL",
    "QF_UFLIA",
    "QF_UFLRA",
    "QF_UFNIA",
    "QF_UFNRA",
    "QF_UFRDL",
    "AUFLIA",
    "AUFLIRA",
    "AUFNIRA",
    "QF_ABV",
    "QF_BVFP",
    "QF_FP",
    "QF_ABVFP",
    "QF_S",
    "QF_SLIA",
    "QF_SNIA",
    "QF_DT",
    "QF_UFDT",
    "QF_LIRA",
    "QF_NIRA",
    "BV",
    "UFBV",
    "FP",
    "LIA",
    "LRA",
    "NIA",
    "NRA",
    "UF",
    "UFDT",
    "ALL",
    "QF_SEQ",
    "QF_SETS",
    "QF_FF",
];

impl Logic {
    /// Reads a logic's name. `QF_A` is arrays over uninterpreted sorts, as `QF_AX`; `SEQ` and
    /// `SETS` are names of our own for the solvers' extensions, written as `ALL`; `FF` stands for prime
    /// fields in an otherwise standard name.
    pub fn parse(name: &str) -> Result<Logic, UnknownLogic> {
        let mut logic = Logic::nothing(name);
        let (body, quantifiers) = match name.strip_prefix("QF_") {
            Some(body) => (body, false),
            None => (name, true),
        };
        logic.quantifiers = quantifiers;
        if let "ALL" | "SEQ" | "SETS" | "A" | "AX" = body {
            logic.special(body);
            return Ok(logic);
        }
        let standard = body.replacen("FF", "", 1);
        logic.finite_fields = standard != body;
        let unknown = |rest: String| UnknownLogic {
            name: name.to_string(),
            rest,
        };
        if body.is_empty() {
            return Err(unknown("it names nothing".to_string()));
        }
        if body == "HORN" {
            return Err(unknown("it names a form of clauses".to_string()));
        }
        let features = Features::read(&standard);
        let features = features.map_err(|rest| unknown(format!("`{rest}` is not understood")))?;
        logic.take(&features);
        Ok(logic)
    }

    /// What a standard name says.
    fn take(&mut self, features: &Features) {
        self.arrays = features.arrays;
        self.functions = features.functions;
        self.bit_vectors = features.bitvectors;
        self.floats = features.floats;
        self.datatypes = features.datatypes;
        self.strings = features.strings;
        self.reals = features.reals;
        let arithmetic = features.ints || features.reals;
        self.ints = features.ints || features.strings;
        self.sums = arithmetic || !features.strings;
        self.arithmetic = match (features.nonlinear, features.linear) {
            (true, _) => Arithmetic::NonLinear,
            (false, false) if arithmetic => Arithmetic::Difference,
            _ => Arithmetic::Linear,
        };
    }

    fn nothing(name: &str) -> Logic {
        Logic {
            name: name.to_string(),
            quantifiers: false,
            arrays: false,
            functions: false,
            ints: false,
            sums: true,
            reals: false,
            arithmetic: Arithmetic::Linear,
            bit_vectors: false,
            floats: false,
            datatypes: false,
            strings: false,
            sequences: false,
            sets: false,
            finite_fields: false,
        }
    }

    fn special(&mut self, body: &str) {
        match body {
            "A" | "AX" => {
                self.name = format!("{}AX", if self.quantifiers { "" } else { "QF_" });
                self.arrays = true;
            }
            "SEQ" | "SETS" => {
                self.name = "ALL".to_string();
                self.ints = true;
                self.sequences = body == "SEQ";
                self.sets = body == "SETS";
            }
            _ => {
                self.name = "ALL".to_string();
                self.arrays = true;
                self.functions = true;
                self.ints = true;
                self.reals = true;
                self.arithmetic = Arithmetic::NonLinear;
                self.bit_vectors = true;
                self.floats = true;
                self.datatypes = true;
                self.strings = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_logic_is_read() {
        for name in NAMED {
            let logic = Logic::parse(name).unwrap();
            assert_eq!(logic.quantifiers, !name.starts_with("QF_"), "{name}");
        }
        let logic = Logic::parse("AUFLIRA").unwrap();
        assert!(logic.arrays && logic.functions && logic.ints && logic.reals && !logic.bit_vectors);
        assert_eq!(logic.arithmetic, Arithmetic::Linear);
        assert_eq!(Logic::parse("QF_A").unwrap().name, "QF_AX");
        assert!(Logic::parse("QF_SLIA").unwrap().strings);
        let (strings, more) = (
            Logic::parse("QF_S").unwrap(),
            Logic::parse("QF_SLIA").unwrap(),
        );
        assert!(strings.ints && !strings.sums && more.sums);
        let fields = Logic::parse("QF_UFFF").unwrap();
        assert!(fields.finite_fields && fields.functions && !fields.bit_vectors);
        for (name, arithmetic) in [
            ("QF_IDL", Arithmetic::Difference),
            ("QF_UFRDL", Arithmetic::Difference),
            ("QF_BV", Arithmetic::Linear),
            ("NIRA", Arithmetic::NonLinear),
        ] {
            assert_eq!(Logic::parse(name).unwrap().arithmetic, arithmetic, "{name}");
        }
    }

    #[test]
    fn what_is_no_logic_is_said() {
        for name in ["", "QF_", "LIB", "QF_BVX", "qf_bv"] {
            assert!(Logic::parse(name).is_err(), "{name}");
        }
    }
}
