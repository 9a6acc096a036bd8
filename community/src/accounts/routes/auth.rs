//! Registration, login and logout.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use hoi_db::Tx;
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::error::{Disabled, Error, LocalizedText, Result};
use hoi_platform::http::{ClientIp, Envelope, Nothing, PathToken, ValidatedJson};
use hoi_platform::limits::throttle::{self, Counter};
use hoi_platform::password_hashing::Requester;
use hoi_platform::{clock, language};
use sea_orm::Set;

use crate::accounts::dto::{
    AccessGrant, CodeNeeded, EmailOnly, EmailVerified, Login, LoginAnswer, LoginResult, LoginUser,
    Logout, RefreshGrant, RefreshToken, Refreshed, Register, Registered, VerifyEmail,
};
use crate::accounts::entity::user;
use crate::accounts::jobs::SendLink;
use crate::accounts::login_limits::{
    LINK_OF_PEER, LoginCounters, MAIL_OF_PEER, MAIL_TO_EMAIL, at_origin,
};
use crate::accounts::origins::{Origin, OriginStatus};
use crate::accounts::rules::{email_key, session_lifetime};
use crate::accounts::second_factor::{self, Challenge};
use crate::accounts::sessions::{self, Device};
use crate::accounts::sockets::dismiss_ended_sockets;
use crate::accounts::store::{self, NewAccount};
use crate::accounts::{
    ACCESS_LIFETIME, AccessToken, AnySigned, Role, SessionId, TokenKind, links,
    must_set_up_second_factor,
};

/// Most characters stored of a browser's description.
const USER_AGENT_MAX: usize = 300;

/// Logs in, or asks for a code of the second factor. 5019: wrong e-mail or password; 5020: the account is suspended, or
/// its e-mail is not verified; 5003 (429): too many wrong passwords.
#[utoipa::path(post, path = "/auth/login", tag = "auth", request_body = Login,
    responses((status = 200, body = Envelope<LoginAnswer>)))]
pub async fn log_in(
    State(app): State<App>,
    origin: Origin,
    headers: HeaderMap,
    ValidatedJson(body): ValidatedJson<Login>,
) -> Result<(HeaderMap, Envelope<LoginAnswer>)> {
    let (now, ip) = (app.clock.now(), origin.ip);
    let found = store::find_by_email(app.db.read(), &body.email).await?;
    let id = found.as_ref().map(|user| user.id);
    let status = origin.known_to(app.db.read(), id, now).await?;
    // Taken before anything is counted, so that a flood without a place costs the database nothing.
    let place = app.passwords.place(origin.requester(status))?;
    let counters = LoginCounters::new(&email_key(&body.email), &origin, status);
    if let Err(error) = counters.attempt(&app.db, now).await {
        if matches!(error, Error::TooManyRequests { .. }) {
            audit::record_refusal(&app, AuditAction::LoginLocked, id, ip).await;
        }
        return Err(error);
    }
    let hash = found.as_ref().map(|user| user.password_hash.as_str());
    let matches = place.verify(&body.password, hash).await?;
    drop(place);
    let Some(user) = found.filter(|_| matches) else {
        audit::record_refusal(&app, AuditAction::LoginFailed, id, ip).await;
        return Err(wrong_credential());
    };
    let tx = app.db.write().await?;
    // Read again under a lock, because a reset or a suspension may have happened while the password was verified. The
    // account is locked before its counters, here and elsewhere.
    let current = store::lock(&tx, user.id).await?;
    let Some(user) = current.filter(|current| current.password_hash == user.password_hash) else {
        return Err(wrong_credential());
    };
    counters.succeeded(&tx).await?;
    if second_factor::is_on(&tx, user.id).await? && login_refusal(&user).is_none() {
        tx.commit().await?;
        let challenge = Challenge {
            user: user.id,
            remember: body.remember,
            expires_at: now.plus(Challenge::LIFETIME),
        };
        let needed = CodeNeeded {
            challenge: challenge.sign(&app.secrets, &user.password_hash),
            challenge_expires_in: Challenge::LIFETIME.as_secs(),
        };
        let answer = LoginAnswer::CodeNeeded(needed);
        return Ok((HeaderMap::new(), Envelope::ok(answer)));
    }
    let (cookie, login) = complete_login(&app, tx, user, &origin, &headers, body.remember).await?;
    let answer = LoginAnswer::Done(Box::new(login));
    Ok((cookie, Envelope::ok(answer)))
}

