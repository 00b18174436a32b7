//! The numbers that Parquet gives to fields, types, encodings and pages.

/// What a file begins and ends with.
pub(crate) const MAGIC: &[u8; 4] = b"PAR1";

pub(crate) mod file {
    pub(crate) const VERSION: i16 = 1;
    pub(crate) const SCHEMA: i16 = 2;
    pub(crate) const ROWS: i16 = 3;
    pub(crate) const GROUPS: i16 = 4;
    pub(crate) const PAIRS: i16 = 5;
    pub(crate) const CREATED_BY: i16 = 6;
}

pub(crate) mod element {
    pub(crate) const TYPE: i16 = 1;
    pub(crate) const REPETITION: i16 = 3;
    pub(crate) const NAME: i16 = 4;
    pub(crate) const CHILDREN: i16 = 5;
    pub(crate) const CONVERTED: i16 = 6;
    pub(crate) const LOGICAL: i16 = 10;
    /// Of REPETITION.
    pub(crate) const OPTIONAL: i32 = 1;
    /// Of CONVERTED, and of LOGICAL as a field.
    pub(crate) const UTF8: i32 = 0;
    pub(crate) const STRING: i16 = 1;
}

pub(crate) mod pair {
    pub(crate) const KEY: i16 = 1;
    pub(crate) const VALUE: i16 = 2;
}

pub(crate) mod group {
    pub(crate) const CHUNKS: i16 = 1;
    pub(crate) const BYTES: i16 = 2;
    pub(crate) const ROWS: i16 = 3;
}

pub(crate) mod chunk {
    pub(crate) const OFFSET: i16 = 2;
    pub(crate) const META: i16 = 3;
    pub(crate) const TYPE: i16 = 1;
    pub(crate) const ENCODINGS: i16 = 2;
    pub(crate) const PATH: i16 = 3;
    pub(crate) const CODEC: i16 = 4;
    pub(crate) const VALUES: i16 = 5;
    pub(crate) const PLAIN_BYTES: i16 = 6;
    pub(crate) const BYTES: i16 = 7;
    pub(crate) const DATA: i16 = 9;
    pub(crate) const DICTIONARY: i16 = 11;
}

pub(crate) mod page {
    pub(crate) const KIND: i16 = 1;
    pub(crate) const PLAIN_BYTES: i16 = 2;
    pub(crate) const BYTES: i16 = 3;
    pub(crate) const DATA: i16 = 5;
    pub(crate) const DICTIONARY: i16 = 7;
    /// Within DATA and DICTIONARY.
    pub(crate) const VALUES: i16 = 1;
    pub(crate) const ENCODING: i16 = 2;
    pub(crate) const LEVELS: i16 = 3;
    pub(crate) const REPETITIONS: i16 = 4;
    /// Of KIND.
    pub(crate) const IS_DATA: i32 = 0;
    pub(crate) const IS_DICTIONARY: i32 = 2;
}

pub(crate) mod encoding {
    pub(crate) const PLAIN: i32 = 0;
    pub(crate) const OLD_DICTIONARY: i32 = 2;
    pub(crate) const RUNS: i32 = 3;
    pub(crate) const DELTA: i32 = 5;
    pub(crate) const DICTIONARY: i32 = 8;
}

pub(crate) mod codec {
    pub(crate) const NONE: i32 = 0;
    pub(crate) const GZIP: i32 = 2;
}
