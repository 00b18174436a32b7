//! Gates over atoms, equal gates once.
//!
//! Gates are kept in a form in which many equal functions are the same gate: conjunctions and
//! exclusive ors are flat and sorted, negations stand outside.

use rustc_hash::FxHashMap;

use crate::op::Op;
use crate::term::Term;

/// A gate, perhaps negated: the lowest bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Wire(pub(crate) u32);

impl Wire {
    pub(crate) const FALSE: Wire = Wire(0);
    pub(crate) const TRUE: Wire = Wire(1);

    pub(crate) fn not(self) -> Wire {
        Wire(self.0 ^ 1)
    }

    fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Gate {
    False,
    /// A formula that is looked into no further.
    Atom(Term),
    /// One bit of a term that is looked into no further.
    Bit(Term, u32),
    /// One bit of the result of an operator that is looked into no further.
    Result(Op, Box<[Wire]>, u32),
    And(Box<[Wire]>),
    Xor(Box<[Wire]>),
}

/// Gates are flattened up to this many inputs.
const WIDEST_GATE: usize = 128;

/// All gates of one check; the first one is `false`.
pub(crate) struct Circuits {
    pub(crate) gates: Vec<Gate>,
    known: FxHashMap<Gate, Wire>,
    pub(crate) formulas: FxHashMap<Term, Wire>,
    pub(crate) words: FxHashMap<Term, Vec<Wire>>,
    /// How many gates the present question may still make.
    pub(crate) left: usize,
}

impl Circuits {
    pub(crate) fn new() -> Circuits {
        Circuits {
            gates: vec![Gate::False],
            known: FxHashMap::default(),
            formulas: FxHashMap::default(),
            words: FxHashMap::default(),
            left: 0,
        }
    }

    pub(crate) fn gate(&mut self, gate: Gate) -> Option<Wire> {
        if let Some(wire) = self.known.get(&gate) {
            return Some(*wire);
        }
        self.left = self.left.checked_sub(1)?;
        let wire = Wire((self.gates.len() as u32) << 1);
        self.gates.push(gate.clone());
        self.known.insert(gate, wire);
        Some(wire)
    }

