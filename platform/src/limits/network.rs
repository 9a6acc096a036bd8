use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::ops::{Add, Div};
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::KeyedSemaphores;

/// A network by which requests are counted: one IPv4 address, or the IPv6 addresses with the same prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network {
    prefix: IpAddr,
    width: Width,
}

/// The width of one of the networks by which an address is counted. A customer usually has a network between the
/// narrowest and the widest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Width {
    /// An IPv4 address, or an IPv6 /64, in which one host has 2^64 addresses.
    Own,
    /// A /56.
    Wider,
    /// A /48.
    Widest,
}

impl Width {
    const ALL: [Self; 3] = [Self::Own, Self::Wider, Self::Widest];

    /// Returns the allowance of such a network when one address has `limit`: 1.5 times as much for a /56, rounded up,
    /// twice for a /48.
    pub fn allowance<N>(self, limit: N) -> N
    where
        N: Copy + From<u8> + Add<Output = N> + Div<Output = N>,
    {
        match self {
            Self::Own => limit,
            Self::Wider => limit + (limit + N::from(1_u8)) / N::from(2_u8),
            Self::Widest => limit + limit,
        }
    }

    fn bits_of_ipv6(self) -> u32 {
        match self {
            Self::Own => 64,
            Self::Wider => 56,
            Self::Widest => 48,
        }
    }
}

impl Network {
    /// Returns the smallest network of `address`: the address itself, also of one in IPv6 notation
    /// (`::ffff:10.0.0.1`), or its /64.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            v4 @ IpAddr::V4(_) => Self {
                prefix: v4,
                width: Width::Own,
            },
            IpAddr::V6(v6) => Self::with_width(v6, Width::Own),
        }
    }

    /// Returns the networks in which a limit counts `address`, the smallest first: for IPv6 also the /56 and the /48.
    pub fn around(address: IpAddr) -> impl Iterator<Item = Self> {
        let (v4, v6) = match address.to_canonical() {
            IpAddr::V4(_) => (Some(Self::of(address)), None),
            IpAddr::V6(v6) => (None, Some(v6)),
        };
        let prefixes = v6
            .into_iter()
            .flat_map(|v6| Width::ALL.map(|width| Self::with_width(v6, width)));
        v4.into_iter().chain(prefixes)
    }

    /// Returns the largest network in which a limit counts `address`: an IPv4 address itself, or the /48.
    #[must_use]
    pub fn widest(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(_) => Self::of(address),
            IpAddr::V6(v6) => Self::with_width(v6, Width::Widest),
        }
    }

    fn with_width(address: Ipv6Addr, width: Width) -> Self {
        let mask = u128::MAX << (128 - width.bits_of_ipv6());
        Self {
            prefix: IpAddr::from(Ipv6Addr::from_bits(address.to_bits() & mask)),
            width,
        }
    }

    #[must_use]
    pub fn first_address(self) -> IpAddr {
        self.prefix
    }

    /// Returns the width, which decides the network's allowance.
    #[must_use]
    pub fn width(self) -> Width {
        self.width
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.prefix {
            IpAddr::V4(address) => write!(f, "{address}"),
            IpAddr::V6(prefix) => write!(f, "{prefix}/{}", self.width.bits_of_ipv6()),
        }
    }
}

/// A limit on the resources, such as connections, that one network holds at the same time. Counts in this server's
/// memory alone.
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
                    .semaphore(network, network.width().allowance(self.limit))
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
    fn an_ipv6_address_is_counted_in_its_64_its_56_and_its_48() {
        let around = |text: &str| -> Vec<String> {
            let networks = Network::around(address(text));
            networks.map(|network| network.to_string()).collect()
        };
        let all = [
            "2001:db8:a:bcde::/64",
            "2001:db8:a:bc00::/56",
            "2001:db8:a::/48",
        ];
        for (text, same) in [
            ("2001:db8:a:bcde::", 3),
            ("2001:db8:a:bcde:ffff:ffff:ffff:ffff", 3),
            // The neighbours of the /64 within the /56, and the edges of the /56.
            ("2001:db8:a:bcdd:ffff:ffff:ffff:ffff", 2),
            ("2001:db8:a:bcdf::", 2),
            ("2001:db8:a:bc00::", 2),
            ("2001:db8:a:bcff:ffff:ffff:ffff:ffff", 2),
            // Outside of the /56, and the edges of the /48.
            ("2001:db8:a:bbff:ffff:ffff:ffff:ffff", 1),
            ("2001:db8:a:bd00::", 1),
            ("2001:db8:a::", 1),
            ("2001:db8:a:ffff:ffff:ffff:ffff:ffff", 1),
            // Outside of the /48.
            ("2001:db8:9:ffff:ffff:ffff:ffff:ffff", 0),
            ("2001:db8:b::", 0),
        ] {
            let found = around(text);
            assert_eq!(found.len(), 3, "{text}");
            let shared = found
                .iter()
                .filter(|network| all.contains(&network.as_str()));
            assert_eq!(shared.count(), same, "{text}: {found:?}");
        }
    }

    #[test]
    fn translated_addresses_are_counted_as_ipv6() {
        for text in ["64:ff9b::a00:1", "2002:a00:1::1", "2001:0:a00:1::1"] {
            assert_eq!(Network::around(address(text)).count(), 3, "{text}");
        }
    }

    #[test]
    fn networks_that_begin_alike_are_not_the_same() {
        let around: Vec<_> = Network::around(address("2001:db8::1")).collect();
        assert_eq!(around[0].first_address(), around[2].first_address());
        assert!(around[0] != around[1] && around[1] != around[2]);
    }

    #[test]
    fn wider_networks_may_have_more() {
        for (limit, wider, widest) in [(1, 2, 2), (2, 3, 4), (3, 5, 6), (600, 900, 1200)] {
            let allowances = Width::ALL.map(|width| width.allowance(limit));
            assert_eq!(allowances, [limit, wider, widest]);
        }
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
