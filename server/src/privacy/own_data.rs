//! Everything that is stored of a participant, collected for the person, also as a PDF file.

use hoi_db::Timestamp;
use hoi_i18n::{Lang, format_date_time};
use hoi_pdf::{Colour, Document, HEIGHT, Style, WIDTH, Weight};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::dto::OwnData;
use super::store::Person;
use super::{DataRequestKind, store};
use crate::app::App;
use crate::attendances::attendance;
use crate::error::{LocalizedText, Result};
use crate::events::entity::event;
use crate::ids::{AttendanceId, MessageId};
use crate::lucky_draw::entity::winner;
use crate::messages::entity::{delivery, message};
use crate::participants::{OwnFact, own_facts};
use crate::{events, invoices};

/// The most messages that are listed.
const MESSAGES: u64 = 500;

/// Collects what is stored of the participant, without what is about others.
pub async fn collect(
    app: &App,
    event: &event::Model,
    mut row: attendance::Model,
    lang: Lang,
) -> Result<OwnData> {
    let conn = app.db.read();
    let id = row.id;
    let consent = row.consent.clone();
    events::open_row(&app.secrets, &mut row);
    let mut facts = own_facts(conn, &app.config.public_url, row, lang).await?;
    let said = |name: &str| consent.as_ref()?.get(name)?.as_str().map(ToOwned::to_owned);
    facts.extend(fact(lang, "consent", "privacy.consent", said("wording")));
    let at = said("at").and_then(|at| at.parse::<Timestamp>().ok());
    let at = at.map(|at| format_date_time(lang, at.0));
    facts.extend(fact(lang, "consentAt", "privacy.consentAt", at));
    if let Some(invoice) = invoices::find(conn, id).await? {
        let of_invoice = [
            ("invoiceName", "invoice.buyer", Some(invoice.name)),
            ("invoiceNumber", "invoice.number", invoice.tax_number),
            ("invoiceAddress", "invoice.address", invoice.address),
            ("invoiceEmail", "invoice.email", invoice.email),
        ];
        for (name, key, value) in of_invoice {
            facts.extend(fact(lang, name, key, value));
        }
    }
    for (subject, sent_at) in messages(conn, id).await? {
        let value = format!("{subject} ({})", format_date_time(lang, sent_at.0));
        facts.extend(fact(lang, "message", "privacy.message", Some(value)));
    }
    let drawn = winner::Entity::find()
        .filter(winner::Column::AttendanceId.eq(id))
        .filter(winner::Column::VoidedAt.is_null())
        .order_by_asc(winner::Column::DrawnAt)
        .limit(MESSAGES)
        .all(conn)
        .await?;
    for won in drawn {
        let value = format_date_time(lang, won.drawn_at.0);
        facts.extend(fact(lang, "won", "privacy.won", Some(value)));
    }
    let dress = events::dress(conn, event, &app.config.public_url).await?;
    Ok(OwnData {
        event_id: Some(event.id),
        event_title: Some(event.title.clone()),
        organiser: dress.host,
        contact: event.shown_contact().cloned(),
        facts,
        requests: store::of_person(conn, Person::Participant(id)).await?,
    })
}

/// Returns a fact that has a value.
pub fn fact(lang: Lang, name: &str, key: &'static str, value: Option<String>) -> Option<OwnFact> {
    Some(OwnFact {
        name: name.to_owned(),
        label: LocalizedText::new(key).in_language(lang),
        value: value?,
    })
}

/// The subjects of the organiser's messages that were sent to the participant, with the time of each.
async fn messages(
    conn: &impl ConnectionTrait,
    id: AttendanceId,
) -> Result<Vec<(String, Timestamp)>> {
    let sent: Vec<(MessageId, Timestamp)> = delivery::Entity::find()
        .select_only()
        .columns([delivery::Column::MessageId, delivery::Column::SentAt])
        .filter(delivery::Column::AttendanceId.eq(id))
        .filter(delivery::Column::SentAt.is_not_null())
        .order_by_asc(delivery::Column::SentAt)
        .limit(MESSAGES)
        .into_tuple()
        .all(conn)
        .await?;
    let subjects: Vec<(MessageId, String)> = message::Entity::find()
        .select_only()
        .columns([message::Column::Id, message::Column::Subject])
        .filter(message::Column::Id.is_in(sent.iter().map(|(message, _)| *message)))
        .into_tuple()
        .all(conn)
        .await?;
    let subject = |id: MessageId| {
        let mut subjects = subjects.iter();
        subjects
            .find(|(message, _)| *message == id)
            .map(|(_, subject)| subject.clone())
    };
    let named = sent.into_iter();
    Ok(named
        .filter_map(|(message, at)| Some((subject(message)?, at)))
        .collect())
}

