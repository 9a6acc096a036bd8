//! The sheets of events and of their parts: tickets, participants, scans, messages.

use hoi_platform::export_files::{PAGE, Pages, column, moment_cell};
use hoi_platform::http::{Download, broken};
use hoi_spreadsheet::Cell;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::entity::{event, ticket};
use hoi_ticketing::events::{self, EventStatus};
use hoi_ticketing::participants::ParticipantSheet;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use super::{ColumnOf, WIDTH, Writing, names};
use crate::checkin::entity::scan;
use crate::messages::MessageStatus;
use crate::messages::entity::message;

/// The most events in memory at a time: one can have tens of thousands of characters.
const EVENTS: u64 = 50;

/// Of an event with its status.
#[rustfmt::skip]
const EVENT: [ColumnOf<(event::Model, EventStatus)>; 13] = [
    ("export.id", |(row, _), _| row.id.to_string().into()),
    ("export.event", |(row, _), _| row.title.clone().into()),
    ("export.organiser", |(row, _), _| row.owner_id.to_string().into()),
    ("export.status", |(_, status), file| file.text(status_text(*status)).into()),
    ("export.opens", |(row, _), _| moment_cell(Some(row.open_registration_date))),
    ("export.closes", |(row, _), _| moment_cell(Some(row.close_registration_date))),
    ("export.starts", |(row, _), _| moment_cell(Some(row.event_start_date))),
    ("export.ends", |(row, _), _| moment_cell(row.end_date)),
    ("export.venue", |(row, _), _| row.venue_address.clone().into()),
    ("export.seats", |(row, _), _| Cell::Number(row.total_participants)),
    ("export.seatsTaken", |(row, _), _| Cell::Number(row.registered_count)),
    ("export.cancelledAt", |(row, _), _| moment_cell(row.cancelled_at)),
    ("export.createdAt", |(row, _), _| moment_cell(Some(row.created_at))),
];
/// With the event's title, as all parts of events.
#[rustfmt::skip]
const TICKETS: [ColumnOf<(String, ticket::Model)>; 6] = [
    ("export.event", |(title, _), _| title.clone().into()),
    ("sheet.ticket", |(_, row), _| row.name.clone().into()),
    ("export.price", |(_, row), _| Cell::Number(row.price)),
    // The cell is empty if the number of seats is unlimited.
    ("export.seats", |(_, row), _| {
        Some(row.quantity).filter(|seats| *seats >= 0).map_or(Cell::Empty, Cell::Number)
    }),
    ("export.seatsTaken", |(_, row), _| Cell::Number(row.sold)),
    ("export.createdAt", |(_, row), _| moment_cell(Some(row.created_at))),
];
/// With the participant's name.
#[rustfmt::skip]
const SCANS: [ColumnOf<(String, scan::Model, Option<String>)>; 5] = [
    ("export.event", |(title, ..), _| title.clone().into()),
    ("sheet.fullName", |(.., name), _| name.clone().into()),
    ("export.occurredAt", |(_, row, _), _| moment_cell(Some(row.occurred_at))),
    ("export.receivedAt", |(_, row, _), _| moment_cell(Some(row.received_at))),
    ("export.result", |(_, row, _), file| file.text(result(&row.result)).into()),
];
#[rustfmt::skip]
const MESSAGES: [ColumnOf<(String, message::Model)>; 7] = [
    ("export.event", |(title, _), _| title.clone().into()),
    ("export.subject", |(_, row), _| row.subject.clone().into()),
    ("export.status", |(_, row), file| file.text(message_text(row.status)).into()),
    ("export.recipients", |(_, row), _| Cell::Number(row.recipients)),
    ("export.sendAt", |(_, row), _| moment_cell(row.send_at)),
    ("export.sentAt", |(_, row), _| moment_cell(row.sent_at)),
    ("export.createdAt", |(_, row), _| moment_cell(Some(row.created_at))),
];

fn status_text(status: EventStatus) -> &'static str {
    match status {
        EventStatus::Upcoming => "export.upcoming",
        EventStatus::Open => "export.open",
        EventStatus::Closed => "export.closed",
    }
}

fn message_text(status: MessageStatus) -> &'static str {
    match status {
        MessageStatus::Draft => "export.draft",
        MessageStatus::Scheduled => "export.scheduled",
        MessageStatus::Sending => "export.sending",
        MessageStatus::Sent => "export.sent",
        MessageStatus::Cancelled => "export.cancelled",
    }
}

