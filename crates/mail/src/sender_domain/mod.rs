//! Checks of the DNS records of the domain that mails come from: SPF, DKIM and DMARC, by which receivers tell its mails
//! from forged ones.
//!
//! Only DNS is asked. A received mail shows whether a provider signs and from which servers it sends.

mod dkim;
mod dmarc;
mod lookup;
mod spf;

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use futures::{StreamExt as _, stream};
use lookup::{Answer, Dns};
use url::Url;

pub(crate) use dkim::name as key_name;
pub use lookup::system_dns_servers;

use crate::{DkimSigner, encoded_domain};

/// The longest time for all questions together.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many questions wait for an answer at the same time.
const AT_ONCE: usize = 8;
/// How many records of SPF are read; receivers read no more.
const MAX_REFERENCES: usize = 10;
/// How much of a record is shown, in characters.
const MAX_SHOWN: usize = 1_000;

/// How serious a [`Finding`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Everything that DNS can show is right.
    Fine,
    /// DNS does not show whether something is wrong, or was not asked.
    Note,
    /// Something is wrong, and the text says how to mend it.
    Problem,
}

/// The result of checking one of the records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub verdict: Verdict,
    /// `SPF`, `DKIM` or `DMARC`, or `sender` for all of them.
    pub subject: &'static str,
    pub text: String,
}

impl Finding {
    fn new(verdict: Verdict, subject: &'static str, text: String) -> Self {
        Self {
            verdict,
            subject,
            text,
        }
    }

    fn fine(subject: &'static str, text: String) -> Self {
        Self::new(Verdict::Fine, subject, text)
    }

    fn note(subject: &'static str, text: String) -> Self {
        Self::new(Verdict::Note, subject, text)
    }

    fn problem(subject: &'static str, text: String) -> Self {
        Self::new(Verdict::Problem, subject, text)
    }
}

/// Checks the records of `domain`, whose mails leave through the mail server of `smtp_url`. Asks only `servers`, for at
/// most ten seconds. Without `selector` it tries the usual ones.
pub async fn check_sender_domain(
    domain: &str,
    smtp_url: &str,
    selector: Option<&str>,
    servers: &[SocketAddr],
) -> Vec<Finding> {
    let keys = selector.map_or(Keys::Usual, Keys::Named);
    check(domain, smtp_url, keys, servers).await
}

/// The same for a domain in whose name `signer` signs: its key must be published.
pub async fn check_signed_domain(
    domain: &str,
    smtp_url: &str,
    signer: &DkimSigner,
    servers: &[SocketAddr],
) -> Vec<Finding> {
    check(domain, smtp_url, Keys::Own(signer), servers).await
}

