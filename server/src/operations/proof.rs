//! Proves to `hoi doctor` that a public address leads to a server of this installation, and tells it how the request
//! arrived through a proxy.
//!
//! Only a holder of the installation's secret gets an answer, because it tells the proxy's own address.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::routing::get;
use axum::{Json, Router};
use hoi_platform::app::App;
use hoi_platform::error::{Error, Result};
use hoi_platform::http::ClientIp;
use hoi_platform::secrets::{Secrets, hex, new_token, unhex};
use serde::{Deserialize, Serialize};

/// The path below the public address.
pub(super) const PATH: &str = "/.well-known/hoi";
/// The header with the question: a random token, a dot, and its signature.
pub(super) const HEADER: &str = "x-hoi-question";

#[derive(Serialize, Deserialize)]
pub(super) struct Proof {
    /// The signature of the question's token.
    signature: String,
    /// The network address that connected to the server.
    pub peer: IpAddr,
    /// The address on which limits count the request.
    pub counted: IpAddr,
    /// Whether the request had `X-Forwarded-For`.
    pub is_forwarded: bool,
}

pub(super) struct Question(String);

impl Question {
    pub fn new() -> anyhow::Result<Self> {
        Ok(Self(new_token()?))
    }

    /// Returns the value of [`HEADER`].
    pub fn header(&self, secrets: &Secrets) -> String {
        format!(
            "{}.{}",
            self.0,
            hex(&secrets.sign("proof.question", self.0.as_bytes()))
        )
    }

    fn read(value: &str, secrets: &Secrets) -> Option<Self> {
        let (token, signature) = value.split_once('.')?;
        let is_ours = secrets.verify("proof.question", token.as_bytes(), &unhex(signature)?);
        is_ours.then(|| Self(token.to_owned()))
    }

    fn answer(&self, secrets: &Secrets) -> String {
        hex(&secrets.sign("proof.answer", self.0.as_bytes()))
    }

    pub fn is_answered_by(&self, proof: &Proof, secrets: &Secrets) -> bool {
        let signature = unhex(&proof.signature).unwrap_or_default();
        secrets.verify("proof.answer", self.0.as_bytes(), &signature)
    }
}

/// Returns the route that answers the question of `hoi doctor`.
pub fn routes(app: App) -> Router {
    Router::new().route(PATH, get(get_proof)).with_state(app)
}

async fn get_proof(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    ClientIp(counted): ClientIp,
    headers: HeaderMap,
) -> Result<Json<Proof>> {
    let value = headers.get(HEADER).and_then(|value| value.to_str().ok());
    let question = value.and_then(|value| Question::read(value, &app.secrets));
    let question = question.ok_or_else(Error::not_found)?;
    Ok(Json(Proof {
        signature: question.answer(&app.secrets),
        peer: peer.ip(),
        counted,
        is_forwarded: headers.contains_key("x-forwarded-for"),
    }))
}

#[cfg(test)]
impl Proof {
    pub fn of(peer: IpAddr, is_forwarded: bool) -> Self {
        Self {
            signature: String::new(),
            peer,
            counted: peer,
            is_forwarded,
        }
    }
}
