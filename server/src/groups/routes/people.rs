//! The search for people, who can be added to groups.

use axum::extract::State;
use sea_orm::{ColumnTrait, Condition, QuerySelect as _, QueryTrait as _};

use crate::accounts::dto::{PeopleQuery, Person};
use crate::accounts::entity::user;
use crate::accounts::{self, Role, Signed};
use crate::app::App;
use crate::error::Result;
use crate::groups::access::{Leader, in_group};
use crate::groups::entity::group_member;
use crate::groups::store;
use crate::http::{Envelope, ValidatedQuery};

/// Finds people by name, company or whole e-mail address, at most 20. 5005: there is no such group; 5016: the caller
/// does not lead it.
#[utoipa::path(get, path = "/users/search", tag = "users", params(PeopleQuery),
    responses((status = 200, body = Envelope<Vec<Person>>)), security(("bearer" = [])))]
pub async fn search_users(
    State(app): State<App>,
    caller: Signed,
    ValidatedQuery(query): ValidatedQuery<PeopleQuery>,
) -> Result<Envelope<Vec<Person>>> {
    let mut with_email = caller.is_admin();
    let mut which = Condition::all();
    if let Some(id) = query.exclude_group_id {
        let group = in_group::<Leader>(&app, id, caller.user).await?.group.id;
        let members = store::members_of(group)
            .select_only()
            .column(group_member::Column::UserId);
        which = which
            .add(user::Column::Role.eq(Role::Committee))
            .add(user::Column::Id.not_in_subquery(members.into_query()));
        with_email = true;
    }
    let people = accounts::search_people(app.db.read(), query.keyword()?, which).await?;
    let people = people.into_iter().map(|user| Person::new(user, with_email));
    Ok(Envelope::ok(people.collect()))
}
