//! Configuration: every value has a default, may be set in an optional `hoi.toml`, and is overridden by the environment
//! variable with the name in upper case and the prefix `HOI_`. It is read once at start; nothing else is read from the
//! environment except the `AWS_` variables of a storage and the `OTEL_` variables of traces.

mod in_force;
mod sources;
mod trusted_proxies;

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use axum::http::Uri;
use hoi_db::DatabaseUrl;
use hoi_mail::{DkimError, DkimSigner, Mailbox};
use ipnet::IpNet;
use tracing_subscriber::EnvFilter;

pub use self::in_force::{InForce, secrets_among};
pub use self::sources::Sources;
pub use self::trusted_proxies::TrustedProxies;
use self::trusted_proxies::networks;

/// All settings, each with its default; empty for nothing. `{listen}` and `{data_dir}` stand for the values of these
/// settings. README.md documents them.
const SETTINGS: &[(&str, &str)] = &[
    ("listen", "127.0.0.1:8080"),
    ("public_url", "http://{listen}"),
    ("data_dir", "./data"),
    ("database_url", "sqlite://{data_dir}/hoi.db"),
    ("storage_url", ""),
    ("smtp_url", ""),
    ("mail_from", "Hội <no-reply@localhost.localdomain>"),
    ("dkim_key", ""),
    ("dkim_selector", ""),
    ("admin_email", ""),
    ("admin_password", ""),
    ("trusted_proxies", ""),
    ("min_free_mb", "64"),
    ("landing_page", "false"),
    ("development", "false"),
    ("require_admin_2fa", "false"),
    ("metrics_listen", ""),
    ("drain_seconds", "0"),
    ("retention_max_days", "1095"),
    ("webhook_allowed_networks", ""),
    ("traces_url", ""),
    ("traces_share", "1"),
    ("log", "info"),
    ("log_format", "auto"),
];

/// The longest drain time of a server that stops, in seconds.
const MOST_DRAIN: u64 = 300;

/// Bounds of the longest time for which data of participants is kept, in days. The lower one is the time that every
/// organiser needs to settle an event.
const RETENTION_DAYS: RangeInclusive<i64> = 30..=3650;

/// The operator's settings.
#[derive(Clone)]
pub struct Config {
    /// Address to listen on; default `127.0.0.1:8080`.
    pub listen: SocketAddr,
    /// The address at which browsers reach the server, without a trailing slash; default `http://<listen>`. Links in
    /// mails start with it.
    pub public_url: String,
    /// The folder of database, files, mails and secret; default `./data`.
    pub data_dir: PathBuf,
    /// `sqlite://path` (default: `hoi.db` in the data folder) or `postgres://…`.
    pub database_url: DatabaseUrl,
    /// The storage of uploaded files, `file://` or `s3://bucket/prefix`; default: `files` in the data folder.
    pub storage_url: Option<String>,
    /// The environment variables that begin with `AWS_`: address and credentials of the storage, named as for every S3
    /// client.
    pub storage_options: Vec<(String, String)>,
    /// `smtp://` or `smtps://`; without it mails are `.eml` files in the data folder.
    pub smtp_url: Option<String>,
    pub mail_from: Mailbox,
    /// The file with the key that mails are signed with, and the selector under which the domain of `mail_from` publishes
    /// it; None: the mail server signs, or nothing does.
    pub dkim: Option<(PathBuf, String)>,
    /// The address of the first administrator, who is created at start while there is none.
    pub admin_email: Option<String>,
    /// The first administrator's password.
    pub admin_password: Option<String>,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: TrustedProxies,
    /// Free space in MiB below which registrations and uploads are refused; default 64.
    pub min_free_mb: u64,
    /// Whether `/` shows the landing page instead of leading to the login.
    pub landing_page: bool,
    /// Shows `/dev/mail` to everyone who can reach the server. Must be off in production.
    pub development: bool,
    /// Whether administrators need a second factor. Those without one may only set it up.
    pub require_admin_2fa: bool,
    /// Address at which Prometheus reads this server's figures; without it nowhere.
    pub metrics_listen: Option<SocketAddr>,
    /// How long the server still answers after it was asked to stop, so that a proxy can send visitors elsewhere;
    /// default 0, at most 300.
    pub drain: Duration,
    /// The most days after an event's end for which the personal data of its participants is kept; default 1095, 30–3650.
    pub retention_max_days: i64,
    /// Networks beside the internet into which webhooks may be sent, also without encryption; default none.
    pub webhook_allowed_networks: Vec<IpNet>,
    /// The origin of a push service beside the known ones. Not a setting: tests have one of their own.
    pub push_service: Option<String>,
    /// The collector that traces of requests are sent to, without `/v1/traces`; without it they are not made.
    pub traces_url: Option<String>,
    /// The share of requests that are traced, 0 to 1; default 1.
    pub traces_share: f64,
    /// The log filter in the syntax of `tracing`; default `info`.
    pub log: String,
    /// The format of log lines; the default depends on whether they go to a terminal.
    pub log_format: LogFormat,
}

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// As text on a terminal, as JSON elsewhere.
    Auto,
    /// As one JSON object a line, for programs.
    Json,
    /// As text, for people.
    Text,
}

