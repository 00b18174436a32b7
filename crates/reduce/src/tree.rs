//! A script as nested lists with their places, and no more: most simplifications need no sorts,
//! because what they spoil is refused by the sort checker before it costs a check.

use std::ops::Range;

/// The place of a list or word in the tree.
pub(crate) type NodeId = usize;

/// A list or a word.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// Where it stands.
    pub(crate) span: Range<usize>,
    /// The list that it stands in.
    pub(crate) parent: Option<NodeId>,
    /// What stands in it, in order; empty for a word.
    pub(crate) children: Vec<NodeId>,
    /// How many lists and words it holds, itself included.
    pub(crate) size: usize,
    /// Whether it is a list.
    pub(crate) is_list: bool,
}

/// All lists and words of a script; a list comes before what stands in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// The nodes.
    pub(crate) nodes: Vec<Node>,
    /// The commands.
    pub(crate) commands: Vec<NodeId>,
}

impl Tree {
    /// Reads a script whose parentheses match; what is left open is left out.
    pub(crate) fn new(text: &str) -> Tree {
        let mut tree = Tree::default();
        let mut open: Vec<NodeId> = Vec::new();
        crate::squeeze::for_each_token(text, |token| {
            let start = token.as_ptr().addr() - text.as_ptr().addr();
            let span = start..start + token.len();
            if token == ")" {
                if let Some(list) = open.pop() {
                    tree.close(list, span.end, open.last().copied());
                }
                return;
            }
            let is_list = token == "(";
            let parent = open.last().copied();
            let id = tree.nodes.len();
            tree.nodes.push(Node {
                span,
                parent,
                children: Vec::new(),
                size: 1,
                is_list,
            });
            match parent {
                Some(list) => tree.nodes[list].children.push(id),
                None => tree.commands.push(id),
            }
            if is_list {
                open.push(id);
            } else if let Some(list) = parent {
                tree.nodes[list].size += 1;
            }
        });
        tree
    }

    fn close(&mut self, list: NodeId, end: usize, parent: Option<NodeId>) {
        self.nodes[list].span.end = end;
        if let Some(parent) = parent {
            self.nodes[parent].size += self.nodes[list].size;
        }
    }

    /// The children of a node.
    pub(crate) fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node].children
    }

    /// Where a node stands.
    pub(crate) fn span(&self, node: NodeId) -> Range<usize> {
        self.nodes[node].span.clone()
    }

    /// A node and all below it, in the order of the text.
    pub(crate) fn within(&self, node: NodeId) -> Range<NodeId> {
        node..node + self.nodes[node].size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_words_and_sizes() {
        let text = "(assert (= a \"(\")) (check-sat)";
        let tree = Tree::new(text);
        assert_eq!(tree.commands.len(), 2);
        let assert = tree.commands[0];
        assert_eq!(tree.nodes[assert].size, 6);
        let equation = tree.children(assert)[1];
        assert_eq!(&text[tree.span(equation)], "(= a \"(\")");
        assert_eq!(tree.within(equation).len(), 4);
    }

    #[test]
    fn depth_costs_no_stack() {
        let text = format!("{}x{}", "(".repeat(100_000), ")".repeat(100_000));
        let tree = Tree::new(&text);
        assert_eq!(tree.nodes.len(), 100_001);
        assert_eq!(tree.nodes[0].size, 100_001);
    }
}
