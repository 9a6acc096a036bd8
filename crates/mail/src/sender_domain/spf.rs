//! SPF (RFC 7208): the record of a domain that says which servers send its mails.

use super::{Finding, shown};

const SUBJECT: &str = "SPF";
/// How a record that has no end yet ends: receivers distrust mails of others without refusing them.
const SOFT_END: &str = "~all";
/// How many names are taken from the records of one domain.
const MAX_NAMES: usize = 100;

/// A company that sends mails for its customers.
#[derive(Debug)]
pub struct Provider {
    name: &'static str,
    /// The hosts that take mails for it; a star stands for anything.
    hosts: &'static [&'static str],
    /// The record that it asks its customers to include. None where it sends with a return address of its own unless
    /// told otherwise: receivers then check that address instead of the sender's.
    pub include: Option<&'static str>,
}

/// Providers with several regions of different records are left out.
const PROVIDERS: &[Provider] = &[
    Provider {
        name: "Google",
        hosts: &["smtp.gmail.com", "smtp-relay.gmail.com"],
        include: Some("_spf.google.com"),
    },
    Provider {
        name: "Microsoft 365",
        hosts: &["smtp.office365.com", "*.mail.protection.outlook.com"],
        include: Some("spf.protection.outlook.com"),
    },
    Provider {
        name: "Fastmail",
        hosts: &["smtp.fastmail.com"],
        include: Some("spf.messagingengine.com"),
    },
    Provider {
        name: "Mailjet",
        hosts: &["in-v3.mailjet.com", "in.mailjet.com"],
        include: Some("spf.mailjet.com"),
    },
    Provider {
        name: "MailerSend",
        hosts: &["smtp.mailersend.net"],
        include: Some("_spf.mailersend.net"),
    },
    Provider {
        name: "Amazon SES",
        hosts: &["email-smtp.*.amazonaws.com"],
        include: None,
    },
    Provider {
        name: "Brevo",
        hosts: &["smtp-relay.brevo.com", "smtp-relay.sendinblue.com"],
        include: None,
    },
    Provider {
        name: "Mailgun",
        hosts: &["smtp.mailgun.org", "smtp.eu.mailgun.org"],
        include: None,
    },
    Provider {
        name: "Postmark",
        hosts: &["smtp.postmarkapp.com", "smtp-broadcasts.postmarkapp.com"],
        include: None,
    },
    Provider {
        name: "Resend",
        hosts: &["smtp.resend.com"],
        include: None,
    },
    Provider {
        name: "SendGrid",
        hosts: &["smtp.sendgrid.net"],
        include: None,
    },
];

pub fn provider_of(host: &str) -> Option<&'static Provider> {
    let host = host.to_ascii_lowercase();
    let is_host = |pattern: &&str| match pattern.split_once('*') {
        Some((start, end)) => {
            let rest = host.strip_prefix(start);
            rest.is_some_and(|rest| rest.len() > end.len() && rest.ends_with(end))
        }
        None => host == *pattern,
    };
    PROVIDERS
        .iter()
        .find(|provider| provider.hosts.iter().any(is_host))
}

/// Returns the SPF records among a domain's texts.
pub fn records(texts: &[String]) -> Vec<&str> {
    let records = texts.iter().map(String::as_str).filter(|text| {
        let version = text.split(' ').next().unwrap_or_default();
        version.eq_ignore_ascii_case("v=spf1")
    });
    records.collect()
}

fn terms(record: &str) -> impl Iterator<Item = &str> {
    record.split(' ').skip(1).filter(|term| !term.is_empty())
}

/// Splits a mechanism into its sign, its name in small letters and the rest; None for a modifier (`redirect=…`).
fn mechanism(term: &str) -> Option<(Option<char>, String, &str)> {
    let sign = term.chars().next().filter(|sign| "+-~?".contains(*sign));
    let term = sign
        .and_then(|sign| term.strip_prefix(sign))
        .unwrap_or(term);
    let end = term.find([':', '/', '=']).unwrap_or(term.len());
    let (name, rest) = term.split_at(end);
    (!rest.starts_with('=')).then(|| (sign, name.to_ascii_lowercase(), rest))
}

fn is_all(term: &str) -> bool {
    mechanism(term).is_some_and(|(_, name, _)| name == "all")
}

fn is_valid(term: &str) -> bool {
    let Some((_, name, rest)) = mechanism(term) else {
        return term.starts_with(|char: char| char.is_ascii_alphabetic());
    };
    match name.as_str() {
        "all" => rest.is_empty(),
        "a" | "mx" | "ptr" => rest.len() != 1,
        "include" | "exists" | "ip4" | "ip6" => rest.len() > 1 && rest.starts_with(':'),
        _ => false,
    }
}

