//! Elements of finite fields: integers modulo an order, which solvers require to be prime.

use std::fmt;
use std::sync::Arc;

use dashu_base::DivRemEuclid;
use dashu_int::{IBig, UBig};

use super::Value;

/// An integer modulo an order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldElement {
    order: Arc<UBig>,
    residue: UBig,
}

impl FieldElement {
    /// The residue of an integer; `None` for the order zero.
    pub fn new(order: &Arc<UBig>, n: IBig) -> Option<FieldElement> {
        if order.is_zero() {
            return None;
        }
        let (_, residue) = n.div_rem_euclid(IBig::from((**order).clone()));
        Some(FieldElement {
            order: Arc::clone(order),
            residue,
        })
    }

    /// The element of a literal's name, such as `ff3` or `ff-2`.
    pub fn named(order: &Arc<UBig>, name: &str) -> Option<FieldElement> {
        let n = IBig::from_str_radix(name.strip_prefix("ff")?, 10).ok()?;
        FieldElement::new(order, n)
    }

    /// How many elements its field has.
    pub fn order(&self) -> &Arc<UBig> {
        &self.order
    }

    /// Its integer from zero to the order.
    pub fn residue(&self) -> &UBig {
        &self.residue
    }

    /// As a value.
    pub fn into_value(self) -> Value {
        Value::Field(Arc::new(self))
    }
}

impl fmt::Display for FieldElement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "(as ff{} (_ FiniteField {}))",
            self.residue, self.order
        )
    }
}
