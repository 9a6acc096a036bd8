//! Invitation cards: ten of the size of a business card on a page of A4, to be cut along the dashed lines. Each carries
//! the code, once as text for typing and once as a QR code of the registration link.

use hoi_i18n::{Lang, format_date_time};
use hoi_pdf::{Area, Colour, Document, HEIGHT, Style, WIDTH, Weight};
use hoi_platform::error::LocalizedText;
use hoi_platform::qr;
use hoi_platform::quota::UNLIMITED;

use super::dto::InvitationCode;
use crate::events::entity::event;
use crate::events::poster::accent;

/// The most cards of a file, which makes 200 pages.
pub const MAX: usize = 2000;

const COLUMNS: u8 = 2;
const ROWS: u8 = 5;
/// A business card, in millimetres.
const CARD: (f32, f32) = (85.0, 54.0);
/// Room between a card's edge and its content: no printer and no pair of scissors is exact.
const EDGE: f32 = 5.0;
/// The side of the QR code; white is left around it.
const CODE: f32 = 25.0;

const TITLE: Style = Style::new(Weight::Bold, 10.5, Colour::BLACK);
const FACT: Style = Style::new(Weight::Regular, 7.5, Colour::BLACK);
const CLASS: Style = Style::new(Weight::Bold, 8.0, Colour::BLACK);
const NOTE: Style = Style::new(Weight::Regular, 6.5, Colour::GREY);
const BIG: Style = Style::new(Weight::Bold, 15.0, Colour::BLACK);

/// The common content of all cards.
struct Event {
    title: String,
    date: String,
    venue: String,
    colour: Colour,
    lang: Lang,
}

/// Draws a card for every code.
pub fn draw(
    event: &event::Model,
    codes: &[InvitationCode],
    title: &str,
    lang: Lang,
) -> anyhow::Result<Vec<u8>> {
    let shown = Event {
        title: event.title.clone(),
        date: format_date_time(lang, event.event_start_date.0),
        venue: event.venue_address.clone(),
        colour: accent(event),
        lang,
    };
    let title = format!("{} - {title}", event.title);
    let mut document = Document::new(&title, lang.code())?;
    for page in codes.chunks(usize::from(COLUMNS * ROWS)) {
        document.next_page();
        cut_lines(&mut document);
        for (place, code) in (0_u8..).zip(page) {
            card(&mut document, &shown, code, corner(place))?;
        }
    }
    Ok(document.finish()?)
}

/// The page's margins, which centre the cards.
fn margins() -> (f32, f32) {
    (
        (WIDTH - f32::from(COLUMNS) * CARD.0) / 2.0,
        (HEIGHT - f32::from(ROWS) * CARD.1) / 2.0,
    )
}

/// Where the card in this place of a page begins, row by row.
fn corner(place: u8) -> (f32, f32) {
    let (left, top) = margins();
    (
        left + f32::from(place % COLUMNS) * CARD.0,
        top + f32::from(place / COLUMNS) * CARD.1,
    )
}

fn cut_lines(document: &mut Document) {
    let (left, top) = margins();
    for column in 0..=COLUMNS {
        let x = left + f32::from(column) * CARD.0;
        document.cut((x, top / 2.0), (x, HEIGHT - top / 2.0));
    }
    for row in 0..=ROWS {
        let y = top + f32::from(row) * CARD.1;
        document.cut((left / 2.0, y), (WIDTH - left / 2.0, y));
    }
}

fn card(
    document: &mut Document,
    event: &Event,
    code: &InvitationCode,
    (x, y): (f32, f32),
) -> anyhow::Result<()> {
    let text = |key| LocalizedText::new(key).in_language(event.lang);
    let left = x + EDGE;
    let square = Area {
        x: x + CARD.0 - EDGE - CODE,
        y: y + CARD.1 - EDGE - 4.0 - CODE,
        width: CODE,
        height: CODE,
    };
    // Beside the QR code and the white around it.
    let narrow = square.x - left - 3.0;

    let accent = Area {
        x: left,
        y: y + EDGE,
        width: 12.0,
        height: 1.0,
    };
    document.block(accent, event.colour);
    let mut line = y + EDGE + 5.6;
    for part in document.wrap(TITLE, &event.title, CARD.0 - 2.0 * EDGE, 2) {
        document.text(left, line, TITLE, &part);
        line += 4.4;
    }
    line += 0.4;
    document.text(left, line, FACT, &event.date);
    for part in document.wrap(FACT, &event.venue, narrow, 2) {
        line += 3.4;
        document.text(left, line, FACT, &part);
    }

    // From the bottom upwards, so that short titles leave their room in the middle.
    let foot = y + CARD.1 - EDGE;
    let mut notes = document.wrap(NOTE, &limits(code, event.lang), narrow, 1);
    if let Some(name) = &code.owner_name {
        let by = LocalizedText::new("invitation.card.by").with("name", name);
        notes.extend(document.wrap(NOTE, &by.in_language(event.lang), narrow, 1));
    }
    let mut line = foot;
    for note in notes.iter().rev() {
        document.text(left, line, NOTE, note);
        line -= 3.0;
    }
    line -= 0.8;
    let fitted = document.fitted(BIG, &code.code, narrow);
    document.text(left, line, fitted, &code.code);
    line -= 6.0;
    let kind = code
        .ticket_name
        .clone()
        .unwrap_or_else(|| text(code.participation_type.name_key()));
    for part in document.wrap(CLASS, &kind, narrow, 1) {
        document.text(left, line, CLASS, &part);
    }

    let (side, dark) = qr::modules(&code.link)?;
    document.code(square, side, &dark);
    document.link(square, &code.link);
    let under = Area { y: foot, ..square };
    document.centred(under, NOTE, &text("invitation.card.scan"));
    Ok(())
}

/// How often and until when the code is good.
fn limits(code: &InvitationCode, lang: Lang) -> String {
    let uses = (code.max_uses != UNLIMITED)
        .then(|| LocalizedText::new("invitation.card.uses").with("count", code.max_uses));
    let until = code.expires_at.map(|at| {
        let time = format_date_time(lang, at.0);
        LocalizedText::new("invitation.card.until").with("time", time)
    });
    let parts = uses.into_iter().chain(until);
    let parts: Vec<_> = parts.map(|part| part.in_language(lang)).collect();
    parts.join(" · ")
}
