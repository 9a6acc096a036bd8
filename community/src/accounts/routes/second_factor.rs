//! The second factor: setting it up, the second step of a login, and removing it.

use axum::extract::State;
use axum::http::HeaderMap;
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{ClientIp, Envelope, Existing, Nothing, ValidatedJson};
use hoi_platform::limits::throttle;
use hoi_platform::validation::{Check, Validate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::complete_login;
use super::own_password::{OwnPassword, check_password};
use crate::accounts::dto::LoginResult;
use crate::accounts::entity::user;
use crate::accounts::login_limits::{LoginCounters, PASSWORD_OF_ORIGIN, of_session};
use crate::accounts::origins::Origin;
use crate::accounts::rules::CODE_MAX;
use crate::accounts::second_factor::{self, Accepted, Challenge};
use crate::accounts::{Admin, Role, SettingUp, Signed, UserId, store};

/// The state of the caller's second factor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactor {
    /// True if a login asks for a code.
    pub is_on: bool,
    /// True if the installation requires the caller to have one.
    pub is_required: bool,
    /// The number of unused recovery codes.
    pub recovery_codes_left: u64,
}

/// The secret to enter into an authenticator app.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorSetup {
    /// The secret in base32, for typing.
    pub secret: String,
    /// The secret as an `otpauth:` address, for a QR code.
    pub uri: String,
}

/// The recovery codes, which are shown only once.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// Ten codes; each works once in place of the app's code.
    pub recovery_codes: Vec<String>,
}

/// A code of the authenticator app.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OwnCode {
    /// Six digits; spaces and hyphens are ignored.
    #[schema(min_length = 1, extensions(("max" = json!(CODE_MAX))))]
    pub code: String,
}

impl Validate for OwnCode {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("code", &mut self.code, CODE_MAX);
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct RemoveSecondFactor {
    pub password: String,
    /// A code of the app, or a recovery code.
    #[schema(min_length = 1, extensions(("max" = json!(CODE_MAX))))]
    pub code: String,
}

impl Validate for RemoveSecondFactor {
    fn validate(&mut self, check: &mut Check) {
        let is_there = !self.password.is_empty();
        check.ensure(is_there, "password", LocalizedText::new("field.required"));
        check.required_text("code", &mut self.code, CODE_MAX);
    }
}

/// The second step of a login.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LoginCode {
    /// The challenge from the first step.
    pub challenge: String,
    /// A code of the app, or a recovery code.
    #[schema(min_length = 1, extensions(("max" = json!(CODE_MAX))))]
    pub code: String,
}

impl Validate for LoginCode {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("code", &mut self.code, CODE_MAX);
    }
}

/// Completes a login with a second factor. 5019: the code is wrong or was used, or the challenge has expired (`data` is
/// null in all cases); 5020: the account cannot be used; 5003 (429): too many wrong codes.
#[utoipa::path(post, path = "/auth/login/second-factor", tag = "auth", request_body = LoginCode,
    responses((status = 200, body = Envelope<LoginResult>)))]
pub async fn log_in_with_code(
    State(app): State<App>,
    origin: Origin,
    headers: HeaderMap,
    ValidatedJson(body): ValidatedJson<LoginCode>,
) -> Result<(HeaderMap, Envelope<LoginResult>)> {
    let now = app.clock.now();
    let over = || Error::InvalidCredential(LocalizedText::new("secondFactor.loginAgain"));
    let (challenge, signature) = Challenge::parse(&body.challenge).ok_or_else(over)?;
    let user = store::find(app.db.read(), challenge.user).await?;
    let user = user.ok_or_else(over)?;
    if !challenge.is_good(&app.secrets, &user.password_hash, &signature, now) {
        return Err(over());
    }
    let status = origin.known_to(app.db.read(), Some(user.id), now).await?;
    let counters = LoginCounters::for_code(&user.email_key, &origin, status);
    if let Err(error) = counters.attempt(&app.db, now).await {
        if matches!(error, Error::TooManyRequests { .. }) {
            audit::record_refusal(&app, AuditAction::LoginLocked, Some(user.id), origin.ip).await;
        }
        return Err(error);
    }
    let tx = app.db.write().await?;
    // Read again under a lock, because a reset or a suspension may have happened meanwhile.
    let current = store::lock(&tx, user.id).await?;
    let user = current
        .filter(|current| current.password_hash == user.password_hash)
        .ok_or_else(over)?;
    let accepted = second_factor::accept(&tx, &app.secrets, user.id, &body.code, now).await?;
    let Some(accepted) = accepted else {
        drop(tx);
        audit::record_refusal(&app, AuditAction::LoginFailed, Some(user.id), origin.ip).await;
        return Err(wrong_code());
    };
    counters.succeeded(&tx).await?;
    if accepted == Accepted::Recovery {
        let action = AuditAction::RecoveryCodeUsed;
        audit::record(&tx, Some(user.id), action, user.id, Some(origin.ip), now).await?;
    }
    let remember = challenge.remember;
    let (cookie, login) = complete_login(&app, tx, user, &origin, &headers, remember).await?;
    Ok((cookie, Envelope::ok(login)))
}

fn wrong_code() -> Error {
    Error::InvalidCredential(LocalizedText::new("secondFactor.wrongCode")).at("code")
}

/// Returns the state of the caller's second factor.
#[utoipa::path(get, path = "/users/me/second-factor", tag = "users",
    responses((status = 200, body = Envelope<SecondFactor>)), security(("bearer" = [])))]