impl Writing {
    fn all_events(&self) -> Pages<event::Entity> {
        let events = event::Entity::find().filter(self.scope.events());
        Pages::new(events, event::Column::Id)
    }

    pub async fn events(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.events", &EVENT).await?;
        let now = self.app.clock.now();
        let mut pages = self.all_events();
        while let Some(events) = pages.next(self.app.db.read(), EVENTS).await? {
            let rows = events.into_iter().map(|event| {
                let status = events::status_of(&event, now);
                (event, status)
            });
            self.rows(file, &EVENT, rows).await?;
        }
        Ok(())
    }

    pub async fn tickets(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.tickets", &TICKETS).await?;
        let mut pages = self.all_events();
        let conn = self.app.db.read();
        while let Some(events) = pages.next(conn, EVENTS).await? {
            for event in &events {
                let found = events::find_ticket_rows(conn, event.id).await;
                let rows = found.map_err(broken)?.into_iter();
                let rows = rows.map(|row| (event.title.clone(), row));
                self.rows(file, &TICKETS, rows).await?;
            }
        }
        Ok(())
    }

    pub async fn participants(&self, file: &mut Download) -> anyhow::Result<()> {
        let sheet = ParticipantSheet::new(&self.app, self.lang);
        let mut titles = vec![column(self.lang, "export.event", WIDTH)];
        titles.extend(sheet.columns());
        file.next_sheet(self.text("sheet.participants"), titles)
            .await?;
        let mut pages = self.all_events();
        while let Some(events) = pages.next(self.app.db.read(), EVENTS).await? {
            for event in &events {
                let mut last = None;
                loop {
                    let found = sheet.next(self.app.db.read(), event.id, &mut last).await;
                    let mut rows = found.map_err(broken)?;
                    if rows.is_empty() {
                        break;
                    }
                    for row in &mut rows {
                        row.insert(0, event.title.clone().into());
                    }
                    file.rows(rows).await?;
                }
            }
        }
        Ok(())
    }

    pub async fn scans(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.scans", &SCANS).await?;
        let mut pages = self.all_events();
        while let Some(events) = pages.next(self.app.db.read(), EVENTS).await? {
            for event in &events {
                self.scans_of(event, file).await?;
            }
        }
        Ok(())
    }

    async fn scans_of(&self, event: &event::Model, file: &mut Download) -> anyhow::Result<()> {
        let mut last = None;
        loop {
            let conn = self.app.db.read();
            let found = scan::Entity::find()
                .filter(scan::Column::EventId.eq(event.id))
                .apply_if(last, |found, (received, id)| {
                    let place = [scan::Column::ReceivedAt, scan::Column::Id].map(Expr::col);
                    let last = [Expr::val(received), Expr::val(id)];
                    found.filter(Expr::tuple(place).gt(Expr::tuple(last)))
                })
                .order_by_asc(scan::Column::ReceivedAt)
                .order_by_asc(scan::Column::Id)
                .limit(PAGE)
                .all(conn)
                .await?;
            let Some(row) = found.last() else {
                return Ok(());
            };
            last = Some((row.received_at, row.id));
            let columns = (attendance::Column::Id, attendance::Column::FullName);
            let people = found.iter().filter_map(|row| row.attendance_id);
            let names = names::<attendance::Entity, _>(conn, columns, people).await?;
            let rows = found.into_iter().map(|row| {
                let name = row.attendance_id.and_then(|id| names.get(&id).cloned());
                (event.title.clone(), row, name)
            });
            self.rows(file, &SCANS, rows).await?;
        }
    }

    pub async fn messages(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.messages", &MESSAGES).await?;
        let mut pages = self.all_events();
        let conn = self.app.db.read();
        while let Some(events) = pages.next(conn, EVENTS).await? {
            for event in &events {
                let found = message::Entity::find()
                    .filter(message::Column::EventId.eq(event.id))
                    .order_by_asc(message::Column::CreatedAt)
                    .all(conn)
                    .await?;
                let rows = found.into_iter().map(|row| (event.title.clone(), row));
                self.rows(file, &MESSAGES, rows).await?;
            }
        }
        Ok(())
    }
}

/// Returns the key of the text for the result of a scan.
fn result(stored: &str) -> &'static str {
    match stored {
        "ok" => "export.entered",
        "unpaid" => "export.enteredUnpaid",
        "conflict" => "export.enteredTwice",
        "already" => "export.already",
        "undone" => "export.undone",
        "notFound" => "export.notFound",
        _ => "export.refused",
    }
}
