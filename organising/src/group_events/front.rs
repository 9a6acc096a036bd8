//! The beginning of a group's page: its next event, the members who come, and this month's deals.

use axum::extract::State;
use hoi_community::groups::{GroupId, InGroup, Reader};
use hoi_community::plans::day_of;
use hoi_community::points;
use hoi_platform::app::App;
use hoi_platform::consent::Consent;
use hoi_platform::error::Result;
use hoi_platform::http::{Envelope, PageQuery};
use hoi_platform::language;

use super::dto::{GroupFront, Period};
use super::{store, views};

/// Returns the group's next event, which may have begun, the members who come, and this month's deals. Only at an event
/// for members they see one another before, by what the list of members shows; guests of an event are never shown.
#[utoipa::path(get, path = "/group/{groupId}/front", tag = "group", params(("groupId" = GroupId, Path)),
    responses((status = 200, body = Envelope<GroupFront>)), security(("bearer" = [])))]
pub async fn get_group_front(
    State(app): State<App>,
    caller: InGroup<Reader>,
) -> Result<Envelope<GroupFront>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let group = caller.group.id;
    let first = PageQuery::new(Some(1), None)?;
    let (rows, _) = store::list(conn, group, Period::Upcoming, first, now).await?;
    let next = views::events(&app, &caller, rows, now).await?.pop();
    let coming = match &next {
        Some(event) if event.members_only => {
            Some(store::find_coming_members(conn, group, event.id).await?)
        }
        _ => None,
    };
    Ok(Envelope::ok(GroupFront {
        next,
        coming,
        deals: points::deals_of_month(conn, &caller, &day_of(now)).await?,
        consent: Consent::wording(language::current()),
    }))
}
