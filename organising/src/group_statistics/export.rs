//! The figures of a group as a workbook: the group, its members, their attendance of events, its deals.

use axum::response::Response;
use hoi_community::accounts;
use hoi_community::groups::entity::group;
use hoi_community::points::entity::Model as Point;
use hoi_community::points::{self, Days, Figure, PartyAnswer};
use hoi_db::Timestamp;
use hoi_i18n::{Lang, format_date_time};
use hoi_platform::app::App;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::export_files::{PAGE, column, moment_cell};
use hoi_platform::http::{Download, broken};
use hoi_platform::ids::UserId;
use hoi_platform::language;
use hoi_spreadsheet::{Cell, Column, Format};
use hoi_ticketing::events::entity::event;
use sea_orm::{QueryOrder as _, QuerySelect as _};
use tokio::sync::OwnedSemaphorePermit;

use super::dto::GroupReport;
use super::store;
use crate::roll_call;
use crate::statistics::Comparison;

/// The most events in the sheet of attendance, the earliest ones.
const MAX_EVENTS: u64 = 200;

const GROUP: [&str; 4] = [
    "groupReport.figure",
    "groupReport.these",
    "groupReport.before",
    "groupReport.change",
];
const MEMBERS: [&str; 11] = [
    "sheet.fullName",
    "groupReport.businessField",
    "groupReport.isMember",
    "groupReport.posts",
    "groupReport.eventsAttended",
    "groupReport.sold",
    "groupReport.soldValue",
    "groupReport.buy",
    "groupReport.buyValue",
    "groupReport.referral",
    "groupReport.referralValue",
];
const DEALS: [&str; 15] = [
    "groupReport.dealDate",
    "groupReport.seller",
    "groupReport.counterparty",
    "groupReport.role",
    "groupReport.buyerName",
    "groupReport.value",
    "export.status",
    "groupReport.submittedBy",
    "groupReport.answer",
    "groupReport.decidedBy",
    "groupReport.decidedAt",
    "groupReport.voidedAt",
    "groupReport.reason",
    "groupReport.note",
    "export.createdAt",
];

/// Answers with the file.
pub fn answer(
    app: App,
    group: group::Model,
    report: GroupReport,
    permit: OwnedSemaphorePermit,
) -> Result<Response> {
    let lang = language::current();
    let text = |key| LocalizedText::new(key).in_language(lang);
    let name = format!("{} {} {}", text("groupReport.name"), report.from, report.to);
    let writing = Writing {
        days: Days {
            first: report.from.clone(),
            last: report.to.clone(),
        },
        as_of: report.as_of,
        app,
        group,
        lang,
    };
    Download::answer(
        permit,
        Format::Xlsx,
        &name,
        &text("groupReport.groupSheet"),
        columns(lang, &GROUP),
        async move |mut file| {
            file.rows(writing.figures(&report)).await?;
            writing.members(&mut file).await?;
            writing.attendance(&mut file).await?;
            writing.deals(&mut file).await?;
            Ok(file)
        },
    )
}

