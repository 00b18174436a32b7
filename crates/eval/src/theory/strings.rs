//! Strings.

use std::sync::Arc;

use dashu_int::IBig;

use super::{Args, Outcome};
use crate::budget;
use crate::reason::Reason;
use crate::value::text::{self, LARGEST_CHARACTER};
use crate::value::{Integer, Value, matching};

/// A string operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strings {
    Concat,
    Len,
    Less,
    LessEqual,
    At,
    Substr,
    PrefixOf,
    SuffixOf,
    Contains,
    IndexOf,
    LastIndexOf,
    Replace,
    ReplaceAll,
    ReplaceRe,
    ReplaceReAll,
    IndexOfRe,
    IsDigit,
    ToCode,
    FromCode,
    ToInt,
    FromInt,
    FromUbv,
    FromSbv,
    Lower,
    Upper,
    Reverse,
    Update,
}

impl Strings {
    pub(crate) fn named(name: &str) -> Option<Strings> {
        use Strings::*;
        Some(match name {
            "str.++" => Concat,
            "str.len" => Len,
            "str.<" => Less,
            "str.<=" => LessEqual,
            "str.at" => At,
            "str.substr" => Substr,
            "str.prefixof" => PrefixOf,
            "str.suffixof" => SuffixOf,
            "str.contains" => Contains,
            "str.indexof" => IndexOf,
            "str.last_indexof" | "str.lastindexof" => LastIndexOf,
            "str.replace" => Replace,
            "str.replace_all" | "str.replaceall" => ReplaceAll,
            "str.replace_re" => ReplaceRe,
            "str.replace_re_all" => ReplaceReAll,
            "str.indexof_re" => IndexOfRe,
            "str.is_digit" => IsDigit,
            "str.to_code" | "str.code" => ToCode,
            "str.from_code" => FromCode,
            "str.to_int" | "str.to.int" | "str.to-int" => ToInt,
            "str.from_int" | "int.to.str" | "int-to-str" | "str.from-int" => FromInt,
            "str.from_ubv" => FromUbv,
            "str.from_sbv" => FromSbv,
            "str.to_lower" | "str.tolower" => Lower,
            "str.to_upper" | "str.toupper" => Upper,
            "str.rev" => Reverse,
            "str.update" => Update,
            _ => return None,
        })
    }

    pub(crate) fn apply(self, args: &Args<'_>) -> Outcome {
        use Strings::*;
        match self {
            Concat => concat(args),
            Len => Ok(Value::Int(Integer::from(args.text(0)?.len()))),
            Less => args.chain(|i, j| Ok(read(args, i)? < read(args, j)?)),
            LessEqual => args.chain(|i, j| Ok(read(args, i)? <= read(args, j)?)),
            At | Substr | Update | Reverse | Lower | Upper => self.part(args),
            PrefixOf => Ok(Value::Bool(args.text(1)?.starts_with(read(args, 0)?))),
            SuffixOf => Ok(Value::Bool(args.text(1)?.ends_with(read(args, 0)?))),
            Contains | IndexOf | LastIndexOf | IndexOfRe => self.search(args),
            Replace | ReplaceAll | ReplaceRe | ReplaceReAll => self.replace(args),
            IsDigit | ToCode | FromCode | ToInt | FromInt | FromUbv | FromSbv => self.code(args),
        }
    }

    fn part(self, args: &Args<'_>) -> Outcome {
        let t = args.text(0)?;
        let ascii =
            |f: fn(&u8) -> u8| move |c: &u32| u8::try_from(*c).map_or(*c, |b| u32::from(f(&b)));
        if matches!(self, Strings::Lower | Strings::Upper | Strings::Reverse) {
            text::may_have::<u32>(t.len())?;
        }
        Ok(Value::Text(match self {
            Strings::At => text::extract(t, args.int(1)?.to_usize(), Some(1))?.into(),
            Strings::Substr => {
                // Without a length (as z3 reads it), up to the end.
                let length = if args.len() == 2 {
                    Some(usize::MAX)
                } else {
                    length(args.int(2)?)
                };
                text::extract(t, args.int(1)?.to_usize(), length)?.into()
            }
            Strings::Update => text::update(t, args.int(1)?.to_usize(), args.text(2)?)?.into(),
            Strings::Lower => t.iter().map(ascii(u8::to_ascii_lowercase)).collect(),
            Strings::Upper => t.iter().map(ascii(u8::to_ascii_uppercase)).collect(),
            _ => t.iter().rev().copied().collect(),
        }))
    }

