//! A script's shape: what is left of it when names, literals, unused declarations and the order of
//! what commutes no longer matter.

use crate::sexpr::{Node, Own, Sexprs};
use gadfly_formula::ContentHash;
use std::collections::{BTreeMap, BTreeSet};

/// Commands that say nothing about a bug.
const SILENT: [&str; 8] = [
    "set-info",
    "set-logic",
    "set-option",
    "get-info",
    "get-model",
    "echo",
    "exit",
    "",
];

/// Operators whose arguments may stand in any order.
const COMMUTATIVE: [&str; 21] = [
    "and",
    "or",
    "xor",
    "=",
    "distinct",
    "+",
    "*",
    "bvadd",
    "bvmul",
    "bvand",
    "bvor",
    "bvxor",
    "bvnand",
    "bvnor",
    "bvxnor",
    "bvcomp",
    "re.union",
    "re.inter",
    "fp.eq",
    "set.union",
    "set.inter",
];

/// The hash of a script's [`shape`].
pub fn shape_hash(script: &str) -> ContentHash {
    ContentHash::of(shape(script).as_bytes())
}

/// The script with names numbered by first appearance, literals of one sort taken for the same
/// (which number or string stands there rarely makes another bug), arguments of commutative
/// operators and neighbouring assertions in an order of their own, and only declarations that are
/// used, behind everything else.
fn shape(script: &str) -> String {
    let tree = Sexprs::read(script);
    let mut printer = Printer::new(&tree);
    for (command, _) in printer.body() {
        printer.print(command);
    }
    // A declaration may name a sort whose own declaration is then used too.
    let mut next = 0;
    while let Some(&command) = printer.used.get(next) {
        printer.print(command);
        next += 1;
    }
    printer.out
}

/// One of the script's own names.
struct Name {
    /// The command that declares it; none where a binder binds it.
    command: Option<Node>,
    /// A hash of what it is, whatever it is called.
    key: u64,
}

struct Printer<'t, 'a> {
    tree: &'t Sexprs<'a>,
    own: BTreeMap<&'a str, Name>,
    /// A hash of each node that does not look at names.
    keys: Vec<u64>,
    numbers: BTreeMap<&'a str, usize>,
    /// Commands that declare names that were printed, in the order of the names.
    used: Vec<Node>,
    out: String,
}

impl<'t, 'a> Printer<'t, 'a> {
    fn new(tree: &'t Sexprs<'a>) -> Self {
        let names = tree.own_names();
        let mut own: BTreeMap<&str, Name> = BTreeMap::new();
        for name in names.keys() {
            let key = hashed(b"bound");
            own.insert(name, Name { command: None, key });
        }
        for &command in tree.commands() {
            let about = foreign_words(tree, &names, command);
            for (name, kind) in tree.declared_by(command) {
                let key = hashed(format!("{kind:?} {about}").as_bytes());
                let command = Some(command);
                own.insert(name, Name { command, key });
            }
        }
        let mut printer = Printer {
            tree,
            own,
            keys: Vec::with_capacity(tree.len()),
            numbers: BTreeMap::new(),
            used: Vec::new(),
            out: String::new(),
        };
        for node in 0..tree.len() {
            printer.keys.push(printer.key(node));
        }
        printer
    }

    /// The commands that say something beside declarations, with neighbouring assertions in the
    /// order of their keys.
    fn body(&self) -> Vec<(Node, u64)> {
        let mut body: Vec<(Node, u64)> = Vec::new();
        let mut since = 0;
        for &command in self.tree.commands() {
            let name = self.tree.word_at(command, 0);
            let declares = !self.tree.declared_by(command).is_empty();
            if declares || SILENT.contains(&name) {
                continue;
            }
            body.push((command, self.keys[command]));
            if name == "assert" {
                body[since..].sort_by_key(|(_, key)| *key);
            } else {
                since = body.len();
            }
        }
        body
    }

    fn key(&self, node: Node) -> u64 {
        match self.leaf(node) {
            Some(leaf) => match self.own.get(leaf) {
                Some(name) => name.key,
                None => hashed(leaf.as_bytes()),
            },
            None => {
                let items = self.ordered(node);
                let keys = items.iter().flat_map(|item| self.keys[*item].to_le_bytes());
                hashed(&keys.collect::<Vec<u8>>())
            }
        }
    }

