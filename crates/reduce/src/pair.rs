//! Two scripts that differ in a few places, reduced as one: a formula and the one that it was made
//! from.
//!
//! Where an operator or a constant differs, the joined script has a function or constant of its own;
//! where more than that differs, it says `(ite MARK ours theirs)`. It is an ordinary script: every
//! pass works on both sides at once, so that the step from one to the other stays what it was. The
//! predicate splits each candidate again.

use crate::sorts::Reader;
use crate::subject::Subject;
use crate::tree::{NodeId, Tree};
use std::cell::RefCell;

/// Two scripts in one.
pub struct Pair {
    /// The joined script.
    pub text: String,
    /// The constant that stands for "ours".
    mark: String,
    stand_ins: Vec<StandIn>,
    /// Whether each side is well-formed.
    readers: [Reader; 2],
}

/// A name for what is one thing here and another there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StandIn {
    name: String,
    ours: String,
    theirs: String,
    declaration: String,
}

/// Two nodes that cannot be told apart by one `ite` here: the choice has to be made further out.
struct FurtherOut;

impl Pair {
    /// Joins two scripts. `None` where one of them is not well-formed, or where they differ in
    /// more than their declarations and assertions.
    pub fn join(ours: &str, theirs: &str) -> Option<Pair> {
        let readers = [
            Reader::for_input(ours).ok()?,
            Reader::for_input(theirs).ok()?,
        ];
        let (text, mark, stand_ins) = Self::joined(&readers, ours, theirs)?;
        Reader::for_input(&text).ok()?;
        Some(Pair {
            text,
            mark,
            stand_ins,
            readers,
        })
    }

    fn joined(
        readers: &[Reader; 2],
        ours: &str,
        theirs: &str,
    ) -> Option<(String, String, Vec<StandIn>)> {
        let (ours, theirs) = (
            Subject::new(&readers[0], ours),
            Subject::new(&readers[1], theirs),
        );
        let taken = |name: &String| ours.uses(name).is_empty() && theirs.uses(name).is_empty();
        let mut names = (0..).map(|n| format!("mark{n}")).filter(taken);
        let mark = names.next()?;
        let both = Both {
            ours: &ours,
            theirs: &theirs,
            mark: mark.clone(),
            names: RefCell::new(Box::new(names)),
            stand_ins: RefCell::default(),
        };
        let text = both.joined()?;
        Some((text, mark, both.stand_ins.take()))
    }

    /// Our script and theirs, from the joined one or what became of it. `None` where one of them
    /// is not well-formed any more, or they are the same.
    pub fn split(&self, joined: &str) -> Option<(String, String)> {
        let tree = Tree::new(joined);
        let ours = self.side(joined, &tree, 2, &|one: &StandIn| one.ours.clone());
        let theirs = self.side(joined, &tree, 3, &|one: &StandIn| one.theirs.clone());
        let good =
            ours != theirs && self.readers[0].accepts(&ours) && self.readers[1].accepts(&theirs);
        good.then_some((ours, theirs))
    }

    /// One side: each `(ite MARK ours theirs)` becomes its n-th part, each stand-in what it is there.
    fn side(&self, text: &str, tree: &Tree, n: usize, of: &dyn Fn(&StandIn) -> String) -> String {
        let is_mark = |node: NodeId| text[tree.span(node)] == self.mark;
        let stand_in = |node: NodeId| {
            self.stand_ins
                .iter()
                .find(|one| text[tree.span(node)] == one.name)
        };
        let is_ours = |node: &NodeId| is_mark(*node) || stand_in(*node).is_some();
        let mut out = String::with_capacity(text.len());
        // Spans that are still to be written, the first on top.
        let mut rest: Vec<Piece> = tree
            .commands
            .iter()
            .rev()
            .map(|&node| Piece::Node(node))
            .collect();
        while let Some(piece) = rest.pop() {
            let node = match piece {
                Piece::End => {
                    out.push(')');
                    continue;
                }
                Piece::Node(node) => node,
            };
            let children = tree.children(node);
            if !tree.nodes[node].is_list {
                let word = stand_in(node).map(of);
                out.push_str(word.as_deref().unwrap_or(&text[tree.span(node)]));
                out.push(' ');
            } else if children.len() == 4 && is_mark(children[1]) {
                rest.push(Piece::Node(children[n]));
            } else if tree.nodes[node].parent.is_some() || !children.get(1).is_some_and(is_ours) {
                out.push('(');
                rest.push(Piece::End);
                rest.extend(children.iter().rev().map(|&child| Piece::Node(child)));
            }
        }
        crate::squeeze::squeeze(&out)
    }
}

enum Piece {
    Node(NodeId),
    End,
}

struct Both<'a> {
    ours: &'a Subject<'a>,
    theirs: &'a Subject<'a>,
    mark: String,
    /// Names that neither script uses.
    names: RefCell<Box<dyn Iterator<Item = String> + 'a>>,
    stand_ins: RefCell<Vec<StandIn>>,
}

