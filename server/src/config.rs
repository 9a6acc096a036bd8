//! Configuration: every value has a default, may stand in an optional `hoi.toml`, and is overruled by the environment
//! variable of the same name in upper case with the prefix `HOI_`. Read once at start; nothing else is read from the
//! surroundings.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow};
use hoi_db::DatabaseUrl;
use hoi_mail::Mailbox;
use toml::{Table, Value};

/// The keys, their defaults and meaning; README.md shows the same table.
const KEYS: &[&str] = &[
    "listen",
    "public_url",
    "data_dir",
    "database_url",
    "storage_url",
    "smtp_url",
    "mail_from",
    "admin_email",
    "admin_password",
    "trusted_proxies",
    "landing_page",
    "development",
    "log",
];

/// What the operator chose.
#[derive(Clone)]
pub struct Config {
    /// Address to listen on; default `127.0.0.1:8080`.
    pub listen: SocketAddr,
    /// How browsers reach the server, without a trailing slash; default `http://<listen>`. Links in mails start with it.
    pub public_url: String,
    /// Database, files, mails and secrets; default `./data`.
    pub data_dir: PathBuf,
    /// `sqlite://path` (default: `hoi.db` in the data folder) or `postgres://…`.
    pub database_url: DatabaseUrl,
    /// Where uploaded files live; default: `files` in the data folder.
    pub storage_url: Option<String>,
    /// `smtp://` or `smtps://`; without it mails are `.eml` files in the data folder.
    pub smtp_url: Option<String>,
    /// The sender of all mails.
    pub mail_from: Mailbox,
    /// The first administrator's address, made at start when no administrator exists.
    pub admin_email: Option<String>,
    /// Their password.
    pub admin_password: Option<String>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// Whether `/` shows the landing page instead of leading to the login.
    pub landing_page: bool,
    /// Shows `/dev/mail` to everyone who can reach the server. Never in production.
    pub development: bool,
    /// Log filter, as `tracing` reads it; default `info`.
    pub log: String,
}

impl Config {
    /// Reads `hoi.toml` in the working directory, if there is one, then the environment.
    pub fn load() -> Result<Self> {
        let file = std::fs::read_to_string("hoi.toml").unwrap_or_default();
        Self::from(&file, |name| std::env::var(name).ok())
    }

    /// From the text of a file and a view of the environment.
    pub fn from(file: &str, environment: impl Fn(&str) -> Option<String>) -> Result<Self> {
        let table: Table = file.parse().context("hoi.toml is not valid TOML")?;
        if let Some(unknown) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(anyhow!(
                "hoi.toml: `{unknown}` is not a setting; known are {}",
                KEYS.join(", ")
            ));
        }
        let text = |key: &str| -> Option<String> {
            let from_file = || match table.get(key)? {
                Value::String(text) => Some(text.clone()),
                other => Some(other.to_string()),
            };
            environment(&format!("HOI_{}", key.to_uppercase()))
                .or_else(from_file)
                .filter(|text| !text.is_empty())
        };
        let listen: SocketAddr = parsed("listen", text("listen"), "127.0.0.1:8080")?;
        let data_dir = PathBuf::from(text("data_dir").unwrap_or_else(|| "./data".to_owned()));
        let database_url = match text("database_url") {
            Some(address) => address
                .parse()
                .map_err(|error| anyhow!("HOI_DATABASE_URL: {error}"))?,
            None => DatabaseUrl::Sqlite(data_dir.join("hoi.db")),
        };
        let proxies = text("trusted_proxies").unwrap_or_default();
        let trusted_proxies = proxies
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .map(|part| {
                part.parse()
                    .map_err(|_| anyhow!("HOI_TRUSTED_PROXIES: `{part}` is not an address"))
            });
        Ok(Self {
            listen,
            public_url: text("public_url")
                .unwrap_or_else(|| format!("http://{listen}"))
                .trim_end_matches('/')
                .to_owned(),
            database_url,
            storage_url: text("storage_url"),
            smtp_url: text("smtp_url"),
            mail_from: parsed(
                "mail_from",
                text("mail_from"),
                "Hội <no-reply@localhost.localdomain>",
            )?,
            admin_email: text("admin_email"),
            admin_password: text("admin_password"),
            trusted_proxies: trusted_proxies.collect::<Result<_>>()?,
            landing_page: parsed("landing_page", text("landing_page"), "false")?,
            development: parsed("development", text("development"), "false")?,
            log: text("log").unwrap_or_else(|| "info".to_owned()),
            data_dir,
        })
    }
}

fn parsed<T: FromStr>(key: &str, value: Option<String>, default: &str) -> Result<T> {
    let text = value.unwrap_or_else(|| default.to_owned());
    text.parse()
        .map_err(|_| anyhow!("HOI_{}: `{text}` cannot be used", key.to_uppercase()))
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

    #[test]
    fn mistakes_are_named() {
        let unknown = Config::from("listn = \"x\"", |_| None)
            .err()
            .unwrap()
            .to_string();
        assert!(unknown.contains("`listn` is not a setting"));
        let wrong = Config::from("", |name| (name == "HOI_LISTEN").then(|| "here".to_owned()))
            .err()
            .unwrap()
            .to_string();
        assert!(wrong.contains("HOI_LISTEN"));
    }
}
