//! The picture that chats and social networks show with an event's link: title, date and place, drawn over the event's
//! cover or on its colour. Drawn when it is first asked for, on a thread of its own, and kept in memory.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "numbers of pixels and lines are small"
)]

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ab_glyph_rasterizer::{Point, Rasterizer, point};
use anyhow::Context as _;
use bytes::Bytes;
use hoi_i18n::{Lang, format_date_time};
use hoi_pdf::{Colour, Weight, break_lines, readable};
use hoi_platform::app::App;
use hoi_platform::error::{Error, Result};
use hoi_platform::files::{self, FileUrl};
use hoi_platform::limits::RateLimit;
use hoi_platform::secrets;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::{Rgba, RgbaImage};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::EventId;
use super::entity::event;
use super::poster::accent;

/// Width and height in pixels, as Facebook, Zalo and others show them uncut.
pub const SIZE: (u32, u32) = (1200, 630);
const QUALITY: u8 = 86;
/// Pictures kept in memory, of about a tenth of a megabyte each.
const KEPT: usize = 64;
/// Room beside the text, in pixels.
const MARGIN: f32 = 64.0;
/// Sizes of the title; the largest at which the whole title fits is used. In multiples of [`LINE`] for letters with two
/// marks.
const TITLE_SIZES: [f32; 4] = [78.0, 66.0, 56.0, 46.0];
const TITLE_SIZES_ON_COVER: [f32; 3] = [58.0, 50.0, 42.0];
const TITLE_LINES: usize = 4;
const TITLE_LINES_ON_COVER: usize = 2;
/// The distance of lines, in multiples of the size: Ẫ and Ặ need it above and below.
const LINE: f32 = 1.3;
const FACT: f32 = 32.0;
const HOST: f32 = 28.0;
/// The side of the logo's white square.
const LOGO: u32 = 104;
const WHITE: Colour = Colour(255, 255, 255);
/// The contrast of white letters on the ground (WCAG asks for 4.5).
const CONTRAST: f32 = 5.5;

/// The content of a picture.
#[derive(Debug, Clone)]
pub struct SharePicture {
    event: EventId,
    title: String,
    facts: Vec<String>,
    host: Option<String>,
    colour: Colour,
    logo: FileUrl,
    cover: Option<FileUrl>,
    lang: Lang,
    version: String,
}

impl SharePicture {
    /// Returns the content of the picture of `event`, with the date in this language.
    #[must_use]
    pub fn of(event: &event::Model, lang: Lang) -> Self {
        let date = format_date_time(lang, event.event_start_date.0);
        let mut picture = Self {
            event: event.id,
            title: event.title.clone(),
            facts: vec![date, event.venue_address.clone()],
            host: event.host_name.clone(),
            colour: accent(event),
            logo: event.logo,
            cover: event.cover_image,
            lang,
            version: String::new(),
        };
        let mut version = secrets::hash(&format!("3 {picture:?}"));
        version.truncate(16);
        picture.version = version;
        picture
    }

    /// Identifies the content of the picture.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns the picture's address below the public one.
    pub fn address(&self) -> String {
        let Self {
            event,
            lang,
            version,
            ..
        } = self;
        let lang = lang.code();
        format!("/api/event/{event}/share-picture?lang={lang}&v={version}")
    }

    /// Draws the picture. Image files that cannot be read are left out.
    fn draw(&self, cover: Option<&[u8]>, logo: Option<&[u8]>) -> anyhow::Result<Vec<u8>> {
        let bold = Face::parse(Weight::Bold.font(), 0).context("the bold font")?;
        let regular = Face::parse(Weight::Regular.font(), 0).context("the regular font")?;
        let mut canvas = Canvas::new(self.colour);
        match cover.and_then(|file| image::load_from_memory(file).ok()) {
            Some(cover) => {
                let (width, height) = SIZE;
                let cover = cover.resize_to_fill(width, height, FilterType::Triangle);
                canvas.0 = cover.to_rgba8();
                self.write_strip(&mut canvas, &bold, &regular);
            }
            None => self.write_page(&mut canvas, &bold, &regular, logo),
        }
        let mut jpeg = Vec::new();
        let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
        let opaque = image::DynamicImage::from(canvas.0).to_rgb8();
        opaque.write_with_encoder(encoder)?;
        Ok(jpeg)
    }