/// Which keys of the domain are asked for.
enum Keys<'a> {
    /// The keys at the usual selectors.
    Usual,
    /// The key at this selector.
    Named(&'a str),
    /// The key with which this installation signs mails.
    Own(&'a DkimSigner),
}

async fn check(
    domain: &str,
    smtp_url: &str,
    keys: Keys<'_>,
    servers: &[SocketAddr],
) -> Vec<Finding> {
    let Some(domain) = public_domain(domain) else {
        let text =
            format!("SPF, DKIM and DMARC are not checked: {domain} is no domain of the internet");
        return vec![Finding::note("sender", text)];
    };
    let domain = domain.as_str();
    let dns = Dns::new(servers, PATIENCE);
    let texts = match dns.texts(domain).await {
        Answer::Texts(texts) => texts,
        Answer::NoName => {
            let text = format!(
                "{domain} does not exist in DNS, and receivers refuse mails from it: set HOI_MAIL_FROM to an address of \
                 your domain, or register {domain}"
            );
            return vec![Finding::problem("sender", text)];
        }
        Answer::Unknown(reason) => {
            let text = format!(
                "SPF, DKIM and DMARC of {domain} are not checked: DNS could not be asked ({reason})"
            );
            return vec![Finding::note("sender", text)];
        }
    };
    let host = Url::parse(smtp_url).ok();
    let host = host.as_ref().and_then(Url::host_str).unwrap_or_default();
    let (reached, dkim, dmarc) = tokio::join!(
        follow(&dns, &texts, host),
        check_keys(&dns, domain, keys),
        check_policy(&dns, domain),
    );
    vec![spf::judge(domain, &texts, host, &reached), dkim, dmarc]
}

/// Reads the records to which a domain's SPF record refers, until the part of the host's provider is found.
async fn follow(dns: &Dns<'_>, texts: &[String], host: &str) -> spf::Reached {
    let mut reached = spf::Reached {
        names: Vec::new(),
        is_whole: true,
    };
    let wanted = spf::provider_of(host).and_then(|provider| provider.include);
    let records = spf::records(texts);
    let (Some(wanted), [record]) = (wanted, records.as_slice()) else {
        return reached;
    };
    reached.add(&[record]);
    let mut read = 0;
    while let Some(name) = reached.names.get(read).cloned() {
        if reached.names.iter().any(|name| name == wanted) {
            break;
        }
        // Names with parts of the mail in them differ from mail to mail.
        if read == MAX_REFERENCES || name.contains('%') {
            reached.is_whole = false;
            break;
        }
        read += 1;
        match dns.texts(&name).await {
            Answer::Texts(texts) => reached.add(&spf::records(&texts)),
            Answer::NoName => {}
            Answer::Unknown(_) => reached.is_whole = false,
        }
    }
    reached
}

async fn check_keys(dns: &Dns<'_>, domain: &str, keys: Keys<'_>) -> Finding {
    match keys {
        Keys::Named(selector) => {
            let answer = dns.texts(&dkim::name(selector, domain)).await;
            return dkim::judge_named(domain, selector, &answer);
        }
        Keys::Own(signer) => {
            let answer = dns.texts(&signer.name()).await;
            return dkim::judge_own(domain, signer, &answer);
        }
        Keys::Usual => {}
    }
    let parent = dns.texts(&format!("_domainkey.{domain}")).await;
    let usual = stream::iter(dkim::USUAL).map(async |selector| {
        let answer = dns.texts(&dkim::name(selector, domain)).await;
        (*selector, answer)
    });
    let usual: Vec<(&str, Answer)> = usual.buffered(AT_ONCE).collect().await;
    dkim::judge(domain, &parent, &usual)
}

async fn check_policy(dns: &Dns<'_>, domain: &str) -> Finding {
    let mut answers = Vec::new();
    for at in dmarc::domains(domain) {
        answers.push((at, dns.texts(&dmarc::name(at)).await));
    }
    dmarc::judge(domain, &answers)
}

/// Returns the domain as DNS knows it; None for an address, a name without a dot, and names that stand in no public DNS
/// (RFC 6761, RFC 2606).
fn public_domain(domain: &str) -> Option<String> {
    const RESERVED: &[&str] = &[
        "example",
        "example.com",
        "example.net",
        "example.org",
        "internal",
        "invalid",
        "local",
        "localdomain",
        "localhost",
        "test",
    ];
    let domain = encoded_domain(domain.trim_end_matches('.'))?.to_ascii_lowercase();
    let is_reserved = RESERVED.iter().any(|reserved| {
        let above = domain.strip_suffix(reserved);
        above.is_some_and(|above| above.is_empty() || above.ends_with('.'))
    });
    let is_address = domain.starts_with('[') || domain.parse::<IpAddr>().is_ok();
    (domain.contains('.') && !is_reserved && !is_address).then_some(domain)
}

/// Splits a record of the form `name=value; name=value`.
fn tags(record: &str) -> impl Iterator<Item = (&str, &str)> {
    let tags = record.split(';').filter_map(|tag| tag.split_once('='));
    tags.map(|(name, value)| (name.trim(), value.trim()))
}

/// Returns a record's beginning, which is nearly always the whole.
fn shown(record: &str) -> String {
    match record.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", record.get(..end).unwrap_or_default()),
        None => record.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_domains_of_the_internet_are_asked_for() {
        for (domain, expected) in [
            ("Hoi.vn", Some("hoi.vn")),
            ("mail.hoi.vn.", Some("mail.hoi.vn")),
            ("côngty.vn", Some("xn--cngty-6ta.vn")),
            ("myexample.com", Some("myexample.com")),
            ("localhost", None),
            ("localhost.localdomain", None),
            ("example.org", None),
            ("mail.example.org", None),
            ("hoi.example", None),
            ("intranet", None),
            ("[192.0.2.1]", None),
            ("192.0.2.1", None),
            ("", None),
        ] {
            assert_eq!(public_domain(domain).as_deref(), expected, "{domain}");
        }
    }

    #[test]
    fn a_long_record_is_cut() {
        assert_eq!(shown(&"ế".repeat(MAX_SHOWN)), "ế".repeat(MAX_SHOWN));
        let cut = shown(&"ế".repeat(MAX_SHOWN + 1));
        assert_eq!(cut.chars().count(), MAX_SHOWN + 1);
        assert!(cut.ends_with('…'));
    }
}
