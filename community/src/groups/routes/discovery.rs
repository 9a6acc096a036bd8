//! Calls that find groups to join.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{Envelope, Page, ValidatedQuery};

use crate::groups::access::Joiner;
use crate::groups::dto::{GroupCard, GroupSearch};
use crate::groups::store;

/// Finds listed groups that are not archived, by name or description. 5016: the caller is an administrator.
#[utoipa::path(get, path = "/group/search", tag = "group", params(GroupSearch),
    responses((status = 200, body = Envelope<Page<GroupCard>>)), security(("bearer" = [])))]
pub async fn search_groups(
    State(app): State<App>,
    Joiner(user): Joiner,
    ValidatedQuery(query): ValidatedQuery<GroupSearch>,
) -> Result<Envelope<Page<GroupCard>>> {
    store::search(app.db.read(), query, &user, app.clock.now())
        .await
        .map(Envelope::ok)
}