    /// Logo and host on top, the title below them, date and place at the foot.
    fn write_page(
        &self,
        canvas: &mut Canvas,
        bold: &Face<'_>,
        regular: &Face<'_>,
        logo: Option<&[u8]>,
    ) {
        let (_, height) = SIZE;
        let mut beside = MARGIN;
        if let Some(logo) = logo.and_then(|file| image::load_from_memory(file).ok()) {
            canvas.logo(&logo);
            beside += pixels(LOGO) + 24.0;
        }
        if let Some(host) = &self.host {
            let line = wrap(regular, HOST, host, pixels(SIZE.0) - beside - MARGIN, 1).0;
            let middle = MARGIN + pixels(LOGO) / 2.0 + HOST * 0.36;
            canvas.lines(regular, HOST, (beside, middle), &line);
        }
        let top = MARGIN + pixels(LOGO) + 20.0;
        let foot = pixels(height) - MARGIN - FACT * LINE;
        let room = pixels(SIZE.0) - 2.0 * MARGIN;
        let free = foot - FACT - top;
        let (size, lines) = fitted(bold, &TITLE_SIZES, &self.title, room, |size| {
            let lines = (free / (size * LINE)).floor();
            TITLE_LINES.min(lines as usize)
        });
        let rest = free - size * LINE * lines.len() as f32;
        canvas.lines(bold, size, (MARGIN, top + rest / 2.0 + size), &lines);
        let mut line = foot + FACT * 0.3;
        for fact in &self.facts {
            let text = wrap(regular, FACT, fact, room, 1).0;
            canvas.lines(regular, FACT, (MARGIN, line), &text);
            line += FACT * LINE;
        }
    }

    /// A strip over the foot of the cover with title, date and place.
    fn write_strip(&self, canvas: &mut Canvas, bold: &Face<'_>, regular: &Face<'_>) {
        let room = pixels(SIZE.0) - 2.0 * MARGIN;
        let (size, lines) = fitted(bold, &TITLE_SIZES_ON_COVER, &self.title, room, |_| {
            TITLE_LINES_ON_COVER
        });
        let facts = self.facts.join("  ·  ");
        let facts = wrap(regular, FACT, &facts, room, 1).0;
        let text = size * LINE * lines.len() as f32 + FACT * LINE;
        let strip = text + 64.0;
        let top = pixels(SIZE.1) - strip;
        canvas.strip(top as u32, ground(self.colour));
        canvas.lines(bold, size, (MARGIN, top + 28.0 + size), &lines);
        let line = pixels(SIZE.1) - 36.0 - FACT * 0.3;
        canvas.lines(regular, FACT, (MARGIN, line), &facts);
    }
}

/// The pictures that were drawn last.
pub struct SharePictures {
    kept: Mutex<VecDeque<(String, Bytes)>>,
    /// Limits how many pictures are drawn for each network address, because drawing takes a processor for a while.
    drawn: RateLimit,
}

impl Default for SharePictures {
    fn default() -> Self {
        Self {
            kept: Mutex::default(),
            drawn: RateLimit::new(30, Duration::from_secs(2)),
        }
    }
}

impl SharePictures {
    /// Returns the picture as JPEG, drawn now for `address` unless it is kept.
    ///
    /// # Errors
    /// 5003 (HTTP 429) when too many were drawn for the address, 5003 (HTTP 503) when too many pictures are being drawn;
    /// 5004 when the storage fails.
    #[tracing::instrument(name = "events.share_picture", skip_all)]
    pub async fn get(&self, app: &App, picture: SharePicture, address: IpAddr) -> Result<Bytes> {
        let name = format!("{}.{}", picture.event, picture.version);
        if let Some(kept) = self.find(&name) {
            return Ok(kept);
        }
        self.drawn.count(address, app.clock.monotonic())?;
        let turn = app.picture_slots.wait(name.clone()).await;
        let turn = turn.ok_or(Error::Busy)?;
        if let Some(kept) = self.find(&name) {
            return Ok(kept);
        }
        let cover = read(app, picture.cover).await?;
        let logo = match cover {
            Some(_) => None,
            None => read(app, Some(picture.logo)).await?,
        };
        let drawn = tokio::task::spawn_blocking(move || {
            let drawn = picture.draw(cover.as_deref(), logo.as_deref());
            drop(turn);
            drawn
        });
        let drawn = Bytes::from(drawn.await.map_err(anyhow::Error::from)??);
        let mut kept = self.kept();
        kept.truncate(KEPT - 1);
        kept.push_front((name, drawn.clone()));
        Ok(drawn)
    }

