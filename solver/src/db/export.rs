//! Values of a layer for other programs.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use crate::retrograde::Planes;

/// How values are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The numbers alone, state by state: a signed byte for a score, two for bounds, two little-endian 16-bit numbers
    /// for distances.
    Raw,
    /// A line a state after a line of names: its number and its values.
    Csv,
    /// `NumPy` 1.0: `int8` or `<u2`, of shape `(states,)` or `(states, 2)`.
    Npy,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Raw, Self::Csv, Self::Npy];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Csv => "csv",
            Self::Npy => "npy",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|format| format.name() == text);
        known.ok_or_else(|| format!("no format {text:?}; there are raw, csv and npy"))
    }
}

/// Writes all values of a layer in the order of their numbers.
///
/// # Errors
/// When `out` refuses.
pub fn export(planes: &Planes, format: Format, out: &mut impl Write) -> io::Result<()> {
    match format {
        Format::Raw => {}
        Format::Csv => out.write_all(match planes {
            Planes::Score(_) => b"index,score\n",
            Planes::Bounds(_) => b"index,lo,hi\n",
            Planes::Distance(_) => b"index,next,end\n",
        })?,
        Format::Npy => {
            let (number, pair) = match planes {
                Planes::Score(_) => ("|i1", ""),
                Planes::Bounds(_) => ("|i1", " 2"),
                Planes::Distance(_) => ("<u2", " 2"),
            };
            out.write_all(&npy(number, &format!("({},{pair})", planes.len())))?;
        }
    }
    match planes {
        Planes::Score(scores) if format == Format::Csv => lines(scores.iter().map(|x| [x]), out),
        Planes::Score(scores) => out.write_all(scores.bytes()),
        Planes::Bounds([lo, hi]) => {
            let both = lo.iter().zip(hi.iter()).map(|(lo, hi)| [lo, hi]);
            if format == Format::Csv {
                lines(both, out)
            } else {
                numbers(both.map(|both| both.map(|x| x.to_le_bytes())), out)
            }
        }
        Planes::Distance([next, end]) => {
            let both = next.iter().zip(end.iter()).map(|(next, end)| [next, end]);
            if format == Format::Csv {
                lines(both, out)
            } else {
                numbers(both.map(|both| both.map(|x| x.to_le_bytes())), out)
            }
        }
    }
}

/// The head of a file of `NumPy`, a multiple of 64 bytes.
fn npy(number: &str, shape: &str) -> Vec<u8> {
    let mut words = format!("{{'descr': '{number}', 'fortran_order': False, 'shape': {shape}, }}");
    let padding = 64 - (10 + words.len() + 1) % 64;
    words += &" ".repeat(padding % 64);
    words.push('\n');
    let mut head = b"\x93NUMPY\x01\x00".to_vec();
    head.extend((words.len() as u16).to_le_bytes());
    head.extend(words.as_bytes());
    head
}

fn lines<T: fmt::Display, const N: usize>(
    values: impl Iterator<Item = [T; N]>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut text = String::new();
    for (index, values) in values.enumerate() {
        text += &index.to_string();
        for value in values {
            text += &format!(",{value}");
        }
        text.push('\n');
        if text.len() > 1 << 16 {
            out.write_all(text.as_bytes())?;
            text.clear();
        }
    }
    out.write_all(text.as_bytes())
}

fn numbers<const B: usize>(
    values: impl Iterator<Item = [[u8; B]; 2]>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    for [first, second] in values {
        bytes.extend(first);
        bytes.extend(second);
        if bytes.len() > 1 << 16 {
            out.write_all(&bytes)?;
            bytes.clear();
        }
    }
    out.write_all(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::Plane;

    fn text(planes: &Planes, format: Format) -> Vec<u8> {
        let mut out = Vec::new();
        export(planes, format, &mut out).expect("memory");
        out
    }

    #[test]
    fn values_as_other_programs_read_them() {
        let score = Planes::Score(Plane::from(vec![3i8, -1]));
        assert_eq!(text(&score, Format::Csv), b"index,score\n0,3\n1,-1\n");
        assert_eq!(text(&score, Format::Raw), [3, 255]);
        let bounds = Planes::Bounds([Plane::from(vec![-2i8, 1]), Plane::from(vec![2i8, 1])]);
        assert_eq!(text(&bounds, Format::Csv), b"index,lo,hi\n0,-2,2\n1,1,1\n");
        assert_eq!(text(&bounds, Format::Raw), [254, 2, 1, 1]);
        let distance = Planes::Distance([Plane::from(vec![1u16]), Plane::from(vec![300u16])]);
        assert_eq!(text(&distance, Format::Csv), b"index,next,end\n0,1,300\n");
        assert_eq!(text(&distance, Format::Raw), [1, 0, 44, 1]);
    }

    #[test]
    fn the_head_of_numpy_is_as_its_documentation_says() {
        // numpy.org/doc/stable/reference/generated/numpy.lib.format.html, format version 1.0.
        for states in 0..200 {
            let npy = text(&Planes::Score(Plane::from(vec![0i8; states])), Format::Npy);
            assert!(npy.starts_with(b"\x93NUMPY\x01\x00"));
            let length = usize::from(u16::from_le_bytes([npy[8], npy[9]]));
            assert_eq!(((10 + length) % 64, npy.len(), npy[9 + length]), (0, 10 + length + states, b'\n'));
            let words = format!("{{'descr': '|i1', 'fortran_order': False, 'shape': ({states},), }}");
            assert!(npy[10..].starts_with(words.as_bytes()));
        }
        let distance = Planes::Distance([Plane::from(vec![1u16]), Plane::from(vec![2u16])]);
        let npy = String::from_utf8_lossy(&text(&distance, Format::Npy)).into_owned();
        assert!(npy.contains("'descr': '<u2'") && npy.contains("'shape': (1, 2)"), "{npy}");
    }
}
