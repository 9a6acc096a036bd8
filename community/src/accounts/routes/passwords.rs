//! Forgotten, changed and generated passwords.

use axum::extract::State;
use axum::http::HeaderMap;
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{ClientIp, Envelope, Nothing, ValidatedJson};
use hoi_platform::limits::throttle::{self, Counter};
use hoi_platform::password_hashing::Requester;
use sea_orm::Set;
use uuid::Uuid;

use super::auth::send_link;
use crate::accounts::dto::{ChangePassword, CheckLink, EmailOnly, ResetPassword};
use crate::accounts::entity::user;
use crate::accounts::jobs::{GeneratedFor, SendGeneratedPassword, SendPasswordChanged};
use crate::accounts::login_limits::{LINK_OF_PEER, PASSWORD_OF_ORIGIN, at_origin, of_session};
use crate::accounts::origins::{Origin, OriginStatus};
use crate::accounts::rules::email_key;
use crate::accounts::sockets::dismiss_ended_sockets;
use crate::accounts::{
    Admin, AnySigned, Signed, TokenKind, UserId, links, sessions, store, weak_passwords,
};

/// Mails a link that allows choosing a new password. The answer is the same whether such an account exists or not. 5003
/// (429): too many mails to this address, or too many requests.
#[utoipa::path(post, path = "/auth/forget-password", tag = "auth", request_body = EmailOnly,
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn request_password_reset(
    State(app): State<App>,
    origin: Origin,
    ValidatedJson(body): ValidatedJson<EmailOnly>,
) -> Result<Envelope<Nothing>> {
    send_link(&app, TokenKind::ResetPassword, body.email, &origin).await?;
    Ok(Envelope::done("auth.resetSent"))
}

/// Checks whether a mailed link still allows choosing a new password, without using it up. 5005: the link does not
/// exist, has expired or was used; 5003 (HTTP 429): too many requests.
#[utoipa::path(post, path = "/auth/reset-password/check", tag = "auth", request_body = CheckLink,
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn check_reset_link(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    ValidatedJson(body): ValidatedJson<CheckLink>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let of_peer = Counter::of_peer(&LINK_OF_PEER, ip);
    throttle::attempt(&app.db, std::slice::from_ref(&of_peer), now).await?;
    let kind = TokenKind::ResetPassword;
    if !links::is_alive(app.db.read(), kind, &body.token, now).await? {
        return Err(Error::NotFound(LocalizedText::new("auth.linkOver")));
    }
    let tx = app.db.write().await?;
    throttle::forgive(&tx, &of_peer).await?;
    tx.commit().await?;
    Ok(Envelope::ok(Nothing {}))
}

