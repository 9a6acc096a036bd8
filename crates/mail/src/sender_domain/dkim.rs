//! DKIM (RFC 6376): the keys of a domain, with which receivers check the signatures of its mails.
//!
//! A key stands at a name that its owner chooses, the selector. DNS does not list them.

use super::lookup::Answer;
use super::{Finding, tags};
use crate::DkimSigner;

const SUBJECT: &str = "DKIM";

/// The selectors that providers and mail servers use unless told otherwise.
pub const USUAL: &[&str] = &[
    "google",
    "selector1",
    "selector2",
    "default",
    "dkim",
    "mail",
    "mail1",
    "smtp",
    "mx",
    "pic",
    "k1",
    "k2",
    "k3",
    "s1",
    "s2",
    "fm1",
    "pm",
    "mandrill",
    "mailjet",
    "brevo1",
    "brevo2",
    "zoho",
    "zmail",
    "resend",
    "scph",
    "mlsend",
    "mlsend2",
];

/// Returns the name at which the key of a selector stands.
pub fn name(selector: &str, domain: &str) -> String {
    format!("{selector}._domainkey.{domain}")
}

#[derive(Debug, PartialEq, Eq)]
enum Key {
    There,
    /// Its owner declares that it is used no more.
    Revoked,
    Missing,
    Unknown,
}

fn key(answer: &Answer) -> Key {
    let texts = match answer {
        Answer::Texts(texts) => texts,
        Answer::NoName => return Key::Missing,
        Answer::Unknown(_) => return Key::Unknown,
    };
    let mut found = Key::Missing;
    for text in texts {
        let mut version = tags(text).filter(|(name, _)| *name == "v");
        let is_other = version.any(|(_, version)| version != "DKIM1");
        match tags(text).find(|(name, _)| *name == "p") {
            Some((_, value)) if !is_other && !value.is_empty() => return Key::There,
            Some(_) if !is_other => found = Key::Revoked,
            _ => {}
        }
    }
    found
}

/// Judges the answer for the selector that the operator named.
pub fn judge_named(domain: &str, selector: &str, answer: &Answer) -> Finding {
    let name = name(selector, domain);
    match key(answer) {
        Key::There => Finding::fine(
            SUBJECT,
            format!(
                "there is a key at {name}; whether mails are signed with it, a received mail shows"
            ),
        ),
        Key::Revoked => Finding::problem(
            SUBJECT,
            format!(
                "the key at {name} is revoked (its p= is empty): write the key there that your mail provider shows"
            ),
        ),
        Key::Missing => Finding::problem(
            SUBJECT,
            format!(
                "there is no key at {name}: add the record there that your mail provider shows for this selector"
            ),
        ),
        Key::Unknown => unknown(domain),
    }
}

/// Judges the answer for the key that mails are signed with here.
pub fn judge_own(domain: &str, signer: &DkimSigner, answer: &Answer) -> Finding {
    let name = signer.name();
    let record = signer.record();
    let there = match key(answer) {
        Key::There => "another one",
        Key::Revoked => "revoked",
        Key::Missing => "missing",
        Key::Unknown => return unknown(domain),
    };
    if let Answer::Texts(texts) = answer
        && texts.iter().any(|text| is_key(text, &signer.public_key()))
    {
        return Finding::fine(SUBJECT, format!("mails are signed with the key at {name}"));
    }
    Finding::problem(
        SUBJECT,
        format!(
            "mails are signed, but the key at {name} is {there}, so receivers find each signature wrong: write the TXT record \
             \"{record}\" there, in pieces of at most 255 characters where DNS wants that"
        ),
    )
}

/// Returns whether the record holds this key, which may be written with spaces in it.
fn is_key(record: &str, public_key: &str) -> bool {
    let value = tags(record).find(|(name, _)| *name == "p");
    value.is_some_and(|(_, value)| {
        let written = value.chars().filter(|char| !char.is_whitespace());
        written.eq(public_key.chars())
    })
}

/// Judges the answers for `_domainkey` itself and for usual selectors.
pub fn judge(domain: &str, parent: &Answer, usual: &[(&str, Answer)]) -> Finding {
    let having = |wanted: Key| {
        let selectors = usual.iter().filter(|(_, answer)| key(answer) == wanted);
        let names: Vec<String> = selectors.map(|(one, _)| name(one, domain)).collect();
        names.join(", ")
    };
    let there = having(Key::There);
    if !there.is_empty() {
        return Finding::fine(
            SUBJECT,
            format!(
                "there is a key at {there}; whether mails are signed with it, a received mail shows"
            ),
        );
    }
    if *parent == Answer::NoName {
        return Finding::problem(
            SUBJECT,
            format!(
                "{domain} has no key, so no mail can be signed for it: switch DKIM on at your mail provider for {domain}, \
                 and add the record that it shows, at a name that ends in ._domainkey.{domain}; or have Hội sign (HOI_DKIM_KEY)"
            ),
        );
    }
    let revoked = having(Key::Revoked);
    if !revoked.is_empty() {
        return Finding::note(
            SUBJECT,
            format!(
                "the key at {revoked} is revoked (its p= is empty). If mails are still signed with it, write the key there \
                 that your mail provider shows"
            ),
        );
    }
    if usual.iter().any(|(_, answer)| key(answer) == Key::Unknown) {
        return unknown(domain);
    }
    Finding::note(
        SUBJECT,
        format!(
            "whether {domain} has a key cannot be told: none of the usual selectors has one. Your mail provider shows the \
             selector; ask for it with hoi doctor --dkim-selector"
        ),
    )
}

