//! All that the caller may see, as a workbook with a sheet for each kind of thing, written while it is sent.
//!
//! A sheet names each of its columns here, so that a new column of a table is in no file until somebody adds it. What
//! lets somebody in stands in none: passwords, keys of devices, tickets' and invitation codes, links, second factors.

use std::collections::HashMap;

use axum::response::Response;
use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_spreadsheet::{Cell, Column, Format};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
};
use tokio::sync::OwnedSemaphorePermit;

use super::store::Scope;
use crate::accounts::entity::user;
use crate::accounts::{self, Role};
use crate::app::App;
use crate::attendances::attendance;
use crate::checkin::entity::scan;
use crate::error::{LocalizedText, Result};
use crate::events::entity::event;
use crate::events::{self, EventStatus};
use crate::exports::moment_cell;
use crate::http::{Download, broken};
use crate::ids::{AttendanceId, PersonalPlanId, PlanId, UserId};
use crate::language;
use crate::messages::MessageStatus;
use crate::messages::entity::message;
use crate::participants::ParticipantSheet;
use crate::plans::entity::{personal_plan, plan};
use crate::quota::UNLIMITED;

/// Rows that are in memory at a time.
const PAGE: u64 = 500;
/// Events that are in memory at a time; one can have tens of thousands of characters.
const EVENTS: u64 = 50;

/// The keys of the columns of each sheet. Those of participants follow the event's title.
const ACCOUNTS: [&str; 9] = [
    "export.id",
    "sheet.fullName",
    "sheet.email",
    "sheet.phone",
    "sheet.company",
    "sheet.country",
    "export.role",
    "export.isActive",
    "export.createdAt",
];
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

const PLANS: [&str; 13] = [
    "export.id",
    "export.plan",
    "export.price",
    "export.soldFrom",
    "export.soldUntil",
    "export.months",
    "export.packages",
    "export.numberOfEvents",
    "export.attendeesPerEvent",
    "export.numberOfGroups",
    "export.membersPerGroup",
    "export.report",
    "export.createdAt",
];
const PERSONAL_PLANS: [&str; 10] = [
    "export.plan",
    "export.account",
    "export.firstDay",
    "export.lastDay",
    "export.numberOfEvents",
    "export.attendeesPerEvent",
    "export.numberOfGroups",
    "export.membersPerGroup",
    "export.report",
    "export.createdAt",
];

/// Answers with the file. An organiser's has their own account as the only one.
pub fn answer(
    app: App,
    account: UserId,
    scope: Scope,
    permit: OwnedSemaphorePermit,
) -> Result<Response> {
    let lang = language::current();
    let text = |key| LocalizedText::new(key).in_language(lang);
    let writing = Writing {
        app,
        account,
        scope,
        lang,
    };
    Download::answer(
        permit,
        Format::Xlsx,
        &text("export.name"),
        &text("export.accounts"),
        columns(lang, &ACCOUNTS),
        async move |mut file| {
            writing.accounts(&mut file).await?;
            writing.events(&mut file).await?;
            writing.tickets(&mut file).await?;
            writing.participants(&mut file).await?;
            writing.scans(&mut file).await?;
            writing.messages(&mut file).await?;
            if scope == Scope::Platform {
                writing.plans(&mut file).await?;
            }
            writing.personal_plans(&mut file).await?;
            Ok(file)
        },
    )
}

fn columns(lang: Lang, keys: &[&'static str]) -> Vec<Column> {
    let column = |key: &&'static str| Column {
        title: LocalizedText::new(key).in_language(lang),
        width: 20,
        choices: Vec::new(),
    };
    keys.iter().map(column).collect()
}

struct Writing {
    app: App,
    account: UserId,
    scope: Scope,
    lang: Lang,
}

impl Writing {
    fn text(&self, key: &'static str) -> String {
        LocalizedText::new(key).in_language(self.lang)
    }

