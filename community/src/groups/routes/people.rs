//! The search for people to add to groups.

use std::net::IpAddr;

use axum::extract::State;
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::error::{Error, Result};
use hoi_platform::http::{ClientIp, Envelope, ValidatedQuery};
use hoi_platform::ids::UserId;
use hoi_platform::limits::throttle;
use sea_orm::{ColumnTrait, Condition, QuerySelect as _, QueryTrait as _};

use crate::accounts::dto::{PeopleQuery, Person};
use crate::accounts::entity::user;
use crate::accounts::{self, Role, Signed, email_key};
use crate::groups::access::{Leader, in_group};
use crate::groups::entity::group_member;
use crate::groups::{store, throttles};
use crate::notifications::{self, Kind, News};

/// The screen of administrators with all accounts.
const ACCOUNTS: &str = "/committee-management";

/// Finds people by name, company or whole e-mail address, at most 20. 5005: there is no such group; 5016: the caller
/// does not lead it. 5003 (HTTP 429) after 60 searches within an hour, until the first of them is an hour ago.
#[utoipa::path(get, path = "/users/search", tag = "users", params(PeopleQuery),
    responses((status = 200, body = Envelope<Vec<Person>>)), security(("bearer" = [])))]
pub async fn search_users(
    State(app): State<App>,
    caller: Signed,
    ClientIp(ip): ClientIp,
    ValidatedQuery(query): ValidatedQuery<PeopleQuery>,
) -> Result<Envelope<Vec<Person>>> {
    let (is_admin, by) = (caller.is_admin(), caller.user.id);
    let mut which = Condition::all();
    if let Some(id) = query.exclude_group_id {
        let group = in_group::<Leader>(&app, id, caller.user.clone())
            .await?
            .group
            .id;
        let members = store::members_of(group)
            .select_only()
            .column(group_member::Column::UserId);
        which = which
            .add(user::Column::Role.eq(Role::Committee))
            .add(user::Column::Id.not_in_subquery(members.into_query()));
    }
    let keyword = query.keyword()?;
    count(&app, &caller.user, ip).await?;
    let people = accounts::search_people(app.db.read(), keyword, which).await?;
    let found: Vec<UserId> = people.iter().map(|user| user.id).collect();
    let led = store::led_by(app.db.read(), by, found).await?;
    let typed = email_key(keyword);
    let people = people.into_iter().map(|user| {
        let with_email = is_admin || user.email_key == typed || led.contains(&user.id);
        Person::new(user, with_email)
    });
    Ok(Envelope::ok(people.collect()))
}

/// Counts a search of the account, which is named to administrators if it searches too often.
async fn count(app: &App, account: &user::Model, ip: IpAddr) -> Result<()> {
    let now = app.clock.now();
    let counted = throttle::count_within(&app.db, &throttles::SEARCHES, account.id, now).await;
    if matches!(counted, Err(Error::TooManyRequests { .. }))
        && let Err(error) = name_to_administrators(app, account, ip, now).await
    {
        // The search is refused whether or not administrators could be told.
        tracing::error!(
            ?error,
            "an account that searches too often could not be named"
        );
    }
    counted
}

/// Tells each administrator but the account itself, at the first refused search of a day.
async fn name_to_administrators(
    app: &App,
    account: &user::Model,
    ip: IpAddr,
    now: Timestamp,
) -> Result<()> {
    let tx = app.db.write().await?;
    if !audit::record_daily(&tx, AuditAction::SearchedTooOften, account.id, ip, now).await? {
        return Ok(tx.rollback().await?);
    }
    // Without an actor: a mail must not need the allowance of the account that it is about.
    let news = News::new(Kind::AccountSearchedTooOften, account.id, ACCOUNTS);
    let news = news.text("name", account.full_name.as_str());
    let mut admins = accounts::active_admins(&tx).await?;
    admins.retain(|admin| *admin != account.id);
    notifications::tell(&tx, admins, news, now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(())
}
