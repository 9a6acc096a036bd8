use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;

/// The least length of a network's prefix for IPv4 and IPv6. Wider ones hold visitors, too, who could then write any
/// address into `X-Forwarded-For`.
const LEAST_PREFIX: (u8, u8) = (8, 16);

/// The proxies whose `X-Forwarded-For` is trusted: addresses and networks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    /// Returns whether `address` is one of them. An IPv4 address counts in both of its notations.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }
}

impl FromStr for TrustedProxies {
    type Err = String;

    /// Reads addresses and networks that commas separate; the error quotes the wrong one and says why.
    fn from_str(text: &str) -> Result<Self, String> {
        let networks = networks(text)?;
        networks.iter().try_for_each(check_width)?;
        Ok(Self(networks))
    }
}

/// Reads addresses and networks that commas separate; the error quotes the wrong one and says why.
pub(super) fn networks(text: &str) -> Result<Vec<IpNet>, String> {
    let parts = text.split(',').map(str::trim);
    parts.filter(|part| !part.is_empty()).map(network).collect()
}

fn network(text: &str) -> Result<IpNet, String> {
    if let Ok(address) = text.parse::<IpAddr>() {
        return Ok(IpNet::from(address.to_canonical()));
    }
    let Ok(network) = text.parse::<IpNet>() else {
        return Err(format!(
            "`{text}` is neither an address nor a network; write it like 10.0.0.1 or 10.0.0.0/24"
        ));
    };
    if network.addr() != network.network() {
        return Err(format!(
            "`{text}` is an address within a network; write {} or {}",
            network.trunc(),
            network.addr()
        ));
    }
    if matches!(network.network().to_canonical(), IpAddr::V4(_)) && matches!(network, IpNet::V6(_))
    {
        return Err(format!(
            "`{text}` is a network of IPv4; write it like 10.0.0.0/24"
        ));
    }
    Ok(network)
}

fn check_width(network: &IpNet) -> Result<(), String> {
    let least = match network {
        IpNet::V4(_) => LEAST_PREFIX.0,
        IpNet::V6(_) => LEAST_PREFIX.1,
    };
    // fc00::/7 is for private networks alone.
    let is_private =
        matches!(network, IpNet::V6(v6) if v6.network().is_unique_local() && v6.prefix_len() >= 7);
    if network.prefix_len() < least && !is_private {
        return Err(format!(
            "`{network}` is so wide that it has visitors in it, who could then claim any address; write the network of the \
             proxies, at least /{least}"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trusted(text: &str, address: &str) -> bool {
        let proxies: TrustedProxies = text.parse().unwrap();
        proxies.contains(address.parse().unwrap())
    }

    #[test]
    fn addresses_and_networks_of_both_kinds_are_trusted_and_their_neighbours_are_not() {
        let text = "10.0.0.1, 172.28.80.0/24,2001:db8::7,fd12:3456::/32,";
        for address in [
            "10.0.0.1",
            "::ffff:10.0.0.1",
            "172.28.80.0",
            "172.28.80.255",
            "2001:db8::7",
            "fd12:3456:ffff::1",
        ] {
            assert!(trusted(text, address), "{address}");
        }
        for address in [
            "10.0.0.2",
            "172.28.79.255",
            "172.28.81.0",
            "2001:db8::8",
            "fd12:3457::",
            "::1",
        ] {
            assert!(!trusted(text, address), "{address}");
        }
        assert!(!trusted("", "127.0.0.1"));
        assert!(trusted("::ffff:10.0.0.1", "10.0.0.1"));
    }

    #[test]
    fn a_text_that_is_no_network_is_refused_and_quoted() {
        for wrong in [
            "proxy",
            "10.0.0",
            "10.0.0.0/33",
            "10.0.0.0/",
            "10.0.0.0/-1",
            "fd00::/129",
            "10.0.0.1:80",
            "10.0.0.1 10.0.0.2",
            "::ffff:10.0.0.0/104",
        ] {
            let text = format!("10.0.0.1,{wrong}");
            let said = text.parse::<TrustedProxies>().unwrap_err();
            assert!(said.contains(&format!("`{wrong}`")), "{said}");
        }
        let said = "10.1.2.3/8".parse::<TrustedProxies>().unwrap_err();
        assert!(
            said.contains("10.0.0.0/8") && said.contains("10.1.2.3"),
            "{said}"
        );
    }

    #[test]
    fn networks_with_visitors_in_them_are_refused_with_the_reason() {
        for wide in [
            "0.0.0.0/0",
            "::/0",
            "10.0.0.0/7",
            "2000::/3",
            "2400::/15",
            "fc00::/6",
        ] {
            let said = wide.parse::<TrustedProxies>();
            assert!(said.is_err(), "{wide}");
        }
        let said = "0.0.0.0/0".parse::<TrustedProxies>().unwrap_err();
        assert!(said.contains("visitors") && said.contains("/8"), "{said}");
        for enough in ["10.0.0.0/8", "2400::/16", "fd00::/8", "fc00::/7"] {
            assert!(enough.parse::<TrustedProxies>().is_ok(), "{enough}");
        }
    }
}
