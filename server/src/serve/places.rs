//! Places for connections: how many there are, and which address may take one.
//!
//! Places are scarce when three of four are taken. Then an address may have no more than the number of places divided by
//! that of the addresses that hold some, and the last places are for addresses that hold none: a few addresses
//! together cannot keep all others out.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hoi_platform::config::TrustedProxies;
use hoi_platform::limits::Network;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most connections at the same time, if the system allows enough open files.
const MOST_CONNECTIONS: usize = 4096;
/// Open files that the server needs for itself: database, uploads, mails.
const OWN_FILES: usize = 256;
/// The most connections of one address. A school or an office may share it, with several connections for every browser.
const MOST_OF_ADDRESS: usize = 512;
/// Places for addresses without a connection; of a server with few places an eighth.
const KEPT: usize = 64;

/// Limits the number of connections.
pub struct Limits {
    most: usize,
    of_address: usize,
    all: Arc<Semaphore>,
    holders: Arc<Holders>,
    /// Proxies, whose connections belong to many people.
    unlimited: TrustedProxies,
}

/// The place of a connection, until it is dropped.
pub(super) struct Place {
    _of_all: OwnedSemaphorePermit,
    _of_address: Option<Held>,
}

impl Limits {
    /// Allows `most` connections, and `of_address` of them for one address that is not in `unlimited`.
    #[must_use]
    pub fn new(most: usize, of_address: usize, unlimited: TrustedProxies) -> Self {
        Self {
            most,
            of_address,
            all: Arc::new(Semaphore::new(most)),
            holders: Arc::default(),
            unlimited,
        }
    }

    /// Allows as many connections as the `files` that the process may open permit, up to 4096. One address may hold at
    /// most a quarter of them, and at most 512.
    #[must_use]
    pub fn for_files(files: usize, unlimited: TrustedProxies) -> Self {
        let most = files
            .saturating_sub(OWN_FILES)
            .max(files / 2)
            .clamp(1, MOST_CONNECTIONS);
        Self::new(most, MOST_OF_ADDRESS.min(most / 4).max(1), unlimited)
    }

    /// Returns whether three quarters of the places are taken. Then the server closes each connection after its answer
    /// and allows it little time for a request: otherwise idle clients could block others for half a minute.
    pub(super) fn are_scarce(&self) -> bool {
        self.all.available_permits() <= self.most / 4
    }

    /// Returns whether the connections of `address` belong to many people.
    pub(super) fn is_proxy(&self, address: IpAddr) -> bool {
        self.unlimited.contains(address)
    }

    /// Takes a place for a connection from `address`; None if there is none for it.
    pub(super) fn admit(&self, address: IpAddr) -> Option<Place> {
        let of_address = if self.is_proxy(address) {
            None
        } else {
            Some(self.hold(address)?)
        };
        Some(Place {
            _of_all: Arc::clone(&self.all).try_acquire_owned().ok()?,
            _of_address: of_address,
        })
    }

    fn hold(&self, address: IpAddr) -> Option<Held> {
        let mut counts = self.holders.counts();
        if counts.holds(address) {
            if self.all.available_permits() <= KEPT.min(self.most / 8) {
                return None;
            }
            let most = if self.are_scarce() {
                let share = self.most / counts.addresses.max(1);
                share.min(self.of_address).max(1)
            } else {
                self.of_address
            };
            if !counts.has_room(address, most) {
                return None;
            }
        }
        counts.add(address);
        drop(counts);
        Some(Held {
            address,
            holders: Arc::clone(&self.holders),
        })
    }
}

/// The places that addresses hold.
#[derive(Default)]
struct Holders(Mutex<Counts>);

impl Holders {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place that an address holds.
struct Held {
    address: IpAddr,
    holders: Arc<Holders>,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.holders.counts().remove(self.address);
    }
}

#[derive(Default)]
struct Counts {
    /// Each address is counted in all of its networks.
    of_network: HashMap<Network, usize>,
    /// How many addresses hold places. The IPv6 addresses of a /48 are one, because one customer may have them all.
    addresses: usize,
}

impl Counts {
    fn holds(&self, address: IpAddr) -> bool {
        self.of_network.contains_key(&Network::widest(address))
    }

    /// Returns whether one more stays within `most` for an address, and within the allowances of wider networks.
    fn has_room(&self, address: IpAddr, most: usize) -> bool {
        Network::around(address).all(|network| {
            let held = self.of_network.get(&network).copied().unwrap_or(0);
            held < network.width().allowance(most)
        })
    }

    fn add(&mut self, address: IpAddr) {
        if !self.holds(address) {
            self.addresses += 1;
        }
        for network in Network::around(address) {
            *self.of_network.entry(network).or_default() += 1;
        }
    }

