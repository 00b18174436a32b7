//! Counts of a folder of grammar files against a published table of them.
//!
//! `GADFLY_GRAMMARS=folder GADFLY_COUNTS=counts_by_size.csv cargo test -p gadfly-enumerate --test
//! published -- --ignored`: the table has the columns grammar, size, count, cumulative.

use gadfly_enumerate::{Enumerator, Grammar};
use std::collections::BTreeMap;
use std::path::PathBuf;

fn folder(variable: &str) -> PathBuf {
    std::env::var_os(variable)
        .unwrap_or_else(|| panic!("set {variable}"))
        .into()
}

#[test]
#[ignore = "needs published files that are not part of this project"]
fn counts_agree_with_the_published_table() {
    let table = std::fs::read_to_string(folder("GADFLY_COUNTS")).unwrap();
    let mut enumerators: BTreeMap<String, Enumerator> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [name, size, count, cumulative] = fields[..] else {
            panic!("{line}");
        };
        let enumerator = enumerators.entry(name.to_string()).or_insert_with(|| {
            let file = folder("GADFLY_GRAMMARS").join(format!("{name}.g4"));
            let text = std::fs::read_to_string(&file).unwrap();
            Enumerator::new(&Grammar::parse(&text, name).unwrap())
        });
        let size = size.parse().unwrap();
        assert_eq!(enumerator.count_of_size(size).to_string(), count, "{line}");
        assert_eq!(
            enumerator.count_up_to(size).to_string(),
            cumulative,
            "{line}"
        );
    }
    assert!(!enumerators.is_empty());
}
