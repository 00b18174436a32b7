//! What each byte may begin or continue, as tables.

/// What a token beginning with a byte can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Start {
    /// Not allowed outside comments, strings and quoted symbols.
    Bad,
    /// Blank space.
    Space,
    /// A comment, up to the end of the line.
    Comment,
    /// `(`
    Open,
    /// `)`
    Close,
    /// A simple symbol.
    Symbol,
    /// A numeral or a decimal.
    Digit,
    /// `"`
    String,
    /// `|`
    Bar,
    /// `:`
    Colon,
    /// `#`
    Hash,
}

const fn is_symbol_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric()
        || matches!(
            b,
            b'~' | b'!'
                | b'@'
                | b'$'
                | b'%'
                | b'^'
                | b'&'
                | b'*'
                | b'_'
                | b'-'
                | b'+'
                | b'='
                | b'<'
                | b'>'
                | b'.'
                | b'?'
                | b'/'
        )
}

const fn start_of(b: u8) -> Start {
    match b {
        b' ' | b'\t' | b'\n' | b'\r' | 0x0c => Start::Space,
        b';' => Start::Comment,
        b'(' => Start::Open,
        b')' => Start::Close,
        b'"' => Start::String,
        b'|' => Start::Bar,
        b':' => Start::Colon,
        b'#' => Start::Hash,
        b'0'..=b'9' => Start::Digit,
        _ if is_symbol_byte(b) => Start::Symbol,
        _ => Start::Bad,
    }
}

/// What a token beginning with each byte is.
pub static START: [Start; 256] = {
    let mut table = [Start::Bad; 256];
    let mut b = 0;
    while b < 256 {
        table[b] = start_of(b as u8);
        b += 1;
    }
    table
};

/// Whether each byte may stand in a simple symbol.
pub static IN_SYMBOL: [bool; 256] = {
    let mut table = [false; 256];
    let mut b = 0;
    while b < 256 {
        table[b] = is_symbol_byte(b as u8);
        b += 1;
    }
    table
};

/// Whether a byte may stand in a simple symbol, keyword or number.
#[inline]
pub fn in_symbol(b: u8) -> bool {
    IN_SYMBOL[b as usize]
}
