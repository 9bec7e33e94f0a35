//! Reads the two files of `data/fonts/` and no other: `TrueType` outlines and a character map of format 4, as the recipe
//! there makes them. A test reads every glyph.

use super::Stroke;

/// Where the tables of a file begin.
#[derive(Debug)]
pub(super) struct Reader {
    data: &'static [u8],
    pub(super) units: u16,
    long: bool,
    wide: u16,
    map: usize,
    glyf: usize,
    hmtx: usize,
    loca: usize,
}

/// Outlines may be made of others; no file of ours goes deeper.
const DEEPEST: u32 = 4;

impl Reader {
    pub(super) fn new(data: &'static [u8]) -> Self {
        let mut reader = Self { data, units: 0, long: false, wide: 0, map: 0, glyf: 0, hmtx: 0, loca: 0 };
        let table = |tag: &[u8; 4]| {
            let records = (12..).step_by(16).take(usize::from(reader.u16(4)));
            let mut found = records.filter(|&at| data.get(at..at + 4) == Some(tag));
            found.next().map_or(data.len(), |at| reader.u32(at + 8))
        };
        let [head, hhea, cmap, glyf, hmtx, loca] =
            [b"head", b"hhea", b"cmap", b"glyf", b"hmtx", b"loca"].map(table);
        let maps = (cmap + 4..).step_by(8).take(usize::from(reader.u16(cmap + 2)));
        let map =
            maps.map(|at| cmap + reader.u32(at + 4)).find(|&at| reader.u16(at) == 4).unwrap_or(data.len());
        let (units, long, wide) = (reader.u16(head + 18), reader.u16(head + 50) == 1, reader.u16(hhea + 34));
        reader = Self { data, units, long, wide, map, glyf, hmtx, loca };
        reader
    }

    /// What lies outside of the file reads as 0.
    fn u8(&self, at: usize) -> u8 {
        self.data.get(at).copied().unwrap_or(0)
    }

    fn u16(&self, at: usize) -> u16 {
        u16::from_be_bytes([self.u8(at), self.u8(at + 1)])
    }

    fn i16(&self, at: usize) -> i32 {
        i32::from(self.u16(at) as i16)
    }

    fn u32(&self, at: usize) -> usize {
        usize::from(self.u16(at)) << 16 | usize::from(self.u16(at + 2))
    }

    pub(super) fn glyph(&self, character: char) -> u16 {
        let Ok(code) = u16::try_from(u32::from(character)) else { return 0 };
        let twice = usize::from(self.u16(self.map + 6));
        let (ends, starts) = (self.map + 14, self.map + 16 + twice);
        let Some(at) = (0..twice).step_by(2).find(|at| self.u16(ends + at) >= code) else { return 0 };
        let first = self.u16(starts + at);
        if code < first {
            return 0;
        }
        let (delta, range) = (self.u16(starts + twice + at), starts + 2 * twice + at);
        match self.u16(range) {
            0 => code.wrapping_add(delta),
            offset => match self.u16(range + usize::from(offset) + 2 * usize::from(code - first)) {
                0 => 0,
                glyph => glyph.wrapping_add(delta),
            },
        }
    }

    pub(super) fn advance(&self, glyph: u16) -> u16 {
        self.u16(self.hmtx + 4 * usize::from(glyph.min(self.wide.saturating_sub(1))))
    }

    pub(super) fn outline(&self, glyph: u16, [dx, dy]: [i32; 2], depth: u32, pen: &mut dyn FnMut(Stroke)) {
        let entry = |glyph: usize| {
            if self.long {
                self.u32(self.loca + 4 * glyph)
            } else {
                2 * usize::from(self.u16(self.loca + 2 * glyph))
            }
        };
        let (begin, end) = (entry(usize::from(glyph)), entry(usize::from(glyph) + 1));
        let at = self.glyf + begin;
        if begin >= end || depth > DEEPEST {
            return;
        }
        match self.i16(at) {
            contours @ 0.. => self.simple(at, contours as usize, [dx, dy], pen),
            _ => self.compound(at + 10, [dx, dy], depth, pen),
        }
    }

