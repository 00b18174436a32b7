//! A model as solvers print it, read as definitions that any solver can be given.

use super::algebraic::Root;
use super::tree::{Tree, unquoted};
use super::yices;
use gadfly_syntax::quoted;
use std::collections::BTreeMap;

/// What a script declares, by name without bars: the sorts of the parameters and of the result.
pub(super) type Signatures = BTreeMap<String, (Vec<Tree>, Tree)>;

/// How our names of elements begin.
const ELEMENT: &str = "gadfly!element!";

/// One definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Definition {
    /// The name without bars.
    pub(super) name: String,
    pub(super) params: Vec<(String, Tree)>,
    pub(super) result: Tree,
    pub(super) body: Tree,
}

impl Definition {
    /// The definition as a command, under another name.
    pub(super) fn command(&self, name: &str) -> String {
        let params = self.params.iter();
        let params: Vec<String> = params
            .map(|(name, sort)| format!("({name} {sort})"))
            .collect();
        let (params, result, body) = (params.join(" "), &self.result, &self.body);
        format!("(define-fun {name} ({params}) {result} {body})\n")
    }

    fn param_is(&self, name: &str) -> bool {
        self.params.iter().any(|(param, _)| param == name)
    }
}

/// Everything that a model says.
#[derive(Clone, Debug, Default)]
pub(super) struct ModelText {
    pub(super) definitions: Vec<Definition>,
    /// The elements of uninterpreted sorts, by the sort's text, under the names that we give them.
    pub(super) elements: BTreeMap<String, Vec<String>>,
    /// Irrational numbers.
    pub(super) roots: Vec<Root>,
    /// Our names of the elements, by how they are printed.
    named: BTreeMap<String, String>,
}

impl ModelText {
    /// Reads a model of a script with these declarations; `None` where we do not understand it.
    pub(super) fn read(text: &str, declared: &Signatures) -> Option<ModelText> {
        let mut model = ModelText::default();
        let text = model.take_roots(text)?;
        let trees = Tree::parse(&text)?;
        if yices::is_yices(&trees) {
            return yices::read(&trees, declared, model);
        }
        let entries: Vec<Tree> = entries(trees);
        model.find_elements(&entries, &text);
        for entry in entries {
            model.definitions.extend(definition(&entry));
        }
        model.rewrite(declared)?;
        (!model.definitions.is_empty() || text.contains('(')).then_some(model)
    }

    /// Our name for an element of a sort.
    pub(super) fn element(&mut self, printed: &str, sort: &str) -> String {
        if let Some(name) = self.named.get(printed) {
            return name.clone();
        }
        let name = format!("{ELEMENT}{}", self.named.len());
        self.named.insert(printed.to_string(), name.clone());
        let elements = self.elements.entry(sort.to_string()).or_default();
        elements.push(name.clone());
        name
    }

    /// A printed value with the elements under our names.
    pub(super) fn renamed(&mut self, value: &str) -> Option<Tree> {
        let nobody = Definition {
            name: String::new(),
            params: Vec::new(),
            result: Tree::atom(""),
            body: Tree::atom(""),
        };
        Tree::one(value)?.map(&mut |tree| self.value(tree, &nobody))
    }

    /// cvc5's irrational numbers are no S-expressions: each becomes a constant.
    fn take_roots(&mut self, text: &str) -> Option<String> {
        const START: &str = "(_ real_algebraic_number ";
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(START) {
            let number = &rest[at + START.len()..];
            let end = number.find(">)")?;
            let name = self.root_name();
            self.roots
                .push(Root::of_cvc5(&number[..=end], name.clone())?);
            out.push_str(&rest[..at]);
            out.push_str(&name);
            rest = &number[end + 2..];
        }
        out.push_str(rest);
        Some(out)
    }

    fn root_name(&self) -> String {
        format!("gadfly!root!{}", self.roots.len())
    }

    /// Elements are declared (z3) or listed in comments (cvc5).
    fn find_elements(&mut self, entries: &[Tree], text: &str) {
        for entry in entries {
            if let (Some("declare-fun"), [_, name, _, sort]) = (entry.head(), entry.items()) {
                let sort = sort.to_string();
                self.element(name.symbol().unwrap_or_default(), &sort);
            }
        }
        for line in text.lines() {
            let listed = line.trim_start().strip_prefix("; rep: ");
            let listed = listed.and_then(Tree::one);
            if let Some((name, sort)) = listed.as_ref().and_then(qualified_element) {
                self.element(name, &sort);
            }
        }
    }

