//! Everything that is stored of a participant, collected for the person.

use std::collections::HashMap;

use hoi_db::Timestamp;
use hoi_i18n::{Lang, format_date_time, format_money};
use hoi_platform::app::App;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::ids::{AttendanceId, EventId, MessageId};
use hoi_platform::{files, mail_log};
use hoi_ticketing::attendances::{attendance, payment};
use hoi_ticketing::bank_accounts::entity::transfer;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::participants::{OF_QUESTION, OwnFact, OwnFactKind, own_facts};
use hoi_ticketing::{events, invoice_requests};
use sea_orm::sea_query::{Expr, ExprTrait as _, Func};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
};

use super::dto::OwnData;
use super::store::Person;
use super::{DataRequestKind, store};
use hoi_organising::checkin::entity::scan;
use hoi_organising::lucky_draw::entity::winner;
use hoi_organising::messages::entity::{delivery, message};
use hoi_organising::transfers;

/// The most rows of one kind that are listed.
const ROWS: u64 = 500;

/// The mails that a registration can cause other than the organiser's messages: their templates and the keys of their names.
pub(super) const MAILS: [(&str, &str); 10] = [
    ("confirm", "privacy.mail.confirm"),
    ("data_answer", "privacy.mail.dataAnswer"),
    ("event_cancelled", "privacy.mail.eventCancelled"),
    ("event_changed", "privacy.mail.eventChanged"),
    ("event_reminder", "privacy.mail.eventReminder"),
    ("given_back", "privacy.mail.givenBack"),
    ("payment", "privacy.mail.payment"),
    ("removed", "privacy.mail.removed"),
    ("seat_released", "privacy.mail.seatReleased"),
    ("ticket", "privacy.mail.ticket"),
];

/// Collects the stored data of the participant, without data about others.
pub async fn collect(
    app: &App,
    event: &event::Model,
    mut row: attendance::Model,
    lang: Lang,
) -> Result<OwnData> {
    let conn = app.db.read();
    let id = row.id;
    let wording = row.consent.as_ref().and_then(|given| given.get("wording"));
    let wording = wording.and_then(|words| words.as_str().map(ToOwned::to_owned));
    let withdrawn_at = row.consent_withdrawn_at;
    let network = row.address_hash.clone();
    let (address, since) = (row.email.clone(), row.registration_time);
    events::open_row(&app.secrets, &mut row);
    let mut facts = own_facts(conn, &app.config.public_url, row, lang).await?;
    link_files(app, Some(event.id), &mut facts).await?;
    facts.extend(fact(lang, "consent", "privacy.consent", wording));
    let withdrawn = withdrawn_at.map(|at| format_date_time(lang, at.0));
    let label = "privacy.consentWithdrawnAt";
    facts.extend(fact(lang, "consentWithdrawnAt", label, withdrawn));
    facts.extend(fact(lang, "network", "privacy.network", network));
    add_payments(conn, id, lang, &mut facts).await?;
    if let Some(invoice) = invoice_requests::find(conn, id).await? {
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
    add_scans(conn, id, lang, &mut facts).await?;
    add_mails(conn, &address, since, lang, &mut facts).await?;
    for (subject, sent_at) in messages(conn, id).await? {
        let value = format!("{subject} ({})", format_date_time(lang, sent_at.0));
        facts.extend(fact(lang, "message", "privacy.message", Some(value)));
    }
    let drawn = winner::Entity::find()
        .filter(winner::Column::AttendanceId.eq(id))
        .filter(winner::Column::VoidedAt.is_null())
        .order_by_asc(winner::Column::DrawnAt)
        .limit(ROWS)
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
    let label = LocalizedText::new(key).in_language(lang);
    Some(OwnFact::text(name, label, value?))
}

/// Gives each file an address that its person can open, and its kind. A file that is gone is left out, and so is one
/// that an answer names although no visitor of the event uploaded it: its owner is unchecked.
pub async fn link_files(app: &App, event: Option<EventId>, facts: &mut Vec<OwnFact>) -> Result<()> {
    let now = app.clock.now();
    let mut gone = Vec::new();
    for fact in &mut *facts {
        let Some(id) = fact.file else { continue };
        let is_answer = fact.name.starts_with(OF_QUESTION);
        let found = files::find(app.db.read(), id).await?;
        let found = found.filter(|file| !is_answer || file.event_id == event);
        let Some(file) = found else {
            gone.push(id);
            continue;
        };
        fact.kind = if file.mime.starts_with("image/") {
            OwnFactKind::Picture
        } else {
            OwnFactKind::Document
        };
        let host = app.config.public_url.trim_end_matches('/');
        fact.value = format!("{host}{}", files::signed_link(&app.secrets, id, now));
    }
    facts.retain(|fact| !fact.file.is_some_and(|id| gone.contains(&id)));
    Ok(())
}

/// Adds the payments for the participant, with the bank's data of each transfer, and the account for the money owed
/// back.
async fn add_payments(
    conn: &impl ConnectionTrait,
    id: AttendanceId,
    lang: Lang,
    facts: &mut Vec<OwnFact>,
) -> Result<()> {
    let paid = payment::Entity::find()
        .filter(payment::Column::AttendanceId.eq(id))
        .order_by_asc(payment::Column::Number)
        .limit(ROWS)
        .all(conn)
        .await?;
    let found = transfer::Entity::find()
        .filter(transfer::Column::Id.is_in(paid.iter().filter_map(|row| row.transfer_id)))
        .all(conn)
        .await?;
    let by_id: HashMap<_, _> = found.into_iter().map(|row| (row.id, row)).collect();
    for row in paid {
        let transfer = row.transfer_id.and_then(|id| by_id.get(&id));
        let told = |of: fn(&transfer::Model) -> Option<String>| transfer.and_then(of);
        let value = [
            Some(format_money(lang, row.amount)),
            Some(format_date_time(lang, row.paid_at.0)),
            told(|transfer| Some(transfer.content.clone())),
            told(|transfer| transfer.payer.clone()),
            told(|transfer| transfer.payer_account.as_deref().map(shortened)),
            told(|transfer| transfer.payer_bank.clone()),
        ];
        let value = joined(value.into_iter().flatten());
        facts.extend(fact(lang, "payment", "privacy.payment", Some(value)));
    }
    let account = transfers::named_account(conn, id).await?;
    let account = account.map(|parts| joined(parts.into_iter()));
    facts.extend(fact(
        lang,
        "refundAccount",
        "privacy.refundAccount",
        account,
    ));
    Ok(())
}

/// The end of an account's number: another person may have paid.
fn shortened(account: &str) -> String {
    let mut end: Vec<char> = account.chars().rev().take(4).collect();
    end.reverse();
    format!("…{}", end.into_iter().collect::<String>())
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    let parts = parts.filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" · ")
}