impl FromStr for LogFormat {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "auto" => Ok(Self::Auto),
            "json" => Ok(Self::Json),
            "text" => Ok(Self::Text),
            _ => Err(()),
        }
    }
}

impl LogFormat {
    /// Returns whether lines are JSON; `to_terminal` tells whether they go to a terminal.
    #[must_use]
    pub fn is_json(self, to_terminal: bool) -> bool {
        match self {
            Self::Auto => !to_terminal,
            Self::Json => true,
            Self::Text => false,
        }
    }
}

impl Config {
    /// Reads `file`, or else `hoi.toml` in the working directory if it exists, then the environment.
    pub fn load(file: Option<&Path>) -> Result<Self> {
        Self::of(&Sources::read(file)?)
    }

    /// Reads the text of a file and the given environment.
    pub fn from(file: &str, environment: impl Fn(&str) -> Option<String>) -> Result<Self> {
        Self::of(&Sources::of(file, environment)?)
    }

    /// Reads the settings from their sources.
    pub fn of(sources: &Sources) -> Result<Self> {
        if let Some(unknown) = sources.unknown().into_iter().next() {
            bail!(unknown);
        }
        let text = |key: &str| sources.text(key);
        let database_url = sources.or_default("database_url").parse::<DatabaseUrl>();
        let trusted_proxies: Result<TrustedProxies, String> =
            sources.or_default("trusted_proxies").parse();
        let webhook_networks = networks(&sources.or_default("webhook_allowed_networks"));
        let admin_email = text("admin_email");
        let admin_password = text("admin_password");
        if admin_email.is_some() && admin_password.is_none() {
            bail!(
                "HOI_ADMIN_EMAIL has no HOI_ADMIN_PASSWORD beside it, so nobody could log in; set both, or neither and run \
                 `hoi create-admin`"
            );
        }
        let dkim = match (text("dkim_key"), text("dkim_selector")) {
            (Some(key), Some(selector)) => Some((PathBuf::from(key), selector)),
            (None, None) => None,
            _ => bail!(
                "HOI_DKIM_KEY and HOI_DKIM_SELECTOR belong together: set the file with the key and the name under which the \
                 sender's domain publishes it, or neither"
            ),
        };
        let log = sources.or_default("log");
        EnvFilter::try_new(&log).context("HOI_LOG is not a log filter")?;
        Ok(Self {
            listen: parsed(sources, "listen")?,
            public_url: address("public_url", &sources.or_default("public_url"))?,
            data_dir: PathBuf::from(sources.or_default("data_dir")),
            database_url: database_url.map_err(|error| anyhow!("HOI_DATABASE_URL: {error}"))?,
            storage_url: text("storage_url"),
            storage_options: sources.storage_options.clone(),
            smtp_url: text("smtp_url"),
            mail_from: parsed(sources, "mail_from")?,
            dkim,
            admin_email,
            admin_password,
            trusted_proxies: trusted_proxies
                .map_err(|error| anyhow!("HOI_TRUSTED_PROXIES: {error}"))?,
            min_free_mb: parsed(sources, "min_free_mb")?,
            landing_page: parsed(sources, "landing_page")?,
            development: parsed(sources, "development")?,
            metrics_listen: text("metrics_listen")
                .map(|address| read("metrics_listen", &address, "127.0.0.1:9090"))
                .transpose()?,
            drain: drain(&sources.or_default("drain_seconds"))?,
            retention_max_days: retention(parsed(sources, "retention_max_days")?)?,
            webhook_allowed_networks: webhook_networks
                .map_err(|error| anyhow!("HOI_WEBHOOK_ALLOWED_NETWORKS: {error}"))?,
            push_service: None,
            traces_url: text("traces_url")
                .map(|url| address("traces_url", &url))
                .transpose()?,
            traces_share: share(parsed(sources, "traces_share")?)?,
            require_admin_2fa: parsed(sources, "require_admin_2fa")?,
            log,
            log_format: parsed(sources, "log_format")?,
        })
    }
}