fn unknown(domain: &str) -> Finding {
    Finding::note(
        SUBJECT,
        format!("DNS could not be asked for the keys of {domain}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sender_domain::Verdict::{Fine, Note, Problem};

    fn text(text: &str) -> Answer {
        Answer::Texts(vec!["other".to_owned(), text.to_owned()])
    }

    #[test]
    fn keys_are_told_from_other_texts() {
        for (said, expected) in [
            (text("v=DKIM1; k=rsa; p=MIIB"), Key::There),
            (text(" p = MIIB ;"), Key::There),
            (text("v=DKIM1; p="), Key::Revoked),
            (text("k=rsa;p= ;"), Key::Revoked),
            (text("v=DKIM1; k=rsa"), Key::Missing),
            (text("v=DMARC1; p=none"), Key::Missing),
            (text("v=spf1 -all"), Key::Missing),
            (Answer::Texts(Vec::new()), Key::Missing),
            (Answer::NoName, Key::Missing),
            (Answer::Unknown(String::new()), Key::Unknown),
        ] {
            assert_eq!(key(&said), expected, "{said:?}");
        }
    }

    #[test]
    fn only_the_absence_of_all_keys_is_a_problem_of_the_domain() {
        let exists = Answer::Texts(Vec::new());
        let unknown = Answer::Unknown("no answer".to_owned());
        let key = || text("v=DKIM1; p=MIIB");
        for (parent, said, verdict, words) in [
            (&exists, key(), Fine, "google._domainkey.hoi.vn"),
            // Some servers say of a name without records that it does not exist, although there are names below it.
            (&Answer::NoName, key(), Fine, "google._domainkey.hoi.vn"),
            (&unknown, key(), Fine, "google._domainkey.hoi.vn"),
            (
                &Answer::NoName,
                Answer::NoName,
                Problem,
                "ends in ._domainkey.hoi.vn",
            ),
            (&exists, Answer::NoName, Note, "cannot be told"),
            (&exists, unknown.clone(), Note, "could not be asked"),
            (
                &exists,
                text("p="),
                Note,
                "google._domainkey.hoi.vn is revoked",
            ),
        ] {
            let usual = [("selector1", Answer::NoName), ("google", said)];
            let found = judge("hoi.vn", parent, &usual);
            assert_eq!(found.verdict, verdict, "{}", found.text);
            assert!(found.text.contains(words), "{words}: {}", found.text);
        }
    }

    #[test]
    fn the_own_key_must_be_the_published_one() {
        let pem = include_bytes!("../../tests/keys/rsa.pem");
        let signer = DkimSigner::new("hoi.vn", "own7", pem).unwrap();
        let record = signer.record();
        let in_pieces = record.replace("; p=MIIB", ";p= MIIB ");
        for (said, verdict, words) in [
            (text(&record), Fine, "own7._domainkey.hoi.vn"),
            (text(&in_pieces), Fine, "own7._domainkey.hoi.vn"),
            (text("v=DKIM1; p=MIIB"), Problem, "another one"),
            (text("v=DKIM1; p="), Problem, "revoked"),
            (Answer::NoName, Problem, "missing"),
            (Answer::Unknown(String::new()), Note, "could not be asked"),
        ] {
            let found = judge_own("hoi.vn", &signer, &said);
            assert_eq!(found.verdict, verdict, "{}", found.text);
            assert!(found.text.contains(words), "{words}: {}", found.text);
            assert_eq!(found.text.contains(&record), verdict == Problem);
        }
    }

    #[test]
    fn a_named_selector_is_judged_by_itself() {
        for (said, verdict, words) in [
            (
                text("p=MIIB"),
                Fine,
                "there is a key at own._domainkey.hoi.vn",
            ),
            (text("p="), Problem, "revoked"),
            (Answer::NoName, Problem, "no key at own._domainkey.hoi.vn"),
            (Answer::Unknown(String::new()), Note, "could not be asked"),
        ] {
            let found = judge_named("hoi.vn", "own", &said);
            assert_eq!(found.verdict, verdict, "{}", found.text);
            assert!(found.text.contains(words), "{words}: {}", found.text);
        }
    }
}