impl Both<'_> {
    fn joined(&self) -> Option<String> {
        let declares = |subject: &Subject<'_>, command| {
            let name = subject.command_name(command);
            name.starts_with("declare-") || name.starts_with("define-")
        };
        let logic = |subject: &Subject<'_>, command| {
            matches!(
                subject.command_name(command),
                "set-logic" | "set-option" | "set-info"
            )
        };
        let text = |subject: &Subject<'_>, command| subject.text_of(command).to_string();
        let ours: Vec<NodeId> = self.ours.commands().collect();
        let theirs: Vec<NodeId> = self.theirs.commands().collect();
        let mut lines: Vec<String> = Vec::new();
        for &command in ours
            .iter()
            .filter(|&&c| logic(self.ours, c) && self.ours.command_name(c) != "set-info")
        {
            lines.push(text(self.ours, command));
        }
        lines.push(format!("(declare-const {} Bool)", self.mark));
        lines.extend(
            ours.iter()
                .filter(|&&c| declares(self.ours, c))
                .map(|&c| text(self.ours, c)),
        );
        for &command in theirs.iter().filter(|&&c| declares(self.theirs, c)) {
            let line = text(self.theirs, command);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let others = |subject: &Subject<'_>, commands: &[NodeId]| -> Vec<NodeId> {
            let kept = commands.iter().copied();
            kept.filter(|&c| !declares(subject, c) && !logic(subject, c))
                .collect()
        };
        let (ours, theirs) = (others(self.ours, &ours), others(self.theirs, &theirs));
        let commands = self.commands(&ours, &theirs)?;
        let stand_ins = self.stand_ins.borrow();
        lines.extend(stand_ins.iter().map(|one| one.declaration.clone()));
        lines.extend(commands);
        Some(lines.join("\n"))
    }

    /// Assertions side by side; those that one script has alone are `true` in the other.
    fn commands(&self, ours: &[NodeId], theirs: &[NodeId]) -> Option<Vec<String>> {
        let mut lines = Vec::new();
        let (mut i, mut j) = (0, 0);
        while i < ours.len() || j < theirs.len() {
            let names = (
                ours.get(i).map(|&c| self.ours.command_name(c)),
                theirs.get(j).map(|&c| self.theirs.command_name(c)),
            );
            let surplus = ours.len() - i > theirs.len() - j;
            match names {
                (Some("assert"), Some("assert")) if ours.len() - i == theirs.len() - j => {
                    lines.push(self.node(ours[i], theirs[j]).ok()?);
                    (i, j) = (i + 1, j + 1);
                }
                (Some(_), Some(_))
                    if self.ours.text_of(ours[i]) == self.theirs.text_of(theirs[j]) =>
                {
                    lines.push(self.ours.text_of(ours[i]).to_string());
                    (i, j) = (i + 1, j + 1);
                }
                (Some("assert"), other) if surplus || other != Some("assert") => {
                    let term = self.ours.tree.children(ours[i]).get(1)?;
                    lines.push(format!(
                        "(assert (ite {} {} true))",
                        self.mark,
                        self.ours.text_of(*term)
                    ));
                    i += 1;
                }
                (_, Some("assert")) => {
                    let term = self.theirs.tree.children(theirs[j]).get(1)?;
                    lines.push(format!(
                        "(assert (ite {} true {}))",
                        self.mark,
                        self.theirs.text_of(*term)
                    ));
                    j += 1;
                }
                _ => return None,
            }
        }
        Some(lines)
    }

    /// The two nodes as one text: descends as long as they have the same shape.
    fn node(&self, ours: NodeId, theirs: NodeId) -> Result<String, FurtherOut> {
        let (our_text, their_text) = (self.ours.text_of(ours), self.theirs.text_of(theirs));
        if our_text == their_text {
            return Ok(our_text.to_string());
        }
        let children = (
            self.ours.tree.children(ours),
            self.theirs.tree.children(theirs),
        );
        let inner = if children.0.is_empty() || children.0.len() != children.1.len() {
            Err(FurtherOut)
        } else {
            let pairs = children.0.iter().zip(children.1);
            pairs
                .map(|(&a, &b)| self.node(a, b))
                .collect::<Result<Vec<String>, FurtherOut>>()
        };
        let inner = inner.map(|parts| format!("({})", parts.join(" ")));
        let inner = inner.or_else(|FurtherOut| self.stand_in(ours, theirs));
        inner.or_else(|FurtherOut| {
            let sort = sort_text(self.ours, ours);
            if sort.is_none() || sort != sort_text(self.theirs, theirs) {
                return Err(FurtherOut);
            }
            Ok(format!("(ite {} {our_text} {their_text})", self.mark))
        })
    }

    /// A name for two constants, or for two operators over the same sorts.
    fn stand_in(&self, ours: NodeId, theirs: NodeId) -> Result<String, FurtherOut> {
        let sort = sort_text(self.ours, ours)
            .filter(|sort| sort_text(self.theirs, theirs).as_ref() == Some(sort));
        let sort = sort.ok_or(FurtherOut)?;
        let (mine, other) = (
            self.ours.tree.children(ours),
            self.theirs.tree.children(theirs),
        );
        if mine.len() != other.len() || mine.len() == 1 {
            return Err(FurtherOut);
        }
        let Some((&head, arguments)) = mine.split_first() else {
            let both = (self.ours.text_of(ours), self.theirs.text_of(theirs));
            let name = self.named(both, "", &sort);
            return name.ok_or(FurtherOut);
        };
        let pairs = || arguments.iter().zip(&other[1..]);
        let sorts: Option<Vec<String>> = pairs()
            .map(|(&a, &b)| {
                sort_text(self.ours, a)
                    .filter(|sort| sort_text(self.theirs, b).as_ref() == Some(sort))
            })
            .collect();
        let joined: Result<Vec<String>, FurtherOut> =
            pairs().map(|(&a, &b)| self.node(a, b)).collect();
        let both = (self.ours.text_of(head), self.theirs.text_of(other[0]));
        let name = self
            .named(both, &sorts.ok_or(FurtherOut)?.join(" "), &sort)
            .ok_or(FurtherOut)?;
        Ok(format!("({name} {})", joined?.join(" ")))
    }

    fn named(&self, (ours, theirs): (&str, &str), parameters: &str, sort: &str) -> Option<String> {
        let name = self.names.borrow_mut().next()?;
        let declaration = format!("(declare-fun {name} ({parameters}) {sort})");
        self.stand_ins.borrow_mut().push(StandIn {
            name: name.clone(),
            ours: ours.to_string(),
            theirs: theirs.to_string(),
            declaration,
        });
        Some(name)
    }
}

