use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use crate::app::App;
use crate::config::TrustedProxies;

/// The caller's network address: the peer or, behind a proxy in `HOI_TRUSTED_PROXIES`, the last address in
/// `X-Forwarded-For` that is not such a proxy. Other peers could forge that header, so it is ignored for them, and so
/// are entries before one that is not an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientIp(pub IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for ClientIp
where
    App: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let app = App::from_ref(state);
        let trusted = &app.config.trusted_proxies;
        Ok(Self(client_ip(&parts.extensions, &parts.headers, trusted)))
    }
}

/// Returns the same as [`ClientIp`], for code outside of routes.
pub fn client_ip(extensions: &Extensions, headers: &HeaderMap, trusted: &TrustedProxies) -> IpAddr {
    let peer = extensions
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip());
    if !trusted.contains(peer) {
        return peer;
    }
    let forwarded = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok());
    let entries: Vec<&str> = forwarded.flat_map(|line| line.split(',')).collect();
    entries
        .into_iter()
        .rev()
        .map_while(address)
        .find(|address| !trusted.contains(*address))
        .unwrap_or(peer)
}

/// Reads one entry. Some proxies add the port, or brackets around an IPv6 address.
fn address(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim();
    let host = entry
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    host.unwrap_or(entry)
        .parse()
        .or_else(|_| entry.parse::<SocketAddr>().map(|peer| peer.ip()))
        .ok()
}
