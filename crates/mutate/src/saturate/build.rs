//! Putting the other side of a rule into an e-graph.

use super::extract::Smallest;
use super::graph::{Class, Graph, Kind};
use super::region::sort_of_constant;
use super::search::{Found, Held};
use crate::kit::Kit;
use crate::literal::{has_literals, write_literal};
use crate::needed::{inverse_bits, write_needed};
use crate::rules::{Head, Need, Pattern, Rule, Slot, SortPattern, VarKind};
use crate::seed::Seed;
use crate::sorts::make;
use crate::types::Ty;
use gadfly_rng::Rng;
use gadfly_syntax::quoted;

/// Where a term is built.
pub(super) struct Builder<'a> {
    pub(super) seed: &'a Seed,
    pub(super) graph: &'a mut Graph,
    pub(super) rule: &'a Rule,
    pub(super) rng: &'a mut Rng,
    pub(super) kit: &'a mut Kit,
}

impl Builder<'_> {
    /// Gives the variables that the found side leaves open values: terms of the graph, else
    /// literals.
    pub(super) fn choose(&mut self, to: &Pattern, found: &mut Found) -> Option<()> {
        for var in to.variables() {
            match &self.rule.vars[var].kind {
                VarKind::Nat(low, high) if found.bindings.numbers.vars[var].is_none() => {
                    let value = self.rng.between(i64::from(*low), i64::from(*high)) as u32;
                    found.bindings.numbers.vars[var] = Some(value);
                }
                VarKind::Term(sort, need) if found.held[var] == Held::Nothing => {
                    let class = self.choose_term(sort, need, var, found)?;
                    found.held[var] = Held::Class(class);
                }
                VarKind::Term(..) | VarKind::Nat(..) => {}
                _ if found.held[var] == Held::Nothing => return None,
                _ => {}
            }
        }
        Some(())
    }

    fn choose_term(
        &mut self,
        sort: &SortPattern,
        need: &Need,
        var: usize,
        found: &mut Found,
    ) -> Option<Class> {
        let ty = make(sort, &found.bindings)?;
        let mut text = String::new();
        match need {
            Need::Any => {
                if let Some(class) = self.graph.random_class(&ty, self.rng) {
                    return Some(class);
                }
                has_literals(&ty).then_some(())?;
                write_literal(&ty, self.rng, &mut text)?;
            }
            Need::Inverse(of) => match &found.bindings.slots[*of] {
                Slot::Text(literal) => text = inverse_bits(literal)?,
                _ => return None,
            },
            _ => write_needed(&ty, need, self.rng, &mut text)?,
        }
        let class = self.graph.leaf(&text, &ty);
        found.bindings.slots[var] = Slot::Text(text.into());
        Some(class)
    }

    /// The class of what a pattern describes.
    pub(super) fn build(&mut self, pattern: &Pattern, found: &Found) -> Option<Class> {
        let numbers = &found.bindings.numbers;
        match pattern {
            Pattern::Var(var) => match found.held[*var] {
                Held::Class(class) => Some(class),
                _ => None,
            },
            Pattern::Constant(text) => {
                let ty = sort_of_constant(text, self.kit.catalog())?;
                Some(self.graph.leaf(text, &ty))
            }
            Pattern::BitVec(value, width) => {
                let width = width.value(numbers).filter(|&w| w > 0)?;
                let text = format!("(_ bv{value} {width})");
                Some(self.graph.leaf(&text, &Ty::BitVec(width)))
            }
            Pattern::Numeral(number) => {
                let text = number.value(numbers)?.to_string();
                Some(self.graph.leaf(&text, &Ty::Int))
            }
            Pattern::Apply(head, args) => self.apply(head, args, found),
            _ => None,
        }
    }

    fn apply(&mut self, head: &Head, args: &[Pattern], found: &Found) -> Option<Class> {
        let mut classes = Vec::with_capacity(args.len());
        let open = args.iter().any(|arg| matches!(arg, Pattern::Rest(_)));
        for arg in args {
            match arg {
                Pattern::Rest(var) => match &found.held[*var] {
                    Held::List(items) => classes.extend_from_slice(items),
                    _ => return None,
                },
                _ => classes.push(self.build(arg, found)?),
            }
        }
        // `(and p)` is p: an operator over a list needs two arguments.
        if open && classes.len() < 2 {
            return classes.pop();
        }
        let (label, ty) = self.head(head, &classes, found)?;
        Some(self.graph.add(label, &classes, &ty))
    }

    /// A head's number, and the sort that it gives over these arguments.
    fn head(&mut self, head: &Head, args: &[Class], found: &Found) -> Option<(u32, Ty)> {
        let script = &self.seed.script;
        let named = |var: usize| match found.held[var] {
            Held::Fun(fun) => Some((fun, quoted(script.name(script.fun(fun).symbol)))),
            _ => None,
        };
        match head {
            Head::Op(name) => self.operator(name, &[], args),
            Head::Indexed(name, numbers) => {
                let values = numbers.iter().map(|n| n.value(&found.bindings.numbers));
                let indices: Vec<u32> = values.collect::<Option<_>>()?;
                self.operator(name, &indices, args)
            }
            Head::Function(var) => {
                let (fun, name) = named(*var)?;
                let ty = self.seed.ty(script.fun(fun).result).clone();
                Some((self.graph.head(&name, || Kind::Fun(fun)), ty))
            }
            Head::Tester(var) => {
                let text = format!("(_ is {})", named(*var)?.1);
                Some((self.graph.head(&text, || Kind::Other), Ty::Bool))
            }
            Head::IsNamed(_) => None,
        }
    }

    fn operator(&mut self, name: &str, indices: &[u32], args: &[Class]) -> Option<(u32, Ty)> {
        let kind = || Kind::Op(name.into(), indices.into());
        let label = if indices.is_empty() {
            self.graph.head(name, kind)
        } else {
            let indices: Vec<String> = indices.iter().map(u32::to_string).collect();
            let text = format!("(_ {name} {})", indices.join(" "));
            self.graph.head(&text, kind)
        };
        if let Some(known) = self.graph.result(label, args) {
            return Some((label, known));
        }
        let types = args.iter().map(|&arg| self.graph.ty(arg).clone()).collect();
        let ty = self.kit.result(name, indices, types)?;
        self.graph.keep_result(label, args, &ty);
        Some((label, ty))
    }

    /// The class of what a pattern with a quantifier describes: one leaf, in whose text the smallest
    /// terms of the classes stand.
    pub(super) fn quantified(
        &mut self,
        to: &Pattern,
        ty: &Ty,
        found: &mut Found,
        fresh: usize,
    ) -> Option<Class> {
        let smallest = Smallest::of(self.graph);
        for (var, held) in found.held.iter().enumerate() {
            if let Held::Class(class) = held {
                let text = smallest.text(self.graph, *class)?;
                found.bindings.slots[var] = Slot::Text(text.into());
            }
        }
        let mut names = Vec::new();
        crate::strategies::weaken::bound_names(to, &mut names);
        for name in names {
            let unused = |n: &String| self.seed.script.symbol(n).is_none();
            let new = (fresh..).map(|n| format!("{name}!{n}")).find(unused)?;
            found.bindings.fresh.push((name, new));
        }
        let mut text = String::new();
        found.bindings.write(to, &mut text)?;
        Some(self.graph.leaf(&text, ty))
    }
}
