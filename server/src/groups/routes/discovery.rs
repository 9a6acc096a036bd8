//! Calls that find groups to join.

use axum::extract::State;

use crate::app::App;
use crate::error::Result;
use crate::groups::access::Joiner;
use crate::groups::dto::{GroupCard, GroupSearch, GroupSuggestion};
use crate::groups::{store, suggestions};
use crate::http::{Envelope, Page, ValidatedQuery};

/// Finds listed groups that are not archived, by name. 5016: the caller is an administrator.
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

/// Suggests groups that the caller may want to join, at most 12, each with the strongest reason. 5016: the caller is an
/// administrator.
#[utoipa::path(get, path = "/group/suggestion", tag = "group",
    responses((status = 200, body = Envelope<Vec<GroupSuggestion>>)), security(("bearer" = [])))]
pub async fn suggest_groups(
    State(app): State<App>,
    Joiner(user): Joiner,
) -> Result<Envelope<Vec<GroupSuggestion>>> {
    let now = app.clock.now();
    suggestions::suggest(app.db.read(), &user, now)
        .await
        .map(Envelope::ok)
}