fn allows_all(record: &str) -> bool {
    // The first one decides.
    let end = terms(record).find(|term| is_all(term));
    let sign = end.and_then(mechanism).map(|(sign, ..)| sign);
    matches!(sign, Some(None | Some('+')))
}

/// Returns the names of the records that this one refers to, in small letters.
fn references(record: &str) -> Vec<String> {
    // Terms after `all` have no effect.
    let before = || terms(record).take_while(|term| !is_all(term));
    let includes = before().filter_map(|term| {
        let (sign, name, rest) = mechanism(term)?;
        let is_allowed = name == "include" && matches!(sign, None | Some('+'));
        is_allowed.then(|| rest.trim_start_matches(':'))
    });
    let redirect = terms(record).find_map(|term| {
        let (name, target) = term.split_once('=')?;
        name.eq_ignore_ascii_case("redirect").then_some(target)
    });
    let redirect = redirect.filter(|_| !terms(record).any(is_all));
    let all = includes.chain(redirect);
    all.map(|name| name.trim_end_matches('.').to_ascii_lowercase())
        .collect()
}

/// Returns the record with one more part, before the end of it.
fn with_include(record: &str, include: &str) -> String {
    let is_end = |term: &str| is_all(term) || mechanism(term).is_none();
    let mut all: Vec<&str> = terms(record).collect();
    let at = all.iter().position(|term| is_end(term));
    let part = format!("include:{include}");
    all.insert(at.unwrap_or(all.len()), &part);
    format!("v=spf1 {}", all.join(" "))
}

/// Returns one record for several; None where one of them hands over to another domain.
fn merged(records: &[&str]) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let mut ends: Vec<&str> = Vec::new();
    for term in records.iter().flat_map(|record| terms(record)) {
        mechanism(term)?;
        let list = if is_all(term) { &mut ends } else { &mut parts };
        if !list.contains(&term) {
            list.push(term);
        }
    }
    // Records that disagree get the end that refuses nothing.
    let end = match ends.as_slice() {
        [end] if !allows_all(&format!("v=spf1 {end}")) => *end,
        _ => SOFT_END,
    };
    parts.push(end);
    Some(format!("v=spf1 {}", parts.join(" ")))
}

/// The records to which the domain's own refers, directly or not.
#[derive(Debug)]
pub struct Reached {
    pub names: Vec<String>,
    /// Whether all of them could be read.
    pub is_whole: bool,
}

impl Reached {
    /// Adds the names to which the records of one domain refer, at most [`MAX_NAMES`] of them.
    pub fn add(&mut self, records: &[&str]) {
        let mut names = records.iter().flat_map(|record| references(record));
        for name in names.by_ref().take(MAX_NAMES) {
            if !self.names.contains(&name) {
                self.names.push(name);
            }
        }
        if names.next().is_some() {
            self.is_whole = false;
        }
    }
}

/// Judges the texts of `domain`, whose mails leave through `host`.
pub fn judge(domain: &str, texts: &[String], host: &str, reached: &Reached) -> Finding {
    let records = records(texts);
    let record = match records.as_slice() {
        [] => return judge_missing(domain, host),
        [record] => *record,
        several => return judge_several(domain, several, host),
    };
    let present = shown(record);
    if let Some(wrong) = terms(record).find(|term| !is_valid(term)) {
        return Finding::problem(
            SUBJECT,
            format!(
                "receivers cannot use the record \"{present}\" of {domain}: \"{}\" means nothing in it",
                shown(wrong)
            ),
        );
    }
    if allows_all(record) {
        let strict = terms(record).map(|term| if is_all(term) { SOFT_END } else { term });
        let strict: Vec<&str> = strict.collect();
        let strict = format!("v=spf1 {}", strict.join(" "));
        return Finding::problem(
            SUBJECT,
            format!(
                "the record \"{present}\" of {domain} lets every server of the world send its mails: see that it names \
                 yours, and replace it by \"{}\"",
                shown(&strict)
            ),
        );
    }
    judge_provider(domain, record, host, reached)
}

fn judge_several(domain: &str, records: &[&str], host: &str) -> Finding {
    let include = provider_of(host).and_then(|provider| provider.include);
    let merged = merged(records).map(|record| match include {
        Some(include) if !references(&record).iter().any(|name| name == include) => {
            with_include(&record, include)
        }
        _ => record,
    });
    let remedy = merged.map_or_else(
        || "put what they name into one".to_owned(),
        |record| format!("replace them by \"{}\"", shown(&record)),
    );
    Finding::problem(
        SUBJECT,
        format!(
            "{domain} has {} records, so receivers use none of them: {remedy}",
            records.len()
        ),
    )
}

