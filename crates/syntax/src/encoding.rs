//! Bytes of a file as text, whatever their encoding.

/// A file's text, and how to write it back byte for byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The text.
    pub text: String,
    /// Whether the bytes were not UTF-8 and each was taken for one character. SMT-LIB allows such
    /// bytes in comments, strings and quoted symbols, and real files have them.
    pub one_byte: bool,
}

impl Decoded {
    /// Reads bytes as UTF-8, or else as one character a byte.
    pub fn new(bytes: Vec<u8>) -> Decoded {
        match String::from_utf8(bytes) {
            Ok(text) => Decoded {
                text,
                one_byte: false,
            },
            Err(error) => {
                let text = error.as_bytes().iter().map(|b| *b as char).collect();
                Decoded {
                    text,
                    one_byte: true,
                }
            }
        }
    }

    /// Text in the encoding that the file had.
    pub fn encode(text: &str, one_byte: bool) -> Vec<u8> {
        if !one_byte {
            return text.as_bytes().to_vec();
        }
        let mut bytes = Vec::with_capacity(text.len());
        for c in text.chars() {
            match u8::try_from(c as u32) {
                Ok(byte) => bytes.push(byte),
                Err(_) => bytes.extend(c.to_string().bytes()),
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_come_back() {
        for bytes in [
            b"; caf\xe9\n(check-sat)".to_vec(),
            "; caf\u{e9}".as_bytes().to_vec(),
            (0..=255).collect(),
        ] {
            let decoded = Decoded::new(bytes.clone());
            assert_eq!(Decoded::encode(&decoded.text, decoded.one_byte), bytes);
        }
    }
}