    fn find(&self, name: &str) -> Option<Bytes> {
        let kept = self.kept();
        let found = kept.iter().find(|(kept, _)| kept == name)?;
        Some(found.1.clone())
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<(String, Bytes)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn read(app: &App, file: Option<FileUrl>) -> Result<Option<Bytes>> {
    let Some(file) = file else { return Ok(None) };
    let read = files::read(app, file.0).await?;
    Ok(read.map(|(_, bytes)| bytes))
}

struct Canvas(RgbaImage);

impl Canvas {
    /// A ground that is darker towards its foot.
    fn new(colour: Colour) -> Self {
        let (width, height) = SIZE;
        let top = ground(colour);
        let image = RgbaImage::from_fn(width, height, |_, y| {
            let Colour(red, green, blue) = mixed(top, Colour(0, 0, 0), share(y, height) * 0.35);
            Rgba([red, green, blue, 255])
        });
        Self(image)
    }

    fn logo(&mut self, logo: &image::DynamicImage) {
        let at = MARGIN as u32;
        let inner = LOGO - 16;
        let logo = logo.resize(inner, inner, FilterType::Triangle).to_rgba8();
        for y in at..at + LOGO {
            for x in at..at + LOGO {
                if is_inside(x - at, y - at) {
                    self.0.put_pixel(x, y, Rgba([255, 255, 255, 255]));
                }
            }
        }
        let left = at + (LOGO - logo.width()) / 2;
        let top = at + (LOGO - logo.height()) / 2;
        imageops::overlay(&mut self.0, &logo, left.into(), top.into());
    }

    /// Darkens everything from `top` on, softly above it.
    fn strip(&mut self, top: u32, colour: Colour) {
        const SOFT: u32 = 72;
        for (_, y, pixel) in self.0.enumerate_pixels_mut() {
            let strength = match y {
                y if y >= top => 0.88,
                y if y + SOFT > top => 0.88 * share(y + SOFT - top, SOFT),
                _ => continue,
            };
            let [red, green, blue, _] = pixel.0;
            let Colour(red, green, blue) = mixed(Colour(red, green, blue), colour, strength);
            *pixel = Rgba([red, green, blue, 255]);
        }
    }

    /// Writes lines of white text; `x` and `y` are the beginning of the first one's baseline.
    fn lines(&mut self, face: &Face<'_>, size: f32, (x, y): (f32, f32), lines: &[String]) {
        for (at, line) in lines.iter().enumerate() {
            self.text(face, size, x, y + size * LINE * at as f32, line);
        }
    }

    fn text(&mut self, face: &Face<'_>, size: f32, x: f32, baseline: f32, text: &str) {
        // Marks stand above and below the line, and letters may reach out at both ends.
        let (above, below, beside) = (size * 1.2, size * 0.5, size * 0.5);
        let width = width(face, size, text) + 2.0 * beside;
        let (columns, rows) = (width.ceil() as usize, (above + below).ceil() as usize);
        let mut outline = Outline {
            raster: Rasterizer::new(columns.min(SIZE.0 as usize * 2), rows),
            scale: size / f32::from(face.units_per_em()),
            origin: point(beside, above),
            start: point(0.0, 0.0),
            last: point(0.0, 0.0),
        };
        for glyph in glyphs(face, text) {
            face.outline_glyph(glyph, &mut outline);
            outline.origin.x += advance(face, glyph, size);
        }
        let (left, top) = (
            (x - beside).round() as i64,
            (baseline - above).round() as i64,
        );
        let image = &mut self.0;
        outline.raster.for_each_pixel_2d(|column, row, cover| {
            let place = (left + i64::from(column), top + i64::from(row));
            let (Ok(x), Ok(y)) = (u32::try_from(place.0), u32::try_from(place.1)) else {
                return;
            };
            if let Some(pixel) = image.get_pixel_mut_checked(x, y).filter(|_| cover > 0.0) {
                let [red, green, blue, _] = pixel.0;
                let below = Colour(red, green, blue);
                let Colour(red, green, blue) = mixed(below, WHITE, cover.min(1.0));
                *pixel = Rgba([red, green, blue, 255]);
            }
        });
    }
}

/// Whether a pixel of the logo's square lies within its round corners.
fn is_inside(x: u32, y: u32) -> bool {
    const RADIUS: f32 = 18.0;
    let from_edge = |at: u32| RADIUS - (pixels(at) + 0.5).min(pixels(LOGO) - pixels(at) - 0.5);
    let (x, y) = (from_edge(x), from_edge(y));
    x <= 0.0 || y <= 0.0 || x.hypot(y) <= RADIUS
}

/// Draws the outlines of glyphs, whose units are the font's and whose y goes up.
struct Outline {
    raster: Rasterizer,
    scale: f32,
    origin: Point,
    start: Point,
    last: Point,
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> Point {
        point(
            self.origin.x + x * self.scale,
            self.origin.y - y * self.scale,
        )
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.start = self.at(x, y);
        self.last = self.start;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.at(x, y);
        self.raster.draw_line(self.last, to);
        self.last = to;
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (by, to) = (self.at(x1, y1), self.at(x, y));
        self.raster.draw_quad(self.last, by, to);
        self.last = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (first, second, to) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.raster.draw_cubic(self.last, first, second, to);
        self.last = to;
    }

    fn close(&mut self) {
        self.raster.draw_line(self.last, self.start);
        self.last = self.start;
    }
}

/// Returns the glyphs of a line of text, in letters that the font has.
fn glyphs(face: &Face<'_>, text: &str) -> Vec<GlyphId> {
    let shown = readable(face, text);
    let glyphs = shown.chars().filter_map(|char| face.glyph_index(char));
    glyphs.collect()
}

fn advance(face: &Face<'_>, glyph: GlyphId, size: f32) -> f32 {
    let units = face.glyph_hor_advance(glyph).unwrap_or(0);
    f32::from(units) / f32::from(face.units_per_em()) * size
}

fn width(face: &Face<'_>, size: f32, text: &str) -> f32 {
    let glyphs = glyphs(face, text).into_iter();
    glyphs.map(|glyph| advance(face, glyph, size)).sum()
}

/// Returns the first of `sizes` at which the whole text fits, with its lines; otherwise the last size, with the lines
/// that fit.
fn fitted(
    face: &Face<'_>,
    sizes: &[f32],
    text: &str,
    room: f32,
    most: impl Fn(f32) -> usize,
) -> (f32, Vec<String>) {
    let mut fitted = (0.0, Vec::new());
    for size in sizes {
        let (lines, is_whole) = wrap(face, *size, text, room, most(*size));
        fitted = (*size, lines);
        if is_whole {
            break;
        }
    }
    fitted
}

/// Breaks a text into at most `most` lines within `room` pixels. Returns whether all of it is there.
fn wrap(face: &Face<'_>, size: f32, text: &str, room: f32, most: usize) -> (Vec<String>, bool) {
    break_lines(text, most, |line| width(face, size, line) <= room)
}

fn pixels(number: u32) -> f32 {
    number as f32
}

fn share(part: u32, whole: u32) -> f32 {
    pixels(part) / pixels(whole)
}

fn mixed(from: Colour, to: Colour, share: f32) -> Colour {
    let mix = |from: u8, to: u8| {
        let mixed = f32::from(from) + (f32::from(to) - f32::from(from)) * share;
        mixed.round().clamp(0.0, 255.0) as u8
    };
    Colour(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// Returns the colour, darkened until white letters can be read on it.
fn ground(colour: Colour) -> Colour {
    let steps = (0..=20_u8).map(|step| mixed(colour, Colour(0, 0, 0), f32::from(step) * 0.05));
    let mut readable = steps.filter(|colour| contrast_with_white(*colour) >= CONTRAST);
    readable.next().unwrap_or(Colour(0, 0, 0))
}

/// The contrast of white with a colour, as WCAG defines it.
fn contrast_with_white(Colour(red, green, blue): Colour) -> f32 {
    let linear = |part: u8| {
        let part = f32::from(part) / 255.0;
        if part <= 0.04045 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    };
    1.05 / (0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bold() -> Face<'static> {
        Face::parse(Weight::Bold.font(), 0).unwrap()
    }

    fn picture(title: &str) -> SharePicture {
        SharePicture {
            event: EventId(uuid::Uuid::nil()),
            title: title.to_owned(),
            facts: vec![
                "19:30, 12/12/2026".to_owned(),
                "Nhà hát Hoà Bình, 240 đường 3 Tháng 2, Quận 10, Thành phố Hồ Chí Minh".to_owned(),
            ],
            host: Some("Câu lạc bộ Doanh nhân trẻ Sài Gòn".to_owned()),
            colour: Colour(242, 165, 22),
            logo: FileUrl::default(),
            cover: None,
            lang: Lang::VI,
            version: String::new(),
        }
    }

    #[test]
    fn no_line_is_wider_than_its_room_and_no_word_is_lost() {
        let face = bold();
        for text in [
            "Đêm nhạc",
            "Hội nghị khách hàng thường niên và lễ vinh danh những người thợ gốm Bát Tràng xuất sắc nhất",
            &"Nghiêng".repeat(60),
            &"W".repeat(255),
            &"ỗ ".repeat(127),
            "",
        ] {
            for (size, most) in [(78.0, 4), (46.0, 1), (32.0, 200)] {
                let (lines, is_whole) = wrap(&face, size, text, 1072.0, most);
                assert!(lines.len() <= most);
                for line in &lines {
                    assert!(width(&face, size, line) <= 1072.0, "{line}");
                }
                let letters = |text: &str| text.split_whitespace().collect::<String>();
                let kept = letters(&lines.concat());
                if is_whole {
                    assert_eq!(kept, letters(text));
                } else {
                    assert!(kept.ends_with('…'));
                }
            }
        }
    }

    #[test]
    fn white_letters_can_be_read_on_every_colour() {
        for red in (0..=255).step_by(51) {
            for green in (0..=255).step_by(51) {
                for blue in (0..=255).step_by(51) {
                    let ground = ground(Colour(red, green, blue));
                    assert!(contrast_with_white(ground) >= CONTRAST);
                }
            }
        }
        let jade = Colour(14, 124, 102);
        assert!(contrast_with_white(jade) < CONTRAST || ground(jade) == jade);
    }

    #[test]
    fn nothing_is_drawn_beside_the_margin() {
        let titles = [
            "ẪẶỖỮ ĐƯỢC".to_owned(),
            "Dạ tiệc tri ân khách hàng ".repeat(9),
            "W".repeat(255),
        ];
        for title in titles {
            let drawn = picture(&title).draw(None, None).unwrap();
            let image = image::load_from_memory(&drawn).unwrap().to_luma8();
            assert_eq!(image.dimensions(), SIZE);
            let is_letter = |x: u32, y: u32| image.get_pixel(x, y).0[0] > 200;
            let has_letter = |mut columns: std::ops::Range<u32>| {
                columns.any(|x| (0..SIZE.1).any(|y| is_letter(x, y)))
            };
            assert!(has_letter(64..1136));
            assert!(!has_letter(0..58) && !has_letter(1142..1200), "{title}");
            assert!(!(0..1200).any(|x| (0..40).chain(612..630).any(|y| is_letter(x, y))));
        }
    }

    #[test]
    fn scripts_that_the_fonts_lack_are_drawn_in_latin_letters() {
        let drawn = |text: &str| {
            let shown = SharePicture {
                facts: vec![text.to_owned()],
                host: Some(text.to_owned()),
                ..picture(text)
            };
            shown.draw(None, None).unwrap()
        };
        let regular = Face::parse(Weight::Regular.font(), 0).unwrap();
        for (foreign, latin) in [
            ("李小龙 🎉 สมชาย", "Li Xiao Long (tada) Smchaay"),
            ("김민수 Иван ❤️", "Gimminsu Иван (heart)"),
            ("田中さくら", "Tian Zhong Sakura"),
            ("محمد علي", "Mhmd 'Ly"),
        ] {
            assert!(drawn(foreign) == drawn(latin), "other letters: {foreign}");
            assert!(drawn(latin) != drawn(""), "no letters: {foreign}");
            // The glyph 0 is the box that stands for a missing letter.
            for face in [&bold(), &regular] {
                let glyphs = glyphs(face, latin);
                assert_eq!(glyphs.len(), latin.chars().count());
                assert!(!glyphs.contains(&GlyphId(0)), "{foreign}");
            }
        }
    }

    #[test]
    fn a_cover_stays_above_its_strip() {
        let cover = image::RgbImage::from_pixel(1600, 900, image::Rgb([250, 250, 250]));
        let mut jpeg = Vec::new();
        cover
            .write_with_encoder(JpegEncoder::new(&mut jpeg))
            .unwrap();
        let drawn = picture("Đêm nhạc").draw(Some(&jpeg), None).unwrap();
        let image = image::load_from_memory(&drawn).unwrap().to_luma8();
        assert_eq!(image.dimensions(), SIZE);
        assert!(image.get_pixel(600, 100).0[0] > 240);
        assert!(image.get_pixel(1180, 600).0[0] < 130);
        // A file that is not an image is left out.
        assert!(picture("Đêm nhạc").draw(Some(b"no image"), None).is_ok());
    }
}
