//! What a logic's name says: which sorts and operators its formulas may have.

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
    /// `SETS` are names of our own for the solvers' extensions, written as `ALL`.
    pub fn parse(name: &str) -> Result<Logic, UnknownLogic> {
        let mut logic = Logic::nothing(name);
        let (body, quantifiers) = match name.strip_prefix("QF_") {
            Some(body) => (body, false),
            None => (name, true),
        };
        logic.quantifiers = quantifiers;
        let mut rest = body;
        if let "ALL" | "SEQ" | "SETS" | "A" | "AX" = body {
            logic.special(body);
            return Ok(logic);
        }
        let mut take = |word: &str| match rest.strip_prefix(word) {
            Some(after) => {
                rest = after;
                true
            }
            None => false,
        };
        logic.arrays = take("A");
        logic.functions = take("UF");
        logic.finite_fields = take("FF");
        logic.bit_vectors = take("BV");
        logic.floats = take("FP");
        logic.datatypes = take("DT");
        logic.strings = take("S");
        logic.ints = logic.strings;
        logic.sums = !(logic.strings && rest.is_empty());
        if !logic.arithmetic_of(rest) || body.is_empty() {
            let rest = match rest {
                "" => "it names nothing".to_string(),
                rest => format!("`{rest}` is not understood"),
            };
            let name = name.to_string();
            return Err(UnknownLogic { name, rest });
        }
        Ok(logic)
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

    /// Reads what comes last in a name; false where it is no arithmetic.
    fn arithmetic_of(&mut self, rest: &str) -> bool {
        let (ints, reals, arithmetic) = match rest {
            "" => return true,
            "IDL" => (true, false, Arithmetic::Difference),
            "RDL" => (false, true, Arithmetic::Difference),
            "LIA" => (true, false, Arithmetic::Linear),
            "LRA" => (false, true, Arithmetic::Linear),
            "LIRA" => (true, true, Arithmetic::Linear),
            "NIA" => (true, false, Arithmetic::NonLinear),
            "NRA" => (false, true, Arithmetic::NonLinear),
            "NIRA" => (true, true, Arithmetic::NonLinear),
            _ => return false,
        };
        self.ints |= ints;
        self.reals |= reals;
        self.arithmetic = arithmetic;
        true
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
    }

    #[test]
    fn what_is_no_logic_is_said() {
        for name in ["", "QF_", "LIB", "QF_BVX", "qf_bv"] {
            assert!(Logic::parse(name).is_err(), "{name}");
        }
    }
}
