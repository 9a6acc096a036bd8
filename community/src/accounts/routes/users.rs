//! Administrators' calls on accounts.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::http::{
    BinaryFile, ClientIp, Envelope, Existing, Identified, Page, ValidatedJson, ValidatedQuery,
};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::EventId;
use hoi_platform::password_hashing::Requester;
use hoi_platform::{clock, language, qr};
use sea_orm::Set;
use uuid::Uuid;

use crate::accounts::dto::{Account, AccountQuery, CreateAccount, UpdateAccount};
use crate::accounts::entity::user;
use crate::accounts::jobs::{GeneratedFor, SendGeneratedPassword, SendStatusChanged};
use crate::accounts::rules::email_key;
use crate::accounts::sockets::dismiss_ended_sockets;
use crate::accounts::store::{self, NewAccount};
use crate::accounts::{Admin, Role, Signed, TokenKind, UserId, links, second_factor, sessions};

/// Lists accounts. 5016: the caller is not an administrator.
#[utoipa::path(get, path = "/users", tag = "users", params(AccountQuery),
    responses((status = 200, body = Envelope<Page<Account>>)), security(("bearer" = [])))]
pub async fn list_users(
    State(app): State<App>,
    _: Admin,
    ValidatedQuery(query): ValidatedQuery<AccountQuery>,
) -> Result<Envelope<Page<Account>>> {
    let Page { items, total } = store::list(app.db.read(), query).await?;
    let with_second_factor =
        second_factor::among(app.db.read(), items.iter().map(|user| user.id)).await?;
    let items = items.into_iter().map(|user| {
        let has_second_factor = with_second_factor.contains(&user.id);
        Account::new(user, has_second_factor)
    });
    let items = items.collect();
    Ok(Envelope::ok(Page { items, total }))
}

/// Creates an organizer's account with a generated password, which is mailed to the organizer. 5013: the address has an
/// account; 5016: the caller is not an administrator.
#[utoipa::path(post, path = "/users", tag = "users", params(KeyHeader), request_body = CreateAccount,
    responses((status = 200, body = Envelope<Account>)), security(("bearer" = [])))]
pub async fn create_user(
    State(app): State<App>,
    Admin { user: admin }: Admin,
    ClientIp(ip): ClientIp,
    Idempotent(once, body): Idempotent<CreateAccount>,
) -> Result<Envelope<Account>> {
    let now = app.clock.now();
    let seed: Uuid = clock::new_id();
    let password = links::generated_password(&app.secrets, seed);
    let place = app.passwords.place(Requester::Known(ip))?;
    let password_hash = place.hash(&password).await?;
    drop(place);
    let new = NewAccount {
        email: body.email,
        password_hash,
        role: Role::Committee,
        full_name: body.full_name,
        phone: body.phone,
        country: body.country,
        company: body.company,
        event_limit: body.event_limit,
        is_verified: true,
        must_change_password: true,
        lang: language::current(),
    };
    let tx = once.begin().await?;
    let user = store::insert(&tx, new, now).await?;
    let job = SendGeneratedPassword {
        user: user.id,
        seed,
        reason: GeneratedFor::NewAccount,
    };
    hoi_jobs::enqueue(&tx, &job, now).await?;
    let by = Some(admin.id);
    audit::record(&tx, by, AuditAction::AccountCreated, user.id, Some(ip), now).await?;
    let created = Envelope::said(Account::new(user, false), "account.created");
    let created = once.commit(tx, created).await?;
    app.jobs.notify_one();
    Ok(created)
}

impl Identified for user::Entity {
    type Id = UserId;

    async fn check_exists(id: UserId, app: &App, _: Option<EventId>) -> Result<()> {
        match store::find(app.db.read(), id).await? {
            Some(_) => Ok(()),
            None => Err(Error::NotFound(LocalizedText::new("account.notFound"))),
        }
    }
}

/// Changes, suspends or activates an account, whose owner is told by mail of the latter two. 5013: the address has
/// another account; 5008: the last active administrator cannot be suspended, or the account was changed since it was
/// read; 5016: the caller is not an administrator.
#[utoipa::path(put, path = "/users/{id}", tag = "users", params(("id" = UserId, Path)), request_body = UpdateAccount,
    responses((status = 200, body = Envelope<Account>)), security(("bearer" = [])))]
