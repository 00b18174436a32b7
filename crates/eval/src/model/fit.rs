//! Values as the sorts of the script have them: a model's text does not say everything.

use std::sync::Arc;

use crate::real::Real;
use crate::value::{Data, Domain, Domains, Sequence, Value};

/// A value read for a domain: integers become reals where reals are wanted, constructors of parametric
/// datatypes get their instance; `None` for another sort.
pub(crate) fn fit(value: Value, domain: &Domain, sorts: &Domains) -> Option<Value> {
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
        (Value::Data(data), Domain::Datatype(name)) => return fit_data(data, name, sorts),
        (Value::Seq(s), Domain::Seq(element)) => return fit_items(s, element, sorts),
        (Value::Set(s), Domain::Set(element)) => s.members.is_empty() || s.element == **element,
        (Value::Array(a), Domain::Array(index, element)) => {
            // What a function gives is of the sort it was written for, or needs no conversion.
            let computed = a.is_function() && a.sort.1 != *element && converts(element);
            if a.sort.0 == *index && !computed {
                return a
                    .with_element(element, |cell| fit(cell, element, sorts))
                    .map(|a| Value::Array(a.into()));
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

fn fit_data(data: &Data, sort: &Arc<str>, sorts: &Domains) -> Option<Value> {
    let constructors = sorts.datatypes.get(sort)?;
    let constructor = constructors.iter().find(|c| c.name == data.constructor)?;
    if constructor.fields.len() != data.fields.len() {
        return None;
    }
    let fields = data.fields.iter().zip(&constructor.fields);
    let fields = fields.map(|(value, (_, domain))| fit(value.clone(), domain, sorts));
    let fields = fields.collect::<Option<Vec<Value>>>()?;
    Data::value(&data.constructor, sort, fields).ok()
}

fn fit_items(sequence: &Sequence, element: &Domain, sorts: &Domains) -> Option<Value> {
    let items = sequence.items.iter();
    let items = items.map(|item| fit(item.clone(), element, sorts));
    Some(Value::Seq(Arc::new(Sequence {
        element: element.clone(),
        items: items.collect::<Option<Vec<Value>>>()?,
    })))
}
