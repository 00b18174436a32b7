//! Values as SMT-LIB terms.

use std::fmt::{self, Write};

use super::array::{Array, Rest};
use super::data::{Data, Sequence, Set};
use super::text::escape;
use super::{Regex, Value};

impl Value {
    /// As it is printed, cut off with `…` beyond so many bytes: what is shared in a value is printed
    /// again and again, which may be without end.
    pub fn printed(&self, most: usize) -> String {
        let mut out = Cut {
            text: String::new(),
            most,
        };
        if write!(out, "{self}").is_err() {
            out.text.push('…');
        }
        out.text
    }
}

/// Takes so much of what is written, then fails.
struct Cut {
    text: String,
    most: usize,
}

impl fmt::Write for Cut {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let room = self.most - self.text.len();
        if part.len() <= room {
            self.text.push_str(part);
            return Ok(());
        }
        let ends = part.char_indices().map(|(at, c)| at + c.len_utf8());
        let end = ends.take_while(|end| *end <= room).last().unwrap_or(0);
        self.text.push_str(&part[..end]);
        Err(fmt::Error)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(out, "{b}"),
            Value::Int(n) => write!(out, "{n}"),
            Value::Real(r) => write!(out, "{r}"),
            Value::BitVec(v) => write!(out, "{v}"),
            Value::Float(f) => write!(out, "{f}"),
            Value::Mode(m) => write!(out, "{}", m.name()),
            Value::Text(t) => write!(out, "{}", escape(t)),
            Value::Regex(r) => write!(out, "{r}"),
            Value::Array(a) => write!(out, "{a}"),
            Value::Data(d) => write!(out, "{d}"),
            Value::Element(e) => write!(out, "(as {} {})", e.name, e.sort),
            Value::Seq(s) => write!(out, "{s}"),
            Value::Set(s) => write!(out, "{s}"),
            Value::Field(f) => write!(out, "{f}"),
        }
    }
}

impl fmt::Display for Array {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (index, element) = &self.sort;
        for _ in self.cells.iter() {
            write!(out, "(store ")?;
        }
        match &self.default {
            Rest::Same(value) => write!(out, "((as const (Array {index} {element})) {value})")?,
            Rest::Function(closure) => write!(out, "{}", closure.text)?,
        }
        for (key, value) in self.cells.iter() {
            write!(out, " {key} {value})")?;
        }
        Ok(())
    }
}

impl fmt::Display for Data {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Constructors of parametric sorts need their sort where the fields do not fix it.
        let parametric = self.sort.starts_with('(');
        let head = if parametric {
            format!("(as {} {})", self.constructor, self.sort)
        } else {
            self.constructor.to_string()
        };
        if self.fields.is_empty() {
            return write!(out, "{head}");
        }
        write!(out, "({head}")?;
        for field in &self.fields {
            write!(out, " {field}")?;
        }
        write!(out, ")")
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.items.as_slice() {
            [] => write!(out, "(as seq.empty (Seq {}))", self.element),
            [item] => write!(out, "(seq.unit {item})"),
            items => {
                write!(out, "(seq.++")?;
                for item in items {
                    write!(out, " (seq.unit {item})")?;
                }
                write!(out, ")")
            }
        }
    }
}

impl fmt::Display for Set {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut members = self.members.iter();
        let Some(first) = members.next() else {
            return write!(out, "(as set.empty (Set {}))", self.element);
        };
        for _ in 1..self.members.len() {
            write!(out, "(set.union ")?;
        }
        write!(out, "(set.singleton {first})")?;
        for member in members {
            write!(out, " (set.singleton {member}))")?;
        }
        Ok(())
    }
}

impl fmt::Display for Regex {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(out)
    }
}
