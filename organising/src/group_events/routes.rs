//! The events of a group.

use axum::extract::State;
use hoi_community::groups::{GroupId, InGroup, Reader};
use hoi_platform::app::App;
use hoi_platform::consent::Consent;
use hoi_platform::error::Result;
use hoi_platform::http::{Envelope, PageQuery, ValidatedQuery};
use hoi_platform::language;
use hoi_platform::routes;
use utoipa_axum::router::OpenApiRouter;

use super::dto::{GroupEventQuery, GroupEvents};
use super::{front, group_lifecycle, series, store, suggestions, views};

/// Routes of the events of groups, and of the calls on a group that change its events as well (archive, delete, hand
/// over).
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(suggestions::suggest_groups))
        .routes(routes!(list_group_events))
        .routes(routes!(front::get_group_front))
        .routes(routes!(series::list_series, series::create_series))
        .routes(routes!(series::update_series))
        .routes(routes!(series::cancel_series))
        .routes(routes!(group_lifecycle::archive_group))
        .routes(routes!(group_lifecycle::delete_group))
        .routes(routes!(group_lifecycle::transfer_group))
}

/// Lists the events that belong to a group, for its members. The list contains nothing that is private to the events'
/// organizers, and callers see only their own registrations.
#[utoipa::path(get, path = "/group/{groupId}/event", tag = "group", params(("groupId" = GroupId, Path), GroupEventQuery),
    responses((status = 200, body = Envelope<GroupEvents>)), security(("bearer" = [])))]
async fn list_group_events(
    State(app): State<App>,
    caller: InGroup<Reader>,
    ValidatedQuery(query): ValidatedQuery<GroupEventQuery>,
) -> Result<Envelope<GroupEvents>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let group = caller.group.id;
    let (rows, total) = if let Some(id) = query.event {
        let found = store::find_one(conn, group, id).await?;
        let total = u64::from(found.is_some());
        (found.into_iter().collect(), total)
    } else {
        let period = query.period.unwrap_or_default();
        let page = PageQuery::new(query.limit, query.page)?;
        store::list(conn, group, period, page, now).await?
    };
    let items = views::events(&app, &caller, rows, now).await?;
    Ok(Envelope::ok(GroupEvents {
        series: views::courses(&app, &caller, &items, now).await?,
        items,
        total,
        consent: Consent::wording(language::current()),
    }))
}
