//! Tries everything that the configuration names, and says how to mend each fault.
//!
//! Every step has a time limit. The answers of other programs are shown without the configured secrets.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use axum::http::Uri;
use bytes::Bytes;
use hoi_db::{DatabaseUrl, Db, Timestamp};
use hoi_mail::{Verdict, check_sender_domain, check_signed_domain, system_dns_servers};
use hoi_platform::clock::{self, Clock};
use hoi_platform::config::{Config, secrets_among};
use hoi_platform::ids::FileId;
use hoi_platform::secrets::Secrets;
use hoi_platform::storage::Storage;
use hoi_platform::{installation, mails};
use reqwest::header::{CONNECTION, DATE, UPGRADE};
use reqwest::{Client, Response, StatusCode, redirect};
use tokio::time::timeout;

use super::proof::{HEADER, PATH, Proof, Question};
use super::report::Report;
use crate::traces::Traces;

/// The longest time for one check.
const PATIENCE: Duration = Duration::from_secs(20);
/// How far clocks may differ. Codes of a second factor are valid for half a minute.
const CLOCK_TOLERANCE: Duration = Duration::from_secs(10);

/// Settings for requesting the DNS records of the sender's domain.
#[derive(Debug, Default)]
pub struct DnsQuestions {
    /// The server to ask instead of the system's.
    pub server: Option<SocketAddr>,
    /// The name that the mail provider has given the key of DKIM.
    pub dkim_selector: Option<String>,
}

/// Checks everything that the configuration names, at the same time.
pub async fn doctor(config: &Config, clock: &Clock, dns: &DnsQuestions) -> Report {
    let ((database, remote), storage, mail, sender, (public, date), traces) = tokio::join!(
        database(config, clock),
        storage(config),
        mail(config),
        sender(config, dns),
        public_address(config, clock),
        traces(config),
    );
    let mut report = Report::default();
    for part in [database, storage, mail, sender, public, traces] {
        report.lines.extend(part.lines);
    }
    compare_clocks(&mut report, &[("database", remote), ("web", date)]);
    let secrets = configured_secrets(config);
    for line in &mut report.lines {
        for secret in &secrets {
            line.text = line.text.replace(secret.as_str(), "***");
        }
    }
    report
}

/// Returns the passwords and keys of the configuration.
fn configured_secrets(config: &Config) -> Vec<String> {
    let database = match &config.database_url {
        DatabaseUrl::Postgres(url) => Some(url.as_str()),
        DatabaseUrl::Sqlite(_) => None,
    };
    let urls = [
        database,
        config.smtp_url.as_deref(),
        config.storage_url.as_deref(),
    ];
    secrets_among(
        urls.into_iter().flatten(),
        &config.storage_options,
        config.admin_password.as_deref(),
    )
}

async fn within<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    match timeout(PATIENCE, work).await {
        Ok(done) => done,
        Err(_) => Err(anyhow!("no answer within {} seconds", PATIENCE.as_secs())),
    }
}

/// The difference of another clock to this machine's in milliseconds; None if it could not be read.
type Drift = Option<i64>;

async fn database(config: &Config, clock: &Clock) -> (Report, Drift) {
    let mut report = Report::default();
    let remedy = match config.database_url {
        DatabaseUrl::Sqlite(_) => {
            "See that HOI_DATA_DIR and HOI_DATABASE_URL name the server's database and that this user owns its folder"
        }
        DatabaseUrl::Postgres(_) => {
            "See that HOI_DATABASE_URL is right, that the database server runs and accepts this machine, and that the \
             role owns the database"
        }
    };
    let checked = within(async {
        let db = super::open_database(config).await?;
        let drift = inspect(&db, config, clock, &mut report).await;
        db.close().await;
        drift
    });
    let drift = checked.await.unwrap_or_else(|error| {
        report.problem("database", format!("{error:#}. {remedy}"));
        None
    });
    (report, drift)
}