/// Sets a new password with the mailed link and ends all sessions. 5005: the link does not exist, has expired or was
/// used; 5003 (429): too many requests.
#[utoipa::path(post, path = "/auth/reset-password", tag = "auth", request_body = ResetPassword,
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn reset_password(
    State(app): State<App>,
    origin: Origin,
    ValidatedJson(body): ValidatedJson<ResetPassword>,
) -> Result<(HeaderMap, Envelope<Nothing>)> {
    let (now, ip) = (app.clock.now(), origin.ip);
    let over = || Error::NotFound(LocalizedText::new("auth.linkOver"));
    let of_peer = Counter::of_peer(&LINK_OF_PEER, ip);
    throttle::attempt(&app.db, std::slice::from_ref(&of_peer), now).await?;
    // Links that do not exist cost no hashing.
    let kind = TokenKind::ResetPassword;
    let link = links::find(app.db.read(), kind, &body.token, now).await?;
    let link = link.ok_or_else(over)?;
    if let Some(owner) = store::find(app.db.read(), link.user_id).await? {
        check_not_personal("password", &body.password, &owner)?;
    }
    let place = app.passwords.place(Requester::Known(ip))?;
    let password_hash = place.hash(&body.password).await?;
    drop(place);
    let tx = app.db.write().await?;
    let redeemed = links::redeem(&tx, kind, &body.token, now).await?;
    let user = match redeemed {
        Some(id) => store::lock(&tx, id).await?,
        None => None,
    };
    let Some(user) = user else {
        return Err(over());
    };
    throttle::forgive(&tx, &of_peer).await?;
    let at_network = at_origin(
        &PASSWORD_OF_ORIGIN,
        &user.email_key,
        &origin,
        OriginStatus::KnownNetwork,
    );
    throttle::clear(&tx, &at_network).await?;
    // The reader of the mail is the owner, whom strangers' guesses must not block at this origin.
    let cookie = origin.remember(&tx, &app, user.id, now).await?;
    let change = user::ActiveModel {
        // Reading the mail confirms the address too.
        email_verified_at: Set(user.email_verified_at.or(Some(now))),
        ..new_password(user.id, password_hash, false, now)
    };
    store::update(&tx, change).await?;
    links::void(&tx, user.id, TokenKind::VerifyEmail).await?;
    sessions::revoke_all(&tx, user.id, None, now).await?;
    audit::record(
        &tx,
        Some(user.id),
        AuditAction::PasswordReset,
        user.id,
        Some(ip),
        now,
    )
    .await?;
    tell_owner(&tx, user.id, now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    dismiss_ended_sockets(&app, user.id).await;
    Ok((cookie, Envelope::done("auth.passwordChanged")))
}

/// Changes the caller's password and ends their other sessions. 5019: the old password is wrong; 5003 (429): too many
/// wrong passwords.
#[utoipa::path(put, path = "/auth/password", tag = "auth", request_body = ChangePassword,
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn change_password(
    State(app): State<App>,
    AnySigned(Signed { user, session }): AnySigned,
    ClientIp(ip): ClientIp,
    ValidatedJson(body): ValidatedJson<ChangePassword>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    check_not_personal("newPassword", &body.new_password, &user)?;
    let place = app.passwords.place(Requester::Known(ip))?;
    // Counted per session: a stolen session does not allow endless guessing, and guesses elsewhere do not count here.
    let of_session = of_session(&PASSWORD_OF_ORIGIN, session.id);
    throttle::attempt(&app.db, std::slice::from_ref(&of_session), now).await?;
    let verified = place.verify(&body.old_password, Some(&user.password_hash));
    if !verified.await? {
        audit::record_refusal(&app, AuditAction::PasswordRefused, Some(user.id), ip).await;
        return Err(wrong_old_password());
    }
    let password_hash = place.hash(&body.new_password).await?;
    drop(place);
    let tx = app.db.write().await?;
    let current = store::lock(&tx, user.id).await?;
    if current.is_none_or(|now| now.password_hash != user.password_hash) {
        return Err(wrong_old_password());
    }
    throttle::clear(&tx, &of_session).await?;
    store::update(&tx, new_password(user.id, password_hash, false, now)).await?;
    links::void(&tx, user.id, TokenKind::ResetPassword).await?;
    sessions::revoke_all(&tx, user.id, Some(session.id), now).await?;
    audit::record(
        &tx,
        Some(user.id),
        AuditAction::PasswordChanged,
        user.id,
        Some(ip),
        now,
    )
    .await?;
    tell_owner(&tx, user.id, now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    dismiss_ended_sockets(&app, user.id).await;
    Ok(Envelope::done("auth.passwordChanged"))
}

fn check_not_personal(field: &str, password: &str, owner: &user::Model) -> Result<()> {
    match weak_passwords::personal(password, &owner.email, &owner.full_name) {
        Some(message) => Err(Error::field(field, message)),
        None => Ok(()),
    }
}

fn wrong_old_password() -> Error {
    Error::InvalidCredential(LocalizedText::new("auth.wrongOldPassword")).at("oldPassword")
}

/// Replaces an account's password by a generated one, which is mailed to its owner only, and ends its sessions. 5005:
/// there is no such account; 5016: the caller is not an administrator.
#[utoipa::path(post, path = "/auth/password/generate", tag = "auth", request_body = EmailOnly,
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn generate_password(
    State(app): State<App>,
    Admin { user: admin }: Admin,
    ClientIp(ip): ClientIp,
    ValidatedJson(body): ValidatedJson<EmailOnly>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let user = store::find_by_email(app.db.read(), &email_key(&body.email))
        .await?
        .ok_or_else(|| Error::NotFound(LocalizedText::new("account.notFound")))?;
    let seed: Uuid = clock::new_id();
    let password = links::generated_password(&app.secrets, seed);
    let place = app.passwords.place(Requester::Known(ip))?;
    let password_hash = place.hash(&password).await?;
    drop(place);
    let job = SendGeneratedPassword {
        user: user.id,
        seed,
        reason: GeneratedFor::Reset,
    };
    let tx = app.db.write().await?;
    store::update(&tx, new_password(user.id, password_hash, true, now)).await?;
    links::void(&tx, user.id, TokenKind::ResetPassword).await?;
    sessions::revoke_all(&tx, user.id, None, now).await?;
    hoi_jobs::enqueue(&tx, &job, now).await?;
    let by = Some(admin.id);
    audit::record(
        &tx,
        by,
        AuditAction::PasswordGenerated,
        user.id,
        Some(ip),
        now,
    )
    .await?;
    tx.commit().await?;
    app.jobs.notify_one();
    dismiss_ended_sockets(&app, user.id).await;
    Ok(Envelope::done("auth.passwordGenerated"))
}

fn new_password(
    id: UserId,
    password_hash: String,
    must_change_password: bool,
    now: Timestamp,
) -> user::ActiveModel {
    user::ActiveModel {
        id: Set(id),
        password_hash: Set(password_hash),
        must_change_password: Set(must_change_password),
        updated_at: Set(now),
        ..Default::default()
    }
}

async fn tell_owner(tx: &Tx, user: UserId, now: Timestamp) -> Result<()> {
    let job = SendPasswordChanged {
        user,
        change: clock::new_id(),
    };
    hoi_jobs::enqueue(tx, &job, now).await?;
    Ok(())
}