    /// What is printed as one word: a word, or a list that is a literal.
    fn leaf(&self, node: Node) -> Option<&'a str> {
        if let Some(word) = self.tree.word(node) {
            return Some(literal_kind(word).unwrap_or_else(|| standard(word)));
        }
        let items = self.tree.list(node);
        let (head, first) = (self.tree.word_at(node, 0), self.tree.word_at(node, 1));
        match (head, items.len()) {
            ("-", 2) => literal_kind(first).filter(|kind| kind.starts_with('0')),
            ("_", 3) => {
                let digits = first.strip_prefix("bv")?;
                let is_literal = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
                is_literal.then_some(BITS)
            }
            _ => None,
        }
    }

    /// A list's items in the order in which they are printed. Those that differ in names alone
    /// stay as they are.
    fn ordered(&self, list: Node) -> Vec<Node> {
        let mut items = self.tree.list(list).to_vec();
        let head = self.tree.word_at(list, 0);
        let from = match head {
            "fp.add" | "fp.mul" => 2,
            _ if COMMUTATIVE.contains(&head) && !self.own.contains_key(head) => 1,
            _ => items.len(),
        };
        if from < items.len() {
            items[from..].sort_by_key(|item| self.keys[*item]);
        }
        items
    }

    fn print(&mut self, node: Node) {
        enum Step {
            Open(Node),
            Close,
        }
        let mut steps = vec![Step::Open(node)];
        while let Some(step) = steps.pop() {
            let Step::Open(node) = step else {
                self.out.push(')');
                continue;
            };
            match self.leaf(node) {
                Some(leaf) => self.print_word(leaf),
                None => {
                    self.out.push('(');
                    steps.push(Step::Close);
                    let items = self.spelt(node);
                    steps.extend(items.into_iter().rev().map(Step::Open));
                }
            }
        }
    }

    /// The items of a list; a constant is spelt in one way however it was declared.
    fn spelt(&mut self, list: Node) -> Vec<Node> {
        let mut items = self.ordered(list);
        let head = self.tree.word_at(list, 0);
        let nullary = head == "declare-fun"
            && items.len() == 4
            && self.tree.word(items[2]).is_none()
            && self.tree.list(items[2]).is_empty();
        if nullary {
            items.remove(2);
        }
        if nullary || head == "declare-const" {
            items.remove(0);
        }
        items
    }

    fn print_word(&mut self, word: &'a str) {
        if !self.out.is_empty() && !self.out.ends_with('(') {
            self.out.push(' ');
        }
        let Some(&Name { command, .. }) = self.own.get(word) else {
            return self.out.push_str(word);
        };
        let next = self.numbers.len();
        let number = *self.numbers.entry(word).or_insert(next);
        self.out.push_str(&format!("n{number}"));
        let command = command.filter(|command| number == next && !self.used.contains(command));
        self.used.extend(command);
    }
}

/// The words of a command that are none of the script's own names, without the command's own.
fn foreign_words(tree: &Sexprs<'_>, own: &BTreeMap<&str, Own>, command: Node) -> String {
    let mut words = Vec::new();
    let mut open = tree.list(command).get(1..).unwrap_or(&[]).to_vec();
    while let Some(node) = open.pop() {
        let word = tree.word(node).filter(|word| !own.contains_key(word));
        words.extend(word);
        open.extend(tree.list(node));
    }
    words.join(" ")
}

/// FNV-1a: stored identities rest on the order of these, so no hash that a compiler may change.
fn hashed(bytes: &[u8]) -> u64 {
    let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, add)
}

/// What stands for a literal of bits.
const BITS: &str = "#b0";

/// What stands for a literal.
fn literal_kind(token: &str) -> Option<&'static str> {
    let first = token.chars().next()?;
    match first {
        '"' => Some("\"\""),
        '0'..='9' if token.contains('.') => Some("0.0"),
        '0'..='9' => Some("0"),
        '#' => Some(BITS),
        _ => None,
    }
}

