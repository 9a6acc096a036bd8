//! Suggesting groups to join, here because the events and posts of a group count.

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::State;
use hoi_community::accounts::entity::user;
use hoi_community::groups::{self, Activity, GroupId, GroupSuggestion, Joiner};
use hoi_community::posts;
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::Envelope;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::entity::event;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, RelationDef,
};

use super::store;

/// How long ago an event may have begun that counts as a reason.
const REMEMBERED: Duration = Duration::from_hours(365 * 24);

/// Suggests groups that the caller may want to join, at most 12, each with the strongest reason. 5016: the caller is an
/// administrator.
#[utoipa::path(get, path = "/group/suggestion", tag = "group",
    responses((status = 200, body = Envelope<Vec<GroupSuggestion>>)), security(("bearer" = [])))]
pub async fn suggest_groups(
    State(app): State<App>,
    Joiner(user): Joiner,
) -> Result<Envelope<Vec<GroupSuggestion>>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let activity = Activity {
        attended: attended(conn, &user, now).await?,
        posts: posts::count_new(
            conn,
            groups::joinable(&user, now),
            now.minus(groups::RECENT),
        )
        .await?,
    };
    groups::suggest(conn, &user, &activity, now)
        .await
        .map(Envelope::ok)
}

fn attendance_of_event() -> RelationDef {
    event::Entity::belongs_to(attendance::Entity)
        .from(event::Column::Id)
        .to(attendance::Column::EventId)
        .into()
}

/// Returns at how many events of each group that it could join the account was within the last year.
#[tracing::instrument(name = "group_events.attended", skip_all)]
async fn attended(
    conn: &impl ConnectionTrait,
    account: &user::Model,
    now: Timestamp,
) -> Result<HashMap<GroupId, u64>> {
    let counted: Vec<(GroupId, i64)> = store::held_in(groups::joinable(account, now), now)
        .select_only()
        .column(event::Column::GroupId)
        .column_as(event::Column::Id.count(), "events")
        .join(JoinType::InnerJoin, attendance_of_event())
        .filter(event::Column::EventStartDate.gte(now.minus(REMEMBERED)))
        .filter(attendance::Column::EmailKey.eq(account.email_key.as_str()))
        .filter(attendance::Column::DeletedAt.is_null())
        .filter(attendance::Column::CheckedInTime.is_not_null())
        .group_by(event::Column::GroupId)
        .into_tuple()
        .all(conn)
        .await?;
    let counted = counted.into_iter();
    Ok(counted
        .map(|(group, events)| (group, u64::try_from(events).unwrap_or(0)))
        .collect())
}
