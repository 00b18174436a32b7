//! Terms and sorts of a proof, read without recursion.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;

use crate::lexer::{Lexer, Token, describe};
use crate::op::Op;
use crate::sort::{Sort, SortHead};
use crate::term::{Head, Term, Terms};

/// Sorts nested deeper than this are refused.
const DEEPEST_SORT: usize = 200;

/// What an open parenthesis waits for.
enum Frame {
    /// The arguments of an operator.
    Op(Op),
    /// The arguments of a function, or of an operator that no rule looks into.
    Named(crate::term::Name),
    /// The arguments of a term that is a function.
    Term(Term),
    /// The body of a `let`, with the names that it hides.
    Let(Vec<(String, Option<Term>)>),
    /// The bound term of a `let`.
    Bound(String),
}

/// The names that a proof gives to terms.
pub(crate) type Names = FxHashMap<String, Term>;

/// Reads one term.
pub(crate) fn term(
    lexer: &mut Lexer<'_>,
    terms: &mut Terms,
    names: &mut Names,
) -> Result<Term, String> {
    let mut stack: Vec<(Frame, usize)> = Vec::new();
    let mut values: Vec<Term> = Vec::new();
    let mut pending: Vec<Vec<(String, Term)>> = Vec::new();
    loop {
        let mut done = match lexer.next()? {
            Token::Open => match open(lexer, terms, names)? {
                Opened::Frame(frame) => {
                    stack.push((frame, values.len()));
                    None
                }
                Opened::Term(term) => Some(term),
                Opened::Let => {
                    pending.push(Vec::new());
                    begin_binding(lexer, names, &mut stack, &mut pending, values.len())?;
                    None
                }
            },
            Token::Close => match stack.pop() {
                None => return Err("`)` where a term is expected".to_owned()),
                Some((Frame::Let(hidden), at)) => {
                    let body = values.pop().filter(|_| values.len() == at);
                    let body = body.ok_or("a `let` needs one body")?;
                    for (name, old) in hidden {
                        match old {
                            Some(old) => names.insert(name, old),
                            None => names.remove(&name),
                        };
                    }
                    Some(body)
                }
                Some((Frame::Bound(name), at)) => {
                    let bound = values.pop().filter(|_| values.len() == at);
                    let bound = bound.ok_or("a binding needs one term")?;
                    pending
                        .last_mut()
                        .ok_or("a binding outside `let`")?
                        .push((name, bound));
                    begin_binding(lexer, names, &mut stack, &mut pending, values.len())?;
                    None
                }
                Some((frame, at)) => {
                    let made = build(terms, frame, &values[at..])?;
                    values.truncate(at);
                    Some(made)
                }
            },
            Token::Atom(text) => Some(atom(text, false, terms, names)?),
            Token::Quoted(text) => Some(atom(text, true, terms, names)?),
            Token::Text(text) => Some(terms.string(text)),
            Token::End => return Err("the proof ends inside a term".to_owned()),
        };
        if terms.is_full() {
            return Err("the proof has too many terms".to_owned());
        }
        if let Some(made) = done.take() {
            if stack.is_empty() {
                return Ok(made);
            }
            values.push(made);
        }
    }
}

/// Goes on with the next binding of a `let`, or with its body.
fn begin_binding(
    lexer: &mut Lexer<'_>,
    names: &mut Names,
    stack: &mut Vec<(Frame, usize)>,
    pending: &mut Vec<Vec<(String, Term)>>,
    at: usize,
) -> Result<(), String> {
    match lexer.next()? {
        Token::Open => {
            let name = lexer.symbol()?.to_owned();
            stack.push((Frame::Bound(name), at));
        }
        Token::Close => {
            let bound = pending.pop().unwrap_or_default();
            let hidden = bound.into_iter().map(|(name, term)| {
                let old = names.insert(name.clone(), term);
                (name, old)
            });
            // The last binding of a name is the first to be undone.
            let hidden: Vec<_> = hidden.collect();
            stack.push((Frame::Let(hidden.into_iter().rev().collect()), at));
        }
        token => return Err(format!("expected a binding, found {}", describe(token))),
    }
    Ok(())
}