async fn inspect(db: &Db, config: &Config, clock: &Clock, report: &mut Report) -> Result<Drift> {
    let version = db.version().await?;
    db.check_commit().await?;
    report.fine("database", format!("{version}; it takes changes"));
    for setting in db.risky_settings().await? {
        report.problem(
            "database",
            format!("with {setting} a power failure loses acknowledged changes: switch it to its default"),
        );
    }
    let known = installation::known_fingerprint(db.read()).await?;
    let own = config.data_dir.join("secret").exists();
    let own = own
        .then(|| Secrets::load_or_create(&config.data_dir))
        .transpose()?;
    if let Some(known) = known
        && own.is_none_or(|own| installation::fingerprint(&own) != known)
    {
        report.problem(
            "secret",
            format!(
                "{} is missing or not the one that the database was used with: put the right one there",
                config.data_dir.join("secret").display()
            ),
        );
    }
    let remote = db.remote_time().await?;
    Ok(remote.map(|remote| remote.0 - clock.now().0))
}

async fn storage(config: &Config) -> Report {
    let mut report = Report::default();
    let checked = within(async {
        let storage = Storage::open(config).await?;
        let probe: FileId = clock::new_id();
        let content = Bytes::from_static(b"hoi doctor");
        storage.put(probe, content.clone()).await?;
        let read = storage.get(probe).await;
        storage.remove(probe).await?;
        if read? != Some(content) {
            bail!("what was written was not read again");
        }
        if storage.get(probe).await?.is_some() {
            bail!("what was removed is still there");
        }
        Ok(())
    });
    match checked.await {
        Ok(()) => report.fine("storage", "it takes, gives back and removes files"),
        Err(error) => report.problem(
            "storage",
            format!(
                "{error:#}. See that HOI_STORAGE_URL and the AWS_ variables are right and that this user may write there"
            ),
        ),
    }
    report
}

async fn mail(config: &Config) -> Report {
    let mut report = Report::default();
    let Some(url) = &config.smtp_url else {
        let text = "no mail leaves this machine: mails are files in the data folder. Set HOI_SMTP_URL and HOI_MAIL_FROM";
        if is_local(&config.public_url) {
            report.note("mail", text);
        } else {
            report.problem("mail", text);
        }
        return report;
    };
    if url.starts_with("smtp://") && !url.contains("tls=required") && !is_local(url) {
        report.problem(
            "mail",
            "mails and the login may cross the network unencrypted: write smtps:// or add ?tls=required to HOI_SMTP_URL",
        );
    }
    if config.mail_from.email.domain().ends_with(".localdomain") {
        report.problem(
            "mail",
            "HOI_MAIL_FROM is no address that mail servers accept: set it to one of your domain",
        );
    }
    if let Err(error) = config.dkim_signer() {
        report.problem("mail", format!("{error:#}"));
        return report;
    }
    let checked = within(async {
        let server = mails::transport(config)?;
        // The conversation needs much memory, which would otherwise be part of every caller.
        Ok(Box::pin(server.check()).await?)
    });
    match checked.await {
        Ok(()) => report.fine(
            "mail",
            "the mail server takes the connection and the login; nothing was sent",
        ),
        Err(error) => report.problem(
            "mail",
            format!(
                "{error:#}. See that host, port, encryption and login in HOI_SMTP_URL are right"
            ),
        ),
    }
    report
}

async fn traces(config: &Config) -> Report {
    let mut report = Report::default();
    let Some(url) = &config.traces_url else {
        return report;
    };
    match within(Traces::try_collector(url)).await {
        Ok(()) => report.fine("traces", "the collector takes them"),
        Err(error) => report.problem(
            "traces",
            format!(
                "{error:#}. See that HOI_TRACES_URL is the address of a collector that takes OTLP over HTTP, without \
                 /v1/traces"
            ),
        ),
    }
    report
}

/// Checks whether receivers can tell mails of this installation from forged ones.
async fn sender(config: &Config, dns: &DnsQuestions) -> Report {
    let mut report = Report::default();
    let domain = config.mail_from.email.domain();
    let Some(url) = &config.smtp_url else {
        report.note(
            "sender",
            format!("SPF, DKIM and DMARC of {domain} are not checked, because no mail leaves this machine"),
        );
        return report;
    };
    let servers = match dns.server {
        Some(server) => vec![server],
        None => system_dns_servers(),
    };
    let selector = dns.dkim_selector.as_deref();
    // Faults of the key are among the findings about mail.
    let signer = config.dkim_signer().ok().flatten();
    // They ask many questions at once, which need much memory.
    let found = match &signer {
        Some(signer) if selector.is_none() => {
            Box::pin(check_signed_domain(domain, url, signer, &servers)).await
        }
        _ => Box::pin(check_sender_domain(domain, url, selector, &servers)).await,
    };
    for finding in found {
        match finding.verdict {
            Verdict::Fine => report.fine(finding.subject, finding.text),
            Verdict::Note => report.note(finding.subject, finding.text),
            Verdict::Problem => report.problem(finding.subject, finding.text),
        }
    }
    report
}