impl Config {
    /// Reads the key that mails are signed with; None if no key is configured.
    pub fn dkim_signer(&self) -> Result<Option<DkimSigner>> {
        let Some((file, selector)) = &self.dkim else {
            return Ok(None);
        };
        let shown = file.display();
        let pem = std::fs::read(file).with_context(|| {
            format!("HOI_DKIM_KEY: {shown} cannot be read; let the user that runs hoi read it")
        })?;
        let signer = DkimSigner::new(self.mail_from.email.domain(), selector, &pem);
        let signer = signer.map_err(|error| match error {
            DkimError::Domain => anyhow!("HOI_MAIL_FROM: {error}"),
            DkimError::Selector => anyhow!("HOI_DKIM_SELECTOR: {error}"),
            error => anyhow!(
                "HOI_DKIM_KEY: {shown} cannot be used, {error}; make one with openssl genpkey -algorithm RSA -pkeyopt \
                 rsa_keygen_bits:2048 -out {shown}"
            ),
        })?;
        Ok(Some(signer))
    }
}

/// Checks the address of a server and removes a slash at its end: it needs scheme and host, and paths are appended to it.
fn address(key: &str, text: &str) -> Result<String> {
    let url = text.trim_end_matches('/');
    let is_address = url.parse::<Uri>().is_ok_and(|parsed| {
        matches!(parsed.scheme_str(), Some("http" | "https"))
            && parsed.host().is_some_and(|host| !host.is_empty())
            && parsed
                .authority()
                .is_some_and(|authority| !authority.as_str().contains('@'))
            && !url.contains(['?', '#'])
    });
    let (of, example) = match key {
        "traces_url" => ("the address of a collector", "http://127.0.0.1:4318"),
        _ => ("how browsers reach a server", "https://events.example.vn"),
    };
    if !is_address {
        bail!(
            "{}: `{text}` is not {of}; write it like {example}",
            sources::variable(key)
        );
    }
    Ok(url.to_owned())
}

fn share(share: f64) -> Result<f64> {
    if !(0.0..=1.0).contains(&share) {
        bail!("HOI_TRACES_SHARE: {share} is not from 0 to 1; 0.1 traces every tenth request");
    }
    Ok(share)
}

fn drain(text: &str) -> Result<Duration> {
    let seconds: u64 = read("drain_seconds", text, "5")?;
    if seconds > MOST_DRAIN {
        bail!(
            "HOI_DRAIN_SECONDS: {seconds} is longer than a server should take to stop; write at most {MOST_DRAIN}"
        );
    }
    Ok(Duration::from_secs(seconds))
}

fn retention(days: i64) -> Result<i64> {
    if !RETENTION_DAYS.contains(&days) {
        bail!(
            "HOI_RETENTION_MAX_DAYS: {days} is not from {} to {} days",
            RETENTION_DAYS.start(),
            RETENTION_DAYS.end()
        );
    }
    Ok(days)
}

/// Reads the value of a setting that has a default.
fn parsed<T: FromStr>(sources: &Sources, key: &str) -> Result<T> {
    read(key, &sources.or_default(key), sources::default(key))
}

