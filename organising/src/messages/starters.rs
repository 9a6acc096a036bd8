//! Finished messages: subject, text and recipients for an occasion, made of the event's data. The organiser reads them,
//! changes what they want and sends them like any other message.

use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_platform::app::App;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::http::web_app::escape;
use hoi_platform::language;
use hoi_ticketing::events;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::registration::{asked_to_pay, directions};
use sea_orm::ConnectionTrait;

use super::dto::Starter;
use super::rules::{self, Moment};
use super::segment::{Segment, SegmentKind};
use super::{StarterKind, store};

/// Returns the finished messages that fit this moment, in the language of most participants, or in the caller's without
/// any. None for a cancelled event.
pub async fn find(app: &App, event: &event::Model) -> Result<Vec<Starter>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    if event.cancelled_at.is_some() {
        return Ok(Vec::new());
    }
    let moment = Moment {
        begins: event.event_start_date,
        ends: events::end_of(event.event_start_date, event.end_date),
        asks_for_money: asked_to_pay(event).is_some() && store::has_price(conn, event.id).await?,
        now,
    };
    let lang = store::usual_language(conn, event.id).await?;
    let text = Text {
        event,
        page: format!("{}/form/{}", app.config.public_url, event.id),
        lang: lang.unwrap_or_else(language::current),
    };
    let mut found = Vec::new();
    for kind in rules::starters(moment) {
        let (segment, recipients) = recipients(conn, event, kind, now).await?;
        found.push(Starter {
            kind,
            subject: text.subject(kind),
            content: text.content(kind),
            segment,
            recipients,
        });
    }
    Ok(found)
}

/// Returns the recipients of a finished message with their number. Where no participant was checked in, all are thanked.
async fn recipients(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    kind: StarterKind,
    now: Timestamp,
) -> Result<(Segment, u64)> {
    let kind = match kind {
        StarterKind::Payment => SegmentKind::Owing,
        StarterKind::Soon | StarterKind::Changed => SegmentKind::All,
        StarterKind::Thanks => {
            let came = Segment::of(SegmentKind::CheckedIn);
            let number = came.count(conn, event, now).await?;
            if number > 0 {
                return Ok((came, number));
            }
            SegmentKind::All
        }
    };
    let segment = Segment::of(kind);
    Ok((segment, segment.count(conn, event, now).await?))
}

/// The words of finished messages in one language. Facts that may change until a message is sent stand in variables.
struct Text<'a> {
    event: &'a event::Model,
    /// Address of the event's public page.
    page: String,
    lang: Lang,
}

impl Text<'_> {
    fn say(&self, text: LocalizedText) -> String {
        let text = text
            .with("title", "{{eventTitle}}")
            .with("amount", "{{amount}}");
        text.in_language(self.lang)
    }

    fn subject(&self, kind: StarterKind) -> String {
        self.say(match kind {
            StarterKind::Payment => LocalizedText::new("mail.payment.reminderSubject"),
            StarterKind::Soon => LocalizedText::new("messages.starter.soon.subject"),
            StarterKind::Changed => LocalizedText::new("messages.starter.changed.subject"),
            StarterKind::Thanks => LocalizedText::new("messages.starter.thanks.subject"),
        })
    }

    fn content(&self, kind: StarterKind) -> String {
        let hello = LocalizedText::new("mail.hello").with("name", "{{fullName}}");
        let mut lines = vec![self.say(hello)];
        let mut say = |text| lines.push(self.say(text));
        match kind {
            StarterKind::Payment => {
                say(LocalizedText::new("messages.starter.payment.text"));
                say(LocalizedText::new("messages.starter.payment.paid"));
                lines.extend(self.time_and_place());
            }
            StarterKind::Soon => {
                say(LocalizedText::new("messages.starter.soon.text"));
                lines.extend(self.time_and_place());
                lines.push(self.own_page(LocalizedText::new("messages.starter.soon.ticket")));
            }
            StarterKind::Changed => {
                say(LocalizedText::new("messages.starter.changed.text"));
                lines.extend(self.time_and_place());
                lines.push(self.own_page(LocalizedText::new("messages.starter.changed.ticket")));
            }
            StarterKind::Thanks => {
                say(LocalizedText::new("messages.starter.thanks.text"));
                if self.event.contact_email.is_some() {
                    say(LocalizedText::new("messages.starter.thanks.reply"));
                }
                say(LocalizedText::new("messages.starter.thanks.again"));
            }
        }
        let page = self.say(LocalizedText::new("messages.starter.page"));
        lines.push(link(&self.page, &page));
        format!("<p>{}</p>", lines.join("</p><p>"))
    }

    /// When the event begins, and where it takes place with the way there.
    fn time_and_place(&self) -> Vec<String> {
        let when = self.say(LocalizedText::new("mail.ticket.when"));
        let mut lines = vec![format!("<strong>{when}:</strong> {{{{eventStartDate}}}}")];
        let venue = &self.event.venue_address;
        if !venue.is_empty() {
            let place = self.say(LocalizedText::new("mail.ticket.where"));
            let (way, is_online) = directions(venue);
            let label = if is_online {
                LocalizedText::new("mail.eventChanged.online")
            } else {
                LocalizedText::new("mail.eventChanged.directions")
            };
            let way = link(&way, &self.say(label));
            lines.push(format!(
                "<strong>{place}:</strong> {{{{venueAddress}}}} · {way}"
            ));
        }
        lines
    }

    fn own_page(&self, text: LocalizedText) -> String {
        self.say(text.with("link", "{{ownLink}}"))
    }
}

fn link(address: &str, label: &str) -> String {
    format!("<a href=\"{}\">{label}</a>", escape(address))
}
