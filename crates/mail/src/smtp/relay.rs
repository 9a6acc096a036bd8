use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use percent_encoding::percent_decode_str;
use url::Url;

/// An unusable URL of a mail server. The error's text omits the URL, because it contains a password.
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
        let url = Url::parse(text).map_err(wrong)?;
        let host = url.host_str().filter(|host| !host.is_empty());
        let host = host.ok_or_else(|| wrong("it names no host"))?.to_owned();
        let encrypted = || TlsParameters::new(host.clone()).map_err(wrong);
        let wanted = url.query_pairs().find(|(key, _)| key == "tls");
        let wanted = wanted.map(|(_, value)| value.into_owned());
        let (port, tls) = match (url.scheme(), wanted.as_deref()) {
            ("smtp", None) => (25, Tls::None),
            ("smtp", Some("required")) => (587, Tls::Required(encrypted()?)),
            ("smtp", Some("opportunistic")) => (587, Tls::Opportunistic(encrypted()?)),
            ("smtps", _) => (465, Tls::Wrapper(encrypted()?)),
            _ => return Err(wrong("unknown scheme or tls")),
        };
        let decoded = |text: &str| {
            let text = percent_decode_str(text).decode_utf8().map_err(wrong)?;
            Ok(text.into_owned())
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

fn wrong(reason: impl ToString) -> SmtpUrlError {
    SmtpUrlError(reason.to_string())
}