pub async fn get_second_factor(
    State(app): State<App>,
    SettingUp(Signed { user, .. }): SettingUp,
) -> Result<Envelope<SecondFactor>> {
    let conn = app.db.read();
    Ok(Envelope::ok(SecondFactor {
        is_on: second_factor::is_on(conn, user.id).await?,
        is_required: app.config.require_admin_2fa && user.role == Role::Admin,
        recovery_codes_left: second_factor::codes_left(conn, user.id).await?,
    }))
}

/// Begins setting up the second factor and returns a secret for the app. 5019: the password is wrong; 5008: the second
/// factor is on; 5003 (429): too many wrong passwords.
#[utoipa::path(post, path = "/users/me/second-factor", tag = "users", request_body = OwnPassword,
    responses((status = 200, body = Envelope<SecondFactorSetup>)), security(("bearer" = [])))]
pub async fn begin_second_factor(
    State(app): State<App>,
    SettingUp(signed): SettingUp,
    ClientIp(ip): ClientIp,
    ValidatedJson(body): ValidatedJson<OwnPassword>,
) -> Result<Envelope<SecondFactorSetup>> {
    check_password(&app, &signed, ip, &body.password).await?;
    let tx = app.db.write().await?;
    let setup = second_factor::begin(&tx, &app.secrets, &signed.user, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Envelope::ok(SecondFactorSetup {
        secret: setup.secret,
        uri: setup.uri,
    }))
}

/// Turns the second factor on with a first code of the app, and returns the recovery codes. 5019: the code is wrong;
/// 5005: setting it up was not begun; 5008: the second factor is on; 5003 (429): too many wrong codes.
#[utoipa::path(put, path = "/users/me/second-factor", tag = "users", request_body = OwnCode,
    responses((status = 200, body = Envelope<RecoveryCodes>)), security(("bearer" = [])))]
pub async fn confirm_second_factor(
    State(app): State<App>,
    SettingUp(Signed { user, session }): SettingUp,
    ClientIp(ip): ClientIp,
    ValidatedJson(body): ValidatedJson<OwnCode>,
) -> Result<Envelope<RecoveryCodes>> {
    let now = app.clock.now();
    let of_session = of_session(&PASSWORD_OF_ORIGIN, session.id);
    throttle::attempt(&app.db, std::slice::from_ref(&of_session), now).await?;
    let tx = app.db.write().await?;
    let codes = second_factor::confirm(&tx, &app.secrets, user.id, &body.code, now).await?;
    let recovery_codes = codes.ok_or_else(wrong_code)?;
    throttle::clear(&tx, &of_session).await?;
    let action = AuditAction::SecondFactorSet;
    audit::record(&tx, Some(user.id), action, user.id, Some(ip), now).await?;
    tx.commit().await?;
    let codes = RecoveryCodes { recovery_codes };
    Ok(Envelope::said(codes, "secondFactor.isOn"))
}

/// Turns the second factor off. 5019: password or code is wrong; 5003 (429): too many wrong passwords or codes.
#[utoipa::path(post, path = "/users/me/second-factor/remove", tag = "users", request_body = RemoveSecondFactor,
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn remove_second_factor(
    State(app): State<App>,
    signed: Signed,
    ClientIp(ip): ClientIp,
    ValidatedJson(body): ValidatedJson<RemoveSecondFactor>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let of_session = check_password(&app, &signed, ip, &body.password).await?;
    // Counted again, so that the right password does not allow endless guessing of codes.
    throttle::attempt(&app.db, std::slice::from_ref(&of_session), now).await?;
    let (tx, user) = (app.db.write().await?, signed.user.id);
    if second_factor::accept(&tx, &app.secrets, user, &body.code, now)
        .await?
        .is_none()
    {
        return Err(wrong_code());
    }
    throttle::clear(&tx, &of_session).await?;
    second_factor::remove(&tx, user).await?;
    audit::record(
        &tx,
        Some(user),
        AuditAction::SecondFactorRemoved,
        user,
        Some(ip),
        now,
    )
    .await?;
    tx.commit().await?;
    Ok(Envelope::done("secondFactor.isOff"))
}

/// Turns another account's second factor off, for an owner who has lost app and recovery codes. 5008: it is the caller's
/// own account, which `POST /users/me/second-factor/remove` is for; 5019: the caller's own password is wrong; 5005:
/// there is no such account; 5003 (429): too many wrong passwords.
#[utoipa::path(delete, path = "/users/{id}/second-factor", tag = "users", params(("id" = UserId, Path)),
    request_body = OwnPassword, responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn reset_second_factor(
    State(app): State<App>,
    _: Admin,
    // An `Admin` has no session, for which wrong passwords are counted.
    signed: Signed,
    Existing(id): Existing<user::Entity>,
    ClientIp(ip): ClientIp,
    ValidatedJson(body): ValidatedJson<OwnPassword>,
) -> Result<Envelope<Nothing>> {
    // Otherwise an open session and the password would be enough to turn the own one off, without a code.
    if id == signed.user.id {
        return Err(Error::Conflict(LocalizedText::new("secondFactor.isOwn")));
    }
    check_password(&app, &signed, ip, &body.password).await?;
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let user = store::lock(&tx, id).await?;
    let user = user.ok_or_else(|| Error::NotFound(LocalizedText::new("account.notFound")))?;
    second_factor::remove(&tx, user.id).await?;
    let (by, action) = (Some(signed.user.id), AuditAction::SecondFactorReset);
    audit::record(&tx, by, action, user.id, Some(ip), now).await?;
    tx.commit().await?;
    Ok(Envelope::done("secondFactor.isReset"))
}
