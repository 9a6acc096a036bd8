use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::KeyedSemaphores;

/// Prefix lengths by which IPv6 addresses are counted. A customer usually has a network between the first and the last.
const IPV6_PREFIXES: [u8; 3] = [64, 56, 48];

/// A network by which requests are counted: one IPv4 address, or the IPv6 addresses with the same prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network {
    prefix: IpAddr,
    bits: u8,
}

impl Network {
    /// Returns the smallest network of `address`: the address itself, or its /64 for IPv6, where one host has 2^64
    /// addresses.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            v4 @ IpAddr::V4(_) => Self {
                prefix: v4,
                bits: 32,
            },
            IpAddr::V6(v6) => Self::with_prefix(v6, 64),
        }
    }

    /// Returns the smallest network of `address` and, for IPv6, the /56 and /48 around it.
    pub fn around(address: IpAddr) -> impl Iterator<Item = Self> {
        let (v4, v6) = match address.to_canonical() {
            IpAddr::V4(_) => (Some(Self::of(address)), None),
            IpAddr::V6(v6) => (None, Some(v6)),
        };
        let prefixes = v6
            .into_iter()
            .flat_map(|v6| IPV6_PREFIXES.map(|bits| Self::with_prefix(v6, bits)));
        v4.into_iter().chain(prefixes)
    }

    fn with_prefix(address: Ipv6Addr, bits: u8) -> Self {
        let mask = u128::MAX << (128 - u32::from(bits));
        Self {
            prefix: IpAddr::from(Ipv6Addr::from_bits(address.to_bits() & mask)),
            bits,
        }
    }

    #[must_use]
    pub fn first_address(self) -> IpAddr {
        self.prefix
    }

    /// Returns what this network may hold when one address may hold `limit`: 1.5 times as much for a /56, twice for a
    /// /48.
    fn allowance(self, limit: usize) -> usize {
        match self.bits {
            56 => limit + limit / 2,
            48 => limit * 2,
            _ => limit,
        }
    }
}

/// A limit on what one network may hold at the same time, such as connections. Counts in this server's memory alone.
pub struct Shares {
    limit: usize,
    holders: KeyedSemaphores<Network>,
}

/// The share that a network holds; given back when dropped.
pub type Share = Vec<OwnedSemaphorePermit>;

impl Shares {
    /// Allows `limit` shares for one address, and more for wider IPv6 networks.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            holders: KeyedSemaphores::default(),
        }
    }

    /// Returns a share for `address`; None if one of its networks holds as many as it may.
    #[must_use]
    pub fn try_take(&self, address: IpAddr) -> Option<Share> {
        let semaphores = self.of(address).into_iter();
        semaphores
            .map(|semaphore| semaphore.try_acquire_owned().ok())
            .collect()
    }

    /// Waits for a share for `address`, in order of arrival.
    pub async fn take(&self, address: IpAddr) -> Share {
        let mut share = Vec::new();
        for semaphore in self.of(address) {
            // These semaphores are never closed.
            share.extend(semaphore.acquire_owned().await);
        }
        share
    }

    fn of(&self, address: IpAddr) -> Vec<Arc<Semaphore>> {
        Network::around(address)
            .map(|network| {
                self.holders
                    .semaphore(network, network.allowance(self.limit))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_ipv4_address_is_a_network_of_its_own_in_both_notations() {
        let around: Vec<_> = Network::around(address("::ffff:10.0.0.1")).collect();
        assert_eq!(around, [Network::of(address("10.0.0.1"))]);
        assert_ne!(
            Network::of(address("10.0.0.1")),
            Network::of(address("10.0.0.2"))
        );
    }

    #[test]
    fn an_address_holds_its_share_and_no_more() {
        let shares = Shares::new(2);
        let held: Vec<_> = (0..2)
            .map(|_| shares.try_take(address("10.0.0.1")).unwrap())
            .collect();
        assert!(shares.try_take(address("10.0.0.1")).is_none());
        assert!(shares.try_take(address("10.0.0.2")).is_some());
        drop(held);
        assert!(shares.try_take(address("10.0.0.1")).is_some());
    }

    #[test]
    fn wider_ipv6_networks_hold_more_but_not_without_end() {
        let shares = Shares::new(2);
        let mut held = Vec::new();
        let mut taken = |text: &str| {
            let share = shares.try_take(address(text));
            let is_taken = share.is_some();
            held.extend(share);
            is_taken
        };
        // Addresses of the same /64.
        assert!(taken("2001:db8::1") && taken("2001:db8::2"));
        assert!(!taken("2001:db8::3"));
        // Addresses of the same /56: three shares.
        assert!(taken("2001:db8:0:1::1"));
        assert!(!taken("2001:db8:0:2::1"));
        // Addresses of the same /48: four shares.
        assert!(taken("2001:db8:0:100::1"));
        assert!(!taken("2001:db8:0:200::1"));
        // Another /48.
        assert!(taken("2001:db8:1::1"));
    }

    #[test]
    fn a_refusal_takes_nothing() {
        let shares = Shares::new(2);
        let one = shares.try_take(address("2001:db8::1"));
        let two = shares.try_take(address("2001:db8::1"));
        for _ in 0..10 {
            assert!(shares.try_take(address("2001:db8::1")).is_none());
        }
        assert!(shares.try_take(address("2001:db8:0:1::1")).is_some());
        drop((one, two));
    }
}
