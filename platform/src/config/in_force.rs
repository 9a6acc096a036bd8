use std::fmt::Write as _;

use anyhow::Context as _;
use hoi_mail::Transport;

use super::{Config, SETTINGS, Sources, sources};

/// Shown in place of a secret.
const HIDDEN: &str = "***";
/// Words in the names of the storage's variables whose values are secrets.
const SECRET_NAMES: &[&str] = &["SECRET", "KEY", "TOKEN"];

/// The settings as the server would take them, for the operator to read. Contains no secret.
pub struct InForce {
    /// One line for each setting: where its value comes from, its variable, its value.
    pub settings: String,
    /// The faults that keep the server from starting, a sentence each.
    pub faults: Vec<String>,
}

impl InForce {
    /// Reads the settings, also wrong ones. Must be called within a Tokio runtime.
    #[must_use]
    pub fn of(sources: &Sources) -> Self {
        let secrets = secrets(sources);
        let hide = |text: &str| {
            let hidden = secrets.iter();
            hidden.fold(text.to_owned(), |text, secret| text.replace(secret, HIDDEN))
        };
        let file = sources.file().map_or_else(
            || "there is no hoi.toml in the working directory".to_owned(),
            |file| file.display().to_string(),
        );
        let mut settings = format!("{:<12} {file}\n", "file");
        let mut line = |origin: &str, name: &str, value: &str| {
            let value = if value.is_empty() { "none" } else { value };
            let _ = writeln!(settings, "{origin:<12} {name:<23} {}", hide(value));
        };
        for (key, _) in SETTINGS {
            let name = sources::variable(key);
            line(sources.origin(key).name(), &name, &sources.or_default(key));
        }
        for (name, value) in &sources.storage_options {
            line("environment", name, value);
        }
        Self {
            settings,
            faults: faults(sources).iter().map(|fault| hide(fault)).collect(),
        }
    }
}

/// Checks each setting by itself, so that one fault does not hide another, then all together.
fn faults(sources: &Sources) -> Vec<String> {
    let mut faults = sources.unknown();
    for (key, _) in SETTINGS {
        // Settings that mean nothing without another one are checked with it.
        let alone = match *key {
            "admin_email" => sources.only(&["admin_email", "admin_password"]),
            "dkim_key" | "dkim_selector" => sources.only(&["dkim_key", "dkim_selector"]),
            key => sources.only(&[key]),
        };
        faults.extend(Config::of(&alone).err().map(|fault| format!("{fault:#}")));
    }
    // Settings that are checked together report the same fault.
    faults.dedup();
    if faults.is_empty() {
        let config = Config::of(sources);
        let signer = config.and_then(|config| config.dkim_signer());
        faults.extend(signer.err().map(|fault| format!("{fault:#}")));
    }
    if let Some(url) = sources.text("smtp_url") {
        let server = Transport::smtp(&url).context("HOI_SMTP_URL");
        faults.extend(server.err().map(|fault| format!("{fault:#}")));
    }
    faults
}

/// Returns the passwords and keys in the settings.
fn secrets(sources: &Sources) -> Vec<String> {
    let keys = SETTINGS.iter().map(|(key, _)| *key);
    let urls: Vec<String> = keys
        .filter(|key| key.ends_with("_url"))
        .filter_map(|key| sources.text(key))
        .collect();
    let password = sources.text("admin_password");
    secrets_among(
        urls.iter().map(String::as_str),
        &sources.storage_options,
        password.as_deref(),
    )
}

/// Returns the passwords and keys among addresses, the storage's variables and the first administrator's password; the
/// longest first, because a short one may be a part of it.
#[must_use]
pub fn secrets_among<'a>(
    urls: impl Iterator<Item = &'a str>,
    storage_options: &'a [(String, String)],
    admin_password: Option<&'a str>,
) -> Vec<String> {
    let of_storage = storage_options.iter().filter(|(name, _)| {
        let mut words = SECRET_NAMES.iter();
        words.any(|word| name.contains(word))
    });
    let mut secrets: Vec<String> = urls
        .flat_map(secrets_of_url)
        .chain(of_storage.map(|(_, value)| value.as_str()))
        .chain(admin_password)
        .filter(|secret| !secret.is_empty())
        .map(str::to_owned)
        .collect();
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    secrets
}

/// Returns the secrets in an address, even a malformed one: its password, and parameters that are named like one.
fn secrets_of_url(url: &str) -> Vec<&str> {
    let (_, rest) = url.split_once("://").unwrap_or(("", url));
    // A password may hold any sign, so its end is at the last `@`.
    let (login, has_host) = match rest.rsplit_once('@') {
        Some((login, _)) => (login, true),
        None => (rest, false),
    };
    let password = login.split_once(':').map(|(_, password)| password);
    // Without an `@` there is a port, or the host was forgotten.
    let password =
        password.filter(|text| has_host || !(rest.starts_with(['/', '[']) || is_port(text)));
    let query = rest.split_once('?').map_or("", |(_, query)| query);
    let parameters = query.split('&').filter_map(|pair| pair.split_once('='));
    let secret = parameters.filter(|(name, _)| {
        let name = name.to_lowercase();
        ["password", "secret", "token"]
            .iter()
            .any(|word| name.contains(word))
    });
    password
        .into_iter()
        .chain(secret.map(|(_, value)| value))
        .collect()
}

