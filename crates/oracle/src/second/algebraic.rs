//! Irrational numbers of models as constraints: a root of a polynomial between two bounds.

use super::tree::Tree;
use std::fmt::Write;

/// A constant that stands for a root, and what is asserted of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Root {
    pub(super) name: String,
    /// The polynomial's coefficients, the constant first, as SMT-LIB integers.
    coefficients: Vec<f64>,
    lower: String,
    upper: String,
}

/// Roots of larger polynomials are not told apart well enough by floating point.
const HIGHEST: usize = 24;

impl Root {
    /// z3's `(root-obj (+ (^ x 2) (- 2)) 2)`: which of the roots, counted from the least.
    pub(super) fn of_z3(tree: &Tree, name: String) -> Option<Root> {
        let [_, polynomial, index] = tree.items() else {
            return None;
        };
        let coefficients = polynomial_of(polynomial)?;
        let index: usize = index.token()?.parse().ok()?;
        let roots = roots(&coefficients);
        let root = *roots.get(index.checked_sub(1)?)?;
        // Far smaller than the distance of roots that floating point can tell apart.
        let margin = (root.abs() * 1e-6).max(1e-6);
        let apart = roots
            .windows(2)
            .all(|pair| pair[1] - pair[0] > 4.0 * margin);
        apart.then(|| Root {
            name,
            coefficients,
            lower: decimal(root - margin),
            upper: decimal(root + margin),
        })
    }

    /// cvc5's `<1*x^2 + (-2), (5/4, 3/2)>`.
    pub(super) fn of_cvc5(text: &str, name: String) -> Option<Root> {
        let inner = text.strip_prefix('<')?.strip_suffix('>')?;
        let (polynomial, bounds) = inner.split_once(',')?;
        let bounds = bounds.trim().strip_prefix('(')?.strip_suffix(')')?;
        let (lower, upper) = bounds.split_once(',')?;
        Some(Root {
            name,
            coefficients: written_polynomial(polynomial)?,
            lower: fraction(lower)?,
            upper: fraction(upper)?,
        })
    }

    /// The declaration and the constraints.
    pub(super) fn commands(&self) -> String {
        let Root {
            name, lower, upper, ..
        } = self;
        let mut out = format!("(declare-fun {name} () Real)\n");
        let mut sum = String::from("0.0");
        for coefficient in self.coefficients.iter().rev() {
            sum = format!("(+ {} (* {name} {sum}))", decimal(*coefficient));
        }
        let _ = writeln!(out, "(assert (= {sum} 0.0))");
        let _ = writeln!(
            out,
            "(assert (and (<= {lower} {name}) (<= {name} {upper})))"
        );
        out
    }
}

/// The coefficients of z3's sum of monomials in `x`, whole numbers that floating point holds.
fn polynomial_of(tree: &Tree) -> Option<Vec<f64>> {
    let mut coefficients = vec![0.0; HIGHEST + 1];
    let monomials = match tree.head() {
        Some("+") => &tree.items()[1..],
        _ => std::slice::from_ref(tree),
    };
    for monomial in monomials {
        let (factor, power) = monomial_of(monomial)?;
        *coefficients.get_mut(power)? += factor;
    }
    trimmed(coefficients)
}

fn monomial_of(tree: &Tree) -> Option<(f64, usize)> {
    if let Some(number) = number(tree) {
        return Some((number, 0));
    }
    match (tree.head(), tree.items()) {
        (Some("*"), [_, factor, power]) => Some((number(factor)?, power_of(power)?)),
        (Some("-"), [_, monomial]) => monomial_of(monomial).map(|(factor, power)| (-factor, power)),
        _ => Some((1.0, power_of(tree)?)),
    }
}

fn power_of(tree: &Tree) -> Option<usize> {
    match (tree.token(), tree.head(), tree.items()) {
        (Some("x"), _, _) => Some(1),
        (_, Some("^"), [_, x, power]) if x.token() == Some("x") => power.token()?.parse().ok(),
        _ => None,
    }
}

/// A whole number that floating point holds exactly.
fn number(tree: &Tree) -> Option<f64> {
    let exact = |token: &str| {
        let number: i64 = token.strip_suffix(".0").unwrap_or(token).parse().ok()?;
        (number.abs() < 1 << 52).then_some(number as f64)
    };
    match (tree.token(), tree.head(), tree.items()) {
        (Some(token), _, _) => exact(token),
        (_, Some("-"), [_, number]) => number.token().and_then(exact).map(|n| -n),
        _ => None,
    }
}