    /// Glyphs put together from others, moved but not turned or scaled (the test looks).
    fn compound(&self, mut at: usize, [dx, dy]: [i32; 2], depth: u32, pen: &mut dyn FnMut(Stroke)) {
        loop {
            let (flags, part) = (self.u16(at), self.u16(at + 2));
            let words = flags & 1 != 0;
            let byte = |at: usize| i32::from(self.u8(at) as i8);
            let by = if words { [self.i16(at + 4), self.i16(at + 6)] } else { [byte(at + 4), byte(at + 5)] };
            debug_assert!(
                flags & 0b1100_1000 == 0 && flags & 2 != 0,
                "a part that is scaled or tied to points"
            );
            self.outline(part, [dx + by[0], dy + by[1]], depth + 1, pen);
            if flags & 0x20 == 0 {
                return;
            }
            at += if words { 8 } else { 6 };
        }
    }

    fn simple(&self, at: usize, contours: usize, moved: [i32; 2], pen: &mut dyn FnMut(Stroke)) {
        let ends: Vec<usize> = (0..contours).map(|i| usize::from(self.u16(at + 10 + 2 * i))).collect();
        let points = ends.last().map_or(0, |last| last + 1);
        let mut at = at + 10 + 2 * contours;
        at += 2 + usize::from(self.u16(at));
        let mut flags = Vec::with_capacity(points);
        while flags.len() < points {
            let flag = self.u8(at);
            at += 1;
            flags.push(flag);
            if flag & 8 != 0 {
                flags.extend(std::iter::repeat_n(flag, usize::from(self.u8(at))));
                at += 1;
            }
        }
        let mut axes = [Vec::with_capacity(points), Vec::with_capacity(points)];
        for (axis, values) in axes.iter_mut().enumerate() {
            let (short, same) = (2 << axis, 16 << axis);
            let mut value = moved[axis];
            for flag in &flags[..points] {
                match (flag & short != 0, flag & same != 0) {
                    (true, up) => {
                        value += if up { 1 } else { -1 } * i32::from(self.u8(at));
                        at += 1;
                    }
                    (false, true) => {}
                    (false, false) => {
                        value += self.i16(at);
                        at += 2;
                    }
                }
                values.push(value);
            }
        }
        let mut first = 0;
        for end in ends {
            let contour: Vec<([i32; 2], bool)> =
                (first..=end).map(|i| ([axes[0][i], axes[1][i]], flags[i] & 1 != 0)).collect();
            first = end + 1;
            draw(&contour, pen);
        }
    }
}

fn between([ax, ay]: [i32; 2], [bx, by]: [i32; 2]) -> [i32; 2] {
    [i32::midpoint(ax, bx), i32::midpoint(ay, by)]
}

/// A closed contour of points on the outline and control points; between two of those lies one on the outline.
fn draw(contour: &[([i32; 2], bool)], pen: &mut dyn FnMut(Stroke)) {
    let Some((&(last, last_on), &(head, head_on))) = contour.last().zip(contour.first()) else { return };
    let begin = match (head_on, last_on) {
        (true, _) => head,
        (false, true) => last,
        (false, false) => between(head, last),
    };
    pen(Stroke::Move(begin));
    let mut control: Option<[i32; 2]> = None;
    for &(point, on) in contour.iter().skip(usize::from(head_on)) {
        match (control, on) {
            (None, true) => pen(Stroke::Line(point)),
            (Some(by), true) => pen(Stroke::Curve(by, point)),
            (Some(by), false) => pen(Stroke::Curve(by, between(by, point))),
            (None, false) => {}
        }
        control = (!on).then_some(point);
    }
    if let Some(by) = control {
        pen(Stroke::Curve(by, begin));
    }
    pen(Stroke::Close);
}
