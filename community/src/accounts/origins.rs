//! Networks and devices from which an account has logged in before.
//!
//! Logins from known origins are counted separately (`throttle.rs`), so wrong guesses of strangers limit strangers
//! only. A device is recognised by a cookie with a random token, which the server signs; other cookies are ignored.
//! Networks and devices are stored as keyed hashes for [`KNOWN_FOR`]. The cookie only decides how an attempt is counted
//! and gives no access.

use std::convert::Infallible;
use std::net::IpAddr;
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::config::Config;
use hoi_platform::cookies;
use hoi_platform::error::Result;
use hoi_platform::http::ClientIp;
use hoi_platform::limits::Network;
use hoi_platform::password_hashing::Requester;
use hoi_platform::secrets::{self, Secrets};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, Set};

use super::UserId;
use super::entity::known_origin;

/// How long an origin is stored after its last use.
const KNOWN_FOR: Duration = Duration::from_hours(90 * 24);
/// The purpose for which tokens of devices are signed.
const PURPOSE: &str = "device";

/// The origin of a request.
#[derive(Debug, Clone)]
pub struct Origin {
    pub ip: IpAddr,
    /// The keyed hash of the network.
    network: String,
    /// The device's cookie and the keyed hash of its token; None without a cookie that this installation gave.
    device: Option<(String, String)>,
}

/// How an account knows an origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OriginStatus {
    /// The account has logged in on this device.
    KnownDevice,
    /// The account has logged in from this network, on another device.
    KnownNetwork,
    /// The account knows neither, or does not exist.
    Unknown,
}

impl FromRequestParts<App> for Origin {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let ClientIp(ip) = ClientIp::from_request_parts(parts, app).await?;
        // Never wider than a household: a login from a known network is not counted among those of strangers, so a neighbour
        // in the same /56 or /48 would have guesses of their own.
        let network = Network::of(ip).first_address().to_string();
        let mut cookies = cookies::find(&parts.headers, cookie_name(&app.config));
        let device = cookies.find_map(|cookie| Some((cookie, token(&app.secrets, cookie)?)));
        Ok(Self {
            ip,
            network: hash(&app.secrets, "network", &network),
            device: device.map(|(cookie, token)| {
                let hash = hash(&app.secrets, "device", token);
                (cookie.to_owned(), hash)
            }),
        })
    }
}

impl Origin {
    /// Returns the keyed hash of the device; None without a cookie.
    pub fn device(&self) -> Option<&str> {
        self.device.as_ref().map(|(_, hash)| hash.as_str())
    }

    /// Returns how `user` knows the origin. Queries for absent accounts too, so that the answer takes the same time.
    pub async fn known_to(
        &self,
        conn: &impl ConnectionTrait,
        user: Option<UserId>,
        now: Timestamp,
    ) -> Result<OriginStatus> {
        let wanted = [Some(self.network.as_str()), self.device()];
        let found: Vec<String> = known_origin::Entity::find()
            .select_only()
            .column(known_origin::Column::Origin)
            .filter(known_origin::Column::UserId.eq(user.unwrap_or(UserId(uuid::Uuid::nil()))))
            .filter(known_origin::Column::Origin.is_in(wanted.into_iter().flatten()))
            .filter(known_origin::Column::LastUsedAt.gt(now.minus(KNOWN_FOR)))
            .into_tuple()
            .all(conn)
            .await?;
        let has = |origin: &str| found.iter().any(|known| known == origin);
        Ok(match self.device() {
            Some(device) if has(device) => OriginStatus::KnownDevice,
            _ if has(&self.network) => OriginStatus::KnownNetwork,
            _ => OriginStatus::Unknown,
        })
    }

    /// Returns the queue in which a password waits for an account with this relation to the origin.
    pub fn requester(&self, status: OriginStatus) -> Requester {
        match status {
            OriginStatus::KnownDevice | OriginStatus::KnownNetwork => Requester::Known(self.ip),
            OriginStatus::Unknown => Requester::Stranger(self.ip),
        }
    }

    /// Stores the origin for `user`, and returns the cookie for the device.
    pub async fn remember(
        &self,
        tx: &Tx,
        app: &App,
        user: UserId,
        now: Timestamp,
    ) -> Result<HeaderMap> {
        let (cookie, device) = if let Some(device) = &self.device {
            device.clone()
        } else {
            let token = secrets::new_token()?;
            let signature = secrets::hex(&app.secrets.sign(PURPOSE, token.as_bytes()));
            let hash = hash(&app.secrets, "device", &token);
            (format!("{token}.{signature}"), hash)
        };
        let rows = [&self.network, &device].map(|origin| known_origin::ActiveModel {
            user_id: Set(user),
            origin: Set(origin.clone()),
            last_used_at: Set(now),
        });
        let key = [known_origin::Column::UserId, known_origin::Column::Origin];
        known_origin::Entity::insert_many(rows)
            .on_conflict(
                OnConflict::columns(key)
                    .update_column(known_origin::Column::LastUsedAt)
                    .to_owned(),
            )
            .exec_without_returning(tx)
            .await?;
        let cookie = format!(
            "{}={cookie}; Path=/; Max-Age={}; HttpOnly; SameSite=Strict{}",
            cookie_name(&app.config),
            KNOWN_FOR.as_secs(),
            if is_https(&app.config) {
                "; Secure"
            } else {
                ""
            },
        );
        let cookie = HeaderValue::from_str(&cookie).map_err(anyhow::Error::from)?;
        Ok(HeaderMap::from_iter([(header::SET_COOKIE, cookie)]))
    }
}

/// Removes origins older than [`KNOWN_FOR`].
pub async fn remove_old(tx: &Tx, now: Timestamp) -> Result<()> {
    known_origin::Entity::delete_many()
        .filter(known_origin::Column::LastUsedAt.lt(now.minus(KNOWN_FOR)))
        .exec(tx)
        .await?;
    Ok(())
}

/// Returns the cookie's name. Browsers accept a cookie with the prefix `__Host-` only from this exact host and only
/// over HTTPS.
fn cookie_name(config: &Config) -> &'static str {
    if is_https(config) {
        "__Host-hoi-device"
    } else {
        "hoi-device"
    }
}

fn is_https(config: &Config) -> bool {
    config.public_url.starts_with("https://")
}

/// Returns the token in a device's cookie; None if this installation did not give it.
fn token<'a>(secrets: &Secrets, cookie: &'a str) -> Option<&'a str> {
    let (token, signature) = cookie.split_once('.')?;
    let signature = secrets::unhex(signature)?;
    secrets
        .verify(PURPOSE, token.as_bytes(), &signature)
        .then_some(token)
}

fn hash(secrets: &Secrets, kind: &str, text: &str) -> String {
    secrets::hex(&secrets.sign("known-origin", format!("{kind}:{text}").as_bytes()))
}