/// Opens a session for an authenticated account, and returns the cookie for the device with it. Refuses with 5020 if
/// the account cannot be used.
pub(super) async fn complete_login(
    app: &App,
    tx: Tx,
    user: user::Model,
    origin: &Origin,
    headers: &HeaderMap,
    remember: bool,
) -> Result<(HeaderMap, LoginResult)> {
    let now = app.clock.now();
    if let Some(reason) = login_refusal(&user) {
        tx.commit().await?;
        return Err(reason);
    }
    let device = Device {
        remember,
        user_agent: user_agent(headers),
        ip: origin.ip.to_string(),
    };
    let (session, refresh_token) = sessions::open(&tx, user.id, device, now).await?;
    store::touch(&tx, user.id, now).await?;
    let cookie = origin.remember(&tx, app, user.id, now).await?;
    let action = AuditAction::LoggedIn;
    audit::record(&tx, Some(user.id), action, user.id, Some(origin.ip), now).await?;
    tx.commit().await?;
    let login = LoginResult {
        user: LoginUser {
            must_set_up_second_factor: must_set_up_second_factor(app, &user).await?,
            ..LoginUser::from(&user)
        },
        token: grant(app, session),
        refresh_token: RefreshGrant {
            refresh_token,
            expires_in: session_lifetime(remember).as_secs(),
        },
    };
    Ok((cookie, login))
}

/// Returns the same error for an unknown address and for a wrong password.
fn wrong_credential() -> Error {
    Error::InvalidCredential(LocalizedText::new("error.5019"))
}

/// Returns the reason why an account with the right password may not log in; None if it may.
fn login_refusal(user: &user::Model) -> Option<Error> {
    if !user.is_active {
        Some(Error::AccountDisabled(Disabled::Suspended))
    } else if user.email_verified_at.is_none() {
        Some(Error::AccountDisabled(Disabled::Unverified))
    } else {
        None
    }
}

fn user_agent(headers: &HeaderMap) -> Option<String> {
    let text = headers.get(header::USER_AGENT)?.to_str().ok()?;
    Some(text.chars().take(USER_AGENT_MAX).collect())
}

fn grant(app: &App, session: SessionId) -> AccessGrant {
    AccessGrant {
        access_token: AccessToken::new(session, app.clock.now()).sign(&app.secrets),
        expires_in: ACCESS_LIFETIME.as_secs(),
    }
}

/// Creates an organizer's account and mails a link that confirms the address. 5013: the address has an account; 5003
/// (429): too many accounts from this address.
#[utoipa::path(post, path = "/auth/register", tag = "auth", request_body = Register,
    responses((status = 200, body = Envelope<Registered>)))]
pub async fn sign_up(
    State(app): State<App>,
    origin: Origin,
    ValidatedJson(body): ValidatedJson<Register>,
) -> Result<Envelope<Registered>> {
    let (now, ip) = (app.clock.now(), origin.ip);
    let place = app.passwords.place(Requester::Stranger(ip))?;
    let mail = count_mail(&app, &body.email, &origin).await?;
    let password_hash = place.hash(&body.password).await?;
    drop(place);
    let new = NewAccount {
        email: body.email,
        password_hash,
        role: Role::Committee,
        full_name: body.full_name,
        phone: body.phone,
        country: None,
        company: body.company,
        event_limit: -1,
        is_verified: false,
        must_change_password: false,
        lang: language::current(),
    };
    let tx = app.db.write().await?;
    let user = match store::insert(&tx, new, now).await {
        Ok(user) => user,
        Err(error) => {
            drop(tx);
            // No mail is sent, so it does not count against the owner of the address.
            let tx = app.db.write().await?;
            throttle::forgive(&tx, &mail).await?;
            tx.commit().await?;
            return Err(error);
        }
    };
    let job = SendLink {
        kind: TokenKind::VerifyEmail,
        email: user.email.clone(),
        link: clock::new_id(),
    };
    hoi_jobs::enqueue(&tx, &job, now).await?;
    audit::record(
        &tx,
        Some(user.id),
        AuditAction::Registered,
        user.id,
        Some(ip),
        now,
    )
    .await?;
    tx.commit().await?;
    app.jobs.notify_one();
    let answer = Registered {
        id: user.id,
        email: user.email,
    };
    Ok(Envelope::said(answer, "auth.registered"))
}

/// Counts a mail to `email` requested without a login, and returns the counter of `email`. Requests from a network
/// or device that the account knows have their own counter, so that strangers cannot block the owner.
pub(super) async fn count_mail(app: &App, email: &str, origin: &Origin) -> Result<Counter> {
    let (key, now) = (email_key(email), app.clock.now());
    let user = store::find_by_email(app.db.read(), email).await?;
    let id = user.map(|user| user.id);
    let of_email = match origin.known_to(app.db.read(), id, now).await? {
        OriginStatus::Unknown => Counter::of_email(&MAIL_TO_EMAIL, &key),
        status => at_origin(&MAIL_TO_EMAIL, &key, origin, status),
    };
    let counters = [of_email, Counter::of_peer(&MAIL_OF_PEER, origin.ip)];
    throttle::attempt(&app.db, &counters, now).await?;
    let [of_email, _] = counters;
    Ok(of_email)
}

/// Confirms the address of a mailed link. Logs in as well if `logInAs` is that address and the account has no second
/// factor. The body may be absent. 5005: the link does not exist, has expired or was used; 5003 (429): too many requests.
#[utoipa::path(post, path = "/auth/verify-email/{token}", tag = "auth", request_body = Option<VerifyEmail>,
    params(("token" = String, Path, description = "From the mailed link")),
    responses((status = 200, body = Envelope<EmailVerified>)))]