/// Returns whether the text begins with the number of a port, as behind a host.
fn is_port(text: &str) -> bool {
    let port = text.split(['/', '?']).next().unwrap_or_default();
    port.parse::<u16>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_found_in_addresses_however_they_are_written() {
        let cases: [(&str, &[&str]); 10] = [
            ("smtps://hoi:s3cret@mail.example.vn", &["s3cret"]),
            (
                "smtps://hoi:s3/cr@t?x@mail.example.vn:465?tls=required",
                &["s3/cr@t?x"],
            ),
            ("hoi:s3cret@mail.example.vn", &["s3cret"]),
            ("smtps://hoi:s3cret", &["s3cret"]),
            (
                "postgres://hoi@db/hoi?password=s3cret&sslmode=require",
                &["s3cret"],
            ),
            ("postgres://hoi:one@db/hoi?sslpassword=two", &["one", "two"]),
            ("smtp://mail.example.vn:587?tls=required", &[]),
            ("http://[::1]:8080", &[]),
            ("sqlite:///srv/a:b/hoi.db", &[]),
            ("s3://bucket/folder", &[]),
        ];
        for (url, secrets) in cases {
            assert_eq!(secrets_of_url(url), secrets, "{url}");
        }
    }

    #[tokio::test]
    async fn values_are_shown_with_where_they_come_from_and_all_faults_are_named() {
        let environment = |name: &str| match name {
            "HOI_LISTEN" => Some("here".to_owned()),
            "HOI_DRAIN_SECONDS" => Some("301".to_owned()),
            _ => None,
        };
        let file = "landing_page = true\nsmtp_url = \"http://hoi:hunter2@mail\"\nlistn = 1";
        let InForce { settings, faults } = InForce::of(&Sources::of(file, environment).unwrap());
        for line in [
            "environment  HOI_LISTEN              here",
            "file         HOI_LANDING_PAGE        true",
            "default      HOI_DATABASE_URL        sqlite://./data/hoi.db",
            "default      HOI_STORAGE_URL         none",
            "file         HOI_SMTP_URL            http://hoi:***@mail",
        ] {
            assert!(
                settings.lines().any(|shown| shown == line),
                "{line}\n{settings}"
            );
        }
        let words = ["`listn`", "HOI_LISTEN", "HOI_DRAIN_SECONDS", "HOI_SMTP_URL"];
        assert_eq!(faults.len(), words.len(), "{faults:?}");
        for word in words {
            assert!(
                faults.iter().any(|fault| fault.contains(word)),
                "{word}: {faults:?}"
            );
        }
    }

    #[tokio::test]
    async fn settings_that_do_not_fit_together_are_a_fault() {
        let email = Sources::of("admin_email = \"a@example.vn\"", |_| None).unwrap();
        let selector = Sources::of("dkim_selector = \"own7\"", |_| None).unwrap();
        for sources in [email, selector] {
            let InForce { faults, .. } = InForce::of(&sources);
            assert_eq!(faults.len(), 1, "{faults:?}");
        }
        assert!(InForce::of(&Sources::default()).faults.is_empty());
    }

    #[tokio::test]
    async fn no_secret_is_shown_even_in_the_sentence_about_a_fault() {
        const SECRETS: [&str; 5] = [
            "hunter2-db",
            "hunter2-smtp",
            "hunter2",
            "hunter2-web",
            "hunter2-s3",
        ];
        let [db, smtp, admin, web, s3] = SECRETS;
        for scheme in ["postgres", "nonsense"] {
            let environment = |name: &str| match name {
                "HOI_DATABASE_URL" => Some(format!("{scheme}://hoi:{db}@db/hoi")),
                "HOI_SMTP_URL" => Some(format!("{scheme}://hoi:{smtp}@mail")),
                "HOI_ADMIN_PASSWORD" => Some(admin.to_owned()),
                "HOI_PUBLIC_URL" => Some(format!("https://hoi:{web}@events.example.vn")),
                _ => None,
            };
            let mut sources = Sources::of("", environment).unwrap();
            sources.storage_options = vec![("AWS_SECRET_ACCESS_KEY".to_owned(), s3.to_owned())];
            let InForce { settings, faults } = InForce::of(&sources);
            let said = format!("{settings}{}", faults.concat());
            assert!(
                said.contains(HIDDEN) && said.contains("HOI_PUBLIC_URL: `https://hoi:***@"),
                "{said}"
            );
            for secret in SECRETS {
                assert!(!said.contains(secret), "{secret}: {said}");
            }
        }
    }
}
