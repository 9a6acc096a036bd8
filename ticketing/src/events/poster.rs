//! A poster of an event on a page of A4: its picture, title, date and place, and the link to its page as a QR code.

use hoi_i18n::{Lang, format_date_time};
use hoi_pdf::{Area, Colour, Document, HEIGHT, Picture, Style, WIDTH, Weight};
use hoi_platform::error::LocalizedText;
use hoi_platform::qr;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;

use super::entity::event;

/// The colour of events without one of their own.
const JADE: Colour = Colour(14, 124, 102);
/// The height of the picture over the whole width of the page, in millimetres.
const PICTURE: f32 = 118.0;
/// The picture's size in pixels: 200 per inch.
const PIXELS: (u32, u32) = (1654, 929);
const QUALITY: u8 = 85;
/// Room beside the text, in millimetres.
const MARGIN: f32 = 18.0;
/// The side of the QR code, which is read from two steps away.
const CODE: f32 = 62.0;

const TITLE: Style = Style::new(Weight::Bold, 36.0, Colour::BLACK);
const FACT: Style = Style::new(Weight::Regular, 17.0, Colour::BLACK);
const HOST: Style = Style::new(Weight::Regular, 13.0, Colour::GREY);
const CALL: Style = Style::new(Weight::Bold, 22.0, Colour::BLACK);
const ADDRESS: Style = Style::new(Weight::Regular, 13.0, Colour::GREY);

/// The event's colour on paper.
pub fn accent(event: &event::Model) -> Colour {
    let own = event.background_color.as_deref();
    own.and_then(Colour::from_hex).unwrap_or(JADE)
}

/// Draws the poster; `cover` is an image file as it is stored, `address` leads to the event's page. A cover that cannot be
/// read is left out.
pub fn draw(
    event: &event::Model,
    cover: Option<&[u8]>,
    address: &str,
    lang: Lang,
) -> anyhow::Result<Vec<u8>> {
    let name = LocalizedText::new("poster.name").in_language(lang);
    let mut document = Document::new(&format!("{} - {name}", event.title), lang.code())?;
    document.next_page();
    let top = Area {
        x: 0.0,
        y: 0.0,
        width: WIDTH,
        height: PICTURE,
    };
    let colour = accent(event);
    document.block(top, colour);
    if let Some(picture) = cover.and_then(fitted) {
        document.picture(top, picture);
    }
    let stripe = Area {
        y: PICTURE,
        height: 3.0,
        ..top
    };
    document.block(stripe, colour);

    let width = WIDTH - 2.0 * MARGIN;
    let mut line = PICTURE + 22.0;
    for part in document.wrap(TITLE, &event.title, width, 3) {
        document.text(MARGIN, line, TITLE, &part);
        line += 14.5;
    }
    line += 1.0;
    let date = format_date_time(lang, event.event_start_date.0);
    for (fact, lines) in [(date.as_str(), 1), (event.venue_address.as_str(), 2)] {
        for part in document.wrap(FACT, fact, width, lines) {
            document.text(MARGIN, line, FACT, &part);
            line += 8.0;
        }
    }
    if let Some(host) = &event.host_name {
        for part in document.wrap(HOST, host, width, 1) {
            document.text(MARGIN, line, HOST, &part);
        }
    }

    let square = Area {
        x: MARGIN,
        y: HEIGHT - MARGIN - CODE,
        width: CODE,
        height: CODE,
    };
    let (side, dark) = qr::modules(address)?;
    document.code(square, side, &dark);
    document.link(square, address);
    let beside = MARGIN + CODE + 12.0;
    let narrow = WIDTH - MARGIN - beside;
    let mut line = square.y + CODE / 2.0 - 2.0;
    let call = LocalizedText::new("poster.scan").in_language(lang);
    for part in document.wrap(CALL, &call, narrow, 2) {
        document.text(beside, line, CALL, &part);
        line += 9.5;
    }
    let short = address
        .trim_start_matches("https://")
        .trim_start_matches("http://");
    for part in document.wrap(ADDRESS, short, narrow, 3) {
        document.text(beside, line, ADDRESS, &part);
        line += 6.0;
    }
    Ok(document.finish()?)
}

/// Returns the picture cut to the poster's shape; None if it cannot be read.
fn fitted(file: &[u8]) -> Option<Picture> {
    let (width, height) = PIXELS;
    let image = image::load_from_memory(file).ok()?;
    let image = image.resize_to_fill(width, height, FilterType::Triangle);
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    image.to_rgb8().write_with_encoder(encoder).ok()?;
    Some(Picture {
        jpeg,
        width,
        height,
    })
}