/// Returns whether the address names this machine.
fn is_local(url: &str) -> bool {
    let uri = url.parse::<Uri>().ok();
    let host = uri.as_ref().and_then(Uri::host).unwrap_or_default();
    let host = host.trim_matches(['[', ']']);
    host == "localhost"
        || host
            .parse()
            .is_ok_and(|address: IpAddr| address.is_loopback())
}

async fn public_address(config: &Config, clock: &Clock) -> (Report, Drift) {
    let mut report = Report::default();
    let url = &config.public_url;
    if !url.starts_with("https://") {
        let text = format!("{url} is not encrypted, and cameras and notifications need HTTPS");
        if is_local(url) {
            report.note("address", text);
        } else {
            report.problem(
                "address",
                format!("{text}: put a proxy with HTTPS in front, and set HOI_PUBLIC_URL"),
            );
        }
    }
    let asked = within(ask(config, clock, &mut report)).await;
    let drift = asked.unwrap_or_else(|error| {
        report.problem(
            "address",
            format!(
                "{url} does not lead here: {error:#}. See that the server runs, that HOI_PUBLIC_URL is right, and that \
                 name, certificate, firewall and proxy lead from there to {}",
                config.listen
            ),
        );
        None
    });
    (report, drift)
}

async fn ask(config: &Config, clock: &Clock, report: &mut Report) -> Result<Drift> {
    // Fails if a provider is already installed, which is fine.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = Client::builder()
        .redirect(redirect::Policy::none())
        // The check of web sockets uses the upgrade of HTTP/1.1, which later versions do not have.
        .http1_only()
        .build()?;
    let own = config.data_dir.join("secret").exists();
    let secrets = own
        .then(|| Secrets::load_or_create(&config.data_dir))
        .transpose()?;
    let secrets =
        secrets.context("without the secret in the data folder no server can be recognized")?;
    let question = Question::new()?;
    let request = client
        .get(format!("{}{PATH}", config.public_url))
        .header(HEADER, question.header(&secrets));
    let answer = request.send().await.map_err(causes)?;
    let drift = date(&answer).map(|date| date.0 - clock.now().0);
    let status = answer.status();
    if status.is_redirection() {
        bail!("it sends browsers to another address; set HOI_PUBLIC_URL to that one");
    }
    let proof: Option<Proof> = answer.json().await.ok();
    let Some(proof) = proof.filter(|proof| question.is_answered_by(proof, &secrets)) else {
        bail!(
            "something else answers there ({status}): another server, one with another secret, or a proxy"
        );
    };
    report.fine(
        "address",
        format!("{} leads to this server", config.public_url),
    );
    judge_proxy(config, &proof, report);
    check_upgrade(config, &client, report).await;
    Ok(drift)
}

/// Returns the error as one that is printed with its causes, and without the address.
fn causes(error: reqwest::Error) -> anyhow::Error {
    anyhow!(anyhow::Error::from(error.without_url()))
}

fn judge_proxy(config: &Config, proof: &Proof, report: &mut Report) {
    let Proof {
        peer,
        counted,
        is_forwarded,
        ..
    } = proof;
    let is_trusted = config.trusted_proxies.contains(*peer);
    let is_proxied = config.public_url.starts_with("https://");
    match (is_trusted, is_forwarded) {
        (false, true) => report.problem(
            "proxy",
            format!(
                "{peer} sends X-Forwarded-For but is not trusted, so all visitors share its limits: add it to \
                 HOI_TRUSTED_PROXIES and restart the server"
            ),
        ),
        (true, false) => report.problem(
            "proxy",
            format!("{peer} sends no X-Forwarded-For, so all visitors share its limits: let it set that header"),
        ),
        (false, false) if is_proxied => report.problem(
            "proxy",
            format!(
                "the proxy at {peer} sends no X-Forwarded-For and is not trusted, so all visitors share its limits: let it \
                 set that header, and add it to HOI_TRUSTED_PROXIES"
            ),
        ),
        (false, false) => report.fine("proxy", format!("there is none; this machine is seen as {counted}")),
        (true, true) => report.fine("proxy", format!("{peer} is trusted; this machine is seen as {counted}")),
    }
}

