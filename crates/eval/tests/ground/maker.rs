//! Makes ground terms from templates, with boundary values favoured.

use gadfly_rng::Rng;

use super::template::Template;

/// Makes terms from templates; one term has one width and one format.
pub(crate) struct Maker<'t> {
    templates: &'t [Template],
    rng: Rng,
    width: u32,
    width2: u32,
    /// Bounds of an extract within the width.
    bounds: (u64, u64),
    format: (u32, u32),
    format2: (u32, u32),
    solver: char,
}

const WIDTHS: [u32; 16] = [1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 63, 64, 65, 128, 200];
const FORMATS: [(u32, u32); 9] = [
    (2, 3),
    (3, 2),
    (3, 3),
    (3, 5),
    (4, 4),
    (5, 11),
    (8, 24),
    (11, 53),
    (15, 113),
];

/// Primes; the last is the order of a curve's field that proofs are written over.
const ORDERS: [&str; 7] = [
    "2",
    "3",
    "5",
    "7",
    "17",
    "2147483647",
    "52435875175126190479447740508185965837690552500527637822603658699938581184513",
];

impl<'t> Maker<'t> {
    pub(crate) fn new(templates: &'t [Template], solver: char, seed: u64, index: u64) -> Maker<'t> {
        let rng = Rng::new(seed, 7, index);
        Maker {
            templates,
            rng,
            width: 8,
            width2: 2,
            bounds: (0, 0),
            format: (5, 11),
            format2: (8, 24),
            solver,
        }
    }

    fn below(&mut self, n: u64) -> u64 {
        self.rng.below(n as usize) as u64
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// A term of a template.
    pub(crate) fn term(&mut self, template: &Template) -> String {
        self.width = self.pick(&WIDTHS);
        self.width2 = self.pick(&WIDTHS);
        let high = self.below(u64::from(self.width));
        self.bounds = (high, self.below(high + 1));
        self.format = self.pick(&FORMATS);
        self.format2 = self.pick(&FORMATS);
        self.expand(template.text, 0)
    }

    fn expand(&mut self, text: &str, depth: u32) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let close = rest[open..].find('}').map_or(rest.len(), |c| open + c);
            out.push_str(&rest[..open]);
            out.push_str(&self.placeholder(&rest[open + 1..close], depth));
            rest = &rest[close + 1..];
        }
        out.push_str(rest);
        out
    }

    fn placeholder(&mut self, name: &str, depth: u32) -> String {
        let sort = name.chars().next().unwrap_or('-');
        if name.len() == 1 && depth < 2 && "birvfsqtTF".contains(sort) && self.below(5) == 0 {
            let fitting: Vec<usize> = (0..self.templates.len())
                .filter(|i| {
                    self.templates[*i].result == sort
                        && self.templates[*i].solvers.contains(self.solver)
                })
                .collect();
            let chosen = fitting[self.below(fitting.len() as u64) as usize];
            let text = self.templates[chosen].text;
            return self.expand(text, depth + 1);
        }
        self.literal(name, depth)
    }

    fn literal(&mut self, name: &str, depth: u32) -> String {
        match name {
            "b" => self.pick(&["true", "false"]).to_string(),
            "i" => self.integer(),
            "d" => {
                let n = self.integer();
                if n == "0" { "7".into() } else { n }
            }
            "r" => self.real(),
            "D" => {
                let r = self.real();
                if r == "0.0" || r.contains(" 0.0") {
                    "2.5".into()
                } else {
                    r
                }
            }
            "v" => self.bits(self.width),
            "u" => self.bits(self.width2),
            "z" => self.bits(2),
            "o" => self.bits(1),
            "f" => self.float(self.format),
            "g" => self.float(self.format2),
            "m" => self.pick(&["RNE", "RNA", "RTP", "RTN", "RTZ"]).to_string(),
            "s" => self.string(),
            "c" => self
                .pick(&["\"a\"", "\"b\"", "\"z\"", "\"0\"", "\"\\u{2ffff}\""])
                .to_string(),
            "R" => self.regex(depth),
            "n" => self.below(5).to_string(),
            "e" => self.exponent(),
            "N" => (1 + self.below(5)).to_string(),
            "hi" => self.bounds.0.to_string(),
            "lo" => self.bounds.1.to_string(),
            "x" => self.bits(self.format.0 + self.format.1),
            "T" => self.tree(0),
            "C" => self.pick(&["(_ is red)", "(_ is green)"]).to_string(),
            "k" => self.pick(&["red", "green", "blue"]).to_string(),
            "w" => self.width.to_string(),
            "w2" => self.width2.to_string(),
            "ef" => format!("{} {}", self.format.0, self.format.1),
            "eg" => format!("{} {}", self.format2.0, self.format2.1),
            "a" => self.array(),
            "A" => self.small_array(),
            "q" => self.sequence(),
            "t" => self.set(),
            "F" => self.field_element(),
            _ => String::new(),
        }
    }

