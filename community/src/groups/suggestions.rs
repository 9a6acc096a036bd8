//! Suggests groups that an account may want to join. The order stays the same until the data change.

use std::collections::HashMap;
use std::time::Duration;

use hoi_db::Timestamp;
use hoi_i18n::fold_for_search;
use hoi_platform::error::Result;
use hoi_platform::ids::UserId;
use sea_orm::sea_query::{Condition, Expr, ExprTrait as _, Func, SelectStatement};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait as _, Select,
};

use super::dto::{GroupSuggestion, WhySuggested};
use super::entity::{group, group_member, join_request};
use super::rules::{self, Signals};
use super::{GroupId, JoinPolicy, RequestStatus, SuggestionReason, limits, store};
use crate::accounts::entity::user;
use crate::plans::day_of;

/// The most suggestions.
const MAX: usize = 12;
/// The most groups for which it is checked whether they have room, beginning with the best. Further ones are not
/// suggested.
const LOOKED_AT: usize = 60;
/// How long a member counts as new after the first day in the group, and a post after its approval.
pub const RECENT: Duration = Duration::from_hours(30 * 24);

/// The activity in groups, as later features know it; a group without known activity is missing.
#[derive(Debug, Default)]
pub struct Activity {
    /// Events of the group at which the account was within the last year.
    pub attended: HashMap<GroupId, u64>,
    /// Posts that were approved within the last [`RECENT`].
    pub posts: HashMap<GroupId, u64>,
}

/// Returns the groups that suit the account best, at most 12. Only groups are suggested that the account can find and
/// ask to join now: it has no pending request or invitation there, was never removed, and was not rejected within the
/// last 24 hours.
#[tracing::instrument(name = "groups.suggest", skip_all)]
pub async fn suggest(
    conn: &impl ConnectionTrait,
    account: &user::Model,
    activity: &Activity,
    now: Timestamp,
) -> Result<Vec<GroupSuggestion>> {
    let mut signals = signals(conn, account, activity, now).await?;
    signals.sort_by(|(id, one), (other_id, other)| {
        let by_score = other.score().total_cmp(&one.score());
        by_score.then(id.cmp(other_id))
    });
    signals.truncate(LOOKED_AT);
    let mut chosen: Vec<(GroupId, Signals)> = Vec::new();
    for (id, signals) in signals {
        if chosen.len() < MAX && !limits::is_full(conn, id, now).await? {
            chosen.push((id, signals));
        }
    }
    let rows = group::live()
        .filter(group::Column::Id.is_in(chosen.iter().map(|(id, _)| *id)))
        .all(conn)
        .await?;
    let cards = store::cards(conn, rows, Some(account), now).await?;
    let mut cards: HashMap<_, _> = cards.into_iter().map(|card| (card.id, card)).collect();
    let suggestions = chosen.into_iter().filter_map(|(id, signals)| {
        let (reason, count) = signals.reason();
        let is_field = reason == SuggestionReason::BusinessField;
        Some(GroupSuggestion {
            group: cards.remove(&id)?,
            why: WhySuggested {
                reason,
                count,
                business_field: account.business_field.clone().filter(|_| is_field),
            },
        })
    });
    Ok(suggestions.collect())
}

/// Returns the signals of each group that the account could join.
async fn signals(
    conn: &impl ConnectionTrait,
    account: &user::Model,
    activity: &Activity,
    now: Timestamp,
) -> Result<Vec<(GroupId, Signals)>> {
    use group_member::Column::{
        AttendDate, BusinessFieldKey, GroupId as Group, Id, UserId as User,
    };
    let field = account.business_field.as_deref().map(fold_for_search);
    let with_field = match &field {
        Some(key) => BusinessFieldKey.eq(key.as_str()),
        None => BusinessFieldKey.is_null().and(Expr::cust("1 = 0")),
    };
    let count = |which: Expr| Func::count(Expr::case(which, 1));
    let counted: Vec<(GroupId, i64, i64, i64, i64)> = group_member::live()
        .filter(Group.in_subquery(joinable(account, now)))
        .select_only()
        .column(Group)
        .column_as(Id.count(), "members")
        .expr_as(count(with_field), "same_field")
        .expr_as(
            count(User.in_subquery(colleagues(account.id))),
            "colleagues",
        )
        .expr_as(
            count(AttendDate.gte(day_of(now.minus(RECENT)))),
            "newcomers",
        )
        .group_by(Group)
        .into_tuple()
        .all(conn)
        .await?;
    let one_per_field: Vec<GroupId> = group::live()
        .select_only()
        .column(group::Column::Id)
        .filter(group::Column::OnePerBusinessField.eq(true))
        .filter(
            group::Column::Id.is_in(
                counted
                    .iter()
                    .filter(|(_, _, same_field, ..)| *same_field > 0)
                    .map(|(id, ..)| *id),
            ),
        )
        .into_tuple()
        .all(conn)
        .await?;
    let number = |count: i64| u64::try_from(count).unwrap_or(0);
    let of = |counts: &HashMap<GroupId, u64>, id| counts.get(&id).copied().unwrap_or(0);
    let signals = counted
        .into_iter()
        // A group with one member per field does not admit the account if its field is taken.
        .filter(|(id, ..)| !one_per_field.contains(id))
        .map(|(id, members, same_field, colleagues, newcomers)| {
            let signals = Signals {
                members: number(members),
                same_field: number(same_field),
                colleagues: number(colleagues),
                newcomers: number(newcomers),
                attended: of(&activity.attended, id),
                posts: of(&activity.posts, id),
            };
            (id, signals)
        });
    Ok(signals.collect())
}

fn memberships(account: UserId) -> Select<group_member::Entity> {
    group_member::Entity::find()
        .select_only()
        .column(group_member::Column::GroupId)
        .filter(group_member::Column::UserId.eq(account))
}

/// Selects the accounts that are in a group together with the account.
fn colleagues(account: UserId) -> SelectStatement {
    let own = memberships(account).filter(group_member::Column::LeftAt.is_null());
    group_member::live()
        .select_only()
        .column(group_member::Column::UserId)
        .filter(group_member::Column::GroupId.in_subquery(own.into_query()))
        .into_query()
}

/// Selects the groups that the account can find and ask to join now, without regard to their room.
pub fn joinable(account: &user::Model, now: Timestamp) -> SelectStatement {
    use join_request::Column::{DecidedAt, GroupId as Group, Status};
    // Groups that the account left by itself are suggested again.
    let belongs_or_was_removed = memberships(account.id).filter(
        Condition::any()
            .add(group_member::Column::LeftAt.is_null())
            .add(group_member::Column::RemovedBy.is_not_null()),
    );
    let rejected_lately = Condition::all()
        .add(Status.eq(RequestStatus::Rejected))
        .add(DecidedAt.gt(now.minus(rules::WAIT_AFTER_REJECTION)));
    let asked = join_request::Entity::find()
        .select_only()
        .column(Group)
        .filter(join_request::is_of(account))
        .filter(
            Condition::any()
                .add(Status.eq(RequestStatus::Pending))
                .add(rejected_lately),
        );
    group::live()
        .select_only()
        .column(group::Column::Id)
        .filter(group::Column::IsListed.eq(true))
        .filter(group::Column::ArchivedAt.is_null())
        .filter(group::Column::JoinPolicy.ne(JoinPolicy::Invite))
        .filter(group::Column::Id.not_in_subquery(belongs_or_was_removed.into_query()))
        .filter(group::Column::Id.not_in_subquery(asked.into_query()))
        .into_query()
}
