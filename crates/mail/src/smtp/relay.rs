use std::borrow::Cow;
use std::net::Ipv6Addr;

use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use percent_encoding::percent_decode_str;
use url::Url;

/// An unusable URL of a mail server. The error's text names the host and omits the URL, because it contains a password.
#[derive(Debug, thiserror::Error)]
#[error("not a mail server's URL (smtp://user:password@host:port?tls=required or smtps://…): {0}")]
pub struct SmtpUrlError(String);

/// The mail server's address, encryption and login.
pub struct Relay {
    pub host: String,
    pub port: u16,
    pub tls: Tls,
    pub hello: ClientId,
    pub login: Option<Credentials>,
}

impl Relay {
    /// Reads the URL of a mail server as documented at [`Transport::smtp`](crate::Transport::smtp).
    pub fn from_url(text: &str) -> Result<Self, SmtpUrlError> {
        Self::read(text).map_err(|reason| match host_in(text) {
            "" => SmtpUrlError(reason),
            host => SmtpUrlError(format!("{host}: {reason}")),
        })
    }

    /// Reads the URL, or says what is wrong with it.
    fn read(text: &str) -> Result<Self, String> {
        check_login(text)?;
        let url = Url::parse(text).map_err(said)?;
        let host = url.host_str().filter(|host| !host.is_empty());
        let host = host.ok_or("no host stands behind smtp:// or smtps://")?;
        let host = host.to_owned();
        let encrypted = || TlsParameters::new(host.clone()).map_err(said);
        let wanted = url.query_pairs().find(|(key, _)| key == "tls");
        let wanted = wanted.map(|(_, value)| value.into_owned());
        let (port, tls) = match (url.scheme(), wanted.as_deref()) {
            ("smtp", None) => (25, Tls::None),
            ("smtp", Some("required")) => (587, Tls::Required(encrypted()?)),
            ("smtp", Some("opportunistic")) => (587, Tls::Opportunistic(encrypted()?)),
            ("smtps", _) => (465, Tls::Wrapper(encrypted()?)),
            _ => return Err("unknown scheme or tls".to_owned()),
        };
        let decoded = |text: &str| {
            let text = percent_decode_str(text).decode_utf8();
            text.map(Cow::into_owned)
                .map_err(|_| "a percent code in the login is no UTF-8; write %25 instead of %")
        };
        let login = match url.password() {
            Some(password) => Some(Credentials::new(
                decoded(url.username())?,
                decoded(password)?,
            )),
            None => None,
        };
        let hello = match url.path().trim_matches('/') {
            "" => ClientId::default(),
            name => ClientId::Domain(name.to_owned()),
        };
        Ok(Self {
            port: url.port().unwrap_or(port),
            host,
            tls,
            hello,
            login,
        })
    }
}

/// Signs that end a login in a URL, and how a password with them is written.
const ENDING: [(char, &str); 4] = [('#', "%23"), ('/', "%2F"), ('?', "%3F"), ('@', "%40")];

/// Refuses a login with a sign that has another meaning in a URL: the rest of the password would be taken for the host.
fn check_login(text: &str) -> Result<(), String> {
    let (_, rest) = text.split_once("://").unwrap_or_default();
    let Some((login, _)) = rest.rsplit_once('@') else {
        return Ok(());
    };
    let (user, password) = login.split_once(':').unwrap_or((login, ""));
    for (sign, written) in ENDING {
        // Operators write a mail address as the user name without escaping its `@`, which is unambiguous.
        if password.contains(sign) || (sign != '@' && user.contains(sign)) {
            return Err(format!("write {written} instead of {sign} in the login"));
        }
    }
    Ok(())
}

/// Returns the host of a URL that may be wrong; empty if it has none. It ends before the port, because in a URL without
/// a host the password stands there.
fn host_in(text: &str) -> &str {
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let behind = rest.rsplit_once('@').map_or(rest, |(_, behind)| behind);
    let bracketed = behind
        .strip_prefix('[')
        .and_then(|address| address.split_once(']'))
        .filter(|(address, _)| address.parse::<Ipv6Addr>().is_ok());
    match bracketed {
        Some((address, _)) => address,
        None => behind
            .split([':', '/', '?', '#'])
            .next()
            .unwrap_or_default(),
    }
}

fn said(error: impl ToString) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::Relay;

    fn refused(url: &str) -> String {
        match Relay::from_url(url) {
            Ok(relay) => panic!("{url} leads to {}", relay.host),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_password_with_a_sign_of_urls_is_refused_with_the_way_to_write_it() {
        for (sign, written) in super::ENDING {
            let text = refused(&format!("smtps://lan:se{sign}cret@mail.example.vn:465"));
            assert!(
                text.contains(&format!(
                    "mail.example.vn: write {written} instead of {sign}"
                )),
                "{text}"
            );
            assert!(!text.contains("cret"), "{text}");
            let relay =
                Relay::from_url(&format!("smtps://lan:se{written}cret@mail.example.vn")).unwrap();
            assert_eq!(relay.host, "mail.example.vn");
        }
        let relay = Relay::from_url("smtps://lan@example.vn:secret@mail.example.vn").unwrap();
        assert_eq!(relay.host, "mail.example.vn");
    }

    #[test]
    fn every_refusal_names_the_host_and_never_the_password() {
        for (url, host, reason) in [
            (
                "smtps://lan:%ff-s3cret@mail.example.vn:465",
                "mail.example.vn",
                "write %25 instead of %",
            ),
            (
                "smtps://lan:s3cret%C3@mail.example.vn",
                "mail.example.vn",
                "write %25 instead of %",
            ),
            (
                "smtps://%ff:s3cret@mail.example.vn",
                "mail.example.vn",
                "write %25 instead of %",
            ),
            (
                "smtps://lan:s3cret@mail.example.vn:70000",
                "mail.example.vn",
                "port",
            ),
            (
                "smtp://lan:s3cret@mail.example.vn:s3cret?tls=required",
                "mail.example.vn",
                "port",
            ),
            ("smtp://lan:s3cret@[2001:db8::1]:x", "2001:db8::1", "port"),
            (
                "smtp://lan:s3cret@mail.example.vn?tls=s3cret",
                "mail.example.vn",
                "unknown scheme or tls",
            ),
            (
                "http://lan:s3cret@mail.example.vn",
                "mail.example.vn",
                "unknown scheme or tls",
            ),
            (
                "lan:s3cret@mail.example.vn:465",
                "mail.example.vn",
                "no host stands behind smtp://",
            ),
            ("smtps://lan:s3cret@mail example.vn", "mail example.vn", ""),
            // The end of the login is missing.
            ("smtps://lan:s3cret", "lan", "port"),
            ("smtps://[lan:s3cret]", "[lan", ""),
            ("smtps://lan:s3cret@", "", ""),
            ("", "", ""),
        ] {
            let text = refused(url);
            let named = if host.is_empty() {
                String::new()
            } else {
                format!(": {host}: ")
            };
            assert!(
                text.contains(&named) && text.contains(reason),
                "{url}: {text}"
            );
            assert!(!text.contains("s3cret"), "{url}: {text}");
        }
    }
}
