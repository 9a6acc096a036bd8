//! The report of an event as PDF: who came, what was received, and when the guests arrived. It is drawn when it is asked
//! for, from the same figures as the screens.

mod page;
mod rules;

use std::collections::HashMap;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{BinaryFile, attachment};
use hoi_platform::ids::TicketId;
use hoi_platform::language;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{self, EventId, InEvent, rights};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QuerySelect};

use crate::checkin::{arrivals_range, count_arrivals};
use crate::transfers::{EventMoney, event_money};
use rules::Bars;

/// Returns the report of an event in the caller's language: its participants by class, its money and its arrivals over
/// time. 5003 (HTTP 429): too many files are being written for the account, or too much work at this moment.
#[utoipa::path(get, path = "/event/{eventId}/report", tag = "statistic", params(("eventId" = EventId, Path)),
    responses((status = 200, description = "The file", content((BinaryFile = "application/pdf")))),
    security(("bearer" = [])))]
pub async fn get_event_report(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Money>,
) -> Result<Response> {
    let _leave = app.exports.begin(user.id)?;
    let lang = language::current();
    let report = Report::of(&app, event).await?;
    let name = report.name(lang);
    let draw = move || page::draw(&report, lang);
    let file = app.compute.run(draw).await?.map_err(Error::Internal)?;
    let mut response = file.into_response();
    let headers = response.headers_mut();
    let mime = HeaderValue::from_static("application/pdf");
    headers.insert(header::CONTENT_TYPE, mime);
    headers.insert(header::CONTENT_DISPOSITION, attachment(&name, "pdf"));
    Ok(response)
}

/// The content of a report.
struct Report {
    host: Option<String>,
    title: String,
    begins: Timestamp,
    venue: String,
    is_cancelled: bool,
    made_at: Timestamp,
    /// The ticket classes in their order; last the participants without one, if there are any.
    classes: Vec<Turnout>,
    money: EventMoney,
    /// The arrivals over time; None if there were none.
    arrivals: Option<(Bars, Vec<i64>)>,
}

/// The confirmed participants of a ticket class.
struct Turnout {
    /// None for participants without a class.
    class: Option<String>,
    registered: i64,
    came: i64,
}

impl Report {
    async fn of(app: &App, event: event::Model) -> Result<Self> {
        let conn = app.db.read();
        let arrivals = match arrivals_range(conn, event.id).await? {
            Some((first, last)) => {
                let bars = Bars::over(first, last);
                let Bars {
                    since,
                    length,
                    number,
                } = bars;
                let counts = count_arrivals(conn, event.id, since, length, number).await?;
                Some((bars, counts))
            }
            None => None,
        };
        Ok(Self {
            classes: by_class(conn, event.id).await?,
            money: event_money(conn, &event).await?,
            arrivals,
            host: event.host_name,
            title: event.title,
            begins: event.event_start_date,
            venue: event.venue_address,
            is_cancelled: event.cancelled_at.is_some(),
            made_at: app.clock.now(),
        })
    }

    /// Returns the name of the file, without its ending.
    fn name(&self, lang: Lang) -> String {
        let report = LocalizedText::new("report.name").in_language(lang);
        format!("{} - {report}", self.title)
    }

    /// Returns the participants of all classes together.
    fn total(&self) -> Turnout {
        let sum = |of: fn(&Turnout) -> i64| self.classes.iter().map(of).sum();
        Turnout {
            class: None,
            registered: sum(|class| class.registered),
            came: sum(|class| class.came),
        }
    }
}

async fn by_class(conn: &impl ConnectionTrait, event: EventId) -> Result<Vec<Turnout>> {
    let counts: Vec<(i64, i64, Option<TicketId>)> = attendance::live()
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::ConfirmBy.is_null())
        .select_only()
        .expr_as(Expr::cust("count(*)"), "registered")
        // Counts only those who have such a time.
        .expr_as(Expr::cust("count(attendance.checked_in_time)"), "came")
        .column(attendance::Column::TicketId)
        .group_by(attendance::Column::TicketId)
        .into_tuple()
        .all(conn)
        .await?;
    let counts = counts.into_iter();
    let mut counts: HashMap<_, _> = counts
        .map(|(registered, came, class)| (class, (registered, came)))
        .collect();
    let classes = events::find_ticket_rows(conn, event).await?;
    let mut turnouts: Vec<_> = classes
        .into_iter()
        .map(|class| {
            let (registered, came) = counts.remove(&Some(class.id)).unwrap_or_default();
            Turnout {
                class: Some(class.name),
                registered,
                came,
            }
        })
        .collect();
    let rest = counts
        .into_values()
        .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    if rest.0 > 0 {
        turnouts.push(Turnout {
            class: None,
            registered: rest.0,
            came: rest.1,
        });
    }
    Ok(turnouts)
}
