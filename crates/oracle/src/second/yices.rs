//! Models of yices: equations, and tables of functions with names of their own.

use super::model::{Definition, ModelText, Signatures, array};
use super::tree::Tree;

/// Whether a model is a list of equations.
pub(super) fn is_yices(trees: &[Tree]) -> bool {
    let told = |tree: &Tree| matches!(tree.head(), Some("=" | "function"));
    !trees.is_empty() && trees.iter().all(told)
}

/// The definitions of such a model.
pub(super) fn read(
    trees: &[Tree],
    declared: &Signatures,
    mut model: ModelText,
) -> Option<ModelText> {
    for tree in trees {
        let (Some("="), [_, name, value]) = (tree.head(), tree.items()) else {
            continue;
        };
        let name = name.symbol()?;
        let Some((params, result)) = declared.get(name) else {
            continue;
        };
        let mut reading = Reading {
            trees,
            model: &mut model,
        };
        let named = params.iter().enumerate();
        let named: Vec<(String, Tree)> = named
            .map(|(n, sort)| (format!("gadfly!{n}"), sort.clone()))
            .collect();
        let body = if params.is_empty() {
            reading.value(value, result)?
        } else {
            reading.function(value, &named, result)?
        };
        model.definitions.push(Definition {
            name: name.to_string(),
            params: named,
            result: result.clone(),
            body,
        });
    }
    Some(model)
}

/// A row of a table: arguments and value.
type Row = (Vec<Tree>, Tree);

struct Reading<'a> {
    trees: &'a [Tree],
    model: &'a mut ModelText,
}

impl Reading<'_> {
    /// The rows and the default of a named table.
    fn table(&self, name: &str) -> Option<(Vec<Row>, Tree)> {
        let of = |tree: &&Tree| {
            let named = tree.items().get(1).and_then(Tree::token);
            tree.head() == Some("function") && named == Some(name)
        };
        let table = self.trees.iter().find(of)?;
        let mut rows = Vec::new();
        let mut default = None;
        for item in &table.items()[2..] {
            match (item.head(), item.items()) {
                (Some("="), [_, call, value]) => {
                    rows.push((call.items().get(1..)?.to_vec(), value.clone()));
                }
                (Some("default"), [_, value]) => default = Some(value.clone()),
                _ => {}
            }
        }
        Some((rows, default?))
    }

    fn function(&mut self, value: &Tree, params: &[(String, Tree)], result: &Tree) -> Option<Tree> {
        let (rows, default) = self.table(value.token()?)?;
        let mut body = self.value(&default, result)?;
        for (args, value) in rows.iter().rev() {
            let pairs = params.iter().zip(args).map(|((name, sort), arg)| {
                Some(Tree::call(
                    "=",
                    [Tree::atom(name.clone()), self.value(arg, sort)?],
                ))
            });
            let mut pairs = pairs.collect::<Option<Vec<_>>>()?;
            let condition = match pairs.len() {
                1 => pairs.remove(0),
                _ => Tree::call("and", pairs),
            };
            body = Tree::call("ite", [condition, self.value(value, result)?, body]);
        }
        Some(body)
    }

    /// A value of a sort.
    fn value(&mut self, tree: &Tree, sort: &Tree) -> Option<Tree> {
        match (tree.token(), sort.head(), sort.items()) {
            (Some(token), Some("Array"), [_, index, element]) if token.starts_with("@fun_") => {
                let (rows, default) = self.table(token)?;
                let default = self.value(&default, element)?;
                let rows = rows.iter().map(|(args, value)| match &args[..] {
                    [at] => Some((self.value(at, index)?, self.value(value, element)?)),
                    _ => None,
                });
                let rows = rows.collect::<Option<Vec<_>>>()?;
                Some(array(sort, default, rows.into_iter()))
            }
            (Some(token), ..) if token.starts_with("@const_") => {
                Some(Tree::Atom(self.model.element(token, &sort.to_string())))
            }
            (Some(token), ..) if token.starts_with('@') => None,
            _ if sort.token() == Some("Real") => real(tree),
            _ => Some(tree.clone()),
        }
    }
}

/// A number that may be written without its point.
fn real(tree: &Tree) -> Option<Tree> {
    tree.clone().map(&mut |tree| {
        let whole = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
        Some(match tree.token() {
            Some(token) if whole(token) => Tree::atom(format!("{token}.0")),
            _ => tree,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_become_definitions() {
        let sort = |text: &str| Tree::one(text).expect(text);
        let declared: Signatures = [
            ("x", vec![], "Real"),
            ("u", vec![], "U"),
            ("f", vec!["Int", "Int"], "Real"),
            ("a", vec![], "(Array Int Int)"),
        ]
        .into_iter()
        .map(|(name, params, result)| {
            let params = params.into_iter().map(sort).collect();
            (name.to_string(), (params, sort(result)))
        })
        .collect();
        let text = "(= x (/ (- 1) 3))\n(= u @const_7)\n(= f @fun_13)\n(= a @fun_17)\n(function @fun_13\n (type (FunType2 Int Int Real))\n (= (@fun_13 1 2) 3)\n (default 0))\n(function @fun_17\n (type (Array Int Int))\n (= (@fun_17 1) 4)\n (default 5))";
        let model = ModelText::read(text, &declared).expect("a model");
        let commands: Vec<String> = model
            .definitions
            .iter()
            .map(|d| d.command(&d.name).trim_end().to_string())
            .collect();
        assert_eq!(
            commands,
            [
                "(define-fun x () Real (/ (- 1.0) 3.0))",
                "(define-fun u () U gadfly!element!0)",
                "(define-fun f ((gadfly!0 Int) (gadfly!1 Int)) Real (ite (and (= gadfly!0 1) (= gadfly!1 2)) 3.0 0.0))",
                "(define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 5) 1 4))",
            ]
        );
    }
}