    fn search(self, args: &Args<'_>) -> Outcome {
        let t = args.text(0)?;
        let position = |p: Option<usize>| Value::Int(p.map_or(Integer::Small(-1), Integer::from));
        match self {
            Strings::Contains => Ok(Value::Bool(text::find(t, args.text(1)?, 0)?.is_some())),
            Strings::LastIndexOf => Ok(position(last_index(t, args.text(1)?)?)),
            Strings::IndexOf => {
                let from = if args.len() == 2 {
                    Some(0)
                } else {
                    args.int(2)?.to_usize()
                };
                let pattern = args.text(1)?;
                Ok(position(
                    from.filter(|f| *f <= t.len())
                        .and_then(|f| text::find(t, pattern, f).transpose())
                        .transpose()?,
                ))
            }
            _ => {
                let from = args.int(2)?.to_usize().filter(|f| *f <= t.len());
                let r = args.regex(1)?;
                let found = from
                    .and_then(|f| matching::first_match(r, t, f).transpose())
                    .transpose()?;
                Ok(position(found.map(|(start, _)| start)))
            }
        }
    }

    fn replace(self, args: &Args<'_>) -> Outcome {
        let (t, by) = (args.text(0)?, args.text(2)?);
        let result = match self {
            Strings::Replace => text::replace(t, args.text(1)?, by)?,
            Strings::ReplaceAll => text::replace_all(t, args.text(1)?, by)?,
            Strings::ReplaceRe => {
                let found = matching::first_match(args.regex(1)?, t, 0)?;
                text::replace_parts(t, found.as_slice(), by)?
            }
            _ => text::replace_parts(t, &matching::all_matches(args.regex(1)?, t)?, by)?,
        };
        Ok(Value::Text(result.into()))
    }

    fn code(self, args: &Args<'_>) -> Outcome {
        Ok(match self {
            Strings::IsDigit => Value::Bool(matches!(args.text(0)?.as_ref(), [48..=57])),
            Strings::ToCode => match args.text(0)?.as_ref() {
                [c] => Value::int(i64::from(*c)),
                _ => Value::int(-1),
            },
            Strings::FromCode => {
                let code = args.int(0)?.to_i64().and_then(|n| u32::try_from(n).ok());
                Value::Text(
                    code.filter(|c| *c <= LARGEST_CHARACTER)
                        .into_iter()
                        .collect(),
                )
            }
            Strings::ToInt => Value::Int(to_int(args.text(0)?)?),
            Strings::FromInt => from_int(args.int(0)?)?,
            _ => {
                let bits = args.bits(0)?;
                budget::product(4 * bits.width() as usize, 4 * bits.width() as usize)?;
                Value::text(&match self {
                    Strings::FromUbv => bits.to_unsigned().to_string(),
                    _ => bits.to_signed().to_string(),
                })
            }
        })
    }
}

/// A length argument: too large is as good as endless, negative is none.
fn length(n: &Integer) -> Option<usize> {
    if n.is_negative() {
        None
    } else {
        Some(n.to_usize().unwrap_or(usize::MAX))
    }
}

/// A text that is gone through, many characters at a time.
fn read<'a>(args: &Args<'a>, i: usize) -> Result<&'a Arc<[u32]>, Reason> {
    let text = args.text(i)?;
    budget::steps(text.len() as u64 / 16)?;
    Ok(text)
}

fn concat(args: &Args<'_>) -> Outcome {
    let parts = (0..args.len())
        .map(|i| Ok(&**args.text(i)?))
        .collect::<Result<Vec<&[u32]>, Reason>>()?;
    Ok(Value::Text(text::joined(&parts)?.into()))
}

fn last_index(hay: &[u32], needle: &[u32]) -> Result<Option<usize>, Reason> {
    let backwards = |items: &[u32]| items.iter().rev().copied().collect::<Vec<u32>>();
    text::may_have::<u32>(hay.len().saturating_add(needle.len()))?;
    let found = text::find(&backwards(hay), &backwards(needle), 0)?;
    Ok(found.map(|at| hay.len() - needle.len() - at))
}

fn to_int(t: &[u32]) -> Result<Integer, Reason> {
    budget::steps(t.len() as u64 / 16)?;
    if t.is_empty() || t.iter().any(|c| !(48..=57).contains(c)) {
        return Ok(Integer::Small(-1));
    }
    budget::product(4 * t.len(), 4 * t.len())?;
    let digits: String = t.iter().filter_map(|c| char::from_u32(*c)).collect();
    Ok(Integer::parse(&digits).unwrap_or(Integer::Small(-1)))
}

fn from_int(n: &Integer) -> Outcome {
    if n.is_negative() {
        return Ok(Value::text(""));
    }
    // As many bytes as bits: three bits a digit, four bytes a character.
    budget::product(4 * n.bit_len(), 4 * n.bit_len())?;
    Ok(Value::text(&IBig::to_string(&n.to_big())))
}