enum Opened {
    Frame(Frame),
    Term(Term),
    Let,
}

/// Reads what stands behind an opening parenthesis.
fn open(lexer: &mut Lexer<'_>, terms: &mut Terms, names: &Names) -> Result<Opened, String> {
    let (text, quoted) = match lexer.next()? {
        Token::Atom(text) => (text, false),
        Token::Quoted(text) => (text, true),
        token => return Err(format!("expected an operator, found {}", describe(token))),
    };
    if let Some(term) = names.get(text) {
        return Ok(Opened::Frame(Frame::Term(*term)));
    }
    if quoted {
        let name = terms.name(text);
        return Ok(Opened::Frame(Frame::Named(name)));
    }
    Ok(match text {
        "let" => {
            lexer.open()?;
            Opened::Let
        }
        "@var" => Opened::Term(variable(lexer, terms)?),
        "as" => {
            let name = lexer.symbol()?;
            let sort = sort(lexer, terms, 0)?;
            lexer.close()?;
            let name = terms.name(name);
            let known = terms.funs.get(&name).is_some_and(|fun| fun.result == sort);
            match known {
                true => Opened::Term(terms.call(name, &[])?),
                false => {
                    let text = format!("(as {} {})", terms.text(name), terms.sort_text(sort));
                    let name = terms.name(&text);
                    Opened::Term(terms.cons(Head::Opaque(name), Sort::UNKNOWN, &[]))
                }
            }
        }
        "_" => match lexer.peek()? {
            Token::Atom("BitVec") => {
                // A sort as an argument: kept by its text.
                lexer.next()?;
                let width = lexer.symbol()?;
                lexer.close()?;
                let name = terms.name(&format!("(_ BitVec {width})"));
                Opened::Term(terms.cons(Head::Opaque(name), Sort::UNKNOWN, &[]))
            }
            Token::Atom(text) if text.starts_with("bv") && text[2..].parse::<UBig>().is_ok() => {
                lexer.next()?;
                let value = text[2..].parse::<UBig>().map_err(|_| "not a bit-vector")?;
                let width = width(lexer.symbol()?)?;
                lexer.close()?;
                Opened::Term(terms.bits(value, width))
            }
            _ => Opened::Frame(Frame::Op(Op::Apply)),
        },
        text => match terms.op_named(text) {
            Some(op) => Opened::Frame(Frame::Op(op)),
            None => {
                let name = terms.name(text);
                Opened::Frame(Frame::Named(name))
            }
        },
    })
}

fn build(terms: &mut Terms, frame: Frame, args: &[Term]) -> Result<Term, String> {
    match frame {
        Frame::Op(op) => terms.apply(op, args),
        Frame::Named(name) if args.is_empty() => {
            Err(format!("`({})` has no arguments", terms.text(name)))
        }
        Frame::Named(name) => terms.call(name, args),
        Frame::Term(function) => {
            let all = [&[function], args].concat();
            terms.apply(Op::Apply, &all)
        }
        Frame::Let(_) | Frame::Bound(_) => Err("a `let` that is not closed".to_owned()),
    }
}

fn width(text: &str) -> Result<u32, String> {
    text.parse::<u32>()
        .ok()
        .filter(|w| (1..=1 << 16).contains(w))
        .ok_or_else(|| format!("`{text}` is no width"))
}

/// The rest of `(@var "name" sort)`.
fn variable(lexer: &mut Lexer<'_>, terms: &mut Terms) -> Result<Term, String> {
    let Token::Text(text) = lexer.next()? else {
        return Err("a variable needs its name as a string".to_owned());
    };
    if text.starts_with(' ') {
        return Err("a variable's name begins with a space".to_owned());
    }
    let sort = sort(lexer, terms, 0)?;
    lexer.close()?;
    let name = terms.name(text);
    Ok(terms.cons(Head::Var(name, sort), sort, &[]))
}

