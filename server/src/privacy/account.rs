//! Calls of accounts on their own data, and of administrators on the requests of accounts.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use hoi_community::accounts::entity::user;
use hoi_community::accounts::{Admin, Signed};
use hoi_community::notifications::Kind;
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{
    BinaryFile, ClientIp, Envelope, Existing, Nothing, PageQuery, ValidatedQuery,
};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::DataRequestId;
use hoi_platform::language;
use hoi_platform::limits::throttle::{self, Limit};
use sea_orm::{ColumnTrait, QueryFilter, QuerySelect};

use super::dto::{
    DataRequest, DataRequestAnswer, DataRequestEnd, DataRequestPage, DataRequestQuery,
    NewDataRequest, OwnData, OwnDataQuery, OwnDataRequest,
};
use super::store::{Keeper, Person};
use super::{account_data, entity as data_request, erase_account, own, reminders, requests, store};

/// Requests of one account. Each is told to all administrators, also by mail.
const ASK_OF_ACCOUNT: Limit = Limit {
    name: "askAboutAccount",
    attempts_without_pause: 8,
    first_pause: Duration::from_mins(10),
    longest_pause: Duration::from_hours(12),
    reset_after: Duration::from_hours(24),
};

/// Returns all stored data of the caller's account, and the account's requests about it.
#[utoipa::path(get, path = "/users/me/data", tag = "users",
    responses((status = 200, body = Envelope<OwnData>)), security(("bearer" = [])))]
pub async fn get_account_data(
    State(app): State<App>,
    Signed { user, .. }: Signed,
) -> Result<Envelope<OwnData>> {
    let data = account_data::collect(&app, user, language::current()).await?;
    Ok(Envelope::ok(data))
}

/// Returns the same as a file, in the request's language. 5003 (429): too much work at this moment.
#[utoipa::path(get, path = "/users/me/data/file", tag = "users", params(OwnDataQuery),
    responses((status = 200, description = "The file", content((OwnData = "application/json"), (BinaryFile = "application/pdf")))), security(("bearer" = [])))]
pub async fn download_account_data(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    ClientIp(ip): ClientIp,
    ValidatedQuery(query): ValidatedQuery<OwnDataQuery>,
) -> Result<Response> {
    let (id, lang) = (user.id, language::current());
    let data = account_data::collect(&app, user, lang).await?;
    let file = own::answer_file(&app, data, query, lang).await?;
    let tx = app.db.write().await?;
    let (action, now) = (AuditAction::DataExported, app.clock.now());
    audit::record(&tx, Some(id), action, id, Some(ip), now).await?;
    tx.commit().await?;
    Ok(file)
}

/// Asks the administrators to correct or erase the stored data of the account, to go on without its owner's consent, or
/// something else. They are told at once. 5008: the account waits for another request of this kind; 5003 (429): too
/// many requests of this account.
#[utoipa::path(post, path = "/users/me/data-requests", tag = "users", params(KeyHeader), request_body = NewDataRequest,
    responses((status = 200, body = Envelope<OwnDataRequest>)), security(("bearer" = [])))]
pub async fn ask_about_account(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    Idempotent(once, body): Idempotent<NewDataRequest>,
) -> Result<Envelope<OwnDataRequest>> {
    let now = app.clock.now();
    throttle::count_account(&app.db, &ASK_OF_ACCOUNT, user.id, now).await?;
    let tx = once.begin().await?;
    let locked = user::live()
        .filter(user::Column::Id.eq(user.id))
        .lock_exclusive();
    if locked.one(&tx).await?.is_none() {
        return Err(Error::NotFound(LocalizedText::new("account.notFound")));
    }
    let person = Person::Account(user.id);
    let request = store::insert(&tx, Keeper::Administrators, person, body, now).await?;
    reminders::tell(&tx, None, &request, Kind::DataRequested, now).await?;
    let asked = Envelope::said(request.into(), "privacy.askedAdministrators");
    let asked = once.commit(tx, asked).await?;
    app.jobs.notify_one();
    Ok(asked)
}

/// Lists the requests of accounts about their personal data: open ones by the time to answer them, or closed ones, the
/// latest first. 5016: the caller is not an administrator.
#[utoipa::path(get, path = "/system/data-requests", tag = "system", params(DataRequestQuery),
    responses((status = 200, body = Envelope<DataRequestPage>)), security(("bearer" = [])))]
pub async fn list_account_requests(
    State(app): State<App>,
    _: Admin,
    ValidatedQuery(query): ValidatedQuery<DataRequestQuery>,
) -> Result<Envelope<DataRequestPage>> {
    let page = PageQuery::new(query.limit, query.page)?;
    let is_closed = query.is_closed.unwrap_or(false);
    let page = store::list(app.db.read(), Keeper::Administrators, is_closed, page).await?;
    Ok(Envelope::ok(page))
}

/// Answers a request of an account, once; its owner gets the text by mail. 5008: it is closed, or was answered; 5016: the
/// caller is not an administrator.
#[utoipa::path(post, path = "/system/data-requests/{id}/answer", tag = "system", params(("id" = DataRequestId, Path), KeyHeader),
    request_body = DataRequestAnswer, responses((status = 200, body = Envelope<DataRequest>)), security(("bearer" = [])))]
pub async fn answer_account_request(
    State(app): State<App>,
    _: Admin,
    Existing(id): Existing<data_request::Entity>,
    Idempotent(once, body): Idempotent<DataRequestAnswer>,
) -> Result<Envelope<DataRequest>> {
    requests::answer(&app, Keeper::Administrators, id, once, body).await
}

/// Closes a request of an account as done or refused; its owner is mailed the result with the reason. 5008: it is closed,
/// or asks to be erased and was not, which is another call; 5016: the caller is not an administrator.
#[utoipa::path(post, path = "/system/data-requests/{id}/close", tag = "system", params(("id" = DataRequestId, Path), KeyHeader),
    request_body = DataRequestEnd, responses((status = 200, body = Envelope<DataRequest>)), security(("bearer" = [])))]
pub async fn close_account_request(
    State(app): State<App>,
    Admin { user: admin }: Admin,
    Existing(id): Existing<data_request::Entity>,
    Idempotent(once, body): Idempotent<DataRequestEnd>,
) -> Result<Envelope<DataRequest>> {
    requests::close(&app, Keeper::Administrators, admin.id, id, once, body).await
}

/// Carries out a request to erase an account: name and contacts go, sessions and memberships end, the owner's posts and
/// comments lose their text, and deals still count. A last mail says so. An erased account stays so. 5008: the request
/// asks for something else or was refused, or the account is the last active administrator's, owns a group, or has an
/// event that is not over; 5016: the caller is not an administrator.
#[utoipa::path(post, path = "/system/data-requests/{id}/erase", tag = "system", params(("id" = DataRequestId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn carry_out_account_erasure(
    State(app): State<App>,
    Admin { user: admin }: Admin,
    Existing(id): Existing<data_request::Entity>,
    ClientIp(ip): ClientIp,
) -> Result<Envelope<Nothing>> {
    let row = store::find(app.db.read(), Keeper::Administrators, id).await?;
    requests::check_erasure(&row)?;
    let account = row.user_id.ok_or_else(Error::not_found)?;
    erase_account::erase_account(&app, account, Some(admin.id), Some(ip)).await?;
    Ok(Envelope::done("privacy.erased"))
}