/// The words for what is asked.
pub fn kind_key(kind: DataRequestKind) -> &'static str {
    match kind {
        DataRequestKind::Correction => "privacy.kind.correction",
        DataRequestKind::Erasure => "privacy.kind.erasure",
        DataRequestKind::Consent => "privacy.kind.consent",
        DataRequestKind::Other => "privacy.kind.other",
    }
}

/// Between the page's edges and what stands on it, in millimetres.
const MARGIN: f32 = 22.0;
const LINE: f32 = 5.6;
/// Lines of one value: more than the longest text that a form takes.
const LINES: usize = 400;

const TITLE: Style = Style::new(Weight::Bold, 18.0, Colour::BLACK);
const HEAD: Style = Style::new(Weight::Bold, 12.0, Colour::BLACK);
const TEXT: Style = Style::new(Weight::Regular, 10.5, Colour::BLACK);
const LABEL: Style = Style::new(Weight::Regular, 10.5, Colour::GREY);

/// Draws the data as a PDF file in this language.
pub fn draw(data: &OwnData, lang: Lang) -> anyhow::Result<Vec<u8>> {
    let text = |key: &'static str| LocalizedText::new(key).in_language(lang);
    let title = text("privacy.fileTitle");
    let mut document = Document::new(&title, lang.code())?;
    document.next_page();
    let mut sheet = Sheet { document, y: 30.0 };
    sheet.lines(TITLE, &title, MARGIN);
    sheet.y += 2.0;
    if let Some(event) = &data.event_title {
        sheet.fact(&text("receipt.event"), event);
    }
    sheet.fact(&text("privacy.keptBy"), &data.organiser);
    if let Some(contact) = &data.contact {
        sheet.fact(&text("privacy.contact"), contact);
    }
    sheet.head(&text("privacy.facts"));
    for fact in &data.facts {
        sheet.fact(&fact.label, &fact.value);
    }
    if !data.requests.is_empty() {
        sheet.head(&text("privacy.requests"));
    }
    for request in &data.requests {
        let asked = format_date_time(lang, request.asked_at.0);
        sheet.fact(&asked, &text(kind_key(request.kind)));
        let said = [
            Some(&request.content),
            request.answer.as_ref(),
            request.reason.as_ref(),
        ];
        for words in said.into_iter().flatten().filter(|words| !words.is_empty()) {
            sheet.fact("", words);
        }
    }
    Ok(sheet.document.finish()?)
}

/// The page being written, and how far down.
struct Sheet {
    document: Document,
    y: f32,
}

impl Sheet {
    /// Goes on at the top of another page when this one is full.
    fn make_room(&mut self) {
        if self.y > HEIGHT - MARGIN {
            self.document.next_page();
            self.y = MARGIN;
        }
    }

    fn lines(&mut self, style: Style, text: &str, x: f32) {
        for paragraph in text.lines() {
            for line in self
                .document
                .wrap(style, paragraph, WIDTH - MARGIN - x, LINES)
            {
                self.make_room();
                self.document.text(x, self.y, style, &line);
                self.y += LINE.max(style.size * 0.5);
            }
        }
    }

    fn head(&mut self, text: &str) {
        self.y += 6.0;
        self.lines(HEAD, text, MARGIN);
        self.y += 1.0;
    }

    /// The label stands above the value, because an organiser's question may be long.
    fn fact(&mut self, label: &str, value: &str) {
        self.lines(LABEL, label, MARGIN);
        self.lines(TEXT, value, MARGIN);
        self.y += 1.6;
    }
}
