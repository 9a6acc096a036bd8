//! The one client for addresses that callers have named: receivers of webhooks, push services of browsers.
//!
//! A caller must not lead the server into its own network by naming an address. So names are resolved here and
//! connections are made to the checked addresses alone, redirects are not followed, no proxy is asked, and times and
//! bodies are bounded. The services that the operator configures (mail server, storage, database, collector of
//! traces) are reached by clients of their own.

use std::error::Error as StdError;
use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::HeaderMap;
use reqwest::{Client, StatusCode, Url, redirect};

/// Characters of the longest address.
pub const MAX_ADDRESS: usize = 2048;
/// Bytes of an answer that are read; the rest is not waited for.
pub const MAX_ANSWER: usize = 4096;
/// The longest time until a connection stands, with the look-up of its name and its encryption.
const CONNECT_PATIENCE: Duration = Duration::from_secs(5);
/// The port of encrypted connections, and the first that no service of a system has.
const HTTPS: u16 = 443;
const FIRST_FREE_PORT: u16 = 1024;

/// Networks without public hosts, or in which an address of IPv4 hides: private, shared, link-local, documentation,
/// measurement, multicast and reserved ones.
const CLOSED_V4: [Ipv4Net; 15] = [
    Ipv4Net::new_assert(Ipv4Addr::UNSPECIFIED, 8),
    Ipv4Net::new_assert(Ipv4Addr::new(10, 0, 0, 0), 8),
    Ipv4Net::new_assert(Ipv4Addr::new(100, 64, 0, 0), 10),
    Ipv4Net::new_assert(Ipv4Addr::new(127, 0, 0, 0), 8),
    Ipv4Net::new_assert(Ipv4Addr::new(169, 254, 0, 0), 16),
    Ipv4Net::new_assert(Ipv4Addr::new(172, 16, 0, 0), 12),
    Ipv4Net::new_assert(Ipv4Addr::new(192, 0, 0, 0), 24),
    Ipv4Net::new_assert(Ipv4Addr::new(192, 0, 2, 0), 24),
    Ipv4Net::new_assert(Ipv4Addr::new(192, 88, 99, 0), 24),
    Ipv4Net::new_assert(Ipv4Addr::new(192, 168, 0, 0), 16),
    Ipv4Net::new_assert(Ipv4Addr::new(198, 18, 0, 0), 15),
    Ipv4Net::new_assert(Ipv4Addr::new(198, 51, 100, 0), 24),
    Ipv4Net::new_assert(Ipv4Addr::new(203, 0, 113, 0), 24),
    Ipv4Net::new_assert(Ipv4Addr::new(224, 0, 0, 0), 4),
    Ipv4Net::new_assert(Ipv4Addr::new(240, 0, 0, 0), 4),
];
/// The part of IPv6 that is in use, and its networks that lead elsewhere: Teredo and other tunnels, documentation,
/// 6to4.
const OPEN_V6: Ipv6Net = Ipv6Net::new_assert(Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);
const CLOSED_V6: [Ipv6Net; 4] = [
    Ipv6Net::new_assert(Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    Ipv6Net::new_assert(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    Ipv6Net::new_assert(Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    Ipv6Net::new_assert(Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];
/// The prefix under which a network without IPv4 reaches IPv4 (NAT64).
const NAT64: Ipv6Net = Ipv6Net::new_assert(Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96);

/// Returns the address that is reached: that of IPv4 for one of IPv6 that stands for it.
fn reached(address: IpAddr) -> IpAddr {
    let IpAddr::V6(v6) = address else {
        return address;
    };
    let [.., a, b, c, d] = v6.octets();
    if let Some(v4) = v6.to_ipv4_mapped() {
        IpAddr::V4(v4)
    } else if NAT64.contains(&v6) {
        IpAddr::V4(Ipv4Addr::new(a, b, c, d))
    } else {
        address
    }
}

/// Returns whether the address is one of the internet, rather than of some network behind it.
fn is_public(address: IpAddr) -> bool {
    match reached(address) {
        IpAddr::V4(v4) => !CLOSED_V4.iter().any(|network| network.contains(&v4)),
        IpAddr::V6(v6) => {
            OPEN_V6.contains(&v6) && !CLOSED_V6.iter().any(|network| network.contains(&v6))
        }
    }
}

/// The answer to a request.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: StatusCode,
    /// The beginning of the body.
    pub body: Vec<u8>,
    /// How long it took.
    pub took: Duration,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsent {
    /// The address is not allowed, or its name leads to one that is not.
    Refused,
    /// No answer came in time.
    Slow,
    /// No connection stood, or it broke.
    Failed,
}

/// The addresses that a client connects to.
#[derive(Debug, Clone)]
struct Rules {
    allowed: Arc<[IpNet]>,
    /// Whether only the allowed networks are reached, and not the internet.
    only_allowed: bool,
}

impl Rules {
    fn permit(&self, address: IpAddr) -> bool {
        let reached = reached(address);
        let is_allowed = self
            .allowed
            .iter()
            .any(|network| network.contains(&reached));
        is_allowed || !self.only_allowed && is_public(address)
    }
}

/// Resolves names to permitted addresses alone, so that no connection has another end. A name that also resolves to
/// a forbidden address is refused: it was made for an attack.
impl Resolve for Rules {
    fn resolve(&self, name: Name) -> Resolving {
        let rules = self.clone();
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let found: Vec<SocketAddr> = found.collect();
            if !found.iter().all(|found| rules.permit(found.ip())) {
                return Err(Forbidden.into());
            }
            let addresses: Addrs = Box::new(found.into_iter());
            Ok::<Addrs, Box<dyn StdError + Send + Sync>>(addresses)
        })
    }
}

/// A name resolves to an address that is not permitted.
#[derive(Debug)]
struct Forbidden;

impl Display for Forbidden {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("the name leads to an address that is not reached from here")
    }
}

impl StdError for Forbidden {}

impl Unsent {
    fn of(error: &reqwest::Error) -> Self {
        let mut cause: Option<&(dyn StdError + 'static)> = Some(error);
        while let Some(error) = cause {
            if error.is::<Forbidden>() {
                return Self::Refused;
            }
            cause = error.source();
        }
        if error.is_timeout() {
            Self::Slow
        } else {
            Self::Failed
        }
    }
}

/// Sends requests to addresses that others have named.
#[derive(Debug)]
pub struct Outgoing {
    allowed: Arc<[IpNet]>,
    /// For encrypted connections to the internet and to the allowed networks.
    encrypted: OnceLock<Client>,
    /// For the allowed networks alone, without encryption.
    plain: OnceLock<Client>,
}

impl Outgoing {
    /// Reaches the internet, and `allowed` networks besides.
    #[must_use]
    pub fn new(allowed: Vec<IpNet>) -> Self {
        Self {
            allowed: allowed.into(),
            encrypted: OnceLock::new(),
            plain: OnceLock::new(),
        }
    }

    /// Returns the address if requests may be sent there, as far as its text says: encrypted, or into an allowed network;
    /// no login in it; a port of web servers; no literal address that is not permitted.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<Url> {
        let url = Url::parse(text).ok()?;
        (text.len() <= MAX_ADDRESS && self.permits(&url)).then_some(url)
    }

    fn permits(&self, url: &Url) -> bool {
        let is_plain = match url.scheme() {
            "https" => false,
            "http" if !self.allowed.is_empty() => true,
            _ => return false,
        };
        let has_login = !url.username().is_empty() || url.password().is_some();
        let Some(host) = url.host_str().filter(|host| !host.is_empty()) else {
            return false;
        };
        let rules = self.rules(is_plain);
        // Literal addresses are not resolved, so the resolver does not see them.
        let literal: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
        if literal.is_some_and(|address| !rules.permit(address)) {
            return false;
        }
        let is_allowed = literal.is_some_and(|address| {
            let mut allowed = self.allowed.iter();
            allowed.any(|network| network.contains(&reached(address)))
        });
        let port = url.port_or_known_default().unwrap_or_default();
        let has_port = is_plain || is_allowed || port == HTTPS || port >= FIRST_FREE_PORT;
        !has_login && has_port
    }

    fn rules(&self, is_plain: bool) -> Rules {
        Rules {
            allowed: Arc::clone(&self.allowed),
            only_allowed: is_plain,
        }
    }

    /// Sends a request and returns its status and the beginning of the body that arrives within `patience`. A body that
    /// breaks off or stalls is no failure, because the status has arrived.
    pub async fn post(
        &self,
        url: Url,
        headers: HeaderMap,
        body: Vec<u8>,
        patience: Duration,
    ) -> Result<Answer, Unsent> {
        if !self.permits(&url) {
            return Err(Unsent::Refused);
        }
        let client = self.client(url.scheme() == "http");
        let client = client.map_err(|error| Unsent::of(&error))?;
        let begun = Instant::now();
        let request = client.post(url).headers(headers).timeout(patience);
        let answer = request.body(body).send().await;
        let mut answer = answer.map_err(|error| Unsent::of(&error))?;
        let status = answer.status();
        let mut body = Vec::new();
        while body.len() < MAX_ANSWER {
            let Ok(Some(chunk)) = answer.chunk().await else {
                break;
            };
            body.extend(chunk.iter().take(MAX_ANSWER - body.len()));
        }
        Ok(Answer {
            status,
            body,
            took: begun.elapsed(),
        })
    }

    /// Returns the client, which keeps no connection: requests are rare, and a name may lead elsewhere the next time.
    fn client(&self, is_plain: bool) -> reqwest::Result<Client> {
        let kept = if is_plain {
            &self.plain
        } else {
            &self.encrypted
        };
        if let Some(client) = kept.get() {
            return Ok(client.clone());
        }
        // Fails if a provider is already installed, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .user_agent("Hoi")
            .dns_resolver(Arc::new(self.rules(is_plain)))
            .redirect(redirect::Policy::none())
            .referer(false)
            .no_proxy()
            .http1_only()
            .pool_max_idle_per_host(0)
            .connect_timeout(CONNECT_PATIENCE)
            .build()?;
        Ok(kept.get_or_init(|| client).clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_internet_are_public() {
        for public in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450::1",
            "2001:200::1",
            "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for closed in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "10.255.255.255",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.8.9.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.170",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.250",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::10.0.0.1",
            "64:ff9b::127.0.0.1",
            "64:ff9b:1::8.8.8.8",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "2002:808:808::1",
            "3fff::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(closed.parse().unwrap()), "{closed}");
        }
    }

    #[test]
    fn addresses_are_read_when_they_may_be_reached() {
        let outgoing = Outgoing::new(Vec::new());
        for taken in [
            "https://hooks.example.vn/x?y=1",
            "https://hooks.example.vn:8443/",
            "https://1.1.1.1/",
            "https://[2606:4700::1111]/",
            // Its target is checked when the name is resolved.
            "https://localhost/",
        ] {
            assert!(outgoing.read(taken).is_some(), "{taken}");
        }
        for refused in [
            "",
            "hooks.example.vn",
            "http://hooks.example.vn/",
            "ftp://hooks.example.vn/",
            "file:///etc/passwd",
            "https://",
            "https://user@hooks.example.vn/",
            "https://user:pass@hooks.example.vn/",
            "https://hooks.example.vn:22/",
            "https://hooks.example.vn:25/",
            "https://127.0.0.1/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://017700000001/",
            "https://127.1/",
            "https://[::1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://[::ffff:7f00:1]/",
            "https://169.254.169.254/latest/meta-data",
        ] {
            assert!(outgoing.read(refused).is_none(), "{refused}");
        }
        assert!(
            outgoing
                .read(&format!("https://a.vn/{}", "x".repeat(MAX_ADDRESS)))
                .is_none()
        );

        let own = Outgoing::new(vec!["10.1.0.0/16".parse().unwrap()]);
        assert!(own.read("http://10.1.2.3/").is_some());
        assert!(own.read("https://10.1.2.3:84/").is_some());
        assert!(own.read("http://10.2.2.3/").is_none());
        assert!(
            own.read("http://1.1.1.1/").is_none(),
            "not without encryption"
        );
    }

    #[tokio::test]
    async fn a_name_that_leads_into_the_own_network_is_refused() {
        let outgoing = Outgoing::new(Vec::new());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let send = async |outgoing: &Outgoing, url: String| {
            let (url, patience) = (Url::parse(&url).unwrap(), Duration::from_secs(10));
            let sent = outgoing.post(url, HeaderMap::new(), Vec::new(), patience);
            sent.await.unwrap_err()
        };
        let named = format!("https://localhost:{port}/");
        assert_eq!(send(&outgoing, named).await, Unsent::Refused);
        let literal = format!("https://127.0.0.1:{port}/");
        assert_eq!(send(&outgoing, literal).await, Unsent::Refused);
        let reached = tokio::time::timeout(Duration::from_millis(100), listener.accept()).await;
        assert!(reached.is_err(), "a connection was made");

        // The control: the same name in a network that is allowed is connected to.
        let allowed = ["127.0.0.0/8", "::1/128"].map(|network| network.parse().unwrap());
        let own = Outgoing::new(allowed.to_vec());
        let close = tokio::spawn(async move { drop(listener.accept().await.unwrap()) });
        let hung_up = send(&own, format!("http://localhost:{port}/")).await;
        assert_eq!(hung_up, Unsent::Failed);
        close.await.unwrap();
    }
}
