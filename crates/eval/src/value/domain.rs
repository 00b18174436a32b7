//! What a sort ranges over: how many values, and which, where they can be listed.

use std::fmt;
use std::sync::Arc;

use dashu_base::BitTest;
use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::{BitVec, Data, Element, FieldElement, Value};
use crate::budget;
use crate::float::{Float, Format, RoundingMode};
use crate::theory::LARGEST_VALUE;

/// A sort as the evaluator sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Domain {
    /// Booleans.
    Bool,
    /// Integers.
    Int,
    /// Reals.
    Real,
    /// Bit-vectors of a width.
    BitVec(u32),
    /// Floats of a format.
    Float(Format),
    /// Rounding modes.
    RoundingMode,
    /// Strings.
    Text,
    /// Regular languages.
    RegLan,
    /// Arrays from the first to the second.
    Array(Arc<Domain>, Arc<Domain>),
    /// Sequences.
    Seq(Arc<Domain>),
    /// Finite sets.
    Set(Arc<Domain>),
    /// Finite fields of an order.
    Field(Arc<UBig>),
    /// A datatype, by its printed sort.
    Datatype(Arc<str>),
    /// An uninterpreted sort, by its printed name.
    Uninterpreted(Arc<str>),
    /// A sort the evaluator has no values for, as printed.
    Other(Arc<str>),
}

impl Domain {
    /// Sequences over a domain; those of characters are strings, as z3 has it.
    pub(crate) fn sequence(element: Arc<Domain>) -> Domain {
        match &*element {
            Domain::Other(name) if &**name == "Unicode" => Domain::Text,
            _ => Domain::Seq(element),
        }
    }

    /// The domain that a value belongs to.
    pub fn of(value: &Value) -> Domain {
        match value {
            Value::Bool(_) => Domain::Bool,
            Value::Int(_) => Domain::Int,
            Value::Real(_) => Domain::Real,
            Value::BitVec(v) => Domain::BitVec(v.width()),
            Value::Float(f) => Domain::Float(f.format()),
            Value::Mode(_) => Domain::RoundingMode,
            Value::Text(_) => Domain::Text,
            Value::Regex(_) => Domain::RegLan,
            Value::Array(a) => Domain::Array(Arc::clone(&a.sort.0), Arc::clone(&a.sort.1)),
            Value::Data(d) => Domain::Datatype(Arc::clone(&d.sort)),
            Value::Element(e) => Domain::Uninterpreted(Arc::clone(&e.sort)),
            Value::Seq(s) => Domain::Seq(Arc::new(s.element.clone())),
            Value::Set(s) => Domain::Set(Arc::new(s.element.clone())),
            Value::Field(f) => Domain::Field(Arc::clone(f.order())),
        }
    }
}

/// How many values a domain has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// Just so many.
    Finite(UBig),
    /// Without end.
    Infinite,
    /// Not known: the model leaves it open.
    Open,
}

/// One constructor of a datatype.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: Arc<str>,
    /// Its selectors with their domains.
    pub fields: Vec<(Arc<str>, Domain)>,
}

/// What domains mean in one script under one model.
#[derive(Clone, Debug, Default)]
pub struct Domains {
    /// Constructors of each datatype, by its printed sort.
    pub datatypes: FxHashMap<Arc<str>, Arc<Vec<Constructor>>>,
    /// All elements of an uninterpreted sort, where the model says which they are.
    pub universes: FxHashMap<Arc<str>, Arc<Vec<Value>>>,
}

/// Beyond this many bits a finite domain counts as infinite for listing, never for its size.
const WIDEST: usize = 1 << 16;

impl Domains {
    /// The number of values.
    pub fn size(&self, domain: &Domain) -> Size {
        self.size_within(domain, &mut FxHashMap::default())
    }