pub async fn verify_email(
    State(app): State<App>,
    origin: Origin,
    headers: HeaderMap,
    PathToken(token): PathToken,
    body: Bytes,
) -> Result<(HeaderMap, Envelope<EmailVerified>)> {
    let (now, ip) = (app.clock.now(), origin.ip);
    let VerifyEmail { log_in_as } = serde_json::from_slice(&body).unwrap_or_default();
    let of_peer = Counter::of_peer(&LINK_OF_PEER, ip);
    throttle::attempt(&app.db, std::slice::from_ref(&of_peer), now).await?;
    let tx = app.db.write().await?;
    let Some(id) = links::redeem(&tx, TokenKind::VerifyEmail, &token, now).await? else {
        return Err(Error::NotFound(LocalizedText::new("auth.linkOver")));
    };
    throttle::forgive(&tx, &of_peer).await?;
    let change = user::ActiveModel {
        id: Set(id),
        email_verified_at: Set(Some(now)),
        updated_at: Set(now),
        ..Default::default()
    };
    let user = store::update(&tx, change).await?;
    audit::record(&tx, Some(id), AuditAction::EmailVerified, id, Some(ip), now).await?;
    let logs_in = log_in_as.is_some_and(|email| email_key(&email) == user.email_key)
        && login_refusal(&user).is_none()
        && !second_factor::is_on(&tx, id).await?;
    let (cookie, login) = if logs_in {
        let (cookie, login) = complete_login(&app, tx, user, &origin, &headers, true).await?;
        (cookie, Some(login))
    } else {
        tx.commit().await?;
        (HeaderMap::new(), None)
    };
    let answer = EmailVerified { login };
    Ok((cookie, Envelope::said(answer, "auth.emailVerified")))
}

/// Mails the link that confirms an address again. The answer is the same whether such an account exists or not. 5003
/// (429): too many mails to this address, or too many requests.
#[utoipa::path(post, path = "/auth/resend-verification", tag = "auth", request_body = EmailOnly,
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn resend_verification(
    State(app): State<App>,
    origin: Origin,
    ValidatedJson(body): ValidatedJson<EmailOnly>,
) -> Result<Envelope<Nothing>> {
    send_link(&app, TokenKind::VerifyEmail, body.email, &origin).await?;
    Ok(Envelope::done("auth.verificationSent"))
}

/// Enqueues a job that finds out whether the address has an account, so that the request always takes the same time.
pub(super) async fn send_link(
    app: &App,
    kind: TokenKind,
    email: String,
    origin: &Origin,
) -> Result<()> {
    count_mail(app, &email, origin).await?;
    let job = SendLink {
        kind,
        email,
        link: clock::new_id(),
    };
    let tx = app.db.write().await?;
    hoi_jobs::enqueue(&tx, &job, app.clock.now()).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(())
}

/// Returns a new access token. The refresh token stays the same until the session ends. 5017: the refresh token is
/// unknown, expired or revoked; 5020: the account is suspended.
#[utoipa::path(post, path = "/auth/refresh-token", tag = "auth", request_body = RefreshToken,
    responses((status = 200, body = Envelope<Refreshed>)))]
pub async fn refresh_token(
    State(app): State<App>,
    ValidatedJson(body): ValidatedJson<RefreshToken>,
) -> Result<Envelope<Refreshed>> {
    let now = app.clock.now();
    let found = sessions::find_by_refresh_token(app.db.read(), &body.refresh_token, now).await?;
    let found = found.ok_or(Error::InvalidRefreshToken)?;
    if !found.user.is_active {
        return Err(Error::AccountDisabled(Disabled::Suspended));
    }
    let tx = app.db.write().await?;
    sessions::touch(&tx, found.session.id, now).await?;
    store::touch(&tx, found.user.id, now).await?;
    tx.commit().await?;
    Ok(Envelope::ok(Refreshed {
        token: grant(&app, found.session.id),
    }))
}

/// Ends the sessions of the bearer token and of the refresh token, as far as they are given and valid. Always answers
/// 2000, because logging out must not fail.
#[utoipa::path(post, path = "/auth/logout", tag = "auth", request_body = Option<Logout>,
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn log_out(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    bearer: Result<AnySigned>,
    body: Bytes,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let body: Logout = serde_json::from_slice(&body).unwrap_or_default();
    let by_refresh_token = match &body.refresh_token {
        Some(token) => sessions::find_by_refresh_token(app.db.read(), token, now).await?,
        None => None,
    };
    let by_bearer = bearer
        .ok()
        .map(|AnySigned(signed)| (signed.session.id, signed.user.id));
    let by_refresh_token = by_refresh_token.map(|found| (found.session.id, found.user.id));
    let tx = app.db.write().await?;
    let ended = by_bearer.into_iter().chain(by_refresh_token);
    for (session, user) in ended.clone() {
        if sessions::revoke(&tx, session, now).await? {
            audit::record(&tx, Some(user), AuditAction::LoggedOut, user, Some(ip), now).await?;
        }
    }
    tx.commit().await?;
    for (_, user) in ended {
        dismiss_ended_sockets(&app, user).await;
    }
    Ok(Envelope::done("auth.loggedOut"))
}
