//! Values as the sorts of the script have them: a model's text does not say everything.

use std::sync::Arc;

use crate::budget::{self, noted};
use crate::real::Real;
use crate::theory::Outcome;
use crate::value::{Array, Data, Domain, Domains, Sequence, Value};

/// A value read for a domain: integers become reals where reals are wanted, constructors of parametric
/// datatypes get their instance; `None` for another sort.
/// What takes more than the budget has does not fit; [`crate::budget::refused_or`] tells.
pub(crate) fn fit(value: Value, domain: &Domain, sorts: &Domains) -> Option<Value> {
    noted(budget::steps(16))?;
    let fits = match (&value, domain) {
        (Value::Int(n), Domain::Real) => return Some(Value::Real(Real::from(n.clone()))),
        (Value::Bool(_), Domain::Bool)
        | (Value::Int(_), Domain::Int)
        | (Value::Real(_), Domain::Real) => true,
        (Value::Text(_), Domain::Text) | (Value::Mode(_), Domain::RoundingMode) => true,
        (Value::Regex(_), Domain::RegLan) => true,
        (Value::BitVec(v), Domain::BitVec(width)) => v.width() == *width,
        (Value::Float(f), Domain::Float(format)) => f.format() == *format,
        (Value::Field(f), Domain::Field(order)) => f.order() == order,
        (Value::Element(e), Domain::Uninterpreted(name)) => e.sort == *name,
        (Value::Data(d), Domain::Datatype(name)) => return fit_data(d, name, sorts),
        (Value::Seq(s), Domain::Seq(element)) => return fit_items(s, element, sorts),
        (Value::Set(s), Domain::Set(element)) => s.members.is_empty() || s.element == **element,
        (Value::Array(a), Domain::Array(index, element)) => {
            // What a function gives is of the sort it was written for, or needs no conversion.
            let computed = a.is_function() && a.sort.1 != *element && converts(element);
            if a.sort.0 == *index && !computed {
                return fit_cells(a, element, sorts);
            }
            false
        }
        _ => false,
    };
    fits.then_some(value)
}

/// Whether a value of a domain may be written so that its sort is known from outside only.
pub(crate) fn converts(domain: &Domain) -> bool {
    matches!(
        domain,
        Domain::Real
            | Domain::Array(..)
            | Domain::Seq(_)
            | Domain::Set(_)
            | Domain::Datatype(_)
            | Domain::Other(_)
    )
}

/// Whether fitting changed nothing. What is shared must stay so: written out, it may be without end.
fn unchanged(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Data(a), Value::Data(b)) => Arc::ptr_eq(a, b),
        (Value::Seq(a), Value::Seq(b)) => Arc::ptr_eq(a, b),
        (Value::Array(a), Value::Array(b)) => Arc::ptr_eq(a, b),
        (Value::Int(_), Value::Real(_)) => false,
        _ => true,
    }
}

fn fit_data(data: &Arc<Data>, sort: &Arc<str>, sorts: &Domains) -> Option<Value> {
    let constructors = sorts.datatypes.get(sort)?;
    let constructor = constructors.iter().find(|c| c.name == data.constructor)?;
    if constructor.fields.len() != data.fields.len() {
        return None;
    }
    noted(budget::room(size_of_val(data.fields.as_slice())))?;
    let fields = data.fields.iter().zip(&constructor.fields);
    let fields = fields.map(|(value, (_, domain))| fit(value.clone(), domain, sorts));
    let fields = fields.collect::<Option<Vec<Value>>>()?;
    let mut pairs = data.fields.iter().zip(&fields);
    if data.sort == *sort && pairs.all(|(old, new)| unchanged(old, new)) {
        return Some(Value::Data(Arc::clone(data)));
    }
    made(Data::value(&data.constructor, sort, fields))
}

fn fit_items(sequence: &Arc<Sequence>, element: &Domain, sorts: &Domains) -> Option<Value> {
    noted(budget::room(size_of_val(sequence.items.as_slice())))?;
    let items = sequence.items.iter();
    let items = items.map(|item| fit(item.clone(), element, sorts));
    let items = items.collect::<Option<Vec<Value>>>()?;
    let mut pairs = sequence.items.iter().zip(&items);
    if sequence.element == *element && pairs.all(|(old, new)| unchanged(old, new)) {
        return Some(Value::Seq(Arc::clone(sequence)));
    }
    made(Sequence::value(element.clone(), items))
}

fn fit_cells(array: &Arc<Array>, element: &Arc<Domain>, sorts: &Domains) -> Option<Value> {
    let mut same = array.sort.1 == *element;
    let fitted = array.with_element(element, |cell| {
        let new = fit(cell.clone(), element, sorts)?;
        same &= unchanged(&cell, &new);
        Some(new)
    })?;
    if same {
        return Some(Value::Array(Arc::clone(array)));
    }
    made(Ok(Value::Array(fitted.into())))
}

/// A new value, charged.
fn made(value: Outcome) -> Option<Value> {
    let value = value.and_then(Value::counted);
    noted(value.as_ref().map(|_| ()).map_err(Clone::clone))?;
    value.ok()
}