    /// `known` has the datatypes that were met, those that are open as infinite: a well-founded
    /// datatype that contains itself has values of any depth, and so has all that is on the way.
    fn size_within(&self, domain: &Domain, known: &mut FxHashMap<Arc<str>, Size>) -> Size {
        match domain {
            Domain::Bool => finite(2),
            Domain::RoundingMode => finite(5),
            // Finite in truth, but past anything that is ever listed or filled.
            Domain::BitVec(width) if *width as usize > WIDEST => Size::Infinite,
            Domain::Float(format) if format.width() as usize > WIDEST => Size::Infinite,
            Domain::BitVec(width) => Size::Finite(UBig::ONE << *width as usize),
            Domain::Float(format) => {
                // All encodings, with the NaNs as one.
                let nans = (UBig::ONE << format.significand as usize) - UBig::from(2u8);
                Size::Finite((UBig::ONE << format.width() as usize) - nans + UBig::ONE)
            }
            Domain::Int | Domain::Real | Domain::Text | Domain::RegLan | Domain::Seq(_) => {
                Size::Infinite
            }
            Domain::Array(index, element) => power(
                self.size_within(element, known),
                self.size_within(index, known),
            ),
            Domain::Set(element) => power(finite(2), self.size_within(element, known)),
            Domain::Field(order) => Size::Finite((**order).clone()),
            Domain::Datatype(name) => self.datatype_size(name, known),
            Domain::Uninterpreted(name) => match self.universes.get(name) {
                Some(elements) => finite(elements.len()),
                None => Size::Open,
            },
            Domain::Other(_) => Size::Open,
        }
    }

    fn datatype_size(&self, name: &Arc<str>, known: &mut FxHashMap<Arc<str>, Size>) -> Size {
        let Some(constructors) = self.datatypes.get(name) else {
            return Size::Open;
        };
        if let Some(size) = known.get(name) {
            return size.clone();
        }
        known.insert(Arc::clone(name), Size::Infinite);
        let mut sum = finite(0);
        for constructor in constructors.iter() {
            let mut product = finite(1);
            for (_, field) in &constructor.fields {
                product = multiply(product, self.size_within(field, known));
            }
            sum = add(sum, product);
        }
        known.insert(Arc::clone(name), sum.clone());
        sum
    }

    /// All values, if there are at most `limit`.
    pub fn values(&self, domain: &Domain, limit: usize) -> Option<Vec<Value>> {
        match self.size(domain) {
            Size::Finite(n) if n.bit_len() <= WIDEST && n <= UBig::from(limit) => {}
            _ => return None,
        }
        match domain {
            Domain::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
            Domain::RoundingMode => Some(RoundingMode::ALL.map(Value::Mode).to_vec()),
            Domain::BitVec(width) => {
                let count = 1u64 << width;
                Some(
                    (0..count)
                        .map(|v| Value::BitVec(BitVec::from_u64(*width, v)))
                        .collect(),
                )
            }
            Domain::Float(format) => Some(floats(*format)),
            Domain::Uninterpreted(name) => {
                self.universes.get(name).map(|elements| elements.to_vec())
            }
            Domain::Field(order) => {
                let count = usize::try_from(&**order).ok()?;
                let elements = (0..count).map(|n| FieldElement::new(order, n.into()));
                Some(elements.flatten().map(FieldElement::into_value).collect())
            }
            Domain::Datatype(name) => self.data_values(name, limit),
            _ => None,
        }
    }

    fn data_values(&self, name: &Arc<str>, limit: usize) -> Option<Vec<Value>> {
        let mut all = Vec::new();
        for constructor in self.datatypes.get(name)?.iter() {
            let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
            for (_, field) in &constructor.fields {
                let values = self.values(field, limit)?;
                let fields = tuples.first().map_or(0, Vec::len) + 1;
                let count = tuples.len() * values.len();
                budget::items::<Value>(count * fields).ok()?;
                tuples = tuples
                    .iter()
                    .flat_map(|t| {
                        values
                            .iter()
                            .map(move |v| [t.as_slice(), std::slice::from_ref(v)].concat())
                    })
                    .collect();
            }
            all.extend(
                tuples
                    .into_iter()
                    .filter_map(|fields| Data::value(&constructor.name, name, fields).ok()),
            );
        }
        Some(all)
    }