/// Judges whether the only record of `domain`, which receivers can use, names the servers of the provider of `host`.
fn judge_provider(domain: &str, record: &str, host: &str, reached: &Reached) -> Finding {
    let present = shown(record);
    let Some(Provider { name, include, .. }) = provider_of(host) else {
        return Finding::note(
            SUBJECT,
            format!(
                "{domain} has the record \"{present}\". Whether it names the servers that {host} sends from is not known \
                 here: its provider says which part has to stand in it"
            ),
        );
    };
    let Some(include) = include else {
        return Finding::fine(
            SUBJECT,
            format!(
                "{domain} has one record. {name} sends with a return address of its own unless told otherwise, and \
                 receivers check that one"
            ),
        );
    };
    if reached.names.iter().any(|name| name == include) {
        return Finding::fine(SUBJECT, format!("{domain} names the servers of {name}"));
    }
    let text = format!(
        "the record \"{present}\" of {domain} lacks the part of {name}: replace it by \"{}\", unless it lists {name}'s \
         addresses one by one",
        shown(&with_include(record, include))
    );
    if reached.is_whole {
        return Finding::problem(SUBJECT, text);
    }
    Finding::note(
        SUBJECT,
        format!(
            "not all records could be read to which that of {domain} refers. Unless one of those does it, {text}"
        ),
    )
}

