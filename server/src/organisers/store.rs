//! Rows of public pages, and the events that they show.

use hoi_community::groups::entity::organiser_page;
use hoi_community::groups::{PageOf, ShownOrganiser, known_to_strangers};
use hoi_db::{Timestamp, Tx};
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_ticketing::events::USUAL_LENGTH;
use hoi_ticketing::events::entity::event;
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, Condition, ConnectionTrait, IntoActiveModel as _,
    QueryFilter, QueryOrder, QuerySelect, Select, Set, SqlErr,
};

use super::dto::{OrganiserEvent, OrganiserPage, PageSettingsChange};
use super::rules;

/// Coming events on a page.
const COMING: u64 = 100;
/// Past events on a page.
const PAST: u64 = 50;
/// Events in a calendar, the latest: a program asks for all of them again and again.
const IN_CALENDAR: u64 = 200;

/// Selects the events that all visitors may find, also cancelled ones.
pub fn findable() -> Select<event::Entity> {
    use event::Column::{GroupId, HideFromSearch, MembersOnly};
    let of_no_hidden_group = Condition::any()
        .add(GroupId.is_null())
        .add(GroupId.in_subquery(known_to_strangers()));
    event::live()
        .filter(MembersOnly.eq(false))
        .filter(HideFromSearch.eq(false))
        .filter(of_no_hidden_group)
}

fn events_of(of: PageOf) -> Select<event::Entity> {
    match of {
        PageOf::Account(id) => findable().filter(event::Column::OwnerId.eq(id)),
        PageOf::Group(id) => findable().filter(event::Column::GroupId.eq(id)),
    }
}

/// Returns a page with its events.
pub async fn with_events(
    conn: &impl ConnectionTrait,
    page: ShownOrganiser,
    now: Timestamp,
) -> Result<OrganiserPage> {
    use event::Column::{CancelledAt, EndDate, EventStartDate, Id};
    let began = now.minus(USUAL_LENGTH);
    let without_end = |starts| Condition::all().add(EndDate.is_null()).add(starts);
    let is_coming = Condition::any()
        .add(EndDate.gt(now))
        .add(without_end(EventStartDate.gt(began)));
    let is_past = Condition::any()
        .add(EndDate.lte(now))
        .add(without_end(EventStartDate.lte(began)));
    let events = events_of(page.of).filter(CancelledAt.is_null());
    let coming = events
        .clone()
        .filter(is_coming)
        .order_by_asc(EventStartDate)
        .order_by_asc(Id)
        .limit(COMING)
        .all(conn)
        .await?;
    let past = events
        .filter(is_past)
        .order_by_desc(EventStartDate)
        .order_by_desc(Id)
        .limit(PAST)
        .all(conn)
        .await?;
    Ok(OrganiserPage {
        slug: page.slug,
        name: page.name,
        picture: page.picture,
        content: page.content,
        coming: coming.into_iter().map(shown).collect(),
        past: past.into_iter().map(shown).collect(),
    })
}

fn shown(event: event::Model) -> OrganiserEvent {
    OrganiserEvent {
        id: event.id,
        slug: event.slug,
        title: event.title,
        event_start_date: event.event_start_date,
        end_date: event.end_date,
        venue_address: event.venue_address,
        logo: event.logo,
        cover_image: event.cover_image,
    }
}

/// Returns the events of a page's calendar, the latest first; cancelled ones, too, so that calendars take them out.
pub async fn in_calendar(conn: &impl ConnectionTrait, of: PageOf) -> Result<Vec<event::Model>> {
    let events = events_of(of)
        .order_by_desc(event::Column::EventStartDate)
        .order_by_desc(event::Column::Id)
        .limit(IN_CALENDAR);
    Ok(events.all(conn).await?)
}

/// Stores the settings over `row`, the page's own, while its account or group is locked. A slug that another page has, or
/// that looks like another page's, is refused.
pub async fn save(
    tx: &Tx,
    of: PageOf,
    row: Option<organiser_page::Model>,
    change: PageSettingsChange,
    now: Timestamp,
) -> Result<organiser_page::Model> {
    let is_new = row.is_none();
    let version = row.as_ref().map_or(0, |row| row.version);
    let mut page = row.map_or_else(
        || {
            let (user_id, group_id) = match of {
                PageOf::Account(id) => (Some(id), None),
                PageOf::Group(id) => (None, Some(id)),
            };
            organiser_page::ActiveModel {
                id: Set(clock::new_id()),
                user_id: Set(user_id),
                group_id: Set(group_id),
                ..Default::default()
            }
        },
        organiser_page::Model::into_active_model,
    );
    page.slug_key = Set(rules::key(&change.slug));
    page.slug = Set(change.slug);
    page.name = Set(change.name);
    page.content = Set(change.content);
    page.is_on = Set(change.is_on);
    page.version = Set(version + 1);
    page.updated_at = Set(now);
    let saved = if is_new {
        page.insert(tx).await
    } else {
        page.update(tx).await
    };
    saved.map_err(|error| match error.sql_err() {
        Some(SqlErr::UniqueConstraintViolation(_)) => {
            Error::field("slug", LocalizedText::new("organiser.slugTaken"))
        }
        _ => error.into(),
    })
}
