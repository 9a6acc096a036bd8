//! Calls of accounts that are carried out once, however often they are sent: their change and their answer are stored
//! in one transaction.

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use hoi_db::{Timestamp, Tx};
use sea_orm::ConnectionTrait;
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use super::{IdempotencyKey, IdempotentRequest, hash_request, key_of, store};
use crate::app::App;
use crate::error::{Error, LocalizedText, Result};
use crate::http::{Caller, Envelope, read_json};
use crate::ids::UserId;
use crate::secrets::Secrets;
use crate::validation::Validate;

/// The largest answer that is stored, in bytes. An answer with 500 invitation codes is smaller.
const MAX_ANSWER: usize = 512 * 1024;
const SEALED_FOR: &str = "idempotency";

/// The header that names a request, for the API's description.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub struct KeyHeader {
    /// A name of the caller's choice, 1 to 255 ASCII characters, under which this request can be sent again for a day:
    /// the repeated request changes nothing and gets the first answer; with another content it is refused (5008).
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 255)]
    #[expect(dead_code, reason = "describes a header")]
    key: Option<String>,
}

/// The state with which a handler is carried out once. Extracted after the caller's permission was checked, so a caller
/// who has lost it gets no stored answer; a repeated request ends there.
pub struct Once {
    app: App,
    /// None for a request without a key, which is carried out each time.
    request: Option<IdempotentRequest>,
}

/// A JSON body, as [`crate::http::ValidatedJson`], of a call that is carried out once.
pub struct Idempotent<T>(pub Once, pub T);

/// The key of a call whose content the handler reads itself, such as an uploaded file.
pub struct OnceKey {
    app: App,
    key: Option<IdempotencyKey>,
}

impl<S: Send + Sync> FromRequestParts<S> for OnceKey
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let key = match key_of(&parts.headers)? {
            None => None,
            Some(key) => {
                let caller = parts.extensions.get::<Caller>().and_then(Caller::account);
                Some(IdempotencyKey {
                    caller: caller.ok_or(Error::InvalidAccessToken)?.to_string(),
                    path: parts.uri.path().to_owned(),
                    key: key.to_owned(),
                })
            }
        };
        let app = App::from_ref(state);
        Ok(Self { app, key })
    }
}

impl OnceKey {
    /// # Errors
    /// The first answer, when the request was carried out before; 5008 when that had another `content`.
    pub async fn of(self, content: &[u8]) -> Result<Once> {
        let request = self.key.map(|key| IdempotentRequest {
            key,
            request_hash: hash_request(&self.app.secrets, content),
        });
        let once = Once {
            app: self.app,
            request,
        };
        once.answer_repeated(once.app.db.read()).await?;
        Ok(once)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Once
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let key = OnceKey::from_request_parts(parts, state).await?;
        key.of(b"").await
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Validate + Send + 'static> FromRequest<S>
    for Idempotent<T>
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let (mut parts, body) = request.into_parts();
        let key = OnceKey::from_request_parts(&mut parts, state).await?;
        let request = Request::from_parts(parts, body);
        let (body, content) = read_json(request, state).await?;
        Ok(Self(key.of(&content).await?, body))
    }
}

impl Once {
    /// Begins the transaction that carries the request out. Equal requests at the same moment wait here for one another,
    /// before anything else is locked.
    ///
    /// # Errors
    /// The first answer, when an equal request was carried out meanwhile; 5008 when that had another content.
    pub async fn begin(&self) -> Result<Tx> {
        let tx = self.app.db.write().await?;
        if let Some(request) = &self.request
            && !store::claim(&tx, request, self.app.clock.now()).await?
        {
            self.answer_repeated(&tx).await?;
        }
        Ok(tx)
    }

    /// Commits the transaction together with its answer, which has to be made from the transaction.
    pub async fn commit<T: Serialize>(self, tx: Tx, answer: Envelope<T>) -> Result<Envelope<T>> {
        if let Some(request) = &self.request {
            let mut body = serde_json::to_string(&answer).map_err(anyhow::Error::from)?;
            if body.len() > MAX_ANSWER {
                body.clear();
            }
            // Sealed, because an answer may hold a secret that is stored nowhere else in the clear, such as a device
            // key.
            let secrets = &self.app.secrets;
            let sealed = secrets.seal(SEALED_FOR, &context(&request.key), body.as_bytes())?;
            store::keep(&tx, request, answer.status(), sealed).await?;
        }
        tx.commit().await?;
        Ok(answer)
    }

    /// Stores the answer to a call of several transactions, each of which changes nothing when it is repeated.
    pub async fn answer<T: Serialize>(self, answer: Envelope<T>) -> Result<Envelope<T>> {
        if self.request.is_none() {
            return Ok(answer);
        }
        let tx = self.begin().await?;
        self.commit(tx, answer).await
    }

    /// Ends a repeated request with the first answer.
    async fn answer_repeated(&self, conn: &impl ConnectionTrait) -> Result<()> {
        let Some(request) = &self.request else {
            return Ok(());
        };
        let Some(first) = store::find(conn, request, self.app.clock.now()).await? else {
            return Ok(());
        };
        let secrets = &self.app.secrets;
        let opened = secrets.unseal(SEALED_FOR, &context(&request.key), &first.body);
        let body = opened
            .ok()
            .and_then(|body| serde_json::from_slice(&body).ok());
        let status = u16::try_from(first.status).ok();
        let status = status.and_then(|status| StatusCode::from_u16(status).ok());
        Err(match (status, body) {
            (Some(status), Some(body)) => Error::AnsweredBefore { status, body },
            // The answer was too large to be stored, or the installation has another secret since.
            _ => Error::Conflict(LocalizedText::new("idempotency.doneBefore")),
        })
    }
}

/// Finds the stored answers of which `is_about` holds: answers to `caller`, and answers to calls with one of `parts` in
/// their paths. Opens each; `since` limits it to those that were stored from then on.
pub async fn find_answers(
    conn: &impl ConnectionTrait,
    secrets: &Secrets,
    (caller, parts): (UserId, &[&str]),
    since: Option<Timestamp>,
    is_about: impl Fn(&str) -> bool,
) -> Result<Vec<IdempotencyKey>> {
    let mut found = Vec::new();
    for row in store::find_sealed(conn, &caller.to_string(), parts, since).await? {
        let key = IdempotencyKey {
            caller: row.caller,
            path: row.path,
            key: row.key,
        };
        // The answers of the desk hold identifiers alone, and are not sealed.
        let Ok(answer) = secrets.unseal(SEALED_FOR, &context(&key), &row.body) else {
            continue;
        };
        if is_about(&String::from_utf8_lossy(&answer)) {
            found.push(key);
        }
    }
    Ok(found)
}

/// Empties these stored answers. A repeated call is told that it was done before.
pub async fn forget_answers(
    tx: &Tx,
    answers: impl IntoIterator<Item = IdempotencyKey>,
) -> Result<()> {
    for key in answers {
        store::empty(tx, key).await?;
    }
    Ok(())
}

fn context(key: &IdempotencyKey) -> Vec<u8> {
    let IdempotencyKey { caller, path, key } = key;
    [caller, path, key]
        .map(String::as_str)
        .join("\n")
        .into_bytes()
}