    /// Some values of a domain to try where not all can be: small ones and corners.
    pub fn samples(&self, domain: &Domain) -> Vec<Value> {
        if let Some(all) = self.values(domain, 64) {
            return all;
        }
        match domain {
            Domain::Int => [0, 1, -1, 2, -2, 3, 10].map(Value::int).to_vec(),
            Domain::Real => [0, 1, -1, 2, -2].map(|n| Value::Real(n.into())).to_vec(),
            Domain::BitVec(width) if *width as usize > LARGEST_VALUE => Vec::new(),
            Domain::BitVec(width) => {
                let ones = BitVec::ones(*width);
                let one = BitVec::from_u64(*width, 1);
                let lowest = one.shl(&BitVec::from_u64(*width, u64::from(*width) - 1));
                let highest = lowest.sub(&one);
                [BitVec::from_u64(*width, 0), one, ones, lowest, highest]
                    .map(Value::BitVec)
                    .to_vec()
            }
            Domain::Float(format) => float_samples(*format),
            Domain::Text => ["", "a", "0"].map(Value::text).to_vec(),
            Domain::Field(order) => {
                let elements = [0, 1, -1, 2].map(|n| FieldElement::new(order, n.into()));
                let elements = elements.into_iter().flatten();
                elements.map(FieldElement::into_value).collect()
            }
            _ => Vec::new(),
        }
    }
}

fn float_samples(format: Format) -> Vec<Value> {
    let zero = |negative| Float::zero(format, negative);
    let infinity = |negative| Float::infinity(format, negative);
    let one = Float::from_integer(format, RoundingMode::Rne, 1.into());
    let smallest = Float::from_ieee(format, &BitVec::from_u64(format.width(), 1));
    let all = [
        zero(false),
        zero(true),
        infinity(false),
        infinity(true),
        Float::nan(format),
        one.neg(),
        one,
        smallest,
    ];
    all.map(|f| Value::Float(Arc::new(f))).to_vec()
}

fn floats(format: Format) -> Vec<Value> {
    let encodings = (0..1u64 << format.width()).map(|v| BitVec::from_u64(format.width(), v));
    let mut all: Vec<Float> = encodings
        .map(|bits| Float::from_ieee(format, &bits))
        .collect();
    all.sort();
    all.dedup();
    all.into_iter().map(|f| Value::Float(Arc::new(f))).collect()
}

fn finite(n: usize) -> Size {
    Size::Finite(UBig::from(n))
}

fn add(a: Size, b: Size) -> Size {
    match (a, b) {
        (Size::Finite(a), Size::Finite(b)) => Size::Finite(a + b),
        (Size::Infinite, _) | (_, Size::Infinite) => Size::Infinite,
        _ => Size::Open,
    }
}

fn multiply(a: Size, b: Size) -> Size {
    match (a, b) {
        // As with powers.
        (Size::Finite(a), Size::Finite(b)) if a.bit_len() + b.bit_len() > WIDEST => Size::Infinite,
        (Size::Finite(a), Size::Finite(b)) => Size::Finite(a * b),
        (Size::Open, _) | (_, Size::Open) => Size::Open,
        _ => Size::Infinite,
    }
}

fn power(base: Size, exponent: Size) -> Size {
    match (base, exponent) {
        (Size::Finite(base), _) if base.is_one() => Size::Finite(base),
        (Size::Finite(base), Size::Finite(exponent)) => match usize::try_from(&exponent) {
            Ok(exponent) if exponent.saturating_mul(base.bit_len()) <= WIDEST => {
                Size::Finite(base.pow(exponent))
            }
            // Finite in truth, but past anything that is ever listed or filled.
            _ => Size::Infinite,
        },
        (Size::Open, _) | (_, Size::Open) => Size::Open,
        _ => Size::Infinite,
    }
}

impl Value {
    /// An element of an uninterpreted sort.
    pub fn element(sort: &Arc<str>, name: &str) -> Value {
        Value::Element(Arc::new(Element {
            sort: Arc::clone(sort),
            name: name.into(),
        }))
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Bool => write!(out, "Bool"),
            Domain::Int => write!(out, "Int"),
            Domain::Real => write!(out, "Real"),
            Domain::BitVec(width) => write!(out, "(_ BitVec {width})"),
            Domain::Float(f) => write!(out, "(_ FloatingPoint {} {})", f.exponent, f.significand),
            Domain::RoundingMode => write!(out, "RoundingMode"),
            Domain::Text => write!(out, "String"),
            Domain::RegLan => write!(out, "RegLan"),
            Domain::Array(index, element) => write!(out, "(Array {index} {element})"),
            Domain::Seq(element) => write!(out, "(Seq {element})"),
            Domain::Set(element) => write!(out, "(Set {element})"),
            Domain::Field(order) => write!(out, "(_ FiniteField {order})"),
            Domain::Datatype(name) | Domain::Uninterpreted(name) | Domain::Other(name) => {
                write!(out, "{name}")
            }
        }
    }
}