/// The operators that a script's assertions apply, sorted: heads of applications that the script
/// does not declare itself. A datatype's constructors, selectors and testers count as one operator
/// each, whatever they are called.
pub fn operators(script: &str) -> Vec<String> {
    let tree = Sexprs::read(script);
    let own = tree.own_names();
    let with_terms = [
        "assert",
        "define-fun",
        "define-fun-rec",
        "check-sat-assuming",
        "minimize",
        "maximize",
        "assert-soft",
        "rule",
        "query",
    ];
    let mut found = BTreeSet::new();
    let commands = tree.commands().iter().copied();
    for command in commands.filter(|c| with_terms.contains(&tree.word_at(*c, 0))) {
        let mut open: Vec<Node> = tree.list(command)[1..].to_vec();
        while let Some(node) = open.pop() {
            found.extend(operator_of(&tree, &own, node));
            // An index is no term: `(_ is c)`.
            let indexed = tree.word_at(node, 0) == "_";
            open.extend(tree.list(node).iter().filter(|_| !indexed));
        }
    }
    found.into_iter().map(str::to_string).collect()
}

/// Spellings from before the standard had these operators, which releases still take.
const OLD_SPELLINGS: [(&str, &str); 8] = [
    ("int.to.str", "str.from_int"),
    ("re.complement", "re.comp"),
    ("re.nostr", "re.none"),
    ("seq.in.re", "str.in_re"),
    ("seq.to.re", "str.to_re"),
    ("str.in.re", "str.in_re"),
    ("str.to.int", "str.to_int"),
    ("str.to.re", "str.to_re"),
];

fn standard(name: &str) -> &str {
    let known = OLD_SPELLINGS.iter().find(|(old, _)| *old == name);
    known.map_or(name, |(_, new)| new)
}

/// Words that head a list without being an operator.
const STRUCTURE: &[&str] = &[
    "let",
    "!",
    "_",
    "as",
    "par",
    "BitVec",
    "Array",
    "FloatingPoint",
    "Seq",
    "Set",
];

