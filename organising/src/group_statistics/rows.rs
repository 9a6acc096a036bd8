//! The rows that a figure of a report counts, a page at a time. They are selected by the queries that count them.

use std::collections::HashMap;

use hoi_community::accounts;
use hoi_community::accounts::entity::user;
use hoi_community::groups::entity::group_member;
use hoi_community::groups::{InGroup, Leader};
use hoi_community::points::Days;
use hoi_community::posts::entity::{comment, post};
use hoi_db::Timestamp;
use hoi_platform::error::{Error, Result};
use hoi_platform::http::{Page, PageQuery, SortOrder, sorted};
use hoi_platform::ids::{EventId, UserId};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::entity::event;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter,
    QuerySelect, Select,
};

use super::dto::{ReportFigure, ReportRow, RowQuery};
use super::{rules, store};

/// The most characters of a post or comment in a row.
const EXCERPT: usize = 200;

/// Returns one page of the rows that the figure counts, the latest first; active people by name. 5016 when a caller who
/// does not lead the group asks for the rows of one member, or for the active members. 5003 for the rows of one member
/// without a plan that includes reports.
#[tracing::instrument(name = "group_statistics.rows", skip_all)]
pub async fn list<R>(
    conn: &impl ConnectionTrait,
    caller: &InGroup<R>,
    days: &Days,
    query: &RowQuery,
    now: Timestamp,
) -> Result<Page<ReportRow>> {
    // The list of active members shows which of them came to a meeting.
    let is_for_leaders = query.member_id.is_some() || query.figure == ReportFigure::ActiveMembers;
    if is_for_leaders && !caller.has::<Leader>() {
        return Err(Error::InsufficientPermission);
    }
    if query.member_id.is_some() {
        store::check_has_report(conn, caller, now).await?;
    }
    let reading = Reading {
        conn,
        page: PageQuery::new(query.limit, query.page)?,
        member: query.member_id,
        // Members see the number of participants, and only leaders see their names.
        names_participants: caller.has::<Leader>(),
    };
    let group = caller.group.id;
    match query.figure {
        ReportFigure::Members => {
            let day = rules::day_after(&days.last);
            reading.joined(store::members_before(group, &day)).await
        }
        ReportFigure::Joined => reading.joined(store::joined(group, days)).await,
        ReportFigure::Left => reading.left(store::left(group, days)).await,
        ReportFigure::Posts => reading.posts(store::posts(group, days)).await,
        ReportFigure::Comments => reading.comments(store::comments(group, days)).await,
        ReportFigure::Events => reading.events(store::events(group, days, now)).await,
        ReportFigure::Registrations => {
            let rows = store::registrations(group, days, now);
            let at = attendance::Column::RegistrationTime;
            reading.participants(rows, at).await
        }
        ReportFigure::CheckIns => {
            let at = attendance::Column::CheckedInTime;
            let rows = store::registrations(group, days, now).filter(at.is_not_null());
            reading.participants(rows, at).await
        }
        ReportFigure::ActiveMembers => {
            let active = store::Activity::read(conn, group, days, now)
                .await?
                .accounts();
            let names = accounts::full_names(conn, active.iter().copied()).await?;
            let people = active.into_iter().map(|id| {
                let name = names.get(&id).cloned().unwrap_or_default();
                (accounts::name_key(&name), id, name)
            });
            let mut people: Vec<_> = people.collect();
            people.sort();
            let total = u64::try_from(people.len()).unwrap_or(u64::MAX);
            let size = |number| usize::try_from(number).unwrap_or(usize::MAX);
            let page = reading.page;
            let shown = people.into_iter().skip(size(page.offset()));
            let items = shown
                .take(size(page.limit()))
                .map(|(_, id, name)| ReportRow {
                    user_id: Some(id),
                    name: Some(name),
                    ..ReportRow::default()
                });
            Ok(Page {
                items: items.collect(),
                total,
            })
        }
    }
}

struct Reading<'a, C> {
    conn: &'a C,
    page: PageQuery,
    member: Option<UserId>,
    names_participants: bool,
}

/// The columns of a post or comment that a row shows.
#[derive(FromQueryResult)]
struct Written {
    post_id: hoi_platform::ids::PostId,
    author_id: UserId,
    text: String,
    at: Timestamp,
}

/// The columns of a registration that a row shows.
#[derive(FromQueryResult)]
struct Registered {
    event_id: EventId,
    full_name: String,
    at: Timestamp,
}

