//! The sites that may show an event's registration form in a frame of their own.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use hoi_platform::error::LocalizedText;
use hoi_platform::fields::shortened;
use hoi_platform::validation::Check;
use sea_orm::DeriveValueType;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most sites of an event: each makes the policy in the page's header longer.
const MAX_SITES: usize = 5;
/// The most characters of a host's name, and of one part of it (RFC 1035).
const MAX_HOST: usize = 253;
const MAX_LABEL: usize = 63;

/// The origins of sites as browsers write them, such as `https://congty.example`. They are stored as the policy of a page
/// lists them, with spaces between them.
#[derive(
    Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, DeriveValueType,
)]
#[sea_orm(value_type = "String", column_type = "Text")]
#[schema(example = json!({ "max": MAX_SITES }))]
pub struct EmbedOrigins(Vec<String>);

impl fmt::Display for EmbedOrigins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

impl FromStr for EmbedOrigins {
    type Err = Infallible;

    fn from_str(stored: &str) -> Result<Self, Infallible> {
        Ok(Self(stored.split_whitespace().map(str::to_owned).collect()))
    }
}

impl EmbedOrigins {
    /// Writes each site as browsers do, and once; refuses more than five, and whatever is not the origin of one site.
    pub fn check(&mut self, field: &str, check: &mut Check) {
        if self.0.len() > MAX_SITES {
            let message = LocalizedText::new("event.manySites").with("max", MAX_SITES);
            return check.fail(field, message);
        }
        let mut sites: Vec<String> = Vec::new();
        for text in &self.0 {
            let Some(site) = origin_in(text) else {
                let message = LocalizedText::new("event.noSite").with("site", shortened(text));
                return check.fail(field, message);
            };
            if !sites.contains(&site) {
                sites.push(site);
            }
        }
        self.0 = sites;
    }
}

/// Returns the origin that the text is, in the spelling of browsers: small letters, and no port that the scheme implies.
/// Names with letters beyond ASCII are taken as the domain name system knows them (`xn--…`). Only a site that a developer
/// looks at on the own machine may do without encryption.
fn origin_in(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase();
    // Copied from an address bar, it ends with one.
    let text = text.strip_suffix('/').unwrap_or(&text);
    let (scheme, authority) = text.split_once("://")?;
    let (host, port) = match authority.split_once(':') {
        Some((host, digits)) => (host, Some(port_in(digits)?)),
        None => (authority, None),
    };
    let is_local = matches!(host, "localhost" | "127.0.0.1");
    let (implied, is_allowed) = match scheme {
        "https" => (443, is_local || is_name(host)),
        "http" => (80, is_local),
        _ => return None,
    };
    if !is_allowed {
        return None;
    }
    Some(match port.filter(|port| *port != implied) {
        Some(port) => format!("{scheme}://{host}:{port}"),
        None => format!("{scheme}://{host}"),
    })
}

fn port_in(digits: &str) -> Option<u16> {
    let port: u16 = digits.parse().ok()?;
    // Without a sign, and without zeros in front.
    (port > 0 && port.to_string() == digits).then_some(port)
}

/// Whether this is the whole name of a host. A policy knows neither addresses in digits nor a part for any name.
fn is_name(host: &str) -> bool {
    let is_label = |label: &str| {
        (1..=MAX_LABEL).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    host.len() <= MAX_HOST
        && host.split('.').all(is_label)
        && host
            .rsplit_once('.')
            .is_some_and(|(_, ending)| ending.bytes().any(|byte| byte.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_origin_is_written_as_browsers_write_it() {
        for (given, written) in [
            ("https://congty.example", "https://congty.example"),
            (
                " HTTPS://WWW.CongTy.example/ ",
                "https://www.congty.example",
            ),
            ("https://congty.example:443", "https://congty.example"),
            ("https://congty.example:80", "https://congty.example:80"),
            (
                "https://congty.example:65535",
                "https://congty.example:65535",
            ),
            ("https://xn--cngty-0xa1r.vn", "https://xn--cngty-0xa1r.vn"),
            ("https://1.su-kien.vn", "https://1.su-kien.vn"),
            ("http://localhost:5173", "http://localhost:5173"),
            ("http://127.0.0.1:80", "http://127.0.0.1"),
            ("https://localhost", "https://localhost"),
        ] {
            assert_eq!(origin_in(given).as_deref(), Some(written), "{given}");
        }
    }

    #[test]
    fn anything_else_is_no_site() {
        let label = "a".repeat(64);
        for text in [
            "",
            "*",
            "https://",
            "https:",
            "congty.example",
            "//congty.example",
            "http://congty.example",
            "http://localhost.congty.example",
            "ftp://congty.example",
            "javascript://congty.example",
            "https://*.congty.example",
            "https://congty.*",
            "https://congty.example:*",
            "https://congty.example/su-kien",
            "https://congty.example//",
            "https://congty.example?a",
            "https://congty.example#a",
            "https://a@congty.example",
            "https://congty.example:",
            "https://congty.example:0",
            "https://congty.example:080",
            "https://congty.example:+80",
            "https://congty.example:65536",
            "https://congty.example https://khac.example",
            "https://congty.example;script-src",
            "https://congty.example,khac.example",
            "https://congty.example\nx: y",
            "https://côngty.vn",
            "https://congty",
            "https://congty.example.",
            "https://.example",
            "https://a..example",
            "https://-a.example",
            "https://a-.example",
            "https://a_b.example",
            "https://203.0.113.5",
            "https://[::1]",
            "http://[::1]",
            "'self'",
            "null",
            &format!("https://{label}.example"),
            &format!("https://{}example", "a.".repeat(124)),
        ] {
            assert_eq!(origin_in(text), None, "{text}");
        }
        let (label, host) = ("a".repeat(63), "a.".repeat(123));
        assert!(origin_in(&format!("https://{label}.example")).is_some());
        assert!(origin_in(&format!("https://{host}example")).is_some());
    }

    #[test]
    fn the_same_site_counts_once_and_a_sixth_is_too_many() {
        let sites = |count: usize| (0..count).map(|at| format!("https://a{at}.example"));
        let checked = |sites: Vec<String>| {
            let (mut origins, mut check) = (EmbedOrigins(sites), Check::default());
            origins.check("embedOrigins", &mut check);
            check.is_clean().then(|| origins.to_string())
        };
        assert_eq!(checked(sites(5).collect()).unwrap().split(' ').count(), 5);
        assert_eq!(checked(sites(6).collect()), None);
        let twice = ["https://a.example", "https://A.example:443/"];
        let written = checked(twice.map(str::to_owned).to_vec());
        assert_eq!(written.as_deref(), Some("https://a.example"));
        assert_eq!(checked(Vec::new()).as_deref(), Some(""));
    }

    proptest! {
        /// The header of a page has it as it is.
        #[test]
        fn an_accepted_text_can_end_no_part_of_a_policy(
            text in "(https?://)?[a-z0-9.:*;, '\\[\\]/?#@_%-]{0,24}(:[0-9]{1,5})?/?|\\PC{0,24}"
        ) {
            if let Some(site) = origin_in(&text) {
                prop_assert!(site.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-:/".contains(&byte)));
                prop_assert_eq!(origin_in(&site), Some(site.clone()));
                let stored: EmbedOrigins = site.parse().unwrap();
                prop_assert_eq!(stored.0, vec![site]);
            }
        }
    }
}
