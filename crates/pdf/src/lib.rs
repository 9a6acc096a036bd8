//! Creates PDF files: A4 pages with text in Vietnamese, lines and square codes.
//!
//! Deliberately small: one font family (Roboto, which has every Vietnamese letter; scripts that it lacks are written in
//! Latin letters), positioned lines of text, filled rectangles, dashed lines and pictures. No flowing text, no forms.
//! Positions and lengths are in millimetres from the top left corner, font sizes in points. The file embeds only the
//! glyphs in use.

mod font;
mod lines;
mod readable;

use font::Typeface;
pub use lines::break_lines;
use pdf_writer::types::{ActionType, AnnotationType};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
pub use readable::readable;

/// The width of a page, in millimetres.
pub const WIDTH: f32 = 210.0;
/// The height of a page, in millimetres.
pub const HEIGHT: f32 = 297.0;

/// Points in a millimetre.
const POINT: f32 = 72.0 / 25.4;
/// The level of compression of streams.
const COMPRESSION: u8 = 6;

/// The reason why a document could not be made. Neither happens with the embedded fonts.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// A font's file is invalid.
    #[error("a font cannot be read")]
    Font(#[from] ttf_parser::FaceParsingError),
    /// A font could not be reduced to the glyphs in use.
    #[error("a font cannot be reduced: {0}")]
    Subset(subsetter::Error),
}

/// The weight of a font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Bold,
}

impl Weight {
    /// Returns the font of the documents, as a TrueType file.
    #[must_use]
    pub fn font(self) -> &'static [u8] {
        match self {
            Self::Regular => include_bytes!("../fonts/Roboto-Regular.ttf"),
            Self::Bold => include_bytes!("../fonts/Roboto-Bold.ttf"),
        }
    }
}

/// Red, green and blue, 0 to 255 each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// The colour of normal text.
    pub const BLACK: Self = Self(0, 0, 0);
    /// The colour of secondary text, dark enough to be read on paper.
    pub const GREY: Self = Self(90, 90, 90);
    /// The colour of lines to cut along.
    pub const CUT: Self = Self(170, 170, 170);
    pub const WHITE: Self = Self(255, 255, 255);

    /// Parses a colour as `#rrggbb`.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Self(red, green, blue))
    }
}

/// A rectangle, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// Distance from the left edge of the page.
    pub x: f32,
    /// Distance from the top edge of the page.
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

/// The appearance of a line of text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    pub weight: Weight,
    /// The font size, in points.
    pub size: f32,
    pub colour: Colour,
}

impl Style {
    /// A style with this font size, in points.
    #[must_use]
    pub const fn new(weight: Weight, size: f32, colour: Colour) -> Self {
        Self {
            weight,
            size,
            colour,
        }
    }
}

/// A picture as a JPEG file in colour (three channels).
#[derive(Debug, Clone)]
pub struct Picture {
    pub jpeg: Vec<u8>,
    /// Pixels of the JPEG, as are those of the height.
    pub width: u32,
    pub height: u32,
}

/// A document that is being written.
pub struct Document {
    regular: Typeface,
    bold: Typeface,
    title: String,
    language: &'static str,
    pages: Vec<Sheet>,
    /// The page being written; None before the first.
    page: Option<Open>,
}

/// A complete page. Its content is compressed at once, so that hundreds of pages stay small.
struct Sheet {
    content: Vec<u8>,
    links: Vec<(Area, String)>,
    pictures: Vec<Picture>,
}

struct Open {
    content: Content,
    links: Vec<(Area, String)>,
    pictures: Vec<Picture>,
}

impl Open {
    fn new() -> Self {
        Self {
            content: Content::new(),
            links: Vec::new(),
            pictures: Vec::new(),
        }
    }
}

impl Document {
    /// Creates an empty document. `language` is a code such as `vi`, for screen readers.
    ///
    /// # Errors
    /// When a font cannot be read.
    pub fn new(title: &str, language: &'static str) -> Result<Self, PdfError> {
        Ok(Self {
            regular: Typeface::new(Weight::Regular.font(), "HOIREG+Roboto-Regular")?,
            bold: Typeface::new(Weight::Bold.font(), "HOIBLD+Roboto-Bold")?,
            title: title.to_owned(),
            language,
            pages: Vec::new(),
            page: None,
        })
    }

    /// Begins the next page, on which everything drawn from now on appears.
    pub fn next_page(&mut self) {
        self.close_page();
        self.page = Some(Open::new());
    }

    fn close_page(&mut self) {
        if let Some(page) = self.page.take() {
            self.pages.push(Sheet {
                content: compressed(&page.content.finish()),
                links: page.links,
                pictures: page.pictures,
            });
        }
    }