fn sort_text(subject: &Subject<'_>, node: NodeId) -> Option<String> {
    subject
        .sort_of(node)
        .map(|sort| subject.sort_text(sort).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::squeeze::squeeze;

    fn check(ours: &str, theirs: &str, joined: &str) {
        let pair = Pair::join(ours, theirs).unwrap();
        assert!(squeeze(&pair.text).contains(joined), "{}", pair.text);
        let (mine, other) = pair.split(&pair.text).unwrap();
        let last = squeeze(ours).lines().last().map(str::to_string);
        assert_eq!(mine.lines().last().map(str::to_string), last);
        assert!(
            !mine.contains("mark") && !other.contains("mark"),
            "{mine}{other}"
        );
    }

    #[test]
    fn a_difference_stands_where_it_is() {
        let script = |relation: &str| {
            format!("(declare-const x Int)(assert (and (= x 0) ({relation} x 7)))(check-sat)")
        };
        check(
            &script("<"),
            &script("<="),
            "(assert(and(= x 0)(mark1 x 7)))",
        );
        let script = |number: &str| {
            format!("(declare-const x Int)(assert (let ((y {number})) (= x y)))(check-sat)")
        };
        check(&script("1"), &script("2"), "(let((y mark1))(= x y))");
    }

    #[test]
    fn sides_are_well_formed_or_there_is_no_pair() {
        let script = |operator: &str| format!("(assert (= 0 ({operator} 7 2)))(check-sat)");
        let pair = Pair::join(&script("mod"), &script("div")).unwrap();
        let split = |joined: &str| pair.split(joined);
        assert!(split("(declare-fun mark1(Int Int)Int)(assert(= 0(mark1 0 0)))").is_some());
        assert_eq!(
            split("(declare-fun mark1(Int)Int)(assert(= 0(mark1 0)))"),
            None
        );
        assert_eq!(split("(assert(= 0 0))"), None);
    }

    #[test]
    fn what_differs_in_shape_is_a_choice() {
        let script = |term: &str| format!("(declare-const x Int)(assert (= x {term}))(check-sat)");
        check(&script("(+ x 1)"), &script("7"), "(= x(ite mark0(+ x 1)7))");
        check(
            &script("(+ x 1)"),
            &script("(* x 2)"),
            "(= x(mark2 x mark1))",
        );
    }

    #[test]
    fn an_assertion_more_is_true_in_the_other() {
        let one = "(declare-const x Int)(assert (= x 1))(check-sat)";
        let two = "(declare-const x Int)(assert (> x 0))(assert (= x 1))(check-sat)";
        check(two, one, "(assert(ite mark0(> x 0)true))");
        check(one, two, "(assert(ite mark0 true(> x 0)))");
        let pair = Pair::join(two, one).unwrap();
        let (ours, theirs) = pair.split(&pair.text).unwrap();
        assert_eq!(ours, squeeze(two));
        assert_eq!(
            theirs,
            "(declare-const x Int)\n(assert true)\n(assert(= x 1))\n(check-sat)\n"
        );
    }
}