    /// Values in forms that only their solver reads become ones that all do.
    fn rewrite(&mut self, declared: &Signatures) -> Option<()> {
        let definitions = self.definitions.clone();
        for (n, definition) in definitions.iter().enumerate() {
            let mut body = definition
                .body
                .clone()
                .map(&mut |tree| self.value(tree, definition))?;
            let sort = declared
                .get(&definition.name)
                .map_or(&definition.result, |s| &s.1);
            if definition.params.is_empty()
                && let Some(array) = lambda_array(&body, sort)
            {
                body = array;
            }
            self.definitions[n].body = body;
        }
        Some(())
    }

    fn value(&mut self, tree: Tree, within: &Definition) -> Option<Tree> {
        // Its name was changed before the list around it.
        if let (Some("as"), [_, name, _]) = (tree.head(), tree.items())
            && name.token().is_some_and(|name| name.starts_with(ELEMENT))
        {
            return Some(name.clone());
        }
        if let Some((name, sort)) = qualified_element(&tree) {
            return Some(Tree::Atom(self.element(name, &sort)));
        }
        if let (Some("_"), [_, kind, function]) = (tree.head(), tree.items())
            && kind.token() == Some("as-array")
        {
            let function = function.symbol()?;
            let mut tables = self.definitions.iter();
            let table_of = |d: &&Definition| d.name == function && !d.params.is_empty();
            return table(tables.find(table_of)?);
        }
        if tree.head() == Some("root-obj") {
            let root = Root::of_z3(&tree, self.root_name())?;
            let name = Tree::atom(root.name.clone());
            self.roots.push(root);
            return Some(name);
        }
        // z3's elements of small universes are declared nowhere.
        if let Some((sort, number)) = tree.symbol().and_then(|s| s.rsplit_once("!val!"))
            && number.bytes().all(|b| b.is_ascii_digit())
        {
            let (printed, sort) = (tree.symbol()?.to_string(), quoted(sort).into_owned());
            return Some(Tree::Atom(self.element(&printed, &sort)));
        }
        // Rounded: what it stands for is not known.
        if tree
            .token()
            .is_some_and(|t| t.ends_with('?') && t.as_bytes()[0].is_ascii_digit())
        {
            return None;
        }
        let named = tree
            .symbol()
            .filter(|s| !within.param_is(s))
            .and_then(|s| self.named.get(s));
        Some(named.map_or(tree.clone(), |name| Tree::atom(name.clone())))
    }
}

/// cvc5's `(as @U_0 U)`.
fn qualified_element(tree: &Tree) -> Option<(&str, String)> {
    match (tree.head(), tree.items()) {
        (Some("as"), [_, name, sort]) => {
            let name = name.symbol().filter(|name| name.starts_with('@'))?;
            Some((name, sort.to_string()))
        }
        _ => None,
    }
}

/// The items of the model, wherever the list of them starts.
fn entries(trees: Vec<Tree>) -> Vec<Tree> {
    let mut found = Vec::new();
    for tree in trees {
        match tree.head() {
            Some("define-fun" | "declare-fun") => found.push(tree),
            _ => found.extend(tree.items().iter().cloned()),
        }
    }
    found
}

fn definition(entry: &Tree) -> Option<Definition> {
    let (Some("define-fun" | "define-fun-rec"), [_, name, params, result, body]) =
        (entry.head(), entry.items())
    else {
        return None;
    };
    let params = params.items().iter().map(|param| match param.items() {
        [name, sort] => Some((name.token()?.to_string(), sort.clone())),
        _ => None,
    });
    Some(Definition {
        name: unquoted(name.token()?).to_string(),
        params: params.collect::<Option<_>>()?,
        result: result.clone(),
        body: body.clone(),
    })
}

/// A function of one parameter as an array.
pub(super) fn table(definition: &Definition) -> Option<Tree> {
    let [(param, index)] = &definition.params[..] else {
        return None;
    };
    let sort = Tree::call("Array", [index.clone(), definition.result.clone()]);
    stores(param, &definition.body, &sort)
}