fn columns(lang: Lang, keys: &[&'static str]) -> Vec<Column> {
    keys.iter().map(|key| column(lang, key, 20)).collect()
}

fn day_cell(day: &str) -> Cell {
    day.parse().map_or(Cell::Empty, Cell::Date)
}

fn number(count: u64) -> Cell {
    Cell::Number(i64::try_from(count).unwrap_or(i64::MAX))
}

struct Writing {
    app: App,
    group: group::Model,
    days: Days,
    as_of: Timestamp,
    lang: Lang,
}

impl Writing {
    fn text(&self, key: &'static str) -> Cell {
        LocalizedText::new(key).in_language(self.lang).into()
    }

    fn figures(&self, report: &GroupReport) -> Vec<Vec<Cell>> {
        let fact = |key, value| vec![self.text(key), value];
        let compared = |key, Comparison { value, previous }| {
            vec![
                self.text(key),
                Cell::Number(value),
                Cell::Number(previous),
                Cell::Number(value - previous),
            ]
        };
        let values = [
            ("groupReport.boughtValue", report.bought.value),
            ("groupReport.referredValue", report.referred.value),
        ];
        let mut rows = vec![
            fact("groupReport.group", self.group.name.clone().into()),
            vec![
                self.text("groupReport.days"),
                day_cell(&report.from),
                day_cell(&report.previous_from),
            ],
            vec![
                self.text("groupReport.until"),
                day_cell(&report.to),
                day_cell(&report.previous_to),
            ],
            fact("groupReport.asOf", moment_cell(Some(report.as_of))),
            fact(
                "groupReport.membersAtStart",
                number(report.members_at_start),
            ),
            fact("groupReport.membersAtEnd", number(report.members_at_end)),
            compared("groupReport.joined", report.joined),
            compared("groupReport.left", report.left),
            compared("groupReport.posts", report.posts),
            compared("groupReport.comments", report.comments),
            compared("groupReport.activeMembers", report.active_members),
            compared("groupReport.events", report.events),
            compared("groupReport.registrations", report.registrations),
            compared("groupReport.checkIns", report.check_ins),
            compared("groupReport.bought", report.bought.count),
            compared("groupReport.referred", report.referred.count),
        ];
        let values = values.into_iter();
        rows.extend(values.filter_map(|(key, value)| Some(compared(key, value?))));
        rows.push(fact("groupReport.pending", number(report.pending)));
        rows
    }

    async fn next_sheet(
        &self,
        file: &mut Download,
        name: &'static str,
        keys: &[&'static str],
    ) -> anyhow::Result<()> {
        let name = LocalizedText::new(name).in_language(self.lang);
        file.next_sheet(name, columns(self.lang, keys)).await
    }

    async fn members(&self, file: &mut Download) -> anyhow::Result<()> {
        self.next_sheet(file, "groupReport.memberSheet", &MEMBERS)
            .await?;
        let (conn, group) = (self.app.db.read(), self.group.id);
        let activity = store::Activity::read(conn, group, &self.days, self.as_of).await;
        let found = store::members(conn, group, activity.map_err(broken)?).await;
        let cells = |figure: Figure| {
            let value = figure.value.map_or(Cell::Empty, Cell::Number);
            [Cell::Number(figure.count), value]
        };
        let rows = found.map_err(broken)?.into_iter().map(|member| {
            let is_member = if member.is_member {
                "export.yes"
            } else {
                "export.no"
            };
            let mut row = vec![
                member.full_name.into(),
                member.business_field.into(),
                self.text(is_member),
                Cell::Number(member.posts),
                Cell::Number(member.events),
            ];
            for figure in [member.sold, member.buy, member.referral] {
                row.extend(cells(figure));
            }
            row
        });
        file.rows(rows.collect()).await
    }

    /// Writes a row for each member and a column for each event of the days that has begun.
    async fn attendance(&self, file: &mut Download) -> anyhow::Result<()> {
        let (conn, group) = (self.app.db.read(), self.group.id);
        let events = store::events(group, &self.days, self.as_of)
            .order_by_asc(event::Column::EventStartDate)
            .order_by_asc(event::Column::Id)
            .limit(MAX_EVENTS);
        let events = events.all(conn).await?;
        let table = roll_call::attendance(conn, group, events, None, self.as_of).await;
        let table = table.map_err(broken)?;
        let mut titles = columns(self.lang, &["sheet.fullName"]);
        titles.extend(table.meetings.into_iter().map(|meeting| Column {
            title: format!(
                "{} ({})",
                meeting.title,
                format_date_time(self.lang, meeting.event_start_date.0)
            ),
            width: 20,
            choices: Vec::new(),
        }));
        let name = LocalizedText::new("groupReport.attendanceSheet").in_language(self.lang);
        file.next_sheet(name, titles).await?;
        let rows = table.members.into_iter().map(|member| {
            let outcomes = member.outcomes.into_iter();
            let outcomes = outcomes.map(|outcome| match outcome {
                Some(outcome) => self.text(outcome.text()),
                None => Cell::Empty,
            });
            [member.full_name.into()]
                .into_iter()
                .chain(outcomes)
                .collect()
        });
        file.rows(rows.collect()).await
    }

    async fn deals(&self, file: &mut Download) -> anyhow::Result<()> {
        self.next_sheet(file, "groupReport.dealSheet", &DEALS)
            .await?;
        let conn = self.app.db.read();
        let mut last = None;
        loop {
            let found = points::find_between(conn, self.group.id, &self.days, last, PAGE).await;
            let found = found.map_err(broken)?;
            let Some(row) = found.last() else {
                return Ok(());
            };
            last = Some(row.id);
            let people = found.iter().flat_map(|row| {
                let always = [row.seller_id, row.counterparty_id, row.submitted_by];
                always.into_iter().chain(row.decided_by)
            });
            let names = accounts::full_names(conn, people).await.map_err(broken)?;
            let name = |id: UserId| Cell::from(names.get(&id).cloned().unwrap_or_default());
            let rows = found.into_iter().map(|row| self.deal(row, name));
            file.rows(rows.collect()).await?;
        }
    }

    fn deal(&self, row: Point, name: impl Fn(UserId) -> Cell) -> Vec<Cell> {
        let (role, status) = (row.role_text(), row.status_text());
        let answer = row.other_party_answer.map(|answer| match answer {
            PartyAnswer::Confirmed => "groupReport.confirmed",
            PartyAnswer::Disputed => "groupReport.disputed",
        });
        vec![
            day_cell(&row.deal_date),
            name(row.seller_id),
            name(row.counterparty_id),
            self.text(role),
            row.buyer_name.into(),
            Cell::Number(row.value),
            self.text(status),
            name(row.submitted_by),
            answer.map_or(Cell::Empty, |key| self.text(key)),
            row.decided_by.map_or(Cell::Empty, &name),
            moment_cell(row.decided_at),
            moment_cell(row.voided_at),
            row.reason.into(),
            row.note.into(),
            moment_cell(Some(row.created_at)),
        ]
    }
}
