//! Fixed little-endian fields, written and read one after another.

/// Reads fields from bytes that nobody vouches for; every method gives `None` beyond their end.
#[derive(Clone, Debug)]
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl<'a> Fields<'a> {
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub(super) fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn i16(&mut self) -> Option<i16> {
        self.array().map(i16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// A length in two bytes and as much UTF-8.
    pub(super) fn text(&mut self) -> Option<String> {
        let length = self.u16()?;
        String::from_utf8(self.take(usize::from(length))?.to_vec()).ok()
    }

    /// True when nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A text as [`Fields::text`] reads it; `None` when it is too long.
pub(super) fn put_text(bytes: &mut Vec<u8>, text: &str) -> Option<()> {
    bytes.extend(u16::try_from(text.len()).ok()?.to_le_bytes());
    bytes.extend(text.as_bytes());
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_end_where_the_bytes_end() {
        let mut bytes = vec![7, 1, 2, 255, 255];
        put_text(&mut bytes, "pit").expect("short");
        let mut fields = Fields(&bytes);
        assert_eq!((fields.u8(), fields.u16(), fields.i16()), (Some(7), Some(0x201), Some(-1)));
        assert_eq!(fields.clone().u64(), None);
        assert_eq!(fields.text().as_deref(), Some("pit"));
        assert!(fields.is_empty() && fields.u8().is_none());
        assert!(put_text(&mut bytes, &"x".repeat(1 << 16)).is_none());
        // A length beyond the end, and bytes that are no UTF-8.
        assert_eq!(Fields(&[255, 255, b'x']).text(), None);
        assert_eq!(Fields(&[1, 0, 0xff]).text(), None);
    }
}