impl<C: ConnectionTrait> Reading<'_, C> {
    /// Returns the rows of this page, the latest by `by` first, and how many there are on all pages.
    async fn page<E: EntityTrait<Model: Send + Sync>>(
        &self,
        rows: Select<E>,
        by: E::Column,
    ) -> Result<(Select<E>, u64)> {
        let total = rows.clone().count(self.conn).await?;
        let rows = sorted(rows, [Expr::col(by.as_column_ref())], SortOrder::Desc)
            .offset(self.page.offset())
            .limit(self.page.limit());
        Ok((rows, total))
    }

    async fn joined(&self, rows: Select<group_member::Entity>) -> Result<Page<ReportRow>> {
        let at = |row: &group_member::Model| Some(rules::midnight_of(&row.attend_date));
        self.members(rows, group_member::Column::AttendDate, at)
            .await
    }

    async fn left(&self, rows: Select<group_member::Entity>) -> Result<Page<ReportRow>> {
        self.members(rows, group_member::Column::LeftAt, |row| row.left_at)
            .await
    }

    async fn members(
        &self,
        rows: Select<group_member::Entity>,
        by: group_member::Column,
        at: fn(&group_member::Model) -> Option<Timestamp>,
    ) -> Result<Page<ReportRow>> {
        let (rows, total) = self.page(rows, by).await?;
        let rows = rows.all(self.conn).await?;
        let names = accounts::full_names(self.conn, rows.iter().map(|row| row.user_id)).await?;
        let items = rows.into_iter().map(|row| ReportRow {
            user_id: Some(row.user_id),
            name: names.get(&row.user_id).cloned(),
            at: at(&row),
            ..ReportRow::default()
        });
        Ok(Page {
            items: items.collect(),
            total,
        })
    }

    async fn posts(&self, mut rows: Select<post::Entity>) -> Result<Page<ReportRow>> {
        use post::Column::{ApprovedAt, AuthorId, Id, Text};
        if let Some(member) = self.member {
            rows = rows.filter(AuthorId.eq(member));
        }
        let (rows, total) = self.page(rows, ApprovedAt).await?;
        let rows = rows
            .select_only()
            .columns([AuthorId, Text])
            .column_as(Id, "post_id")
            .column_as(ApprovedAt, "at");
        self.written(rows, total).await
    }

    async fn comments(&self, mut rows: Select<comment::Entity>) -> Result<Page<ReportRow>> {
        use comment::Column::{AuthorId, CreatedAt, PostId, Text};
        if let Some(member) = self.member {
            rows = rows.filter(AuthorId.eq(member));
        }
        let (rows, total) = self.page(rows, CreatedAt).await?;
        let rows = rows
            .select_only()
            .columns([PostId, AuthorId, Text])
            .column_as(CreatedAt, "at");
        self.written(rows, total).await
    }

    async fn written<E: EntityTrait>(
        &self,
        rows: Select<E>,
        total: u64,
    ) -> Result<Page<ReportRow>> {
        let rows: Vec<Written> = rows.into_model().all(self.conn).await?;
        let names = accounts::full_names(self.conn, rows.iter().map(|row| row.author_id)).await?;
        let items = rows.into_iter().map(|row| ReportRow {
            post_id: Some(row.post_id),
            name: names.get(&row.author_id).cloned(),
            about: Some(row.text.chars().take(EXCERPT).collect()),
            at: Some(row.at),
            ..ReportRow::default()
        });
        Ok(Page {
            items: items.collect(),
            total,
        })
    }

    async fn events(&self, rows: Select<event::Entity>) -> Result<Page<ReportRow>> {
        use event::Column::{EventStartDate, Id, Title};
        let (rows, total) = self.page(rows, EventStartDate).await?;
        let rows: Vec<(EventId, String, Timestamp)> = rows
            .select_only()
            .columns([Id, Title, EventStartDate])
            .into_tuple()
            .all(self.conn)
            .await?;
        let items = rows.into_iter().map(|(id, title, at)| ReportRow {
            event_id: Some(id),
            about: Some(title),
            at: Some(at),
            ..ReportRow::default()
        });
        Ok(Page {
            items: items.collect(),
            total,
        })
    }

    async fn participants(
        &self,
        mut rows: Select<attendance::Entity>,
        at: attendance::Column,
    ) -> Result<Page<ReportRow>> {
        use attendance::Column::{EmailKey, EventId as OfEvent, FullName};
        if let Some(member) = self.member {
            let account = user::Entity::find_by_id(member).one(self.conn).await?;
            let key = account.map(|account| account.email_key).unwrap_or_default();
            rows = rows.filter(EmailKey.eq(key));
        }
        let (rows, total) = self.page(rows, at).await?;
        let rows: Vec<Registered> = rows
            .select_only()
            .columns([OfEvent, FullName])
            .column_as(at, "at")
            .into_model()
            .all(self.conn)
            .await?;
        let events = event::Entity::find()
            .select_only()
            .columns([event::Column::Id, event::Column::Title])
            .filter(event::Column::Id.is_in(rows.iter().map(|row| row.event_id)));
        let titles: Vec<(EventId, String)> = events.into_tuple().all(self.conn).await?;
        let titles: HashMap<EventId, String> = titles.into_iter().collect();
        let items = rows.into_iter().map(|row| ReportRow {
            event_id: Some(row.event_id),
            name: self.names_participants.then_some(row.full_name),
            about: titles.get(&row.event_id).cloned(),
            at: Some(row.at),
            ..ReportRow::default()
        });
        Ok(Page {
            items: items.collect(),
            total,
        })
    }
}
