//! `NumPy` files with one record a position, format version 1.0
//! (numpy.org/doc/stable/reference/generated/numpy.lib.format.html).

use crate::tables::{Columns, Drawn};

/// The head of a file with `count` records.
pub(super) fn head(columns: &Columns, count: u64) -> Vec<u8> {
    let mut fields = vec![format!("('pits', '|u1', ({},))", columns.pits), "('score', '|i1')".to_owned()];
    if columns.bounds {
        fields.extend(["('lo', '|i1')".to_owned(), "('hi', '|i1')".to_owned()]);
    }
    if columns.distance {
        fields.extend(["('next', '<u2')".to_owned(), "('end', '<u2')".to_owned()]);
    }
    fields.push("('best', '<u4')".to_owned());
    let words =
        format!("{{'descr': [{}], 'fortran_order': False, 'shape': ({count},), }}", fields.join(", "));
    // Head and words together end with a line end at a multiple of 64 bytes.
    let length = (10 + words.len() + 1).next_multiple_of(64) - 10;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(format!("{words:<width$}\n", width = length - 1).bytes());
    bytes
}

/// A position as a record, in the order of the head's fields, without gaps.
pub(super) fn record(columns: &Columns, drawn: &Drawn, bytes: &mut Vec<u8>) {
    bytes.extend(&drawn.pits);
    bytes.extend((drawn.score as i8).to_le_bytes());
    if columns.bounds {
        let bounds = drawn.bounds.unwrap_or_default();
        bytes.extend(bounds.map(|bound| bound as i8 as u8));
    }
    if columns.distance {
        bytes.extend(drawn.distance.unwrap_or_default().into_iter().flat_map(u16::to_le_bytes));
    }
    bytes.extend(drawn.best.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_as_long_as_the_head_says() {
        for (bounds, distance, size) in [(false, false, 17), (true, false, 19), (true, true, 23)] {
            let columns = Columns { pits: 12, bounds, distance };
            let head = head(&columns, 1_000);
            assert_eq!((head.len() % 64, head.last()), (0, Some(&b'\n')));
            let length = usize::from(u16::from_le_bytes([head[8], head[9]]));
            assert_eq!(head.len(), 10 + length);
            let drawn = Drawn {
                position: String::new(),
                pits: vec![1; 12],
                score: -3,
                bounds: bounds.then_some([-3, 4]),
                distance: distance.then_some([2, 300]),
                best: 5,
            };
            let mut bytes = Vec::new();
            record(&columns, &drawn, &mut bytes);
            assert_eq!((bytes.len(), bytes[12]), (size, 253));
        }
    }
}
