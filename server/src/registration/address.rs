//! The network from which a visitor registered. Only a keyed hash is stored, different for each event and removed after
//! [`KEPT`]: it distinguishes networks without revealing locations.

use std::net::IpAddr;
use std::time::Duration;

use super::store;
use crate::app::App;
use crate::error::Result;
use crate::events::EventId;
use crate::secrets::{Secrets, hex};

/// How long the address hash of a registration is stored.
pub const KEPT: Duration = Duration::from_hours(7 * 24);
const PURPOSE: &str = "registration-address";

/// Returns the hash of the network of `address`: the address itself in IPv4, the /64 of a household or company in IPv6.
#[must_use]
pub fn address_hash(secrets: &Secrets, event: EventId, address: IpAddr) -> String {
    let network = match address.to_canonical() {
        IpAddr::V4(address) => address.octets().to_vec(),
        IpAddr::V6(address) => address.octets().into_iter().take(8).collect(),
    };
    let message = [event.0.as_bytes().as_slice(), network.as_slice()].concat();
    hex(&secrets.sign(PURPOSE, &message))
}

/// Removes address hashes and bursts older than [`KEPT`].
pub async fn forget_addresses(app: &App) -> Result<()> {
    let tx = app.db.write().await?;
    store::forget_addresses(&tx, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_network_is_one_address_in_ipv4_and_a_64_in_ipv6() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::load_or_create(folder.path()).unwrap();
        let (event, other) = (EventId(Uuid::from_u128(1)), EventId(Uuid::from_u128(2)));
        let hash = |address: &str| address_hash(&secrets, event, address.parse().unwrap());
        assert_eq!(hash("203.0.113.7"), hash("::ffff:203.0.113.7"));
        assert_ne!(hash("203.0.113.7"), hash("203.0.113.8"));
        assert_eq!(hash("2001:db8:1:2::1"), hash("2001:db8:1:2:ffff::9"));
        assert_ne!(hash("2001:db8:1:2::1"), hash("2001:db8:1:3::1"));
        let elsewhere = address_hash(&secrets, other, "203.0.113.7".parse().unwrap());
        assert_ne!(hash("203.0.113.7"), elsewhere);
        assert!(!hash("203.0.113.7").contains("203.0"));
    }
}
