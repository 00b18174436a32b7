//! The catalogue's grammars have the counts of the published files, where they say the same.

use gadfly_enumerate::{Enumerator, Grammar};
use std::path::Path;

/// Grammar, size, formulas of that size, formulas up to it.
const PUBLISHED: &str = "
    Core       | 4  | 4                                              | 4
    Core       | 8  | 206999460                                      | 208557460
    Core       | 20 | 97995595410020179919113487306569860            | 98545635095436245495919968887815748
    Ints       | 5  | 80                                             | 80
    Ints       | 20 | 693321230593745076123351388880                 | 701896542871861578649567023040
    Reals      | 20 | 159432409829849455256126288080                 | 161591456069417397329463665280
    Bitvectors | 5  | 56                                             | 56
    Bitvectors | 20 | 126227733387518436605775231044472              | 127282477993443487092662783697504
    FP         | 6  | 41216                                          | 41328
    FP         | 20 | 1153076487171831412903215935658878484493631488 | 1154389743187430790154606157060643625718202736
    Strings    | 7  | 1282080                                        | 1291416
    Strings    | 20 | 2151425870817115475089485638935398704          | 2160668952531794079931386384559312832
";

#[test]
fn counts_are_the_published_ones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../catalog/grammars");
    for [name, size, count, cumulative] in gadfly_testkit::rows(PUBLISHED) {
        let size: usize = size.parse().unwrap();
        let text = std::fs::read_to_string(folder.join(format!("{name}.g4"))).unwrap();
        let mut enumerator = Enumerator::new(&Grammar::parse(&text, name).unwrap());
        assert_eq!(
            enumerator.count_of_size(size).to_string(),
            count,
            "{name} {size}"
        );
        assert_eq!(
            enumerator.count_up_to(size).to_string(),
            cumulative,
            "{name} {size}"
        );
    }
}