/// The operator that a list applies, or a constant of a theory or a datatype.
fn operator_of<'a>(tree: &Sexprs<'a>, own: &BTreeMap<&'a str, Own>, node: Node) -> Option<&'a str> {
    let name = match tree.word(node) {
        Some(word) => word,
        None => match tree.word_at(node, 0) {
            "_" => tree.word_at(node, 1),
            head => head,
        },
    };
    let applied = tree.word(node).is_none();
    match own.get(name) {
        Some(Own::Constructor) => return Some("constructor"),
        Some(Own::Selector) => return Some("selector"),
        Some(Own::Plain) => return None,
        None => {}
    }
    let tests = name
        .strip_prefix("is-")
        .is_some_and(|of| own.get(of) == Some(&Own::Constructor));
    let symbol = name.starts_with(|c: char| !c.is_ascii_digit() && !"()\"#:|".contains(c));
    let constant = name.starts_with("re.") || name.starts_with("seq.");
    match () {
        () if tests => Some("is"),
        () if STRUCTURE.contains(&name) || !symbol => None,
        () => (applied || constant).then(|| standard(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_up_to_names_and_layout() {
        let a = "(set-logic QF_LIA)(declare-fun x () Int)(assert (forall ((y Int)) (< x y)))(check-sat)";
        let b = "; c\n(declare-const |b c| Int)\n(assert (forall ((|q| Int))\n (< |b c| q)))\n(check-sat)\n(exit)";
        assert_eq!(shape(a), shape(b));
        assert_eq!(shape_hash(a), shape_hash(b));
    }

    #[test]
    fn different_shapes_differ() {
        let a = "(declare-fun x () Int)(declare-fun y () Int)(assert (< x (+ y x)))";
        for b in [
            "(declare-fun x () Int)(declare-fun y () Int)(assert (< (+ y x) x))",
            "(declare-fun x () Int)(declare-fun y () Int)(assert (<= x (+ y x)))",
            "(declare-fun x () Real)(declare-fun y () Real)(assert (< x (+ y x)))",
            "(declare-fun x () Int)(declare-fun y () Int)(assert (< x (- y x)))",
            "(declare-fun x () Int)(assert (< x (+ x x)))",
            "",
        ] {
            assert_ne!(shape(a), shape(b), "{b}");
        }
        let minus = |term| shape(&format!("(declare-fun x () Int)(assert (= x {term}))"));
        assert_ne!(minus("(- x 1)"), minus("(- 1 x)"));
        assert_ne!(minus("(- x)"), minus("(- 1)"));
    }

    #[test]
    fn harmless_differences_do_not_make_another_shape() {
        let one = "(declare-fun x () Int)(declare-sort S 0)(declare-fun s () S)
            (assert (= (mod x 3) (f s)))(assert (or (> x 1) (= x (- 4))))(declare-fun f (S) Int)(check-sat)";
        for other in [
            "(declare-fun f (U) Int)(declare-sort U 0)(declare-fun unused () Real)
             (declare-fun i () Int)(declare-const u U)(assert (or (= (- 9) i) (> i 7)))
             (assert (= (f u) (mod i 0)))(check-sat)(get-model)",
            "(declare-sort S 0)(declare-sort T 0)(declare-fun x () Int)(declare-fun s () S)
             (declare-fun f (S) Int)(define-fun g ((t T)) T t)
             (assert (or (= x 4) (> x 1)))(assert (= (f s) (mod x 3)))(check-sat)",
        ] {
            assert_eq!(shape(one), shape(other), "{}", shape(other));
        }
    }

    #[test]
    fn datatypes_are_names_too() {
        let one = "(declare-datatypes ((D 0)) (((p) (q))))(declare-const v D)(assert (= v p))";
        let two = "(declare-datatypes ((Color 0)) (((red) (blue))))(declare-fun c () Color)(assert (= red c))";
        let other =
            "(declare-datatypes ((D 0)) (((p) (q (s Int)))))(declare-const v D)(assert (= v p))";
        assert_eq!(shape(one), shape(two));
        assert_ne!(shape(one), shape(other));
    }

    #[test]
    fn literals_do_not_make_another_shape() {
        let shape = |text: &str| shape_hash(&format!("(declare-fun s () String)(assert {text})"));
        let one = shape("(str.< \"a\" \"aa\")");
        assert_eq!(one, shape("(str.< \"b\" \"\")"));
        assert_ne!(one, shape("(str.<= \"a\" \"aa\")"));
        assert_ne!(one, shape("(str.< \"a\" s)"));
        let looped = |range| shape(&format!("(str.in_re s ((_ re.loop {range}) re.all))"));
        assert_eq!(looped("1 0"), looped("3 2"));
        let bits = |term| shape(&format!("(bvult #b0001 {term})"));
        assert_eq!(bits("#xf"), bits("(_ bv3 4)"));
        assert_ne!(bits("#xf"), bits("(bvneg #x3)"));
    }

    #[test]
    fn operators_without_own_names() {
        let script = "(declare-fun f (Int) Int)(assert (let ((a (f 1))) (and (> a 0) ((_ extract 1 0) #b11) (str.in_re \"\" re.all))))";
        assert_eq!(
            operators(script),
            [">", "and", "extract", "re.all", "str.in_re"]
        );
    }

    #[test]
    fn old_spellings_are_the_same_operators() {
        let old = "(declare-fun s () String)(assert (str.in.re s (str.to.re s)))";
        let new = "(declare-fun s () String)(assert (str.in_re s (str.to_re s)))";
        assert_eq!(operators(old), operators(new));
        assert_eq!(operators(&old.replace("str.", "seq.")), operators(new));
        assert_eq!(shape(old), shape(new));
    }

    #[test]
    fn a_datatype_has_the_same_operators_under_any_name() {
        let script = |tester: &str| {
            format!(
                "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-const l L)
                 (assert (and ({tester} l) (= l (cons (head l) nil))))"
            )
        };
        for tester in ["(_ is cons)", "is-cons"] {
            let found = operators(&script(tester));
            assert_eq!(found, ["=", "and", "constructor", "is", "selector"]);
        }
    }

    #[test]
    fn survives_broken_and_deep_text() {
        let deep = format!("(assert {}", "(not ".repeat(200_000));
        let closed = format!("{deep}true{}", ")".repeat(200_001));
        for text in [
            "(",
            ")",
            "\"",
            "|",
            "(let (",
            "((((",
            ";",
            "(declare-fun",
            "(assert (forall ((x",
            "()",
            "(assert)",
            "(declare-datatypes)",
            "(declare-fun f)",
            &deep,
            &closed,
        ] {
            shape(text);
            operators(text);
        }
    }
}