    fn page(&mut self) -> &mut Open {
        self.page.get_or_insert_with(Open::new)
    }

    fn typeface(&mut self, weight: Weight) -> &mut Typeface {
        match weight {
            Weight::Regular => &mut self.regular,
            Weight::Bold => &mut self.bold,
        }
    }

    /// Returns the width of a line of text, in millimetres.
    pub fn width(&self, style: Style, text: &str) -> f32 {
        let typeface = match style.weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        };
        typeface.width(text) * style.size / POINT
    }

    /// Draws one line of text with its baseline at `y`. Where it is shown in other letters, the original can be copied and is
    /// read aloud.
    pub fn text(&mut self, x: f32, y: f32, style: Style, text: &str) {
        let (glyphs, is_copied_right) = self.typeface(style.weight).glyphs(text);
        let name = font_name(style.weight);
        let content = &mut self.page().content;
        fill(content, style.colour);
        if !is_copied_right {
            let mut marked = content.begin_marked_content_with_properties(Name(b"Span"));
            marked.properties().actual_text(TextStr(text));
        }
        content
            .begin_text()
            .set_font(name, style.size)
            .next_line(x * POINT, (HEIGHT - y) * POINT)
            .show(Str(&glyphs))
            .end_text();
        if !is_copied_right {
            content.end_marked_content();
        }
    }

    /// Draws one line of text, centred in the width of `area`, with its baseline at the top of `area`.
    pub fn centred(&mut self, area: Area, style: Style, text: &str) {
        let x = area.x + (area.width - self.width(style, text)) / 2.0;
        self.text(x, area.y, style, text);
    }

    /// Breaks `text` into at most `lines` lines no wider than `width`, as [`break_lines`] does. A line has the letters of the
    /// text, so [`Document::text`] lets it be copied.
    pub fn wrap(&self, style: Style, text: &str, width: f32, lines: usize) -> Vec<String> {
        break_lines(text, lines, |line| self.width(style, line) <= width).0
    }

    /// Returns `style` with the largest size, up to its own, at which the line is no wider than `width`.
    pub fn fitted(&self, style: Style, text: &str, width: f32) -> Style {
        let natural = self.width(style, text);
        if natural <= width {
            return style;
        }
        Style {
            size: style.size * width / natural,
            ..style
        }
    }

    /// Draws a filled rectangle.
    pub fn block(&mut self, area: Area, colour: Colour) {
        let content = &mut self.page().content;
        fill(content, colour);
        place(content, area);
        content.fill_nonzero();
    }

    /// Draws a thin dashed line to cut along.
    pub fn cut(&mut self, from: (f32, f32), to: (f32, f32)) {
        let content = &mut self.page().content;
        let Colour(red, green, blue) = Colour::CUT;
        content
            .set_stroke_rgb(share(red), share(green), share(blue))
            .set_line_width(0.4)
            .set_dash_pattern([3.0, 3.0], 0.0)
            .move_to(from.0 * POINT, (HEIGHT - from.1) * POINT)
            .line_to(to.0 * POINT, (HEIGHT - to.1) * POINT)
            .stroke();
    }

    /// Draws a square code of `side` modules a row, with true for dark modules, as shapes that stay sharp at any size.
    /// The caller leaves the required margin of four white modules.
    pub fn code(&mut self, area: Area, side: usize, dark: &[bool]) {
        let (Ok(modules), Some(rows)) =
            (u16::try_from(side), (side > 0).then(|| dark.chunks(side)))
        else {
            return;
        };
        let scale = area.width * POINT / f32::from(modules.max(1));
        let content = &mut self.page().content;
        content.save_state();
        fill(content, Colour::BLACK);
        // One unit is one module from here on, downwards from the top: whole numbers compress well.
        content.transform([
            scale,
            0.0,
            0.0,
            -scale,
            area.x * POINT,
            (HEIGHT - area.y) * POINT,
        ]);
        for (y, row) in (0_u16..).zip(rows) {
            for (start, length) in runs(row) {
                content.rect(f32::from(start), f32::from(y), f32::from(length), 1.0);
            }
        }
        content.fill_nonzero();
        content.restore_state();
    }

    /// Draws a picture over all of `area`, stretched to its sides.
    pub fn picture(&mut self, area: Area, picture: Picture) {
        let page = self.page();
        let name = picture_name(page.pictures.len());
        page.pictures.push(picture);
        let content = &mut page.content;
        content.save_state();
        content.transform([
            area.width * POINT,
            0.0,
            0.0,
            area.height * POINT,
            area.x * POINT,
            (HEIGHT - area.y - area.height) * POINT,
        ]);
        content.x_object(Name(name.as_bytes()));
        content.restore_state();
    }

    /// Makes `area` a link for readers on a screen.
    pub fn link(&mut self, area: Area, address: &str) {
        let address = address.to_owned();
        self.page().links.push((area, address));
    }

    /// Returns the finished file.
    ///
    /// # Errors
    /// When a font cannot be reduced to the glyphs in use.
    pub fn finish(mut self) -> Result<Vec<u8>, PdfError> {
        self.close_page();
        let mut next = 1;
        let mut new_ref = || {
            let id = Ref::new(next);
            next += 1;
            id
        };
        let (catalog, tree, info) = (new_ref(), new_ref(), new_ref());
        let fonts = [new_ref(), new_ref()];
        let mut pdf = Pdf::new();
        for (font, typeface) in fonts.into_iter().zip([self.regular, self.bold]) {
            typeface.write(&mut pdf, font, &mut new_ref)?;
        }
        let pages: Vec<_> = self
            .pages
            .into_iter()
            .map(|page| (new_ref(), new_ref(), page))
            .collect();

        let mut root = pdf.catalog(catalog);
        root.pages(tree).lang(TextStr(self.language));
        root.viewer_preferences().display_doc_title(true);
        root.finish();
        pdf.document_info(info)
            .title(TextStr(&self.title))
            .producer(TextStr("Hội"));
        let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
        pdf.pages(tree)
            .kids(pages.iter().map(|(id, ..)| *id))
            .count(count);
        for (id, content, page) in pages {
            let links: Vec<_> = page.links.iter().map(|_| new_ref()).collect();
            let pictures: Vec<_> = page.pictures.iter().map(|_| new_ref()).collect();
            let mut written = pdf.page(id);
            written
                .media_box(Rect::new(0.0, 0.0, WIDTH * POINT, HEIGHT * POINT))
                .parent(tree)
                .contents(content);
            if !links.is_empty() {
                written.annotations(links.iter().copied());
            }
            let mut resources = written.resources();
            let mut named = resources.fonts();
            for (weight, font) in [Weight::Regular, Weight::Bold].into_iter().zip(fonts) {
                named.pair(font_name(weight), font);
            }
            named.finish();
            if !pictures.is_empty() {
                let mut named = resources.x_objects();
                for (at, id) in pictures.iter().enumerate() {
                    named.pair(Name(picture_name(at).as_bytes()), *id);
                }
            }
            resources.finish();
            written.finish();
            for (id, picture) in pictures.into_iter().zip(&page.pictures) {
                let mut image = pdf.image_xobject(id, &picture.jpeg);
                image.filter(Filter::DctDecode);
                image.width(i32::try_from(picture.width).unwrap_or(i32::MAX));
                image.height(i32::try_from(picture.height).unwrap_or(i32::MAX));
                image.color_space().device_rgb();
                image.bits_per_component(8);
            }
            pdf.stream(content, &page.content)
                .filter(Filter::FlateDecode);
            for (id, (area, address)) in links.into_iter().zip(page.links) {
                let mut link = pdf.annotation(id);
                link.subtype(AnnotationType::Link).rect(Rect::new(
                    area.x * POINT,
                    (HEIGHT - area.y - area.height) * POINT,
                    (area.x + area.width) * POINT,
                    (HEIGHT - area.y) * POINT,
                ));
                link.border(0.0, 0.0, 0.0, None);
                link.action()
                    .action_type(ActionType::Uri)
                    .uri(Str(address.as_bytes()));
            }
        }
        Ok(pdf.finish())
    }
}

fn font_name(weight: Weight) -> Name<'static> {
    match weight {
        Weight::Regular => Name(b"R"),
        Weight::Bold => Name(b"B"),
    }
}

fn picture_name(at: usize) -> String {
    format!("P{at}")
}

fn share(part: u8) -> f32 {
    f32::from(part) / 255.0
}

fn fill(content: &mut Content, Colour(red, green, blue): Colour) {
    content.set_fill_rgb(share(red), share(green), share(blue));
}

fn place(content: &mut Content, area: Area) {
    content.rect(
        area.x * POINT,
        (HEIGHT - area.y - area.height) * POINT,
        area.width * POINT,
        area.height * POINT,
    );
}

/// Returns the start and length of each run of dark modules.
fn runs(row: &[bool]) -> Vec<(u16, u16)> {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    for (x, _) in (0_u16..).zip(row).filter(|(_, dark)| **dark) {
        match runs.last_mut() {
            Some((start, length)) if *start + *length == x => *length += 1,
            _ => runs.push((x, 1)),
        }
    }
    runs
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, COMPRESSION)
}

#[cfg(test)]
mod tests;
