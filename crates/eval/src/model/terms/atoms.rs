//! Terms without arguments: literals, symbols, elements, ascribed and indexed names.

use std::sync::Arc;

use super::vocabulary::Known;
use super::{Done, Local, Task, Terms, numbers};
use crate::program::{Core, Slot, Step, literal};
use crate::reason::Reason;
use crate::theory::Operator;
use crate::value::{Domain, Value, text};

impl<'t> Terms<'t> {
    /// A term that is one token, where a sort may be wanted.
    pub(super) fn atom(
        &mut self,
        id: usize,
        wanted: Option<&Domain>,
        env: &[(Local<'t>, Slot)],
    ) -> Done {
        let (Some(token), Some(name)) = (self.tree.token(id), self.tree.symbol(id)) else {
            return (self.bad(id), None);
        };
        let value = match token.as_bytes().first() {
            Some(b'0'..=b'9') => {
                self.rounded |= numbers::may_be_rounded(token);
                literal::number(token)
            }
            // Negative numbers in one token are not SMT-LIB, but old releases print them.
            Some(b'-') if token[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                self.rounded |= numbers::may_be_rounded(token);
                literal::number(&token[1..]).and_then(negate)
            }
            Some(b'#') => literal::bits(token).or_else(|| literal::residue(token)),
            // Old releases print C's escapes, which read as text by the standard: better no value.
            Some(b'"') if text::has_foreign_escape(token, self.standard_strings) => {
                self.foreign = true;
                let text: String = token.chars().take(60).collect();
                let reason = Reason::ForeignEscape(text.into());
                return (self.builder.undetermined(reason), None);
            }
            Some(b'"') => literal::string(token),
            _ => {
                if let Some((local, slot)) = env.iter().rev().find(|(l, _)| l.name == name) {
                    return (*slot, local.domain.clone());
                }
                return self.plain_symbol(name, wanted);
            }
        };
        let domain = value.as_ref().map(Domain::of);
        (self.given(value, id), domain)
    }

    fn plain_symbol(&mut self, name: &str, wanted: Option<&Domain>) -> Done {
        let definition = self.definitions.get(name);
        if definition.is_some_and(|d| !d.params.is_empty()) {
            let reason = Reason::Unsupported("a function as a value".into());
            return (self.builder.undetermined(reason), None);
        }
        let domain = definition.map(|d| d.result.clone());
        (self.symbol_slot(name, wanted), domain)
    }

    fn symbol_slot(&mut self, name: &str, wanted: Option<&Domain>) -> Slot {
        if let Some(element) = self.undeclared_element(name) {
            return self.builder.constant(element);
        }
        if let Some(element) = self.elements.get(name) {
            let element = element.clone();
            return self.builder.constant(element);
        }
        if let Some(Known::Constructor { sort }) = self.known.get(name) {
            let constructor = Box::new((name.into(), self.instance(name, sort, wanted)));
            let args = self.builder.run([]);
            return self.builder.push(Step::Construct { constructor, args });
        }
        if self.definitions.contains_key(name) {
            return self.builder.call(name, &[]);
        }
        if let Some(core) = Core::named(name, &[])
            && let Some(slot) = self.builder.core(core, &[])
        {
            return slot;
        }
        if let Some(operator) = Operator::named(name, &[]).filter(|o| !o.needs_domain()) {
            return self.builder.operator(operator, &[], None);
        }
        self.builder.call(name, &[])
    }

    /// Old z3 uses `S!val!0` without saying what it is.
    fn undeclared_element(&self, name: &str) -> Option<Value> {
        let (sort, _) = name.split_once("!val!")?;
        match self.sorts.get(&*gadfly_syntax::quoted(sort))? {
            Domain::Uninterpreted(sort) => Some(Value::element(sort, name)),
            _ => None,
        }
    }

    /// `(as x S)` without arguments: an element, a constructor, an empty sequence or set.
    pub(super) fn ascribed(&mut self, id: usize) -> Slot {
        let items = self.tree.items(id);
        let domain = self.sort(items[2]);
        let Some(name) = self.tree.symbol(items[1]) else {
            return self.bad(id);
        };
        if let Domain::Uninterpreted(sort) = &domain {
            return self.builder.constant(Value::element(sort, name));
        }
        if let Domain::Datatype(sort) = &domain {
            let constructor = Box::new((name.into(), Arc::clone(sort)));
            let args = self.builder.run([]);
            return self.builder.push(Step::Construct { constructor, args });
        }
        if let Some(element) = literal::field_element(name, &domain) {
            return self.builder.constant(element);
        }
        match Operator::named(name, &[]) {
            Some(operator) => {
                let domain = self.builder.domain(domain);
                self.builder.operator(operator, &[], Some(domain))
            }
            None => self.bad(id),
        }
    }

    /// `(_ x …)` without arguments.
    pub(super) fn indexed(&mut self, id: usize, tasks: &mut Vec<Task<'t>>) -> Option<Slot> {
        let tree = self.tree;
        let items = tree.items(id);
        let name = tree.symbol(items[1])?;
        let token = tree.token(items[2]).unwrap_or("");
        let indices: Vec<u32> = items[2..]
            .iter()
            .filter_map(|i| tree.token(*i)?.parse().ok())
            .collect();
        let value = match name {
            "as-array" => {
                return self.function_array(tree.symbol(items[2]).unwrap_or(""), id, tasks);
            }
            "real_algebraic_number" => numbers::between_bounds(token),
            "char" | "Char" => literal::character(token),
            _ if name.starts_with("bv") && indices.len() == 1 && name.len() > 2 => {
                literal::numbered_bits(name, indices[0])
            }
            _ => match Operator::named(name, &indices) {
                Some(operator) => return Some(self.builder.operator(operator, &[], None)),
                None => None,
            },
        };
        Some(self.given(value, id))
    }
}

fn negate(value: Value) -> Option<Value> {
    match value {
        Value::Int(n) => Some(Value::Int(n.neg())),
        Value::Real(r) => r.neg().ok().map(Value::Real),
        _ => None,
    }
}