/// z3's `(lambda ((x Int)) …)` as an array of this sort, where it is a table.
fn lambda_array(body: &Tree, sort: &Tree) -> Option<Tree> {
    let (Some("lambda"), [_, params, body]) = (body.head(), body.items()) else {
        return None;
    };
    let [param] = params.items() else { return None };
    stores(param.items().first()?.token()?, body, sort)
}

/// A chain of `ite` over one parameter as an array: `(store … ((as const S) default) index value)`.
fn stores(param: &str, body: &Tree, sort: &Tree) -> Option<Tree> {
    let mut rows = Vec::new();
    let mut rest = body;
    while let (Some("ite"), [_, condition, value, other]) = (rest.head(), rest.items()) {
        rows.push((index(param, condition)?, value));
        rest = other;
    }
    let free = |tree: &Tree| !tree.any(&mut |t| t.token() == Some(param));
    if !free(rest) || !rows.iter().all(|(index, value)| free(index) && free(value)) {
        return None;
    }
    Some(array(
        sort,
        rest.clone(),
        rows.into_iter().map(|(i, v)| (i.clone(), v.clone())),
    ))
}

/// An array by its default and its rows, of which the first counts.
pub(super) fn array(
    sort: &Tree,
    default: Tree,
    rows: impl DoubleEndedIterator<Item = (Tree, Tree)>,
) -> Tree {
    let constant = Tree::call("as", [Tree::atom("const"), sort.clone()]);
    let mut array = Tree::List(vec![constant, default]);
    for (index, value) in rows.rev() {
        array = Tree::call("store", [array, index, value]);
    }
    array
}

/// The value that `(= param value)` names.
fn index<'t>(param: &str, condition: &'t Tree) -> Option<&'t Tree> {
    match (condition.head(), condition.items()) {
        (Some("="), [_, a, b]) if a.token() == Some(param) => Some(b),
        (Some("="), [_, a, b]) if b.token() == Some(param) => Some(a),
        (Some("and"), [_, one]) => index(param, one),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> ModelText {
        ModelText::read(text, &Signatures::new()).expect(text)
    }

    fn body(text: &str) -> String {
        read(text).definitions[0].body.to_string()
    }

    #[test]
    fn arrays_become_stores() {
        let table = "(define-fun k!0 ((x!0 Int)) Int (ite (= x!0 1) 4 (ite (= x!0 2) 5 7)))";
        let text = format!("((define-fun a () (Array Int Int) (_ as-array k!0)) {table})");
        let wanted = "(store (store ((as const (Array Int Int)) 7) 2 5) 1 4)";
        assert_eq!(body(&text), wanted);
        let lambda = "(lambda ((x!1 Int)) (ite (= x!1 1) 4 (ite (= x!1 2) 5 7)))";
        assert_eq!(
            body(&format!("((define-fun a () (Array Int Int) {lambda}))")),
            wanted
        );
        let other = "(lambda ((x!1 Int)) (+ x!1 1))";
        assert_eq!(
            body(&format!("((define-fun a () (Array Int Int) {other}))")),
            other
        );
    }

    #[test]
    fn elements_get_names_of_ours() {
        let z3 = read(
            "((declare-fun U!val!0 () U) (forall ((x U)) (= x U!val!0)) (define-fun u () U U!val!0))",
        );
        assert_eq!(z3.definitions[0].body.to_string(), "gadfly!element!0");
        assert_eq!(z3.elements["U"].len(), 1);
        let cvc5 =
            read("(\n; rep: (as @U_0 U)\n; rep: (as @U_1 U)\n(define-fun u () U (as @U_1 U))\n)");
        assert_eq!(cvc5.definitions[0].body.to_string(), "gadfly!element!1");
        assert_eq!(cvc5.elements["U"].len(), 2);
    }

    #[test]
    fn irrational_numbers_become_constants() {
        let z3 = read("((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 2)))");
        assert_eq!(z3.definitions[0].body.to_string(), "gadfly!root!0");
        let cvc5 = "((define-fun x () Real (_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)))";
        assert_eq!(read(cvc5).roots.len(), 1);
        let rounded = "((define-fun x () Real 1.41?))";
        assert!(ModelText::read(rounded, &Signatures::new()).is_none());
    }
}
