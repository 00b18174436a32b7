//! What the benchmark reads: the corpus, generated scripts of several sizes, hard shapes.

use std::fmt::Write as _;
use std::path::Path;

/// All files of the corpus, if there is one.
pub(crate) fn corpus() -> Option<Vec<String>> {
    let root = std::env::var_os("GADFLY_CORPUS")?;
    let scripts = gadfly_testkit::texts_below(Path::new(&root)).into_iter();
    Some(scripts.map(|(_, text)| text).collect())
}

/// Scripts of 100 KB to 10 MB in three styles.
pub(crate) fn generated() -> Vec<(String, String)> {
    let mut out = Vec::new();
    for size in [100_000, 1_000_000, 10_000_000] {
        out.push((format!("integers {} KB", size / 1000), integers(size)));
        out.push((format!("bit-vectors {} KB", size / 1000), bitvectors(size)));
        out.push((format!("quantifiers {} KB", size / 1000), quantifiers(size)));
    }
    out
}

/// A small counter-based generator: the inputs are the same in every run.
fn pick(n: usize, of: usize) -> usize {
    let mut x = (n as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((x ^ (x >> 31)) % of as u64) as usize
}

/// Declarations, one a number below `count`, and assertions until the script has its size. An assertion
/// is made from a number that grows by `step`.
fn script(
    size: usize,
    head: &str,
    (count, declaration): (usize, impl Fn(usize) -> String),
    (step, assertion): (usize, impl Fn(usize) -> String),
) -> String {
    let mut out = format!("{head}\n");
    for v in 0..count {
        let _ = writeln!(out, "{}", declaration(v));
    }
    let mut n = 0;
    while out.len() < size {
        n += step;
        let _ = writeln!(out, "(assert {})", assertion(n));
    }
    out.push_str("(check-sat)\n");
    out
}

fn integers(size: usize) -> String {
    let vars = 200;
    let declaration = |v| format!("(declare-fun var_{v} () Int)");
    let assertion = |n| {
        let v = |k| pick(n + k, vars);
        format!(
            "(or (<= (+ (* 3 var_{}) (- var_{}) {}) (* var_{} var_{})) (not (= var_{} (+ var_{} 17))))",
            v(0),
            v(1),
            pick(n, 1000),
            v(2),
            v(3),
            v(4),
            v(5)
        )
    };
    script(
        size,
        "(set-logic QF_NIA)",
        (vars, declaration),
        (7, assertion),
    )
}

fn bitvectors(size: usize) -> String {
    let vars = 200;
    let declaration = |v| format!("(declare-fun bits{v} () (_ BitVec 32))");
    let assertion = |n| {
        format!(
            "(let ((x (bvadd bits{} (_ bv{} 32)))) (bvult (concat ((_ extract 15 0) x) ((_ extract 31 16) bits{})) (bvxor x #x{:08x})))",
            pick(n, vars),
            pick(n, 100_000),
            pick(n + 1, vars),
            pick(n + 3, 1 << 31)
        )
    };
    script(
        size,
        "(set-logic QF_BV)",
        (vars, declaration),
        (7, assertion),
    )
}

fn quantifiers(size: usize) -> String {
    let head = "(set-logic AUFLIRA)\n(declare-sort Node 0)\n(declare-fun mem () (Array Int Real))";
    let declaration =
        |f| format!("(declare-fun fun{f} (Node Int) Int)\n(declare-const node{f} Node)");
    let assertion = |n| {
        let f = |k| pick(n + k, 50);
        format!(
            "(forall ((a Node) (i Int)) (! (=> (and (> i {}) (distinct a node{})) (< (select mem (fun{} a i)) 2.5)) :pattern ((fun{} a i))))",
            pick(n, 100),
            f(0),
            f(1),
            f(1)
        )
    };
    script(size, head, (50, declaration), (7, assertion))
}

/// Scripts of the size that mutators work on.
pub(crate) fn small() -> Vec<(String, String)> {
    [(1000, "1 KB"), (2000, "2 KB")]
        .iter()
        .flat_map(|(size, name)| {
            [
                (format!("small integers {name}"), small_integers(*size)),
                (format!("small strings {name}"), small_strings(*size)),
            ]
        })
        .collect()
}

fn small_integers(size: usize) -> String {
    let declaration = |v| format!("(declare-fun x{v} () Int)");
    let assertion = |n| {
        let x = |k: usize| (n + k) % 8;
        let (a, b, c, d) = (x(0), x(3), x(5), x(1));
        format!("(or (<= (+ (* 3 x{a}) {n}) (* x{b} x{c})) (= x1 x{d}))")
    };
    script(size, "(set-logic QF_NIA)", (8, declaration), (1, assertion))
}

fn small_strings(size: usize) -> String {
    let declaration = |v| format!("(declare-fun s{v} () String)");
    let assertion = |n| {
        let (a, b) = (n % 8, (n + 3) % 8);
        format!(
            "(=> (str.in_re s{a} (re.* (str.to_re \"ab\"))) (= (str.len (str.++ s{b} \"x\")) {n}))"
        )
    };
    script(
        size,
        "(set-logic QF_SLIA)",
        (8, declaration),
        (1, assertion),
    )
}

/// A million-deep nest, 200,000 nested `let`s, 200,000 bindings of one `let`, 100 MB.
pub(crate) fn hard() -> Vec<(String, String)> {
    let deep = format!(
        "(declare-const p Bool)(assert {}p{})",
        "(not ".repeat(1_000_000),
        ")".repeat(1_000_000)
    );
    let mut lets = String::from("(declare-const x Int)(assert ");
    for n in 0..200_000 {
        let before = if n == 0 {
            "x".to_string()
        } else {
            format!("y{}", n - 1)
        };
        let _ = write!(lets, "(let ((y{n} (+ {before} {before})))");
    }
    lets.push_str("(= y199999 0)");
    lets.push_str(&")".repeat(200_001));
    let mut wide = String::from("(declare-const x Int)(assert (let (");
    for n in 0..200_000 {
        let _ = write!(wide, "(y{n} (+ x {n}))");
    }
    wide.push_str(") (= y0 y199999)))");
    vec![
        ("a million deep".into(), deep),
        ("200,000 nested lets".into(), lets),
        ("a let of 200,000".into(), wide),
        ("100 MB of integers".into(), integers(100_000_000)),
    ]
}