/// `1*x^2 + (-2*x) + (-2)`.
fn written_polynomial(text: &str) -> Option<Vec<f64>> {
    let mut coefficients = vec![0.0; HIGHEST + 1];
    for monomial in text.split(" + ") {
        let monomial = monomial.trim().trim_matches(['(', ')']);
        let (factor, power) = match monomial.split_once("*x") {
            Some((factor, power)) => (factor, power),
            None => match monomial.split_once('x') {
                Some(("", power)) => ("1", power),
                Some(("-", power)) => ("-1", power),
                Some(_) => return None,
                None => (monomial, "^0"),
            },
        };
        let power = match power {
            "" => 1,
            power => power.strip_prefix('^')?.parse().ok()?,
        };
        *coefficients.get_mut(power)? += number(&Tree::atom(factor))?;
    }
    trimmed(coefficients)
}

fn trimmed(mut coefficients: Vec<f64>) -> Option<Vec<f64>> {
    while coefficients.last() == Some(&0.0) {
        coefficients.pop();
    }
    (coefficients.len() >= 2).then_some(coefficients)
}

fn value(coefficients: &[f64], at: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, c| sum * at + c)
}

/// The real roots, least first: between the roots of the derivative there is at most one each. A
/// root without a change of sign is not found, and then nothing is said.
fn roots(coefficients: &[f64]) -> Vec<f64> {
    if coefficients.len() < 2 {
        return Vec::new();
    }
    let leading = coefficients[coefficients.len() - 1];
    let bound = coefficients
        .iter()
        .fold(1.0f64, |bound, c| bound.max(1.0 + (c / leading).abs()));
    let derivative: Vec<f64> = coefficients
        .iter()
        .enumerate()
        .skip(1)
        .map(|(power, c)| c * power as f64)
        .collect();
    let mut edges = vec![-bound];
    edges.extend(roots(&derivative));
    edges.push(bound);
    let between = edges
        .windows(2)
        .filter_map(|pair| bisect(coefficients, pair[0], pair[1]));
    between.collect()
}

fn bisect(coefficients: &[f64], mut low: f64, mut high: f64) -> Option<f64> {
    let sign = value(coefficients, low).signum();
    if sign == value(coefficients, high).signum() {
        return None;
    }
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if value(coefficients, middle).signum() == sign {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(f64::midpoint(low, high))
}

/// A number in SMT-LIB's decimals.
fn decimal(number: f64) -> String {
    let digits = format!("{:.9}", number.abs());
    if number < 0.0 {
        format!("(- {digits})")
    } else {
        digits
    }
}

/// `-5/4` as a real number.
fn fraction(text: &str) -> Option<String> {
    let text = text.trim();
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit()) && !text.is_empty();
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    if !digits(above) || !digits(below) {
        return None;
    }
    let value = format!("(/ {above}.0 {below}.0)");
    Some(if sign { format!("(- {value})") } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_lie_between_their_bounds() {
        let z3 = Tree::one("(root-obj (+ (^ x 2) (- 2)) 1)").expect("a tree");
        let root = Root::of_z3(&z3, "r".into()).expect("a root");
        assert_eq!(root.lower, "(- 1.414214977)");
        assert_eq!(root.upper, "(- 1.414212148)");
        let cubic = Tree::one("(root-obj (+ (* 2 (^ x 3)) (* (- 3) x) 1) 3)").expect("a tree");
        assert!(
            Root::of_z3(&cubic, "r".into())
                .expect("a root")
                .lower
                .starts_with("0.99999")
        );
        let cvc5 = Root::of_cvc5("<1*x^2 + (-2), (-5/4, 3/2)>", "r".into()).expect("a root");
        assert_eq!(cvc5.coefficients, [-2.0, 0.0, 1.0]);
        assert_eq!(cvc5.lower, "(- (/ 5.0 4.0))");
    }

    #[test]
    fn what_is_no_such_root_is_left_alone() {
        for text in [
            "(root-obj (+ (^ x 2) 2) 1)",
            "(root-obj (+ (^ x 2) (- 2)) 3)",
            "(root-obj (^ y 2) 1)",
            "(root-obj 5 1)",
        ] {
            assert_eq!(
                Root::of_z3(&Tree::one(text).expect(text), "r".into()),
                None,
                "{text}"
            );
        }
        assert_eq!(Root::of_cvc5("<x*y, (1, 2)>", "r".into()), None);
    }
}