pub async fn update_user(
    State(app): State<App>,
    Admin { user: admin }: Admin,
    Existing(id): Existing<user::Entity>,
    ClientIp(ip): ClientIp,
    ValidatedJson(body): ValidatedJson<UpdateAccount>,
) -> Result<Envelope<Account>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    // Locked before the account, so that two administrators who suspend each other lock in the same order.
    let admins = store::lock_active_admins(&tx).await?;
    let user = store::lock(&tx, id)
        .await?
        .ok_or_else(|| Error::NotFound(LocalizedText::new("account.notFound")))?;
    if is_stale(body.version, user.version) {
        let stored = Account::new(user, second_factor::is_on(&tx, id).await?);
        return Err(Error::changed_meanwhile(&stored));
    }
    let was_active = user.is_active;
    let is_suspended = was_active && body.is_active == Some(false);
    if is_suspended && admins == [id] {
        return Err(Error::Conflict(LocalizedText::new("account.lastAdmin")));
    }
    let action = match body.is_active {
        Some(false) if was_active => AuditAction::AccountSuspended,
        Some(true) if !was_active => AuditAction::AccountActivated,
        _ => AuditAction::AccountChanged,
    };
    if is_suspended {
        sessions::revoke_all(&tx, id, None, now).await?;
        links::void(&tx, id, TokenKind::ResetPassword).await?;
    }
    let (change, has_new_address) = changed(user, body, now);
    if has_new_address {
        // Links mailed to the old address must not open the account after the change.
        links::void(&tx, id, TokenKind::ResetPassword).await?;
        links::void(&tx, id, TokenKind::VerifyEmail).await?;
    }
    let user = store::update(&tx, change).await?;
    let has_second_factor = second_factor::is_on(&tx, id).await?;
    audit::record(&tx, Some(admin.id), action, id, Some(ip), now).await?;
    if user.is_active != was_active {
        let mail = SendStatusChanged {
            user: id,
            is_active: user.is_active,
            change: clock::new_id(),
        };
        hoi_jobs::enqueue(&tx, &mail, now).await?;
    }
    tx.commit().await?;
    app.jobs.notify_one();
    if is_suspended {
        dismiss_ended_sockets(&app, id).await;
    }
    let message = match action {
        AuditAction::AccountChanged => "account.updated",
        _ => "account.statusChanged",
    };
    let account = Account::new(user, has_second_factor);
    Ok(Envelope::said(account, message))
}

/// Returns the columns that `body` changes, and whether the address is among them.
fn changed(
    user: user::Model,
    body: UpdateAccount,
    now: hoi_db::Timestamp,
) -> (user::ActiveModel, bool) {
    let full_name = body.full_name.unwrap_or(user.full_name);
    let company = body.company.unwrap_or(user.company);
    let email = body.email.unwrap_or_else(|| user.email.clone());
    let key = email_key(&email);
    let has_new_address = key != user.email_key;
    // An address entered by an administrator counts as confirmed.
    let verified = user.email_verified_at.or(has_new_address.then_some(now));
    let change = user::ActiveModel {
        id: Set(user.id),
        search_text: Set(store::search_text(&full_name, &company)),
        name_key: Set(Some(store::name_key(&full_name))),
        full_name: Set(full_name),
        company: Set(company),
        email: Set(email),
        email_key: Set(key),
        email_verified_at: Set(verified),
        phone: Set(body.phone.unwrap_or(user.phone)),
        country: Set(body.country.unwrap_or(user.country)),
        event_limit: Set(body.event_limit.unwrap_or(user.event_limit)),
        daily_mails: Set(body.daily_mails.unwrap_or(user.daily_mails)),
        is_active: Set(body.is_active.unwrap_or(user.is_active)),
        version: Set(user.version + 1),
        updated_at: Set(now),
        ..Default::default()
    };
    (change, has_new_address)
}

/// Returns the caller's personal code as a QR code in a PNG image.
#[utoipa::path(get, path = "/users/me/qr-code", tag = "users",
    responses((status = 200, description = "The image", content((BinaryFile = "image/png")))), security(("bearer" = [])))]
pub async fn get_user_qr_code(Signed { user, .. }: Signed) -> Result<Response> {
    let png = qr::png(&user.user_code, qr::ON_PAPER)?;
    let headers = [
        (header::CONTENT_TYPE, "image/png"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"qr-code.png\"",
        ),
    ];
    Ok((headers, png).into_response())
}
