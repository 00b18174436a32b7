//! The cells of an array: a sorted list while they are few, a balanced tree beyond, whose versions share
//! all but one path. A chain of stores makes a version for each of them.

use std::cmp::Ordering;
use std::mem::size_of;
use std::sync::Arc;

use super::{Integer, Value};

/// Keys with their values, in the keys' order.
#[derive(Clone, Debug)]
pub(crate) enum Cells {
    Few(Vec<(Value, Value)>),
    Many(Arc<Node>),
}

/// A list of more is made a tree.
const FEW: usize = 64;

/// A node of an AVL tree.
#[derive(Debug)]
pub(crate) struct Node {
    cell: (Value, Value),
    left: Link,
    right: Link,
    height: u8,
    len: usize,
}

type Link = Option<Arc<Node>>;

impl Cells {
    pub(crate) fn new() -> Cells {
        Cells::Few(Vec::new())
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Cells::Few(list) => list.len(),
            Cells::Many(root) => root.len,
        }
    }

    pub(crate) fn get(&self, key: &Value) -> Option<&Value> {
        match self {
            Cells::Few(list) => {
                let at = place(list, key).ok()?;
                Some(&list[at].1)
            }
            Cells::Many(root) => {
                let mut node = Some(root);
                while let Some(here) = node {
                    node = match key.cmp(&here.cell.0) {
                        Ordering::Equal => return Some(&here.cell.1),
                        Ordering::Less => here.left.as_ref(),
                        Ordering::Greater => here.right.as_ref(),
                    };
                }
                None
            }
        }
    }

    /// The cells with one of them changed or added in its place.
    pub(crate) fn with(&self, key: Value, value: Value) -> Cells {
        let list = match self {
            Cells::Few(list) => list,
            Cells::Many(root) => return Cells::Many(insert(Some(root), (key, value))),
        };
        match place(list, &key) {
            Ok(at) => {
                let mut cells = list.clone();
                cells[at].1 = value;
                Cells::Few(cells)
            }
            Err(at) => {
                let mut cells = Vec::with_capacity(list.len() + 1);
                cells.extend_from_slice(&list[..at]);
                cells.push((key, value));
                cells.extend_from_slice(&list[at..]);
                Cells::from_sorted(cells)
            }
        }
    }

    /// From a list that is sorted by key, each key once.
    pub(crate) fn from_sorted(cells: Vec<(Value, Value)>) -> Cells {
        if cells.len() <= FEW {
            return Cells::Few(cells);
        }
        let count = cells.len();
        match build(&mut cells.into_iter(), count) {
            Some(root) => Cells::Many(root),
            None => Cells::new(),
        }
    }

    pub(crate) fn iter(&self) -> Iter<'_> {
        let mut iter = Iter {
            list: [].iter(),
            open: Vec::new(),
        };
        match self {
            Cells::Few(list) => iter.list = list.iter(),
            Cells::Many(root) => iter.descend(Some(root)),
        }
        iter
    }

    /// What one version costs beyond the one before.
    pub(crate) fn own_bytes(&self) -> usize {
        match self {
            Cells::Few(list) => list.len() * size_of::<(Value, Value)>(),
            Cells::Many(root) => usize::from(root.height) * (size_of::<Node>() + 16),
        }
    }
}

/// Where a key is in a sorted list, or would be.
fn place(list: &[(Value, Value)], key: &Value) -> Result<usize, usize> {
    match key {
        Value::Int(Integer::Small(key)) => list.binary_search_by(|(other, _)| match other {
            Value::Int(Integer::Small(other)) => other.cmp(key),
            other => other.cmp(&Value::int(*key)),
        }),
        _ => list.binary_search_by(|(other, _)| other.cmp(key)),
    }
}

/// By the cells, however they are kept.
impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Cells::Few(a), Cells::Few(b)) => a == b,
            _ => self.len() == other.len() && self.iter().eq(other.iter()),
        }
    }
}

impl Eq for Cells {}

impl Ord for Cells {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl PartialOrd for Cells {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Goes through the cells in order.
pub(crate) struct Iter<'a> {
    list: std::slice::Iter<'a, (Value, Value)>,
    /// Nodes whose left side is done.
    open: Vec<&'a Node>,
}

impl<'a> Iter<'a> {
    fn descend(&mut self, mut link: Option<&'a Arc<Node>>) {
        while let Some(node) = link {
            self.open.push(node);
            link = node.left.as_ref();
        }
    }
}

impl<'a> Iterator for Iter<'a> {
    type Item = &'a (Value, Value);

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(cell) = self.list.next() {
            return Some(cell);
        }
        let node = self.open.pop()?;
        self.descend(node.right.as_ref());
        Some(&node.cell)
    }
}

