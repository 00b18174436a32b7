//! Enums whose values have one word each, which is what is printed, stored and read back.

use crate::did_you_mean;

/// A word that names nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is not {what}{}: use one of {known}", did_you_mean(word, known.split(", ")))]
pub struct UnknownWord {
    /// The word.
    pub word: String,
    /// What it should be, with its article.
    pub what: &'static str,
    /// The words there are.
    pub known: String,
}

/// Gives an enum its words: `ALL`, `name`, `Display`, `FromStr`, and the same words for serde.
#[macro_export]
macro_rules! words {
    ($type:ident, $what:literal: $($variant:ident = $word:literal),* $(,)?) => {
        impl $type {
            /// All of them, in their order.
            pub const ALL: &'static [$type] = &[$($type::$variant),*];

            /// Its word.
            pub fn name(self) -> &'static str {
                match self { $($type::$variant => $word),* }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownWord;

            fn from_str(word: &str) -> Result<Self, $crate::UnknownWord> {
                match word {
                    $($word => Ok($type::$variant),)*
                    _ => Err($crate::UnknownWord {
                        word: word.to_string(),
                        what: $what,
                        known: [$($word),*].join(", "),
                    }),
                }
            }
        }

        $crate::written_as_text!($type);
    };
}

/// Writes and reads a type with serde as its `Display` and `FromStr` have it.
#[macro_export]
macro_rules! written_as_text {
    ($type:ident) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let word = <std::borrow::Cow<'de, str>>::deserialize(from)?;
                word.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
