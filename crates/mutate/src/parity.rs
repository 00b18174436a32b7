//! Parity: whether weakening a subformula weakens or strengthens the whole.
//!
//! A node is positive, negative, or neither: under Boolean `=`, `xor`, `distinct`, the condition
//! of an `ite`, a Bool argument of a function or an array. A `let` variable and a definition have
//! the parity of all their uses. Regular languages have a parity too: a larger language under
//! `str.in_re` weakens the atom.

use gadfly_term::{CommandKind, FunKind, Head, NodeId, Script, VarKind};

/// What weakening a node does to the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Parity {
    /// Not looked at yet, or not used anywhere.
    Unset,
    /// Weakening it weakens the script.
    Positive,
    /// Weakening it strengthens the script.
    Negative,
    /// Either may happen.
    Both,
}

impl Parity {
    fn flip(self) -> Parity {
        match self {
            Parity::Positive => Parity::Negative,
            Parity::Negative => Parity::Positive,
            other => other,
        }
    }

    fn join(self, other: Parity) -> Parity {
        match (self, other) {
            (Parity::Unset, p) | (p, Parity::Unset) => p,
            (a, b) if a == b => a,
            _ => Parity::Both,
        }
    }
}

/// The parity of every node.
pub(crate) fn parities(script: &Script) -> Vec<Parity> {
    let mut bound = vec![None; script.len()];
    for var in script.vars() {
        if let VarKind::Let(term) = script.var(var).kind {
            bound[term.index()] = Some(var.index());
        }
    }
    let mut walk = Walk {
        script,
        bound,
        parity: vec![Parity::Unset; script.len()],
        vars: vec![Parity::Unset; script.vars().len()],
        funs: vec![Parity::Unset; script.funs().len()],
    };
    // Uses stand after what they use, and parents after their children: backwards, a node's
    // parity is complete when the node is reached.
    for command in script.commands().iter().rev() {
        let roots = script.command_terms(command);
        match command.kind {
            CommandKind::Assert => roots.iter().for_each(|&r| walk.add(r, Parity::Positive)),
            CommandKind::DefineFun | CommandKind::DefineConst => {
                for fun in script.command_funs(command) {
                    let parity = walk.funs[fun.index()];
                    roots.iter().for_each(|&r| walk.add(r, parity));
                }
            }
            _ => roots.iter().for_each(|&r| walk.add(r, Parity::Both)),
        }
        for node in script.command_nodes(command).rev() {
            walk.visit(node);
        }
    }
    walk.parity
}

struct Walk<'a> {
    script: &'a Script,
    /// The `let` variable that a node is bound to.
    bound: Vec<Option<usize>>,
    parity: Vec<Parity>,
    vars: Vec<Parity>,
    funs: Vec<Parity>,
}

impl Walk<'_> {
    fn add(&mut self, node: NodeId, parity: Parity) {
        let slot = &mut self.parity[node.index()];
        *slot = slot.join(parity);
    }

    fn visit(&mut self, node: NodeId) {
        let script = self.script;
        // The variables of a `let` are used in its body only, which stands after the bound terms.
        if let Some(var) = self.bound[node.index()] {
            self.parity[node.index()] = self.vars[var];
        }
        let parity = self.parity[node.index()];
        let args = script.args(node);
        match script.head(node) {
            Head::Op(op) => self.visit_op(script.op_name(op), args, parity),
            Head::Fun(fun) => {
                if matches!(script.fun(fun).kind, FunKind::Defined { .. }) {
                    self.funs[fun.index()] = self.funs[fun.index()].join(parity);
                }
                args.iter().for_each(|&a| self.add(a, Parity::Both));
            }
            Head::Var(var) => {
                if let VarKind::Let(_) = script.var(var).kind {
                    self.vars[var.index()] = self.vars[var.index()].join(parity);
                }
            }
            Head::Let => {
                let Some((&body, _)) = args.split_last() else {
                    return;
                };
                self.add(body, parity);
            }
            Head::Forall | Head::Exists => args.iter().for_each(|&a| self.add(a, parity)),
            Head::Annotation => self.first_then(args, parity, Parity::Both),
            Head::Match => {
                self.first_then(args, Parity::Both, parity);
            }
            _ => args.iter().for_each(|&a| self.add(a, Parity::Both)),
        }
    }

    fn first_then(&mut self, args: &[NodeId], first: Parity, rest: Parity) {
        for (n, &arg) in args.iter().enumerate() {
            self.add(arg, if n == 0 { first } else { rest });
        }
    }

    fn visit_op(&mut self, name: &str, args: &[NodeId], parity: Parity) {
        let last = args.len().saturating_sub(1);
        for (n, &arg) in args.iter().enumerate() {
            let given = match name {
                "and" | "or" => parity,
                "not" => parity.flip(),
                "=>" => {
                    if n == last {
                        parity
                    } else {
                        parity.flip()
                    }
                }
                "ite" => {
                    if n == 0 {
                        Parity::Both
                    } else {
                        parity
                    }
                }
                "str.in_re" => {
                    if n == 1 {
                        parity
                    } else {
                        Parity::Both
                    }
                }
                "re.++" | "re.union" | "re.inter" | "re.*" | "re.+" | "re.opt" | "re.^"
                | "re.loop" => parity,
                "re.comp" => parity.flip(),
                "re.diff" => {
                    if n == 0 {
                        parity
                    } else {
                        parity.flip()
                    }
                }
                _ => Parity::Both,
            };
            self.add(arg, given);
        }
    }
}