    fn remove(&mut self, address: IpAddr) {
        for network in Network::around(address) {
            if let Entry::Occupied(mut held) = self.of_network.entry(network) {
                if *held.get() > 1 {
                    *held.get_mut() -= 1;
                } else {
                    held.remove();
                }
            }
        }
        if !self.holds(address) {
            self.addresses -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// Opens connections from `address` until one is refused.
    fn fill(limits: &Limits, address: IpAddr) -> Vec<Place> {
        std::iter::from_fn(|| limits.admit(address)).collect()
    }

    fn most(files: usize) -> usize {
        Limits::for_files(files, TrustedProxies::default())
            .all
            .available_permits()
    }

    #[test]
    fn connections_leave_files_for_the_server() {
        assert_eq!(most(usize::MAX), 4096);
        assert_eq!(most(4096 + 256), 4096);
        assert_eq!(most(4096 + 255), 4095);
        assert_eq!(most(1024), 768);
        assert_eq!(most(256), 128);
        assert_eq!(most(0), 1);
    }

    #[test]
    fn one_address_never_takes_more_than_a_quarter_and_a_proxy_all() {
        let proxy = IpAddr::from([10, 0, 0, 1]);
        let limits = Limits::for_files(1024, "10.0.0.1/32".parse().unwrap());
        let own = fill(&limits, IpAddr::from([10, 0, 0, 2]));
        assert_eq!(own.len(), 192);
        let mut of_proxy = fill(&limits, proxy);
        assert_eq!(own.len() + of_proxy.len(), 768);
        assert!(limits.admit(IpAddr::from([10, 0, 0, 3])).is_none());
        of_proxy.pop();
        assert!(limits.admit(IpAddr::from([10, 0, 0, 3])).is_some());
    }

    #[test]
    fn eight_addresses_that_take_all_they_get_leave_places_for_others() {
        let limits = Limits::for_files(usize::MAX, TrustedProxies::default());
        let greedy: Vec<_> = (1..=8)
            .map(|last| fill(&limits, IpAddr::from([10, 0, 0, last])))
            .collect();
        assert_eq!(greedy.iter().map(Vec::len).sum::<usize>(), 4096 - KEPT);
        let others: Vec<_> = (1..=64)
            .map(|last| limits.admit(IpAddr::from([10, 0, 1, last])))
            .collect();
        assert!(others.iter().all(Option::is_some));
        assert!(limits.admit(IpAddr::from([10, 0, 1, 65])).is_none());
        drop(greedy);
        assert_eq!(limits.holders.counts().addresses, 64);
        assert!(limits.admit(IpAddr::from([10, 0, 1, 1])).is_some());
    }

    #[test]
    fn when_places_are_scarce_each_address_has_the_same_share() {
        let limits = Limits::new(80, 80, TrustedProxies::default());
        let first = IpAddr::from([10, 0, 0, 1]);
        let mut held: Vec<_> = (0..59).map(|_| limits.admit(first)).collect();
        let second = IpAddr::from([10, 0, 0, 2]);
        held.push(limits.admit(second));
        assert!(held.iter().all(Option::is_some));
        // 60 of 80 are taken, by two.
        assert!(limits.are_scarce());
        assert!(limits.admit(first).is_none());
        let of_second = fill(&limits, second);
        // Ten of the 80 are kept.
        assert_eq!(of_second.len(), 10);
        drop(held);
        assert!(!limits.are_scarce());
        assert!(limits.admit(first).is_some());
    }

    #[test]
    fn the_addresses_of_an_ipv6_network_count_as_one() {
        let limits = Limits::new(80, 20, TrustedProxies::default());
        let of_48: Vec<_> = (0..1_000)
            .filter_map(|at| limits.admit(address(&format!("2001:db8:0:{at:x}::1"))))
            .collect();
        // A /56 may have 30, a /48 40.
        assert_eq!(of_48.len(), 40);
        assert_eq!(limits.holders.counts().addresses, 1);
        let others = ["10.0.0.1", "10.0.0.2", "::ffff:10.0.0.2"];
        let others = others.map(|text| fill(&limits, address(text)));
        assert_eq!(others.iter().map(Vec::len).sum::<usize>(), 30);
        assert_eq!(limits.holders.counts().addresses, 3);
        // The kept places are not for further /64 of the same network.
        assert!(limits.admit(address("2001:db8:0:ffff::1")).is_none());
        assert!(limits.admit(address("2001:db8:1::1")).is_some());
    }

    #[test]
    fn addresses_without_a_connection_are_forgotten() {
        let limits = Limits::new(80, 20, TrustedProxies::default());
        for text in ["10.0.0.1", "2001:db8::1"] {
            for _ in 0..3 {
                let held = fill(&limits, address(text));
                assert_eq!(held.len(), 20, "{text}");
            }
        }
        let counts = limits.holders.counts();
        assert_eq!((counts.of_network.len(), counts.addresses), (0, 0));
        drop(counts);
        assert_eq!(limits.all.available_permits(), 80);
    }
}