    /// An element of the field that goes with the term's width.
    fn field_element(&mut self) -> String {
        let order = ORDERS[self.width as usize % ORDERS.len()];
        let sign = self.pick(&["", "", "-"]);
        let n = match self.below(3) {
            0 => self.below(3),
            _ => self.rng.next_u64() >> self.below(64),
        };
        format!("(as ff{sign}{n} (_ FiniteField {order}))")
    }

    fn integer(&mut self) -> String {
        let magnitude: u128 = match self.below(8) {
            0..=3 => u128::from(self.below(12)),
            4 => u128::from(self.below(1 << 20)),
            5 => (1u128 << self.below(70)) + u128::from(self.below(3)) - 1,
            6 => u128::from(u64::MAX) + u128::from(self.below(3)),
            _ => u128::from(self.pick(&[
                127u64,
                128,
                255,
                256,
                196_607,
                196_608,
                9_223_372_036_854_775_807,
            ])),
        };
        if magnitude > 0 && self.below(3) == 0 {
            format!("(- {magnitude})")
        } else {
            magnitude.to_string()
        }
    }

    fn real(&mut self) -> String {
        let plain = match self.below(5) {
            0 => format!("{}.0", self.below(10)),
            1 => format!("{}.5", self.below(10)),
            2 => format!("(/ {}.0 {}.0)", self.below(1000), 1 + self.below(30)),
            3 => format!("{}.{}", self.below(70_000), self.below(1_000_000)),
            _ => format!("(/ {}.0 {}.0)", 1 + self.below(9), 1u64 << self.below(60)),
        };
        if self.below(3) == 0 && plain != "0.0" {
            format!("(- {plain})")
        } else {
            plain
        }
    }

    fn bits(&mut self, width: u32) -> String {
        let style = self.below(6);
        let digits: String = (0..width)
            .map(|i| match style {
                0 => '0',
                1 => '1',
                2 => {
                    if i == 0 {
                        '1'
                    } else {
                        '0'
                    }
                }
                3 => {
                    if i == 0 {
                        '0'
                    } else {
                        '1'
                    }
                }
                4 => {
                    if i + 1 == width {
                        '1'
                    } else {
                        '0'
                    }
                }
                _ => {
                    if self.below(2) == 0 {
                        '0'
                    } else {
                        '1'
                    }
                }
            })
            .collect();
        format!("#b{digits}")
    }

    fn float(&mut self, (e, s): (u32, u32)) -> String {
        match self.below(10) {
            0 => format!("(_ +oo {e} {s})"),
            1 => format!("(_ -oo {e} {s})"),
            2 => format!("(_ NaN {e} {s})"),
            3 => format!("(_ +zero {e} {s})"),
            4 => format!("(_ -zero {e} {s})"),
            _ => {
                let exponent = match self.below(4) {
                    // Around one, where integers and ties are.
                    0 | 1 => {
                        let bias = (1u64 << (e - 1)) - 1;
                        let near = (bias + self.below(8)).saturating_sub(3).min((1 << e) - 1);
                        format!("#b{:0>1$b}", near, e as usize)
                    }
                    _ => self.bits(e),
                };
                format!("(fp {} {exponent} {})", self.bits(1), self.bits(s - 1))
            }
        }
    }

