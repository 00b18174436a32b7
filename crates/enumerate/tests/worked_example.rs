//! The worked example of the dialect: counts, order, random access.

use dashu_int::UBig;
use gadfly_enumerate::{EnumerateError, Enumerator, Grammar};

const TOY: &str = "grammar Toy;

ParOpen : '(' ;
ParClose : ')' ;
var : 'a' | 'b' ;
op_not : 'not' ;
op_and : 'and' ;
op_ite : 'ite' ;
term : var
  | ParOpen op_not term ParClose
  | ParOpen op_and term term ParClose
  | ParOpen op_ite term term term ParClose ;
cmd_assert : 'assert' ;
assert_stmt : ParOpen cmd_assert term ParClose ;
start : assert_stmt EOF ;
";

fn toy() -> Enumerator {
    Enumerator::new(&Grammar::parse(TOY, "toy.g4").unwrap())
}

#[test]
fn counts_by_size() {
    let mut toy = toy();
    let counts: Vec<UBig> = (1..=8).map(|size| toy.count_of_size(size)).collect();
    let expected: [u64; 8] = [
        2,
        14,
        238,
        5_418,
        141_498,
        4_003_846,
        119_416_598,
        3_696_789_138,
    ];
    assert_eq!(counts, expected.map(UBig::from));
    assert_eq!(toy.count_up_to(8), UBig::from(3_820_356_752u64));
    assert_eq!(toy.count_of_size(0), UBig::ZERO);
}

#[test]
fn formulas_in_order() {
    let expected = [
        (0, "( assert a )"),
        (1, "( assert b )"),
        (2, "( assert ( not a ) )"),
        (3, "( assert ( not b ) )"),
        (14, "( assert ( ite b b a ) )"),
        (15, "( assert ( ite b b b ) )"),
        (16, "( assert ( not ( not a ) ) )"),
        (17, "( assert ( not ( not b ) ) )"),
        (29, "( assert ( not ( ite b b b ) ) )"),
        (30, "( assert ( and a ( not a ) ) )"),
        (31, "( assert ( and a ( not b ) ) )"),
        (32, "( assert ( and a ( and a a ) ) )"),
        (33, "( assert ( and a ( and a b ) ) )"),
        (57, "( assert ( and b ( ite b b b ) ) )"),
        (58, "( assert ( and ( not a ) a ) )"),
        (59, "( assert ( and ( not a ) b ) )"),
        (
            12345,
            "( assert ( and a ( and ( ite b ( ite a b b ) a ) b ) ) )",
        ),
    ];
    let mut toy = toy();
    let mut text = String::new();
    for (index, formula) in expected {
        toy.formula(&UBig::from(index as u32), &mut text).unwrap();
        assert_eq!(text, formula, "at {index}");
    }
    toy.formula(&UBig::from(10u8).pow(30), &mut text).unwrap();
    let start = "( assert ( and b ( not ( and ( ite b ( ite ( ite a ( ite ( ite ( ite a a ( ite b \
                 ( ite ( and a b ) b";
    assert!(text.starts_with(start), "{text}");
}

#[test]
fn stepping_agrees_with_random_access() {
    let mut stepping = toy();
    let mut seeking = stepping.clone();
    for start in [0u64, 150_000, 4_151_000, 3_820_356_740] {
        let mut formulas = stepping.iter_from(start.into()).unwrap();
        let mut expected = String::new();
        for index in start..start + 2_000 {
            let text = formulas.next().unwrap().to_string();
            seeking.formula(&index.into(), &mut expected).unwrap();
            assert_eq!(text, expected, "at {index}");
            assert_eq!(formulas.index(), UBig::from(index));
        }
    }
}

#[test]
fn a_finite_grammar_ends() {
    let text = "grammar F; v : 'a' | 'b' | 'c' ; start : '(' v v ')' | v? ;";
    let mut finite = Enumerator::new(&Grammar::parse(text, "f.g4").unwrap());
    assert_eq!(finite.total(), Some(UBig::from(13u8)));
    let mut formulas = finite.iter_from(UBig::ZERO).unwrap();
    let mut all = Vec::new();
    while let Some(text) = formulas.next() {
        all.push(text.to_string());
    }
    assert_eq!(all.len(), 13);
    assert_eq!(all[..5], ["", "a", "b", "c", "( a a )"]);
    let beyond = finite.iter_from(UBig::from(13u8)).unwrap_err();
    let expected = EnumerateError::BeyondLast {
        index: 13u8.into(),
        total: 13u8.into(),
    };
    assert_eq!(beyond, expected);
}
