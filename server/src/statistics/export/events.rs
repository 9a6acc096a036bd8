//! The sheets of events and of their parts: tickets, participants, scans, messages.

use hoi_db::Timestamp;
use hoi_platform::exports::moment_cell;
use hoi_platform::http::{Download, broken};
use hoi_spreadsheet::Cell;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{self, EventStatus};
use hoi_ticketing::participants::ParticipantSheet;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use super::{PAGE, Writing, columns, names};
use crate::checkin::entity::scan;
use crate::messages::MessageStatus;
use crate::messages::entity::message;

/// The most events in memory at a time: one can have tens of thousands of characters.
const EVENTS: u64 = 50;

/// The keys of the columns. Those of participants follow the event's title.
const EVENT: [&str; 13] = [
    "export.id",
    "export.event",
    "export.organiser",
    "export.status",
    "export.opens",
    "export.closes",
    "export.starts",
    "export.ends",
    "export.venue",
    "export.seats",
    "export.seatsTaken",
    "export.cancelledAt",
    "export.createdAt",
];
const TICKETS: [&str; 6] = [
    "export.event",
    "sheet.ticket",
    "export.price",
    "export.seats",
    "export.seatsTaken",
    "export.createdAt",
];
const SCANS: [&str; 5] = [
    "export.event",
    "sheet.fullName",
    "export.occurredAt",
    "export.receivedAt",
    "export.result",
];
const MESSAGES: [&str; 7] = [
    "export.event",
    "export.subject",
    "export.status",
    "export.recipients",
    "export.sendAt",
    "export.sentAt",
    "export.createdAt",
];

impl Writing {
    /// Returns the next events after the last of `events`; the first ones if there are none.
    async fn next_events(&self, events: &[event::Model]) -> anyhow::Result<Vec<event::Model>> {
        let last = events.last().map(|event| event.id);
        let found = event::Entity::find()
            .filter(self.scope.events())
            .apply_if(last, |found, last| found.filter(event::Column::Id.gt(last)))
            .order_by_asc(event::Column::Id)
            .limit(EVENTS)
            .all(self.app.db.read());
        Ok(found.await?)
    }

    pub async fn events(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.events", &EVENT).await?;
        let now = self.app.clock.now();
        let mut events = self.next_events(&[]).await?;
        while !events.is_empty() {
            let rows = events.iter().map(|event| self.event(event, now)).collect();
            file.rows(rows).await?;
            events = self.next_events(&events).await?;
        }
        Ok(())
    }

    fn event(&self, event: &event::Model, now: Timestamp) -> Vec<Cell> {
        let status = match events::status_of(event, now) {
            EventStatus::Upcoming => "export.upcoming",
            EventStatus::Open => "export.open",
            EventStatus::Closed => "export.closed",
        };
        vec![
            event.id.to_string().into(),
            event.title.clone().into(),
            event.owner_id.to_string().into(),
            self.text(status).into(),
            moment_cell(Some(event.open_registration_date)),
            moment_cell(Some(event.close_registration_date)),
            moment_cell(Some(event.event_start_date)),
            moment_cell(event.end_date),
            event.venue_address.clone().into(),
            Cell::Number(event.total_participants),
            Cell::Number(event.registered_count),
            moment_cell(event.cancelled_at),
            moment_cell(Some(event.created_at)),
        ]
    }

    pub async fn tickets(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.tickets", &TICKETS).await?;
        let mut events = self.next_events(&[]).await?;
        while !events.is_empty() {
            for event in &events {
                let found = events::find_ticket_rows(self.app.db.read(), event.id).await;
                let rows = found.map_err(broken)?.into_iter().map(|row| {
                    vec![
                        event.title.clone().into(),
                        row.name.into(),
                        Cell::Number(row.price),
                        // The cell is empty if the number of seats is unlimited.
                        Some(row.quantity)
                            .filter(|seats| *seats >= 0)
                            .map_or(Cell::Empty, Cell::Number),
                        Cell::Number(row.sold),
                        moment_cell(Some(row.created_at)),
                    ]
                });
                file.rows(rows.collect()).await?;
            }
            events = self.next_events(&events).await?;
        }
        Ok(())
    }

    pub async fn participants(&self, file: &mut Download) -> anyhow::Result<()> {
        let sheet = ParticipantSheet::new(&self.app, self.lang);
        let mut titles = columns(self.lang, &["export.event"]);
        titles.extend(sheet.columns());
        file.next_sheet(self.text("sheet.participants"), titles)
            .await?;
        let mut events = self.next_events(&[]).await?;
        while !events.is_empty() {
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
            events = self.next_events(&events).await?;
        }
        Ok(())
    }

    pub async fn scans(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.scans", &SCANS).await?;
        let mut events = self.next_events(&[]).await?;
        while !events.is_empty() {
            for event in &events {
                self.scans_of(event, file).await?;
            }
            events = self.next_events(&events).await?;
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
                vec![
                    event.title.clone().into(),
                    name.into(),
                    moment_cell(Some(row.occurred_at)),
                    moment_cell(Some(row.received_at)),
                    self.text(result(&row.result)).into(),
                ]
            });
            file.rows(rows.collect()).await?;
        }
    }

    pub async fn messages(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.messages", &MESSAGES).await?;
        let mut events = self.next_events(&[]).await?;
        while !events.is_empty() {
            for event in &events {
                let found = message::Entity::find()
                    .filter(message::Column::EventId.eq(event.id))
                    .order_by_asc(message::Column::CreatedAt)
                    .all(self.app.db.read())
                    .await?;
                let rows = found.into_iter().map(|row| {
                    let status = match row.status {
                        MessageStatus::Draft => "export.draft",
                        MessageStatus::Scheduled => "export.scheduled",
                        MessageStatus::Sending => "export.sending",
                        MessageStatus::Sent => "export.sent",
                        MessageStatus::Cancelled => "export.cancelled",
                    };
                    vec![
                        event.title.clone().into(),
                        row.subject.into(),
                        self.text(status).into(),
                        Cell::Number(row.recipients),
                        moment_cell(row.send_at),
                        moment_cell(row.sent_at),
                        moment_cell(Some(row.created_at)),
                    ]
                });
                file.rows(rows.collect()).await?;
            }
            events = self.next_events(&events).await?;
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