    fn string(&mut self) -> String {
        let length = self.pick(&[0, 0, 1, 1, 1, 2, 3, 4, 5]);
        let digits = self.below(4) == 0;
        let mut text = String::from("\"");
        for _ in 0..length {
            text.push_str(if digits {
                self.pick(&["0", "1", "9", "7"])
            } else {
                self.pick(&[
                    "a",
                    "b",
                    "ab",
                    "A",
                    "z",
                    "0",
                    "\\u{61}",
                    "\\u{1f600}",
                    "\\u{2ffff}",
                    "\\u{0}",
                    "\"\"",
                    "~",
                ])
            });
        }
        text.push('"');
        text
    }

    fn regex(&mut self, depth: u32) -> String {
        if depth > 3 {
            return format!("(str.to_re {})", self.string());
        }
        let a = |m: &mut Self| m.regex(depth + 1);
        match self.below(15) {
            0..=3 => format!("(str.to_re {})", self.string()),
            4 => self.pick(&["re.allchar", "re.all", "re.none"]).to_string(),
            5 => format!("(re.++ {} {})", a(self), a(self)),
            6 => format!("(re.union {} {})", a(self), a(self)),
            7 => format!("(re.inter {} {})", a(self), a(self)),
            8 => format!("(re.* {})", a(self)),
            9 => format!("(re.comp {})", a(self)),
            10 => format!("(re.diff {} {})", a(self), a(self)),
            11 => format!(
                "(re.range {} {})",
                self.literal("c", 0),
                self.literal("c", 0)
            ),
            12 => format!(
                "((_ re.loop {} {}) {})",
                self.below(3),
                self.below(4),
                a(self)
            ),
            13 => format!("(re.opt {})", a(self)),
            _ => format!("((_ re.^ {}) {})", self.below(4), a(self)),
        }
    }

    fn array(&mut self) -> String {
        let mut text = format!("((as const (Array Int Int)) {})", self.below(9));
        for _ in 0..self.below(3) {
            text = format!("(store {text} {} {})", self.below(3), self.integer());
        }
        text
    }

    fn small_array(&mut self) -> String {
        let mut text = format!(
            "((as const (Array (_ BitVec 2) Bool)) {})",
            self.pick(&["true", "false"])
        );
        for _ in 0..self.below(6) {
            text = format!(
                "(store {text} {} {})",
                self.bits(2),
                self.pick(&["true", "false"])
            );
        }
        text
    }

    /// Up to three members, of numbers below a bound, joined by an operator.
    fn gathered(
        &mut self,
        bound: u64,
        one: impl Fn(u64) -> String,
        empty: &str,
        join: &str,
    ) -> String {
        let members = 0..self.below(4);
        let members: Vec<String> = members.map(|_| one(self.below(bound))).collect();
        match members.as_slice() {
            [] => empty.into(),
            [one] => one.clone(),
            many => format!("({join} {})", many.join(" ")),
        }
    }

    fn sequence(&mut self) -> String {
        let one = |number| format!("(seq.unit {number})");
        self.gathered(3, one, "(as seq.empty (Seq Int))", "seq.++")
    }

    fn set(&mut self) -> String {
        let one = |number| format!("(set.singleton {number})");
        self.gathered(4, one, "(as set.empty (Set Int))", "set.union")
    }

    /// A small exponent as an integer.
    fn exponent(&mut self) -> String {
        self.below(7).to_string()
    }

    /// A value of the datatype that [`PREAMBLE`](super::PREAMBLE) declares.
    fn tree(&mut self, depth: u32) -> String {
        match self.below(if depth > 2 { 2 } else { 4 }) {
            0 => "nil".into(),
            1 => format!("(leaf {})", self.below(3)),
            _ => {
                let left = self.tree(depth + 1);
                format!("(node {left} {})", self.tree(depth + 1))
            }
        }
    }
}
