//! One's own data as a PDF file: a table of names and values, with the pictures themselves.

use std::collections::HashMap;

use bytes::Bytes;
use hoi_i18n::{Lang, format_date_time};
use hoi_pdf::{Area, Colour, Document, HEIGHT, Picture, Style, WIDTH, Weight};
use hoi_platform::error::LocalizedText;
use hoi_platform::ids::FileId;
use hoi_ticketing::participants::OwnFactKind;
use image::codecs::jpeg::JpegEncoder;

use super::dto::OwnData;
use super::own_data::kind_key;

/// Between the page's edges and its content, in millimetres.
const MARGIN: f32 = 20.0;
/// The width of the names, and the space between them and the values.
const NAMES: f32 = 55.0;
const GAP: f32 = 5.0;
const VALUES: f32 = WIDTH - 2.0 * MARGIN - NAMES - GAP;
const LINE: f32 = 5.2;
/// Above the first line of a row, and below the last.
const PADDING: f32 = 1.4;
/// The lowest a row may end.
const BOTTOM: f32 = HEIGHT - MARGIN;
/// Lines of one value: more than the longest text that a form takes.
const LINES: usize = 400;
/// Lines of a name that stand beside its value.
const NAME_LINES: usize = 6;
/// The largest picture, in millimetres and in pixels.
const PICTURE: (f32, f32) = (80.0, 80.0);
const PIXELS: u32 = 800;
const QUALITY: u8 = 80;
const RULE: Colour = Colour(220, 220, 220);

const TITLE: Style = Style::new(Weight::Bold, 18.0, Colour::BLACK);
const HEAD: Style = Style::new(Weight::Bold, 12.0, Colour::BLACK);
const TEXT: Style = Style::new(Weight::Regular, 10.0, Colour::BLACK);
const LABEL: Style = Style::new(Weight::Regular, 10.0, Colour::GREY);

/// Draws the data as a PDF file in this language. Pictures that are not in `pictures` are named by their address.
pub fn draw(
    data: &OwnData,
    pictures: &HashMap<FileId, Bytes>,
    lang: Lang,
) -> anyhow::Result<Vec<u8>> {
    let text = |key: &'static str| LocalizedText::new(key).in_language(lang);
    let title = text("privacy.fileTitle");
    let mut document = Document::new(&title, lang.code())?;
    document.next_page();
    document.text(MARGIN, 28.0, TITLE, &title);
    let mut sheet = Sheet {
        document,
        page: 1,
        y: 36.0,
    };
    if let Some(event) = &data.event_title {
        sheet.row(&text("receipt.event"), event);
    }
    sheet.row(&text("privacy.keptBy"), &data.organiser);
    if let Some(contact) = &data.contact {
        sheet.row(&text("privacy.contact"), contact);
    }
    sheet.head(&text("privacy.facts"));
    for fact in &data.facts {
        let picture = fact.file.filter(|_| fact.kind == OwnFactKind::Picture);
        let picture = picture.and_then(|id| fitted(pictures.get(&id)?));
        match picture {
            Some(picture) => sheet.picture(&fact.label, picture),
            None => sheet.row(&fact.label, &fact.value),
        }
    }
    if !data.requests.is_empty() {
        sheet.head(&text("privacy.requests"));
    }
    for request in &data.requests {
        let asked = format_date_time(lang, request.asked_at.0);
        let kind = text(kind_key(request.kind));
        let said = [
            Some(&kind),
            Some(&request.content),
            request.answer.as_ref(),
            request.reason.as_ref(),
        ];
        let said = said.into_iter().flatten().filter(|words| !words.is_empty());
        let said: Vec<&str> = said.map(String::as_str).collect();
        sheet.row(&asked, &said.join("\n"));
    }
    Ok(sheet.document.finish()?)
}

/// Returns the picture, smaller if it is large; None if it cannot be read.
fn fitted(file: &Bytes) -> Option<Picture> {
    let mut image = image::load_from_memory(file).ok()?;
    if image.width().max(image.height()) > PIXELS {
        image = image.thumbnail(PIXELS, PIXELS);
    }
    let (width, height) = (image.width(), image.height());
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    image.to_rgb8().write_with_encoder(encoder).ok()?;
    Some(Picture {
        jpeg,
        width,
        height,
    })
}

/// The page being written, and how far down.
struct Sheet {
    document: Document,
    /// From 1.
    page: usize,
    y: f32,
}

impl Sheet {
    /// Goes on at the top of another page unless `height` is left of this one.
    fn make_room(&mut self, height: f32) {
        if self.y + height > BOTTOM {
            self.document.next_page();
            self.page += 1;
            self.y = MARGIN;
        }
    }

    /// A heading stands with the first row below it.
    fn head(&mut self, text: &str) {
        self.make_room(8.0 + LINE + row_height(1));
        self.y += 8.0;
        self.document.text(MARGIN, self.y, HEAD, text);
        self.y += 3.0;
    }

