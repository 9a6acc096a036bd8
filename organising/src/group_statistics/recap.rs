//! The post with which the program sums up a month in each group, on the first days of the next one.

use hoi_community::groups::entity::group;
use hoi_community::groups::{self, PointValueVisibility, owner_of};
use hoi_community::plans::day_of;
use hoi_community::points::{self, Days};
use hoi_community::posts::entity::recap::{Best, BestMember};
use hoi_community::posts::{NewRecap, groups_with_recap, write_recap};
use hoi_db::Timestamp;
use hoi_i18n::{Lang, format_money};
use hoi_platform::app::App;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::ids::GroupId;
use sea_orm::{
    ColumnTrait, ConnectionTrait, PaginatorTrait as _, QueryFilter, QueryOrder, QuerySelect,
};

use super::{rules, store};

/// The groups that one statement looks up.
const BATCH: u64 = 100;
/// The members whom a recap names.
const BEST: usize = 3;

/// Writes the recap of the month before in each group where something happened, unless that was done. Several servers
/// may do it at the same moment. A group that fails is tried again with the next upkeep.
pub async fn write_recaps(app: &App) -> Result<()> {
    let now = app.clock.now();
    let Some(days) = rules::recapped(&day_of(now)) else {
        return Ok(());
    };
    let mut last = None;
    loop {
        let due = find_due(app.db.read(), &days, last).await?;
        for group in &due {
            if let Err(error) = write(app, group, &days, now).await {
                tracing::error!(?error, group = %group.id, "a month of a group could not be summed up");
            }
        }
        last = due.last().map(|group| group.id);
        if last.is_none() {
            break;
        }
    }
    app.jobs.notify_one();
    Ok(())
}

/// Returns the next groups after `last` (from the first if None) that were there in these days, wish for a recap and
/// have none yet, ordered by identifier.
async fn find_due(
    conn: &impl ConnectionTrait,
    days: &Days,
    last: Option<GroupId>,
) -> Result<Vec<group::Model>> {
    let (_, end) = rules::moments(days);
    let mut groups = group::live()
        .filter(group::Column::ArchivedAt.is_null())
        .filter(group::Column::WritesRecap.eq(true))
        .filter(group::Column::CreatedAt.lt(end))
        .filter(group::Column::Id.not_in_subquery(groups_with_recap(rules::month_of(days))));
    if let Some(last) = last {
        groups = groups.filter(group::Column::Id.gt(last));
    }
    Ok(groups
        .order_by_asc(group::Column::Id)
        .limit(BATCH)
        .all(conn)
        .await?)
}

async fn write(app: &App, group: &group::Model, days: &Days, now: Timestamp) -> Result<()> {
    let recap = sum_up(app.db.read(), group, days, now).await?;
    let tx = app.db.write().await?;
    let locked = groups::lock(&tx, group.id).await?;
    // Values may have been hidden since they were summed up; then the next upkeep sums up again.
    let is_as_read = locked.point_value_visibility == group.point_value_visibility;
    if is_as_read && locked.archived_at.is_none() && locked.writes_recap {
        let owner = owner_of(&tx, group.id).await?;
        write_recap(&tx, group.id, owner, recap, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Sums up the days of a group, with values where all members may see them.
async fn sum_up(
    conn: &impl ConnectionTrait,
    group: &group::Model,
    days: &Days,
    now: Timestamp,
) -> Result<NewRecap> {
    let shows_values = group.point_value_visibility == PointValueVisibility::Members;
    let totals = points::totals(conn, group.id, days).await?;
    let (count, value) = totals.values().fold((0_i64, 0_i64), |sum, (count, value)| {
        (sum.0 + count, sum.1 + value)
    });
    let meetings = store::events(group.id, days, now).count(conn).await?;
    let joined = store::joined(group.id, days).count(conn).await?;
    let best = points::best_sellers(conn, group.id, days, shows_values, BEST).await?;
    let members = best.into_iter().map(|place| BestMember {
        user_id: place.account,
        rank: place.rank,
        count: place.tally.count,
        value: shows_values.then_some(place.tally.value),
    });
    let deals = match count {
        0 => None,
        _ if shows_values => {
            let value = format_money(Lang::default(), value);
            let text = LocalizedText::new("recap.dealsWorth").with("count", count);
            Some(text.with("value", value))
        }
        _ => Some(LocalizedText::new("recap.deals").with("count", count)),
    };
    let some = |key, count: u64| (count > 0).then(|| LocalizedText::new(key).with("count", count));
    let facts = [
        deals,
        some("recap.meetings", meetings),
        some("recap.joined", joined),
    ];
    Ok(NewRecap {
        month: rules::month_of(days).to_owned(),
        text: text(days, facts.into_iter().flatten()),
        best: Best {
            members: members.collect(),
        },
    })
}

/// Returns the post in the default language, a line for each fact; None without any.
fn text(days: &Days, facts: impl Iterator<Item = LocalizedText>) -> Option<String> {
    let lang = Lang::default();
    let lines: Vec<String> = facts
        .map(|fact| format!("• {}", fact.in_language(lang)))
        .collect();
    if lines.is_empty() {
        return None;
    }
    let title = LocalizedText::new("recap.title").with("month", rules::shown_month(days));
    Some(format!("{}\n{}", title.in_language(lang), lines.join("\n")))
}
