//! One font: the widths of its letters, the glyphs in use, and the font's objects in the file.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use subsetter::GlyphRemapper;
use ttf_parser::{Face, FaceParsingError, GlyphId};

use crate::readable::readable;
use crate::{PdfError, compressed};

const SYSTEM: SystemInfo = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

pub struct Typeface {
    data: &'static [u8],
    face: Face<'static>,
    name: &'static str,
    /// Gives glyphs in use small numbers in order of appearance; the pages contain these numbers.
    in_use: GlyphRemapper,
    /// The letter of each number, so that text can be searched and copied.
    letters: BTreeMap<u16, char>,
}

impl Typeface {
    pub fn new(data: &'static [u8], name: &'static str) -> Result<Self, FaceParsingError> {
        Ok(Self {
            data,
            face: Face::parse(data, 0)?,
            name,
            in_use: GlyphRemapper::new(),
            letters: BTreeMap::new(),
        })
    }

    /// Returns the width of the text in multiples of the font size.
    pub fn width(&self, text: &str) -> f32 {
        readable(&self.face, text)
            .chars()
            .filter_map(|char| self.face.glyph_index(char))
            .map(|glyph| self.advance(glyph))
            .sum()
    }

    /// Returns the text as glyph numbers of two bytes each, and whether they are copied as this text.
    pub fn glyphs(&mut self, text: &str) -> (Vec<u8>, bool) {
        let shown = readable(&self.face, text);
        let mut is_copied_right = shown == text;
        let mut bytes = Vec::with_capacity(text.len() * 2);
        for char in shown.chars() {
            if let Some(glyph) = self.face.glyph_index(char) {
                let number = self.in_use.remap(glyph.0);
                // Two letters may have one glyph, which is copied as the first of them.
                is_copied_right &= *self.letters.entry(number).or_insert(char) == char;
                bytes.extend(number.to_be_bytes());
            }
        }
        (bytes, is_copied_right)
    }

    fn advance(&self, glyph: GlyphId) -> f32 {
        let units = self.face.glyph_hor_advance(glyph).unwrap_or(0);
        f32::from(units) / f32::from(self.face.units_per_em())
    }

    /// Writes the font as the object `id`.
    pub fn write(
        self,
        pdf: &mut Pdf,
        id: Ref,
        new_ref: &mut impl FnMut() -> Ref,
    ) -> Result<(), PdfError> {
        let (cid, descriptor, unicode, file) = (new_ref(), new_ref(), new_ref(), new_ref());
        let name = Name(self.name.as_bytes());
        pdf.type0_font(id)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(unicode);

        let widths: Vec<f32> = self
            .in_use
            .remapped_gids()
            .map(|glyph| self.advance(GlyphId(glyph)) * 1000.0)
            .collect();
        let mut font = pdf.cid_font(cid);
        font.subtype(CidFontType::Type2)
            .base_font(name)
            .system_info(SYSTEM)
            .font_descriptor(descriptor)
            .default_width(0.0)
            .cid_to_gid_map_predefined(Name(b"Identity"));
        font.widths().consecutive(0, widths);
        font.finish();

        let scale = 1000.0 / f32::from(self.face.units_per_em());
        let unit = |units: i16| f32::from(units) * scale;
        let bounds = self.face.global_bounding_box();
        pdf.font_descriptor(descriptor)
            .name(name)
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(
                unit(bounds.x_min),
                unit(bounds.y_min),
                unit(bounds.x_max),
                unit(bounds.y_max),
            ))
            .italic_angle(0.0)
            .ascent(unit(self.face.ascender()))
            .descent(unit(self.face.descender()))
            .cap_height(unit(self.face.capital_height().unwrap_or(0)))
            .stem_v(80.0)
            .font_file2(file);

        let mut map = UnicodeCmap::new(Name(b"Letters"), SYSTEM);
        for (number, char) in &self.letters {
            map.pair(*number, *char);
        }
        let map = compressed(&map.finish());
        pdf.cmap(unicode, &map).filter(Filter::FlateDecode);

        let reduced = subsetter::subset(self.data, 0, &self.in_use).map_err(PdfError::Subset)?;
        let packed = compressed(&reduced);
        pdf.stream(file, &packed).filter(Filter::FlateDecode).pair(
            Name(b"Length1"),
            i32::try_from(reduced.len()).unwrap_or(i32::MAX),
        );
        Ok(())
    }
}