fn atom(text: &str, quoted: bool, terms: &mut Terms, names: &Names) -> Result<Term, String> {
    if let Some(term) = names.get(text) {
        return Ok(*term);
    }
    if !quoted {
        if let Some(term) = literal(text, terms) {
            return Ok(term);
        }
        match terms.op_named(text) {
            Some(op @ (Op::True | Op::False)) => return terms.apply(op, &[]),
            // The empty list.
            Some(Op::List) => return terms.apply(Op::List, &[]),
            _ => {}
        }
    }
    let name = terms.name(text);
    terms.call(name, &[])
}

/// A number or bit-vector literal.
fn literal(text: &str, terms: &mut Terms) -> Option<Term> {
    let bytes = text.as_bytes();
    let first = *bytes.first()?;
    if first == b'#' {
        let digits = text.get(2..)?;
        let (radix, each) = match bytes.get(1)? {
            b'b' => (2, 1),
            b'x' => (16, 4),
            _ => return None,
        };
        let width = u32::try_from(digits.len()).ok()?.checked_mul(each)?;
        if !(1..=1 << 16).contains(&width) {
            return None;
        }
        let value = UBig::from_str_radix(digits, radix).ok()?;
        return Some(terms.bits(value, width));
    }
    let digit = first.is_ascii_digit() || first == b'-' && bytes.get(1)?.is_ascii_digit();
    if !digit {
        return None;
    }
    if let Some((numerator, denominator)) = text.split_once('/') {
        let denominator = denominator
            .parse::<UBig>()
            .ok()
            .filter(|d| *d != UBig::ZERO)?;
        let value = RBig::from_parts(numerator.parse::<IBig>().ok()?, denominator);
        return Some(terms.number(value, Sort::REAL));
    }
    if let Some((whole, digits)) = text.split_once('.') {
        let value = format!("{whole}{digits}").parse::<IBig>().ok()?;
        let scale = UBig::from(10u8).pow(digits.len());
        return Some(terms.number(RBig::from_parts(value, scale), Sort::REAL));
    }
    let value = text.parse::<IBig>().ok()?;
    Some(terms.number(RBig::from(value), Sort::INT))
}

/// Reads one sort.
pub(crate) fn sort(lexer: &mut Lexer<'_>, terms: &mut Terms, depth: usize) -> Result<Sort, String> {
    if depth > DEEPEST_SORT {
        return Err("a sort is nested too deeply".to_owned());
    }
    match lexer.next()? {
        Token::Atom(name) | Token::Quoted(name) => Ok(terms.sorts.named(name, Vec::new())),
        Token::Open => match lexer.next()? {
            Token::Atom("_") => {
                let mut text = String::from("(_");
                let mut words = Vec::new();
                while lexer.peek()? != Token::Close {
                    words.push(lexer.symbol()?);
                }
                lexer.close()?;
                if let ["BitVec", width_text] = words.as_slice() {
                    let width = width(width_text)?;
                    return Ok(terms.sorts.bits(width));
                }
                for word in words {
                    text.push(' ');
                    text.push_str(word);
                }
                text.push(')');
                Ok(terms.sorts.make(SortHead::Named(text), Vec::new()))
            }
            Token::Atom(name) | Token::Quoted(name) => {
                let mut args = Vec::new();
                while lexer.peek()? != Token::Close {
                    args.push(sort(lexer, terms, depth + 1)?);
                }
                lexer.close()?;
                Ok(terms.sorts.named(name, args))
            }
            token => Err(format!("expected a sort, found {}", describe(token))),
        },
        token => Err(format!("expected a sort, found {}", describe(token))),
    }
}