fn judge_missing(domain: &str, host: &str) -> Finding {
    let rest = "with the parts of everything else that sends mails of this domain";
    match provider_of(host) {
        Some(Provider {
            name,
            include: Some(include),
            ..
        }) => Finding::problem(
            SUBJECT,
            format!(
                "{domain} does not say which servers send its mails: add the TXT record \"v=spf1 include:{include} \
                 {SOFT_END}\" for {name} at {domain}, {rest}"
            ),
        ),
        Some(Provider { name, .. }) => Finding::note(
            SUBJECT,
            format!(
                "{domain} has no record. {name} sends with a return address of its own unless told otherwise, and \
                 receivers check that one: add the records that {name} lists for {domain}"
            ),
        ),
        None => Finding::problem(
            SUBJECT,
            format!(
                "{domain} does not say which servers send its mails: add the TXT record \"v=spf1 … {SOFT_END}\" at \
                 {domain}. For … write the part that the provider of {host} names, or `ip4:` and the address of a mail \
                 server of your own, {rest}"
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sender_domain::Verdict::{self, Fine, Note, Problem};

    const GOOGLE: &str = "smtp.gmail.com";
    const OWN: &str = "mail.hoi.vn";

    /// Texts of `hoi.vn`, the host that takes its mails, and the findings.
    const CASES: &[(&[&str], &str, Verdict, &str)] = &[
        (
            &[],
            GOOGLE,
            Problem,
            "\"v=spf1 include:_spf.google.com ~all\"",
        ),
        (
            &["v=spf10 a", "v=spf1a", " v=spf1", "x"],
            OWN,
            Problem,
            "\"v=spf1 … ~all\" at hoi.vn",
        ),
        (
            &[],
            "email-smtp.eu-west-1.amazonaws.com",
            Note,
            "Amazon SES lists",
        ),
        (&[], "ec2-1.compute.amazonaws.com", Problem, "does not say"),
        (&["v=spf1"], OWN, Note, "\"v=spf1\""),
        (&["V=SPF1 mx -all"], OWN, Note, "\"V=SPF1 mx -all\""),
        (
            &["v=spf1 mx -all"],
            "smtp.sendgrid.net",
            Fine,
            "SendGrid sends with",
        ),
        (
            &["v=spf1 mx -all", "v=spf1 a mx -all"],
            OWN,
            Problem,
            "2 records, so receivers use none of them: replace them by \"v=spf1 mx a -all\"",
        ),
        (
            &["v=spf1 mx -all", "v=spf1 a ~all"],
            GOOGLE,
            Problem,
            "\"v=spf1 mx a include:_spf.google.com ~all\"",
        ),
        (
            &["v=spf1 +all", "v=spf1 a"],
            OWN,
            Problem,
            "\"v=spf1 a ~all\"",
        ),
        (
            &["v=spf1 mx", "v=spf1 redirect=a.vn"],
            OWN,
            Problem,
            "put what they name into one",
        ),
        (
            &["v=spf1 mx +all"],
            OWN,
            Problem,
            "replace it by \"v=spf1 mx ~all\"",
        ),
        (&["v=spf1 mx ALL"], GOOGLE, Problem, "every server"),
        (&["v=spf1 mx -all +all"], OWN, Note, "is not known here"),
        (
            &["v=spf1 include: _spf.google.com -all"],
            GOOGLE,
            Problem,
            "\"include:\" means nothing",
        ),
        (
            &["v=spf1 ipv4:192.0.2.1 -all"],
            OWN,
            Problem,
            "\"ipv4:192.0.2.1\"",
        ),
        (&["v=spf1 ++mx -all"], OWN, Problem, "\"++mx\""),
        (
            &["v=spf1 a/24 mx:x.vn//64 ptr ip6:2001:db8::/32 exists:%{i}.x.vn x-y=1 -all"],
            OWN,
            Note,
            "is not known here",
        ),
        (
            &["v=spf1 Include:_SPF.google.com. ?all"],
            GOOGLE,
            Fine,
            "servers of Google",
        ),
        (
            &["v=spf1 mx  include:a.vn -all"],
            GOOGLE,
            Problem,
            "replace it by \"v=spf1 mx include:a.vn include:_spf.google.com -all\"",
        ),
        (
            &["v=spf1 mx redirect=a.vn"],
            "SMTP.Office365.com",
            Problem,
            "\"v=spf1 mx include:spf.protection.outlook.com redirect=a.vn\"",
        ),
        (
            &["v=spf1 mx"],
            GOOGLE,
            Problem,
            "\"v=spf1 mx include:_spf.google.com\"",
        ),
        // Behind the end, or as an exception, it allows nothing.
        (
            &["v=spf1 -all include:_spf.google.com"],
            GOOGLE,
            Problem,
            "lacks the part",
        ),
        (
            &["v=spf1 -include:_spf.google.com ~all"],
            GOOGLE,
            Problem,
            "lacks the part",
        ),
        (
            &["v=spf1 -all redirect=_spf.google.com"],
            GOOGLE,
            Problem,
            "lacks the part",
        ),
        (
            &["v=spf1 redirect=_spf.google.com"],
            GOOGLE,
            Fine,
            "servers of Google",
        ),
    ];

    fn judged(texts: &[&str], host: &str, reached: &[&str], is_whole: bool) -> Finding {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        let mut names: Vec<String> = records(&texts).into_iter().flat_map(references).collect();
        names.extend(reached.iter().map(|name| (*name).to_owned()));
        judge("hoi.vn", &texts, host, &Reached { names, is_whole })
    }

    #[test]
    fn every_state_of_a_record_is_judged() {
        for (texts, host, verdict, words) in CASES {
            let found = judged(texts, host, &[], true);
            assert_eq!(found.verdict, *verdict, "{texts:?}: {}", found.text);
            assert!(found.text.contains(words), "{words}: {}", found.text);
        }
    }

    #[test]
    fn a_part_may_stand_in_a_record_that_is_included() {
        let judged = |reached, is_whole| {
            let record = "v=spf1 include:spf.company.vn -all";
            judged(&[record], "smtp.gmail.com", reached, is_whole).verdict
        };
        assert_eq!(judged(&["_spf.google.com"], true), Fine);
        assert_eq!(judged(&["_spf.google.com"], false), Fine);
        assert_eq!(judged(&["other.vn"], true), Problem);
        assert_eq!(judged(&["other.vn"], false), Note, "the rest may have it");
    }

    #[test]
    fn of_many_names_the_first_hundred_are_taken() {
        let parts: Vec<String> = (0..=MAX_NAMES)
            .map(|at| format!("include:{at}.vn"))
            .collect();
        let added = |records: &[&str]| {
            let mut reached = Reached {
                names: vec!["0.vn".to_owned()],
                is_whole: true,
            };
            reached.add(records);
            (reached.names.len(), reached.is_whole)
        };
        let all = format!("v=spf1 {}", parts[..MAX_NAMES].join(" "));
        assert_eq!(added(&[&all]), (MAX_NAMES, true));
        let more = format!("v=spf1 {}", parts.join(" "));
        assert_eq!(added(&[&more]), (MAX_NAMES, false));
        assert_eq!(added(&[&all, "v=spf1 include:a.vn"]), (MAX_NAMES, false));
    }

    #[test]
    fn hosts_lead_to_their_provider() {
        for (host, provider) in [
            ("Smtp-Relay.Gmail.com", Some("Google")),
            ("hoi-vn.mail.protection.outlook.com", Some("Microsoft 365")),
            (".mail.protection.outlook.com", None),
            ("smtp.gmail.com.hoi.vn", None),
            ("email-smtp.amazonaws.com", None),
            ("127.0.0.1", None),
            ("", None),
        ] {
            assert_eq!(
                provider_of(host).map(|found| found.name),
                provider,
                "{host}"
            );
        }
    }
}