/// Reads `text` as the value of `key`. The error shows `example`.
fn read<T: FromStr>(key: &str, text: &str, example: &str) -> Result<T> {
    let how = match example {
        "false" => "true or false",
        "auto" => "json or text",
        example => example,
    };
    text.parse().map_err(|_| {
        anyhow!(
            "{}: `{text}` cannot be used; write it like {how}",
            sources::variable(key)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_no_file_and_no_environment() {
        let config = Config::from("", |_| None).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.public_url, "http://127.0.0.1:8080");
        assert!(!config.development);
    }

    #[test]
    fn the_environment_overrules_the_file() {
        let environment = |name: &str| (name == "HOI_LISTEN").then(|| "127.0.0.1:9000".to_owned());
        let config = Config::from(
            "listen = \"127.0.0.1:7000\"\nlanding_page = true",
            environment,
        )
        .unwrap();
        assert_eq!(config.listen.port(), 9000);
        assert!(config.landing_page);
    }

    fn refusal(environment: &[(&str, &str)]) -> Option<String> {
        let value = |name: &str| {
            let found = environment.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Config::from("", value).err().map(|error| error.to_string())
    }

    #[test]
    fn a_public_url_has_a_scheme_and_a_host() {
        for url in [
            "events.example.vn",
            "ftp://events.example.vn",
            "https://",
            "/events",
            "https://user@events.example.vn",
            "https://events.example.vn/?a=b",
            "https://events example.vn",
        ] {
            let said = refusal(&[("HOI_PUBLIC_URL", url)]).unwrap();
            assert!(
                said.contains("HOI_PUBLIC_URL") && said.contains(url),
                "{said}"
            );
        }
        for url in ["https://events.example.vn/", "http://[::1]:8080"] {
            assert_eq!(refusal(&[("HOI_PUBLIC_URL", url)]), None, "{url}");
        }
    }

    #[test]
    fn an_administrators_address_needs_a_password() {
        let email = ("HOI_ADMIN_EMAIL", "admin@example.vn");
        assert!(refusal(&[email]).unwrap().contains("HOI_ADMIN_PASSWORD"));
        let password = ("HOI_ADMIN_PASSWORD", "correct horse battery");
        assert_eq!(refusal(&[email, password]), None);
        assert_eq!(refusal(&[password]), None);
    }

    #[test]
    fn a_key_for_signatures_needs_its_selector_and_must_be_readable() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("dkim.pem");
        let path = file.to_str().unwrap().to_owned();
        let from = ("HOI_MAIL_FROM", "Hội <events@hoi.vn>");
        let (key, selector) = (("HOI_DKIM_KEY", &*path), ("HOI_DKIM_SELECTOR", "own7"));
        assert!(refusal(&[key]).unwrap().contains("HOI_DKIM_SELECTOR"));
        assert!(refusal(&[selector]).unwrap().contains("HOI_DKIM_KEY"));
        assert_eq!(refusal(&[key, selector]), None);
        let signer = || {
            let settings = [from, key, selector];
            let value = |name: &str| {
                let found = settings.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            let config = Config::from("", value).unwrap();
            config.dkim_signer().map_err(|error| format!("{error:#}"))
        };
        let said = signer().err().unwrap();
        assert!(
            said.contains("HOI_DKIM_KEY") && said.contains(&path),
            "{said}"
        );
        std::fs::write(&file, "secret-text").unwrap();
        let said = signer().err().unwrap();
        assert!(
            said.contains("openssl") && !said.contains("secret-text"),
            "{said}"
        );
        let pem = include_bytes!("../../crates/mail/tests/keys/rsa.pem");
        std::fs::write(&file, pem).unwrap();
        let name = signer().unwrap().unwrap().name();
        assert_eq!(name, "own7._domainkey.hoi.vn");
        assert!(
            Config::from("", |_| None)
                .unwrap()
                .dkim_signer()
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn a_server_drains_for_five_minutes_at_most() {
        let seconds = |text: &'static str| {
            Config::from("", move |name| {
                (name == "HOI_DRAIN_SECONDS").then(|| text.to_owned())
            })
        };
        assert_eq!(Config::from("", |_| None).unwrap().drain, Duration::ZERO);
        assert_eq!(seconds("300").unwrap().drain, Duration::from_mins(5));
        for wrong in ["301", "-1", "5s"] {
            let said = seconds(wrong).err().unwrap().to_string();
            assert!(said.contains("HOI_DRAIN_SECONDS"), "{said}");
        }
    }

    #[test]
    fn data_is_kept_for_a_month_at_least_and_ten_years_at_most() {
        let days = |text: &'static str| {
            Config::from("", move |name| {
                (name == "HOI_RETENTION_MAX_DAYS").then(|| text.to_owned())
            })
        };
        let usual = Config::from("", |_| None).unwrap();
        assert_eq!(usual.retention_max_days, 1095);
        for (text, kept) in [("30", 30), ("3650", 3650)] {
            assert_eq!(days(text).unwrap().retention_max_days, kept);
        }
        for wrong in ["29", "3651", "a year"] {
            let said = days(wrong).err().unwrap().to_string();
            assert!(said.contains("HOI_RETENTION_MAX_DAYS"), "{said}");
        }
    }

    #[test]
    fn traces_go_to_an_address_and_are_made_of_a_share_of_the_requests() {
        let usual = Config::from("", |_| None).unwrap();
        assert_eq!((usual.traces_url, usual.traces_share), (None, 1.0));
        for url in ["127.0.0.1:4318", "https://key@collector.vn", "grpc://a.vn"] {
            let said = refusal(&[("HOI_TRACES_URL", url)]).unwrap();
            assert!(
                said.contains("HOI_TRACES_URL") && said.contains("4318"),
                "{said}"
            );
        }
        let url = |name: &str| (name == "HOI_TRACES_URL").then(|| "http://a.vn:4318/".to_owned());
        let url = Config::from("", url).unwrap().traces_url;
        assert_eq!(url.as_deref(), Some("http://a.vn:4318"));
        for share in ["0", "0.25", "1"] {
            assert_eq!(refusal(&[("HOI_TRACES_SHARE", share)]), None, "{share}");
        }
        for wrong in ["-0.1", "1.01", "NaN", "half"] {
            let said = refusal(&[("HOI_TRACES_SHARE", wrong)]).unwrap();
            assert!(said.contains("HOI_TRACES_SHARE"), "{said}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        let unknown = Config::from("listn = \"x\"", |_| None)
            .err()
            .unwrap()
            .to_string();
        assert!(unknown.contains("`listn` is not a setting"));
        assert!(unknown.contains("`listen`"));
        let wrong = Config::from("", |name| (name == "HOI_LISTEN").then(|| "here".to_owned()))
            .err()
            .unwrap()
            .to_string();
        assert!(wrong.contains("HOI_LISTEN"));
    }
}
