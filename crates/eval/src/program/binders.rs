//! Compiling what binds variables: quantifiers, matches and lambdas.

use std::sync::Arc;

use gadfly_term::{Head, NodeId, ScopeKind, VarId, VarKind};

use super::compile::{Compiler, Frame, Job};
use super::{FieldPlace, LambdaStep, Slot, Step, sorts};
use crate::reason::Reason;
use crate::value::Domain;

impl Compiler<'_> {
    pub(super) fn open_quantifier(&mut self, frame: &mut Frame, node: NodeId) {
        let variables: Vec<VarId> = self.script.bound(node).collect();
        let domains = variables
            .iter()
            .map(|v| Arc::new(self.domain_of_var(*v)))
            .collect();
        frame.starts.insert(node, self.builder.next());
        self.builder.push(Step::Quantify {
            variables: domains,
            end: 0,
        });
        for variable in variables {
            let slot = self.builder.push(Step::Filled);
            frame.vars.insert(variable, slot);
        }
    }

    pub(super) fn close_quantifier(&mut self, frame: &mut Frame, node: NodeId, body: Slot) -> Slot {
        let forall = self.script.head(node) == Head::Forall;
        let Some(start) = frame.starts.remove(&node) else {
            return 0;
        };
        let at = self.builder.next();
        if let Step::Quantify { end, .. } = &mut self.builder.program.steps[start as usize] {
            *end = at;
        }
        self.builder.push(Step::EndQuantify { forall, body })
    }

    fn domain_of_var(&self, var: VarId) -> Domain {
        sorts::domain(self.script, self.script.var(var).sort)
    }

    pub(super) fn open_case(&mut self, frame: &mut Frame, node: NodeId, case: usize) {
        let args = self.script.args(node);
        let (Some(subject), Some(body)) = (args.first(), args.get(case)) else {
            return;
        };
        let subject = frame.slots[(subject.0 - frame.first) as usize];
        // The jump past the body before this one lands here.
        self.land(frame, node);
        let scope = self.script.scope_data(self.script.scope(*body));
        let ScopeKind::Case(constructor) = scope.kind else {
            return;
        };
        let vars: Vec<VarId> = scope.vars().collect();
        let Some(constructor) = constructor else {
            frame.vars.extend(vars.into_iter().map(|v| (v, subject)));
            return;
        };
        let name: Arc<str> = self.script.name(self.script.fun(constructor).symbol).into();
        let jump = self.builder.next();
        self.builder.push(Step::Case {
            constructor: Box::new(Arc::clone(&name)),
            subject,
            target: 0,
        });
        frame.jumps.entry(node).or_default().push(jump);
        for (field, var) in vars.into_iter().enumerate() {
            let place = FieldPlace {
                constructor: Arc::clone(&name),
                selector: "match".into(),
                field: field as u32,
            };
            let slot = self.builder.push(Step::Field {
                place: Box::new(place),
                data: subject,
            });
            frame.vars.insert(var, slot);
        }
    }

    pub(super) fn close_match(&mut self, node: NodeId, args: &[Slot]) -> Slot {
        let script = self.script;
        let constructors = script.args(node).iter().skip(1).map(|body| {
            match script.scope_data(script.scope(*body)).kind {
                ScopeKind::Case(Some(fun)) => Some(script.name(script.fun(fun).symbol).into()),
                _ => None,
            }
        });
        let constructors = constructors.collect();
        let bodies = self.builder.run(args.iter().skip(1).copied());
        self.builder.push(Step::Match {
            constructors,
            subject: args.first().copied().unwrap_or(0),
            bodies,
        })
    }

    pub(super) fn variable(&mut self, frame: &Frame, var: VarId) -> Slot {
        if let Some(slot) = frame.vars.get(&var) {
            return *slot;
        }
        match self.script.var(var).kind {
            VarKind::Let(bound) if bound.0 >= frame.first => {
                frame.slots[(bound.0 - frame.first) as usize]
            }
            _ => self.builder.undetermined(Reason::IllSorted),
        }
    }

    pub(super) fn lambda(&mut self, frame: &mut Frame, node: NodeId) -> Slot {
        let script = self.script;
        let Some(body) = script.args(node).last().copied() else {
            return 0;
        };
        let mut params: Vec<VarId> = script.bound(node).collect();
        let domain = match params.as_slice() {
            // Its own sort is not always known: an array in z3, a function elsewhere.
            [param] => {
                let element = sorts::domain(script, script.sort(body));
                let index = Arc::new(self.domain_of_var(*param));
                self.builder.domain(Domain::Array(index, Arc::new(element)))
            }
            _ => {
                return self
                    .builder
                    .undetermined(Reason::Unsupported("lambda".into()));
            }
        };
        let inside = |var: VarId| match script.var(var).kind {
            VarKind::Let(bound) => bound.0 + script.size(body) > body.0 && bound.0 <= body.0,
            _ => false,
        };
        let mut captured = Vec::new();
        for inner in script.subterm(body) {
            if let Head::Var(var) = script.head(inner)
                && !params.contains(&var)
                && !inside(var)
                && (frame.vars.contains_key(&var)
                    || matches!(script.var(var).kind, VarKind::Let(_)))
            {
                let outer = self.variable(frame, var);
                captured.push((outer, params.len() as Slot));
                params.push(var);
            }
        }
        let block = self.blocks.len();
        self.blocks.push(None);
        self.jobs.push(Job {
            block,
            root: body,
            params,
        });
        let text = script.text(node).into();
        self.builder.push(Step::Lambda(Box::new(LambdaStep {
            block: block as u32,
            captured,
            domain,
            text,
        })))
    }
}
