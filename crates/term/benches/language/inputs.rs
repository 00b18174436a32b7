//! What the benchmark reads: the corpus, generated scripts of several sizes, hard shapes.

use std::fmt::Write as _;
use std::path::Path;

/// All files of the corpus, if there is one.
pub(crate) fn corpus() -> Option<Vec<String>> {
    let root = std::env::var_os("GADFLY_CORPUS")?;
    let mut texts = Vec::new();
    read(Path::new(&root), &mut texts);
    Some(texts)
}

fn read(folder: &Path, texts: &mut Vec<String>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .expect("corpus folder")
        .flatten()
        .map(|e| e.path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            read(&path, texts);
        } else if path.extension().is_some_and(|e| e == "smt2") {
            texts.push(std::fs::read_to_string(&path).expect("corpus file"));
        }
    }
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

fn integers(size: usize) -> String {
    let mut out = String::from("(set-logic QF_NIA)\n");
    let vars = 200;
    for v in 0..vars {
        let _ = writeln!(out, "(declare-fun var_{v} () Int)");
    }
    let mut n = 0;
    while out.len() < size {
        n += 7;
        let v = |k| pick(n + k, vars);
        let _ = writeln!(
            out,
            "(assert (or (<= (+ (* 3 var_{}) (- var_{}) {}) (* var_{} var_{})) (not (= var_{} (+ var_{} 17)))))",
            v(0),
            v(1),
            pick(n, 1000),
            v(2),
            v(3),
            v(4),
            v(5)
        );
    }
    out.push_str("(check-sat)\n");
    out
}

fn bitvectors(size: usize) -> String {
    let mut out = String::from("(set-logic QF_BV)\n");
    let vars = 200;
    for v in 0..vars {
        let _ = writeln!(out, "(declare-fun bits{v} () (_ BitVec 32))");
    }
    let mut n = 0;
    while out.len() < size {
        n += 7;
        let v = |k| pick(n + k, vars);
        let _ = writeln!(
            out,
            "(assert (let ((x (bvadd bits{} (_ bv{} 32)))) (bvult (concat ((_ extract 15 0) x) ((_ extract 31 16) bits{})) (bvxor x #x{:08x}))))",
            v(0),
            pick(n, 100_000),
            v(1),
            pick(n + 3, 1 << 31)
        );
    }
    out.push_str("(check-sat)\n");
    out
}

fn quantifiers(size: usize) -> String {
    let mut out = String::from(
        "(set-logic AUFLIRA)\n(declare-sort Node 0)\n(declare-fun mem () (Array Int Real))\n",
    );
    for f in 0..50 {
        let _ = writeln!(
            out,
            "(declare-fun fun{f} (Node Int) Int)\n(declare-const node{f} Node)"
        );
    }
    let mut n = 0;
    while out.len() < size {
        n += 7;
        let f = |k| pick(n + k, 50);
        let _ = writeln!(
            out,
            "(assert (forall ((a Node) (i Int)) (! (=> (and (> i {}) (distinct a node{})) (< (select mem (fun{} a i)) 2.5)) :pattern ((fun{} a i)))))",
            pick(n, 100),
            f(0),
            f(1),
            f(1)
        );
    }
    out.push_str("(check-sat)\n");
    out
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
    let mut out = String::from("(set-logic QF_NIA)\n");
    for v in 0..8 {
        let _ = writeln!(out, "(declare-fun x{v} () Int)");
    }
    let mut n = 0;
    while out.len() < size {
        n += 1;
        let _ = writeln!(
            out,
            "(assert (or (<= (+ (* 3 x{}) {n}) (* x{} x{})) (= x1 x{})))",
            n % 8,
            (n + 3) % 8,
            (n + 5) % 8,
            (n + 1) % 8
        );
    }
    out.push_str("(check-sat)\n");
    out
}

fn small_strings(size: usize) -> String {
    let mut out = String::from("(set-logic QF_SLIA)\n");
    for v in 0..8 {
        let _ = writeln!(out, "(declare-fun s{v} () String)");
    }
    let mut n = 0;
    while out.len() < size {
        n += 1;
        let _ = writeln!(
            out,
            "(assert (=> (str.in_re s{} (re.* (str.to_re \"ab\"))) (= (str.len (str.++ s{} \"x\")) {n})))",
            n % 8,
            (n + 3) % 8
        );
    }
    out.push_str("(check-sat)\n");
    out
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