/// Opens a web socket as browsers do.
async fn check_upgrade(config: &Config, client: &Client, report: &mut Report) {
    let request = client
        .get(format!(
            "{}/socket.io/?EIO=4&transport=websocket",
            config.public_url
        ))
        .header(CONNECTION, "Upgrade")
        .header(UPGRADE, "websocket")
        .header("sec-websocket-version", "13")
        // Any sixteen bytes.
        .header("sec-websocket-key", "aG9pIGRvY3RvciBhc2tzIQ==");
    match request.send().await {
        Ok(answer) if answer.status() == StatusCode::SWITCHING_PROTOCOLS => {
            report.fine("sockets", "/socket.io opens");
        }
        answer => {
            let got = answer.map_or_else(
                |error| format!("{:#}", causes(error)),
                |answer| answer.status().to_string(),
            );
            report.problem(
                "sockets",
                format!(
                    "/socket.io does not open ({got}), so pages hear of changes late: let the proxy forward `Upgrade` and \
                     `Connection` there"
                ),
            );
        }
    }
}

/// Returns the time at which the answer was written, according to its header.
fn date(answer: &Response) -> Option<Timestamp> {
    let text = answer.headers().get(DATE)?.to_str().ok()?;
    let moment = jiff::fmt::rfc2822::parse(text).ok()?.timestamp();
    Some(Timestamp(moment.as_millisecond()))
}

fn compare_clocks(report: &mut Report, others: &[(&str, Drift)]) {
    let known: Vec<(&str, i64)> = others
        .iter()
        .filter_map(|(name, drift)| Some((*name, (*drift)?)))
        .collect();
    if known.is_empty() {
        report.note("clock", "there is no other clock to compare with");
        return;
    }
    let tolerance = u64::try_from(CLOCK_TOLERANCE.as_millis()).unwrap_or(u64::MAX);
    let mut is_fine = true;
    for (name, drift) in &known {
        if drift.unsigned_abs() > tolerance {
            is_fine = false;
            let direction = if *drift > 0 { "behind" } else { "ahead of" };
            report.problem(
                "clock",
                format!(
                    "this machine's clock is {} seconds {direction} that of the {name} server: let both follow a time \
                     server (systemd-timesyncd or chrony)",
                    drift.unsigned_abs() / 1000
                ),
            );
        }
    }
    if is_fine {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        report.fine("clock", format!("it agrees with: {}", names.join(", ")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::Level;

    #[test]
    fn clocks_that_differ_are_a_problem_in_either_direction() {
        for (drift, words) in [
            (-60_000, "60 seconds ahead of"),
            (60_000, "60 seconds behind"),
        ] {
            let mut report = Report::default();
            compare_clocks(&mut report, &[("database", Some(drift)), ("web", None)]);
            let problem = report.of(Level::Problem).next().unwrap();
            assert!(problem.text.contains(words), "{}", problem.text);
        }
        let mut report = Report::default();
        compare_clocks(
            &mut report,
            &[("database", Some(-900)), ("web", Some(1_900))],
        );
        assert_eq!(report.lines[0].level, Level::Fine);
        assert!(report.of(Level::Problem).next().is_none());
    }

    #[test]
    fn a_proxy_has_to_be_trusted_and_to_say_for_whom_it_asks() {
        let proxy = IpAddr::from([10, 0, 0, 7]);
        let level = |trusted: &str, public_url: &str, is_forwarded: bool| {
            let config = Config::from("", |name| match name {
                "HOI_TRUSTED_PROXIES" => Some(trusted.to_owned()),
                "HOI_PUBLIC_URL" => Some(public_url.to_owned()),
                _ => None,
            });
            let proof = Proof::of(proxy, is_forwarded);
            let mut report = Report::default();
            judge_proxy(&config.unwrap(), &proof, &mut report);
            report.lines[0].level
        };
        let (https, http) = ("https://events.example.vn", "http://127.0.0.1:8080");
        assert_eq!(level("10.0.0.7", https, true), Level::Fine);
        assert_eq!(level("", http, false), Level::Fine);
        assert_eq!(level("", https, true), Level::Problem);
        assert_eq!(level("", http, true), Level::Problem);
        assert_eq!(level("10.0.0.7", https, false), Level::Problem);
        assert_eq!(level("", https, false), Level::Problem);
    }
}