    pub(crate) fn and(&mut self, inputs: &[Wire]) -> Option<Wire> {
        let mut flat = Vec::with_capacity(inputs.len());
        for input in inputs {
            match self.gates.get((input.0 >> 1) as usize) {
                Some(Gate::And(inner))
                    if !input.is_negated() && inner.len() + flat.len() <= WIDEST_GATE =>
                {
                    flat.extend_from_slice(inner);
                }
                _ => flat.push(*input),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        flat.retain(|w| *w != Wire::TRUE);
        if self.absorb(&mut flat)? {
            return self.and(&flat);
        }
        let opposite = flat.windows(2).any(|w| w[0].not() == w[1]);
        if opposite || flat.first() == Some(&Wire::FALSE) {
            return Some(Wire::FALSE);
        }
        match flat.as_slice() {
            [] => Some(Wire::TRUE),
            [only] => Some(*only),
            _ => self.gate(Gate::And(flat.into())),
        }
    }

    /// Makes negated conjunctions among sorted inputs smaller by the other inputs: with x, `¬(x ∧ y)`
    /// is `¬y`, and `¬(¬x ∧ y)` is true.
    fn absorb(&mut self, flat: &mut [Wire]) -> Option<bool> {
        for n in 0..flat.len() {
            let wire = flat[n];
            let inner = match self.gates.get((wire.0 >> 1) as usize) {
                Some(Gate::And(inner)) if wire.is_negated() => inner,
                _ => continue,
            };
            let has = |w: Wire| flat.binary_search(&w).is_ok();
            if inner.iter().any(|w| has(w.not())) {
                flat[n] = Wire::TRUE;
                return Some(true);
            }
            if inner.iter().any(|w| has(*w)) {
                let rest: Vec<Wire> = inner.iter().copied().filter(|w| !has(*w)).collect();
                flat[n] = self.and(&rest)?.not();
                return Some(true);
            }
        }
        Some(false)
    }

    pub(crate) fn or(&mut self, inputs: &[Wire]) -> Option<Wire> {
        let inputs: Vec<Wire> = inputs.iter().map(|w| w.not()).collect();
        self.and(&inputs).map(Wire::not)
    }

    pub(crate) fn xor(&mut self, a: Wire, b: Wire) -> Option<Wire> {
        let mut flat = Vec::new();
        let mut odd = false;
        for input in [a, b] {
            odd ^= input.is_negated();
            let plain = Wire(input.0 & !1);
            match self.gates.get((plain.0 >> 1) as usize) {
                Some(Gate::Xor(inner)) if inner.len() + flat.len() <= WIDEST_GATE => {
                    flat.extend_from_slice(inner);
                }
                _ if plain == Wire::FALSE => {}
                _ => flat.push(plain),
            }
        }
        flat.sort_unstable();
        let mut once: Vec<Wire> = Vec::with_capacity(flat.len());
        for wire in flat {
            match once.last() == Some(&wire) {
                true => {
                    once.pop();
                }
                false => once.push(wire),
            }
        }
        let made = match once.as_slice() {
            [] => Wire::FALSE,
            [only] => *only,
            _ => self.gate(Gate::Xor(once.into()))?,
        };
        Some(if odd { made.not() } else { made })
    }

    pub(crate) fn mux(&mut self, c: Wire, a: Wire, b: Wire) -> Option<Wire> {
        if a == b {
            return Some(a);
        }
        if a == b.not() {
            return self.xor(c, b);
        }
        let then = self.and(&[c, a])?;
        let other = self.and(&[c.not(), b])?;
        self.or(&[then, other])
    }

    /// Whether two wires have the same value for all values of few atoms.
    pub(crate) fn always_equal(&self, a: Wire, b: Wire) -> bool {
        const MOST_INPUTS: usize = 12;
        let mut order: Vec<u32> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut inputs: Vec<u32> = Vec::new();
        let mut stack = vec![(a.0 >> 1, false), (b.0 >> 1, false)];
        while let Some((gate, ready)) = stack.pop() {
            if ready {
                order.push(gate);
                continue;
            }
            if !seen.insert(gate) {
                continue;
            }
            if seen.len() > 4_000 {
                return false;
            }
            match &self.gates[gate as usize] {
                Gate::And(wires) | Gate::Xor(wires) => {
                    stack.push((gate, true));
                    stack.extend(wires.iter().map(|w| (w.0 >> 1, false)));
                }
                Gate::False => {}
                _ => inputs.push(gate),
            }
        }
        if inputs.len() > MOST_INPUTS {
            return false;
        }
        let count = 1usize << inputs.len();
        let words = count.div_ceil(64);
        let mut values: FxHashMap<u32, Vec<u64>> = FxHashMap::default();
        values.insert(0, vec![0; words]);
        for (n, input) in inputs.iter().enumerate() {
            let bit = |row: usize| u64::from(row >> n & 1 == 1);
            let row = |word: usize| (0..64).fold(0u64, |w, at| w | bit(word * 64 + at) << at);
            values.insert(*input, (0..words).map(row).collect());
        }
        let read = |values: &FxHashMap<u32, Vec<u64>>, wire: Wire, word: usize| {
            let value = values.get(&(wire.0 >> 1)).map_or(0, |v| v[word]);
            if wire.is_negated() { !value } else { value }
        };
        for gate in order {
            let made = (0..words).map(|word| match &self.gates[gate as usize] {
                Gate::And(wires) => wires.iter().fold(!0, |v, w| v & read(&values, *w, word)),
                Gate::Xor(wires) => wires.iter().fold(0, |v, w| v ^ read(&values, *w, word)),
                _ => 0,
            });
            let made: Vec<u64> = made.collect();
            values.insert(gate, made);
        }
        (0..words).all(|word| read(&values, a, word) == read(&values, b, word))
    }
}
