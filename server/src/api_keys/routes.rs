//! The caller's keys: listed, made and revoked within a session.

use std::collections::HashMap;

use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::request::Parts;
use hoi_community::accounts::{self, OwnPassword, Signed, check_password};
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{ClientIp, Envelope, Nothing, PathId, ValidatedJson};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::{ApiKeyId, EventId};
use hoi_platform::routes;
use utoipa_axum::router::OpenApiRouter;

use super::dto::{ApiKey, MadeApiKey, MakeApiKey, NamedEvent};
use super::store::{self, NewKey};
use super::{entity, rules};

/// The most keys of an account that are valid at the same time.
const MAX_KEYS: u64 = 20;

/// Routes of keys.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_api_keys, create_api_key))
        .routes(routes!(revoke_api_key))
}

/// Lists the caller's keys of the API, the newest first. Expired keys stay in the list for 90 days; revoked keys are
/// left out.
#[utoipa::path(get, path = "/users/me/api-keys", tag = "users",
    responses((status = 200, body = Envelope<Vec<ApiKey>>)), security(("bearer" = [])))]
async fn list_api_keys(
    State(app): State<App>,
    Signed { user, .. }: Signed,
) -> Result<Envelope<Vec<ApiKey>>> {
    let conn = app.db.read();
    let keys = store::list(conn, user.id).await?;
    let named = keys.iter().filter_map(|key| key.events.as_ref());
    let named: Vec<EventId> = named.flat_map(|events| events.ids.clone()).collect();
    let titles = store::own_events(conn, user.id, named).await?;
    let titles: HashMap<EventId, String> = titles.into_iter().collect();
    let now = app.clock.now();
    let keys = keys.into_iter().map(|key| describe(key, &titles, now));
    Ok(Envelope::ok(keys.collect()))
}

/// Makes a key of the API. Only this answer contains the key itself. 5019: the password is wrong; 5003: the account has too
/// many keys, or too many wrong passwords (429); 5002: an event is not the caller's own.
#[utoipa::path(post, path = "/users/me/api-keys", tag = "users", params(KeyHeader), request_body = MakeApiKey,
    responses((status = 200, body = Envelope<MadeApiKey>)), security(("bearer" = [])))]
async fn create_api_key(
    State(app): State<App>,
    signed: Signed,
    ClientIp(ip): ClientIp,
    Idempotent(once, body): Idempotent<MakeApiKey>,
) -> Result<Envelope<MadeApiKey>> {
    check_password(&app, &signed, ip, &body.password).await?;
    let (now, user) = (app.clock.now(), signed.user.id);
    let tx = once.begin().await?;
    // Locks the account, so that keys made at the same moment are counted one after the other.
    accounts::lock(&tx, user).await?;
    if store::count_live(&tx, user, now).await? >= MAX_KEYS {
        let message = LocalizedText::new("apiKey.tooMany").with("max", MAX_KEYS);
        return Err(Error::ResourceExceeded(message));
    }
    let chosen = body.events.clone().unwrap_or_default();
    let named = chosen.len();
    let titles = store::own_events(&tx, user, chosen).await?;
    if titles.len() != named {
        let message = LocalizedText::new("event.notFound");
        return Err(Error::field("events", message));
    }
    let new = NewKey {
        user,
        name: body.name,
        rights: body.rights,
        events: body.events,
        expires_at: body.lifetime.end(now),
    };
    let (row, secret) = store::issue(&tx, new, now).await?;
    let action = AuditAction::ApiKeyCreated;
    audit::record(&tx, Some(user), action, user, Some(ip), now).await?;
    let made = MadeApiKey {
        key: describe(row, &titles.into_iter().collect(), now),
        secret,
    };
    once.commit(tx, Envelope::said(made, "apiKey.made")).await
}

/// The caller with the key `{id}`, which is one of theirs and was not revoked.
struct OwnKey {
    signed: Signed,
    id: ApiKeyId,
}

impl<S: Send + Sync> FromRequestParts<S> for OwnKey
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let signed = <Signed as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        let PathId(id) = PathId::from_request_parts(parts, state).await?;
        let app = App::from_ref(state);
        let keys = store::list(app.db.read(), signed.user.id).await?;
        if keys.iter().all(|key| key.id != id) {
            return Err(Error::not_found());
        }
        Ok(Self { signed, id })
    }
}

/// Revokes one of the caller's keys with immediate effect. 5019: the password is wrong; 5005: there is no such key, or it
/// was revoked; 5003 (429): too many wrong passwords.
#[utoipa::path(delete, path = "/users/me/api-keys/{id}", tag = "users", params(("id" = ApiKeyId, Path)),
    request_body = OwnPassword, responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn revoke_api_key(
    State(app): State<App>,
    OwnKey { signed, id }: OwnKey,
    ClientIp(ip): ClientIp,
    ValidatedJson(body): ValidatedJson<OwnPassword>,
) -> Result<Envelope<Nothing>> {
    check_password(&app, &signed, ip, &body.password).await?;
    let (now, user) = (app.clock.now(), signed.user.id);
    let tx = app.db.write().await?;
    if !store::revoke(&tx, user, id, now).await? {
        return Err(Error::not_found());
    }
    let action = AuditAction::ApiKeyRevoked;
    audit::record(&tx, Some(user), action, user, Some(ip), now).await?;
    tx.commit().await?;
    Ok(Envelope::done("apiKey.revoked"))
}

fn describe(key: entity::Model, titles: &HashMap<EventId, String>, now: Timestamp) -> ApiKey {
    let events = key.events.map(|events| {
        let named = events.ids.into_iter().filter_map(|id| {
            let title = titles.get(&id)?.clone();
            Some(NamedEvent { id, title })
        });
        named.collect()
    });
    ApiKey {
        id: key.id,
        name: key.name,
        shown: key.shown,
        rights: key.rights.rights,
        events,
        created_at: key.created_at,
        is_expired: rules::is_over(key.expires_at, now),
        expires_at: key.expires_at,
        last_used_at: key.last_used_at,
    }
}