    /// Name and value begin side by side, on one page: a row goes to the next page as a whole unless it is longer than one.
    fn row(&mut self, label: &str, value: &str) {
        let names = self.document.wrap(LABEL, label, NAMES, NAME_LINES);
        let mut values = Vec::new();
        for paragraph in value.lines() {
            values.extend(self.document.wrap(TEXT, paragraph, VALUES, LINES));
        }
        values.truncate(LINES);
        let lines = names.len().max(values.len()).max(1);
        // A row longer than a page fills this one first, beginning with the whole name.
        let whole = row_height(lines);
        let is_long = whole > BOTTOM - MARGIN;
        self.make_room(if is_long {
            row_height(names.len().max(3))
        } else {
            whole
        });
        self.rule();
        self.y += PADDING;
        for at in 0..lines {
            if self.y + LINE > BOTTOM {
                self.document.next_page();
                self.page += 1;
                self.y = MARGIN;
            }
            self.y += LINE;
            if let Some(line) = names.get(at) {
                self.document.text(MARGIN, self.y - 1.4, LABEL, line);
            }
            if let Some(line) = values.get(at) {
                let x = MARGIN + NAMES + GAP;
                self.document.text(x, self.y - 1.4, TEXT, line);
            }
        }
        self.y += PADDING;
    }

    fn picture(&mut self, label: &str, picture: Picture) {
        let names = self.document.wrap(LABEL, label, NAMES, NAME_LINES);
        let (width, height) = (side(picture.width), side(picture.height));
        let scale = (PICTURE.0 / width).min(PICTURE.1 / height);
        let (width, height) = (width * scale, height * scale);
        let whole = row_height(names.len()).max(height + 4.0 * PADDING);
        self.make_room(whole);
        self.rule();
        for (line, y) in names.iter().zip(1_u16..) {
            let y = self.y + PADDING + f32::from(y) * LINE - 1.4;
            self.document.text(MARGIN, y, LABEL, line);
        }
        let area = Area {
            x: MARGIN + NAMES + GAP,
            y: self.y + 2.0 * PADDING,
            width,
            height,
        };
        self.document.picture(area, picture);
        self.y += whole;
    }

    fn rule(&mut self) {
        let area = Area {
            x: MARGIN,
            y: self.y,
            width: WIDTH - 2.0 * MARGIN,
            height: 0.2,
        };
        self.document.block(area, RULE);
    }
}

fn row_height(lines: usize) -> f32 {
    let lines = u16::try_from(lines).unwrap_or(u16::MAX);
    f32::from(lines) * LINE + 2.0 * PADDING
}

fn side(pixels: u32) -> f32 {
    f32::from(u16::try_from(pixels.max(1)).unwrap_or(u16::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        let mut document = Document::new("", "vi").unwrap();
        document.next_page();
        Sheet {
            document,
            page: 1,
            y: MARGIN,
        }
    }

    #[test]
    fn a_name_stands_beside_its_value_and_never_alone_at_the_end_of_a_page() {
        // Every place of a page at which a row may come to begin.
        for step in 0..600_u16 {
            let mut sheet = sheet();
            sheet.y = MARGIN + f32::from(step) * 0.43;
            let (page, before) = (sheet.page, sheet.y);
            sheet.row("Dị ứng gì? (nhạy cảm)", "Lạc\nTôm\nSữa");
            assert!(sheet.y <= BOTTOM, "{before}");
            let begins = if sheet.page == page { before } else { MARGIN };
            assert!((sheet.y - begins - row_height(3)).abs() < 0.01, "{before}");
        }
    }

    #[test]
    fn a_value_longer_than_a_page_goes_on_and_a_heading_is_not_left_behind() {
        let mut long = sheet();
        long.row("Ghi chú", &"dòng\n".repeat(120));
        assert_eq!(long.page, 3);
        assert!(long.y <= BOTTOM + PADDING);
        let mut end = sheet();
        end.y = BOTTOM - 12.0;
        end.head("Dữ liệu đang được lưu");
        assert_eq!(end.page, 2);
    }

    #[test]
    fn a_picture_is_drawn_whole_and_keeps_its_shape() {
        let image = image::DynamicImage::new_rgb8(1600, 400);
        let mut png = std::io::Cursor::new(Vec::new());
        image.write_to(&mut png, image::ImageFormat::Png).unwrap();
        let picture = fitted(&png.into_inner().into()).unwrap();
        assert_eq!((picture.width, picture.height), (800, 200));
        let mut sheet = sheet();
        sheet.y = BOTTOM - 15.0;
        sheet.picture("Ảnh", picture);
        assert_eq!(sheet.page, 2, "20 mm have no place in 15");
        assert!(fitted(&Bytes::from_static(b"no picture")).is_none());
    }
}