    async fn sheet(
        &self,
        file: &mut Download,
        name: &'static str,
        keys: &[&'static str],
    ) -> anyhow::Result<()> {
        file.next_sheet(self.text(name), columns(self.lang, keys))
            .await
    }

    async fn accounts(&self, file: &mut Download) -> anyhow::Result<()> {
        let mut last: Option<UserId> = None;
        loop {
            let own = (self.scope != Scope::Platform).then_some(self.account);
            let found = user::live()
                .apply_if(own, |found, own| found.filter(user::Column::Id.eq(own)))
                .apply_if(last, |found, last| found.filter(user::Column::Id.gt(last)))
                .order_by_asc(user::Column::Id)
                .limit(PAGE)
                .all(self.app.db.read())
                .await?;
            let Some(row) = found.last() else {
                return Ok(());
            };
            last = Some(row.id);
            let rows = found.into_iter().map(|row| self.account(row)).collect();
            file.rows(rows).await?;
        }
    }

    fn yes_or_no(&self, is: bool) -> Cell {
        self.text(if is { "export.yes" } else { "export.no" })
            .into()
    }

    /// A limit; −1 = unlimited.
    fn limit(&self, limit: i64) -> Cell {
        if limit == UNLIMITED {
            self.text("export.unlimited").into()
        } else {
            Cell::Number(limit)
        }
    }

    fn account(&self, row: user::Model) -> Vec<Cell> {
        let role = match row.role {
            Role::Committee => "export.committee",
            Role::Admin => "export.admin",
        };
        vec![
            row.id.to_string().into(),
            row.full_name.into(),
            row.email.into(),
            row.phone.into(),
            row.company.into(),
            row.country.into(),
            self.text(role).into(),
            self.yes_or_no(row.is_active),
            moment_cell(Some(row.created_at)),
        ]
    }

    /// Returns the next events after the last of these.
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

    async fn events(&self, file: &mut Download) -> anyhow::Result<()> {
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

    async fn tickets(&self, file: &mut Download) -> anyhow::Result<()> {
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
                        // Absent means unlimited.
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

    async fn participants(&self, file: &mut Download) -> anyhow::Result<()> {
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

    async fn scans(&self, file: &mut Download) -> anyhow::Result<()> {
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
            let names = names(conn, found.iter().filter_map(|row| row.attendance_id)).await?;
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

    async fn messages(&self, file: &mut Download) -> anyhow::Result<()> {
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

    async fn plans(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.plans", &PLANS).await?;
        let mut last: Option<PlanId> = None;
        loop {
            let found = plan::live()
                .apply_if(last, |found, last| found.filter(plan::Column::Id.gt(last)))
                .order_by_asc(plan::Column::Id)
                .limit(PAGE)
                .all(self.app.db.read())
                .await?;
            let Some(row) = found.last() else {
                return Ok(());
            };
            last = Some(row.id);
            let rows = found.into_iter().map(|row| {
                vec![
                    row.id.to_string().into(),
                    row.base_name.into(),
                    Cell::Number(row.price),
                    row.start_date.into(),
                    row.expiration_date.into(),
                    Cell::Number(row.duration),
                    self.limit(row.number_of_packages),
                    self.limit(row.number_of_events),
                    self.limit(row.attendees_per_event),
                    self.limit(row.number_of_groups),
                    self.limit(row.users_per_group),
                    self.yes_or_no(row.has_report),
                    moment_cell(Some(row.created_at)),
                ]
            });
            file.rows(rows.collect()).await?;
        }
    }

    async fn personal_plans(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.personalPlans", &PERSONAL_PLANS)
            .await?;
        let own = (self.scope != Scope::Platform).then_some(self.account);
        let mut last: Option<PersonalPlanId> = None;
        loop {
            let conn = self.app.db.read();
            let found = personal_plan::live()
                .apply_if(own, |found, own| {
                    found.filter(personal_plan::Column::UserId.eq(own))
                })
                .apply_if(last, |found, last| {
                    found.filter(personal_plan::Column::Id.gt(last))
                })
                .order_by_asc(personal_plan::Column::Id)
                .limit(PAGE)
                .all(conn)
                .await?;
            let Some(row) = found.last() else {
                return Ok(());
            };
            last = Some(row.id);
            let names = plan_names(conn, found.iter().map(|row| row.plan_id)).await?;
            let owners = found.iter().map(|row| row.user_id);
            let owners = accounts::full_names(conn, owners).await.map_err(broken)?;
            let rows = found.into_iter().map(|row| {
                vec![
                    names.get(&row.plan_id).cloned().into(),
                    owners.get(&row.user_id).cloned().into(),
                    row.start_date.into(),
                    row.expiration_date.into(),
                    self.limit(row.event_limit),
                    self.limit(row.max_attendees_per_event),
                    self.limit(row.group_limit),
                    self.limit(row.max_members_per_group),
                    self.yes_or_no(row.has_report),
                    moment_cell(Some(row.created_at)),
                ]
            });
            file.rows(rows.collect()).await?;
        }
    }
}

/// The names of plans, also of deleted ones.
async fn plan_names(
    conn: &impl ConnectionTrait,
    ids: impl Iterator<Item = PlanId>,
) -> anyhow::Result<HashMap<PlanId, String>> {
    let found: Vec<(PlanId, String)> = plan::Entity::find()
        .select_only()
        .columns([plan::Column::Id, plan::Column::BaseName])
        .filter(plan::Column::Id.is_in(ids))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(found.into_iter().collect())
}

/// The names of participants, also of removed ones.
async fn names(
    conn: &impl ConnectionTrait,
    ids: impl Iterator<Item = AttendanceId>,
) -> anyhow::Result<HashMap<AttendanceId, String>> {
    let found: Vec<(AttendanceId, String)> = attendance::Entity::find()
        .select_only()
        .columns([attendance::Column::Id, attendance::Column::FullName])
        .filter(attendance::Column::Id.is_in(ids))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(found.into_iter().collect())
}

/// The key of what came of a scan.
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