/// When the code was read at the door.
async fn add_scans(
    conn: &impl ConnectionTrait,
    id: AttendanceId,
    lang: Lang,
    facts: &mut Vec<OwnFact>,
) -> Result<()> {
    let times: Vec<Timestamp> = scan::Entity::find()
        .select_only()
        .column(scan::Column::OccurredAt)
        .filter(scan::Column::AttendanceId.eq(id))
        .order_by_asc(scan::Column::OccurredAt)
        .limit(ROWS)
        .into_tuple()
        .all(conn)
        .await?;
    for at in times {
        let value = Some(format_date_time(lang, at.0));
        facts.extend(fact(lang, "scan", "privacy.scan", value));
    }
    Ok(())
}

/// The mails in the mail log that went to the address since the person registered.
async fn add_mails(
    conn: &impl ConnectionTrait,
    address: &str,
    since: Timestamp,
    lang: Lang,
    facts: &mut Vec<OwnFact>,
) -> Result<()> {
    use mail_log::Column::{IsSent, Recipient, Template, TriedAt};
    if address.is_empty() {
        return Ok(());
    }
    // The embedded engine makes nothing but ASCII lower case.
    let lower = Expr::expr(Func::lower(Expr::col(Recipient)));
    let is_theirs = Condition::any()
        .add(Recipient.eq(address))
        .add(lower.eq(address.to_lowercase()));
    let sent: Vec<(String, Timestamp)> = mail_log::Entity::find()
        .select_only()
        .columns([Template, TriedAt])
        .filter(is_theirs)
        .filter(IsSent.eq(true))
        .filter(TriedAt.gte(since))
        .filter(Template.is_in(MAILS.map(|(template, _)| template)))
        .order_by_asc(TriedAt)
        .limit(ROWS)
        .into_tuple()
        .all(conn)
        .await?;
    for (template, at) in sent {
        let Some((_, key)) = MAILS.into_iter().find(|(name, _)| *name == template) else {
            continue;
        };
        let subject = LocalizedText::new(key).in_language(lang);
        let value = format!("{subject} ({})", format_date_time(lang, at.0));
        facts.extend(fact(lang, "mail", "privacy.mailSent", Some(value)));
    }
    Ok(())
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
        .limit(ROWS)
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

/// The key of the text for a kind of request.
pub fn kind_key(kind: DataRequestKind) -> &'static str {
    match kind {
        DataRequestKind::Correction => "privacy.kind.correction",
        DataRequestKind::Erasure => "privacy.kind.erasure",
        DataRequestKind::Consent => "privacy.kind.consent",
        DataRequestKind::Other => "privacy.kind.other",
    }
}
