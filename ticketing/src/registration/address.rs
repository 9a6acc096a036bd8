//! The network from which a visitor registered. Only a keyed hash is stored, different for each event and removed after
//! [`KEPT`]: it distinguishes networks without revealing locations.

use std::net::IpAddr;
use std::time::Duration;

use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::limits::{Network, Width};
use hoi_platform::secrets::{Secrets, hex};
use sea_orm::sea_query::{Expr, ExprTrait as _, SelectStatement};
use sea_orm::{
    ColumnTrait as _, Condition, EntityTrait as _, QueryFilter as _, QuerySelect as _, Set,
};

use super::entity::burst;
use crate::attendances::{AttendanceId, attendance};
use crate::events::EventId;

/// How long the address hash of a registration is stored.
pub const KEPT: Duration = Duration::from_hours(7 * 24);
/// Addresses that are removed in one transaction.
const FORGOTTEN_AT_ONCE: usize = 1000;
const PURPOSE: &str = "registration-address";

/// How many characters of the hash of an IPv6 address stand for its wider networks.
const WIDER: [(usize, Width); 2] = [(48, Width::Wider), (WIDEST, Width::Widest)];
/// How many characters stand for the /48. An index names this number.
pub(super) const WIDEST: usize = 32;

/// Returns the condition that a registration is from the network that `hash` selects, of any width.
pub fn is_from_network(hash: &SelectStatement) -> Condition {
    let own = attendance::Column::AddressHash.in_subquery(hash.clone());
    let wider = WIDER.map(|(length, _)| {
        let beginning = format!("substr(attendance.address_hash, 1, {length})");
        Expr::cust(beginning).in_subquery(hash.clone())
    });
    let any = Condition::any().add(own);
    wider.into_iter().fold(any, Condition::add)
}

/// Returns the hash of the networks of `address`. That of an IPv4 address stands for this address alone; that of an IPv6
/// address begins with a hash of the /48, goes on with one of the /56, and ends with one of the /64 of a household or
/// company.
#[must_use]
pub fn address_hash(secrets: &Secrets, event: EventId, address: IpAddr) -> String {
    let hash = |network: &[u8]| {
        let message = [event.0.as_bytes().as_slice(), network].concat();
        hex(&secrets.sign(PURPOSE, &message))
    };
    if let IpAddr::V4(address) = address.to_canonical() {
        return hash(&address.octets());
    }
    let parts = Network::around(address).filter_map(|network| {
        let hash = hash(network.to_string().as_bytes());
        let length = if network.width() == Width::Widest {
            WIDEST
        } else {
            WIDEST / 2
        };
        hash.get(..length).map(str::to_owned)
    });
    let mut parts: Vec<String> = parts.collect();
    parts.reverse();
    parts.concat()
}

/// Returns the networks that a hash of [`address_hash`] stands for, the smallest first, each as the beginning of the
/// hash. The beginnings of an IPv4 address's hash stand for the address, like all of it.
pub(super) fn networks(hash: &str) -> impl Iterator<Item = (&str, Width)> {
    let wider = WIDER
        .into_iter()
        .filter_map(move |(length, width)| Some((hash.get(..length)?, width)));
    std::iter::once((hash, Width::Own)).chain(wider)
}

/// Removes address hashes and bursts older than [`KEPT`].
#[tracing::instrument(name = "registration.forget_addresses", skip_all)]
pub async fn forget_addresses(app: &App) -> Result<()> {
    let until = app.clock.now().minus(KEPT);
    // Found outside the transactions, because the index of times is read from its beginning to its end.
    let old: Vec<AttendanceId> = attendance::Entity::find()
        .select_only()
        .column(attendance::Column::Id)
        .filter(attendance::Column::AddressHash.is_not_null())
        .filter(attendance::Column::RegistrationTime.lte(until))
        .into_tuple()
        .all(app.db.read())
        .await?;
    for part in old.chunks(FORGOTTEN_AT_ONCE) {
        let tx = app.db.write().await?;
        let columns = attendance::ActiveModel {
            address_hash: Set(None),
            counted_address: Set(None),
            ..Default::default()
        };
        attendance::Entity::update_many()
            .set(columns)
            .filter(attendance::Column::Id.is_in(part.iter().copied()))
            // Another server may have removed some of them.
            .filter(attendance::Column::AddressHash.is_not_null())
            .exec(&tx)
            .await?;
        tx.commit().await?;
    }
    let tx = app.db.write().await?;
    burst::Entity::delete_many()
        .filter(burst::Column::NoticedAt.lte(until))
        .exec(&tx)
        .await?;
    Ok(tx.commit().await?)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_hash_says_which_networks_two_addresses_share() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::load_or_create(folder.path()).unwrap();
        let (event, other) = (EventId(Uuid::from_u128(1)), EventId(Uuid::from_u128(2)));
        let hash = |address: &str| address_hash(&secrets, event, address.parse().unwrap());
        assert_eq!(hash("203.0.113.7"), hash("::ffff:203.0.113.7"));
        assert_eq!(hash("2001:db8:1:2::1"), hash("2001:db8:1:2:ffff::9"));
        let shared = |one: &str, two: &str| -> Vec<Width> {
            let (one, two) = (hash(one), hash(two));
            let both = networks(&one).zip(networks(&two));
            let same = both.filter(|(one, two)| one == two);
            same.map(|((_, width), _)| width).collect()
        };
        assert!(shared("203.0.113.7", "203.0.113.8").is_empty());
        let home = "2001:db8:1:2::1";
        let wider = [Width::Wider, Width::Widest];
        assert_eq!(shared(home, "2001:db8:1:3::1"), wider);
        assert_eq!(shared(home, "2001:db8:1:ff::1"), wider);
        assert_eq!(shared(home, "2001:db8:1:100::1"), [Width::Widest]);
        assert!(shared(home, "2001:db8:2:2::1").is_empty());
        for address in ["203.0.113.7", home] {
            let elsewhere = address_hash(&secrets, other, address.parse().unwrap());
            assert_ne!(hash(address).get(..8), elsewhere.get(..8));
            assert_eq!((hash(address).len(), networks(&elsewhere).count()), (64, 3));
        }
        assert!(!hash("203.0.113.7").contains("203.0"));
    }

    #[test]
    fn the_width_that_an_index_names_does_not_change() {
        let index = include_str!("../../../platform/migrations/0053_networks.sql");
        assert!(index.contains(&format!("substr(counted_address, 1, {WIDEST})")));
    }
}
