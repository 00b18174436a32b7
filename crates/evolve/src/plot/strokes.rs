//! Letters as strokes, for pictures without fonts: points on a grid of 5 by 7, `a1` is column 0,
//! row 1; a blank lifts the pen. Small letters are drawn as large ones.

const LETTERS: &[(char, &str)] = &[
    ('A', "a6a2c0e2e6 a4e4"),
    ('B', "a0a6d6e5e4d3a3 d3e2e1d0a0"),
    ('C', "e1d0b0a1a5b6d6e5"),
    ('D', "a0a6c6e4e2c0a0"),
    ('E', "e0a0a6e6 a3d3"),
    ('F', "e0a0a6 a3d3"),
    ('G', "e1d0b0a1a5b6d6e5e3c3"),
    ('H', "a0a6 e0e6 a3e3"),
    ('I', "b0d0 c0c6 b6d6"),
    ('J', "e0e5d6b6a5"),
    ('K', "a0a6 e0a3e6"),
    ('L', "a0a6e6"),
    ('M', "a6a0c3e0e6"),
    ('N', "a6a0e6e0"),
    ('O', "b0a1a5b6d6e5e1d0b0"),
    ('P', "a6a0d0e1e2d3a3"),
    ('Q', "b0a1a5b6d6e5e1d0b0 c4e6"),
    ('R', "a6a0d0e1e2d3a3 c3e6"),
    ('S', "e1d0b0a1a2b3d3e4e5d6b6a5"),
    ('T', "a0e0 c0c6"),
    ('U', "a0a5b6d6e5e0"),
    ('V', "a0c6e0"),
    ('W', "a0b6c3d6e0"),
    ('X', "a0e6 e0a6"),
    ('Y', "a0c3e0 c3c6"),
    ('Z', "a0e0a6e6"),
    ('0', "b0a1a5b6d6e5e1d0b0 d1b5"),
    ('1', "b1c0c6 b6d6"),
    ('2', "a1b0d0e1e2a6e6"),
    ('3', "a0e0c2e4e5d6b6a5"),
    ('4', "d6d0a4e4"),
    ('5', "e0a0a3d3e4e5d6a6"),
    ('6', "d0b0a2a5b6d6e5e4d3a3"),
    ('7', "a0e0b6"),
    ('8', "b0a1a2b3d3e2e1d0b0 b3a4a5b6d6e5e4d3"),
    ('9', "e3b3a2a1b0d0e1e4d6b6"),
    ('.', "c5c6"),
    (',', "c5b7"),
    (':', "c1c2 c5c6"),
    ('-', "b3d3"),
    ('+', "a3e3 c1c5"),
    ('=', "a2e2 a4e4"),
    ('_', "a6e6"),
    ('/', "a6e0"),
    ('(', "d0b2b4d6"),
    (')', "b0d2d4b6"),
    ('%', "a6e0 a1b1 d5e5"),
    ('<', "e1a3e5"),
    ('>', "a1e3a5"),
    ('#', "b0b6 d0d6 a2e2 a4e4"),
    ('*', "a1e5 e1a5 c1c5"),
    ('\'', "c0c1"),
    ('"', "b0b1 d0d1"),
    ('!', "c0c4 c5c6"),
    ('?', "a1b0d0e1e2c4 c5c6"),
    ('@', "e6b6a5a1b0d0e1e4c4c2e2"),
    ('|', "c0c6"),
    ('→', "a3e3 d2e3d4"),
];

/// How wide a letter is, with the space after it, where it is 7 high.
pub(super) const ADVANCE: f64 = 6.0;

/// The strokes of a letter, in a box of 4 by 6.
pub(super) fn strokes(letter: char) -> Vec<Vec<(f64, f64)>> {
    let large = letter.to_ascii_uppercase();
    let text = LETTERS
        .iter()
        .find(|(known, _)| *known == large)
        .map_or("", |(_, text)| text);
    let points = |stroke: &str| {
        let bytes = stroke.as_bytes().chunks_exact(2);
        let point = |pair: &[u8]| (f64::from(pair[0] - b'a'), f64::from(pair[1] - b'0'));
        bytes.map(point).collect()
    };
    text.split_whitespace().map(points).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_within_its_box() {
        for (letter, _) in LETTERS {
            for stroke in strokes(*letter) {
                assert!(stroke.len() > 1, "{letter}");
                assert!(
                    stroke.iter().all(|(x, y)| *x <= 4.0 && *y <= 7.0),
                    "{letter}"
                );
            }
        }
        assert_eq!(strokes('z'), strokes('Z'));
        assert!(strokes(' ').is_empty());
    }
}