fn height(link: &Link) -> u8 {
    link.as_ref().map_or(0, |node| node.height)
}

fn node(cell: (Value, Value), left: Link, right: Link) -> Arc<Node> {
    let len = |link: &Link| link.as_ref().map_or(0, |node| node.len);
    Arc::new(Node {
        height: 1 + height(&left).max(height(&right)),
        len: 1 + len(&left) + len(&right),
        cell,
        left,
        right,
    })
}

fn build(cells: &mut impl Iterator<Item = (Value, Value)>, count: usize) -> Link {
    if count == 0 {
        return None;
    }
    let left = build(cells, count / 2);
    let cell = cells.next()?;
    let right = build(cells, count - count / 2 - 1);
    Some(node(cell, left, right))
}

fn insert(link: Option<&Arc<Node>>, cell: (Value, Value)) -> Arc<Node> {
    let Some(here) = link else {
        return node(cell, None, None);
    };
    let old = || here.cell.clone();
    match cell.0.cmp(&here.cell.0) {
        // The key that is there stays.
        Ordering::Equal => node(
            (here.cell.0.clone(), cell.1),
            here.left.clone(),
            here.right.clone(),
        ),
        Ordering::Less => {
            let left = insert(here.left.as_ref(), cell);
            balanced(old(), Some(left), here.right.clone())
        }
        Ordering::Greater => {
            let right = insert(here.right.as_ref(), cell);
            balanced(old(), here.left.clone(), Some(right))
        }
    }
}

/// A node of two sides whose heights differ by two at most.
fn balanced(cell: (Value, Value), left: Link, right: Link) -> Arc<Node> {
    match (&left, &right) {
        (Some(l), _) if l.height > height(&right) + 1 => match &l.right {
            Some(inner) if inner.height > height(&l.left) => node(
                inner.cell.clone(),
                Some(node(l.cell.clone(), l.left.clone(), inner.left.clone())),
                Some(node(cell, inner.right.clone(), right)),
            ),
            _ => node(
                l.cell.clone(),
                l.left.clone(),
                Some(node(cell, l.right.clone(), right)),
            ),
        },
        (_, Some(r)) if r.height > height(&left) + 1 => match &r.left {
            Some(inner) if inner.height > height(&r.right) => node(
                inner.cell.clone(),
                Some(node(cell, left, inner.left.clone())),
                Some(node(r.cell.clone(), inner.right.clone(), r.right.clone())),
            ),
            _ => node(
                r.cell.clone(),
                Some(node(cell, left, r.left.clone())),
                r.right.clone(),
            ),
        },
        _ => node(cell, left, right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Stores in an order that is neither up nor down, against the standard library's map.
    #[test]
    fn a_tree_is_a_map_and_its_versions_stay() {
        let mut map = BTreeMap::new();
        let mut cells = Cells::new();
        let mut versions = Vec::new();
        for i in 0..3_000i64 {
            let (key, value) = (Value::int(i * 7_919 % 1_511), Value::int(i));
            map.insert(key.clone(), value.clone());
            cells = cells.with(key, value);
            if i % 100 == 0 {
                versions.push((cells.clone(), map.clone()));
            }
        }
        versions.push((cells.clone(), map));
        for (cells, map) in &versions {
            assert_eq!(cells.len(), map.len());
            let pairs: Vec<_> = cells.iter().map(|(k, v)| (k, v)).collect();
            assert_eq!(pairs, map.iter().collect::<Vec<_>>());
            assert!(map.iter().all(|(k, v)| cells.get(k) == Some(v)));
            assert_eq!(cells.get(&Value::int(-1)), None);
            let again = map.iter().map(|(k, v)| (k.clone(), v.clone())).collect();
            assert_eq!(*cells, Cells::from_sorted(again));
        }
        let Cells::Many(root) = &cells else {
            panic!("a list of {}", cells.len())
        };
        // 1.44 times the logarithm at most.
        assert!(root.height <= 16, "{}", root.height);
    }

    #[test]
    fn stores_upwards_stay_balanced() {
        let up = (0..20_000i64).fold(Cells::new(), |c, i| c.with(Value::int(i), Value::int(0)));
        assert!(up.own_bytes() < 4_000, "{}", up.own_bytes());
    }
}
