//! DMARC (RFC 7489): the policy for a domain's mails that pass neither SPF nor DKIM.

use super::lookup::Answer;
use super::{Finding, shown, tags};

const SUBJECT: &str = "DMARC";
/// How many domains above the sender's are asked, from the top.
const PARENTS: usize = 6;

/// Returns the domains whose record may hold for this one, nearest first: itself and those above it down to two labels.
pub fn domains(domain: &str) -> Vec<&str> {
    let above = domain
        .match_indices('.')
        .filter_map(|(at, _)| domain.get(at + 1..));
    let mut above: Vec<&str> = above.filter(|parent| parent.contains('.')).collect();
    let skipped = above.len().saturating_sub(PARENTS);
    above.drain(..skipped);
    above.insert(0, domain);
    above
}

/// Returns the name at which a domain's record stands.
pub fn name(domain: &str) -> String {
    format!("_dmarc.{domain}")
}

fn is_record(text: &str) -> bool {
    tags(text).next() == Some(("v", "DMARC1"))
}

/// Judges the answers for [`domains`], in their order.
pub fn judge(domain: &str, answers: &[(&str, Answer)]) -> Finding {
    for (at, answer) in answers {
        let texts = match answer {
            Answer::Texts(texts) => texts,
            Answer::NoName => continue,
            Answer::Unknown(reason) => {
                let text = format!("DNS could not be asked for {} ({reason})", name(at));
                return Finding::note(SUBJECT, text);
            }
        };
        let records: Vec<&String> = texts.iter().filter(|text| is_record(text)).collect();
        match records.as_slice() {
            [] => {}
            [record] => return judge_record(domain, at, record),
            several => {
                return Finding::problem(
                    SUBJECT,
                    format!(
                        "there are {} records at {}, so receivers use none of them: leave one",
                        several.len(),
                        name(at)
                    ),
                );
            }
        }
    }
    Finding::problem(
        SUBJECT,
        format!(
            "{domain} does not say what to do with forged mails: add the TXT record \"v=DMARC1; p=none; {}\" at {}, with \
             an address of this domain that you read",
            reports(domain),
            name(domain)
        ),
    )
}

fn judge_record(domain: &str, at: &str, record: &str) -> Finding {
    let tag = |wanted: &str| {
        let mut tags = tags(record).filter(|(name, _)| *name == wanted);
        tags.next().map(|(_, value)| value.to_ascii_lowercase())
    };
    let own = tag("p");
    let policy = if at == domain { own } else { tag("sp").or(own) };
    let (present, name) = (shown(record), name(at));
    match policy.as_deref() {
        Some("none") => {
            let reports = if tag("rua").is_some() {
                "When the reports show that your mails pass, write p=quarantine".to_owned()
            } else {
                format!(
                    "For reports on who sends in its name, add \"; {}\"",
                    reports(at)
                )
            };
            Finding::fine(
                SUBJECT,
                format!("the record at {name} asks receivers to refuse nothing (none). {reports}"),
            )
        }
        Some(policy @ ("quarantine" | "reject")) => Finding::fine(
            SUBJECT,
            format!("the record at {name} says what to do with forged mails ({policy})"),
        ),
        _ => Finding::problem(
            SUBJECT,
            format!(
                "the record \"{present}\" at {name} does not say what to do with forged mails: write \"v=DMARC1; p=none\" \
                 in place of its beginning, and leave the rest"
            ),
        ),
    }
}

fn reports(domain: &str) -> String {
    format!("rua=mailto:postmaster@{domain}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sender_domain::Verdict::{self, Fine, Note, Problem};

    #[test]
    fn the_top_level_is_not_asked() {
        assert_eq!(domains("hoi.vn"), ["hoi.vn"]);
        assert_eq!(
            domains("a.hoi.com.vn"),
            ["a.hoi.com.vn", "hoi.com.vn", "com.vn"]
        );
        let long = domains("1.2.3.4.5.6.7.8.9.vn");
        assert_eq!(long.len(), 1 + PARENTS);
        assert_eq!(long[1], "4.5.6.7.8.9.vn");
        assert_eq!(long.last(), Some(&"9.vn"));
    }

    #[test]
    fn the_nearest_record_counts() {
        let none = Answer::Texts(vec![
            "v=DMARC10; p=none".to_owned(),
            "p=none; v=DMARC1".to_owned(),
        ]);
        let unknown = Answer::Unknown("refused".to_owned());
        let cases: [(Answer, Answer, Verdict, &str); 14] = [
            (
                Answer::NoName,
                none.clone(),
                Problem,
                "\"v=DMARC1; p=none; rua=mailto:postmaster@a.hoi.vn\" at _dmarc.a.hoi.vn",
            ),
            (
                text("v=DMARC1; p=none"),
                none.clone(),
                Fine,
                "add \"; rua=mailto:postmaster@a.hoi.vn\"",
            ),
            (
                text("v=DMARC1;p=NONE;rua=mailto:x@y.vn"),
                none.clone(),
                Fine,
                "write p=quarantine",
            ),
            (
                text("v = DMARC1 ; p = quarantine"),
                none.clone(),
                Fine,
                "(quarantine)",
            ),
            (
                text("v=DMARC1; p=reject; sp=none"),
                none.clone(),
                Fine,
                "(reject)",
            ),
            (
                text("v=DMARC1; p=reject"),
                unknown.clone(),
                Fine,
                "(reject)",
            ),
            (
                text("v=DMARC1; rua=mailto:x@y.vn"),
                none.clone(),
                Problem,
                "does not say",
            ),
            (
                text("v=DMARC1; p=deny"),
                none.clone(),
                Problem,
                "\"v=DMARC1; p=deny\" at _dmarc.a.hoi.vn",
            ),
            (
                text("v=dmarc1; p=reject"),
                none.clone(),
                Problem,
                "add the TXT record",
            ),
            (
                Answer::NoName,
                text("v=DMARC1; p=reject"),
                Fine,
                "at _dmarc.hoi.vn says what to do with forged mails (reject)",
            ),
            (
                none.clone(),
                text("v=DMARC1; p=reject; sp=quarantine"),
                Fine,
                "(quarantine)",
            ),
            (
                none.clone(),
                text("v=DMARC1; p=none"),
                Fine,
                "postmaster@hoi.vn",
            ),
            (
                unknown.clone(),
                text("v=DMARC1; p=reject"),
                Note,
                "_dmarc.a.hoi.vn (refused)",
            ),
            (Answer::NoName, unknown, Note, "_dmarc.hoi.vn (refused)"),
        ];
        for (own, parent, verdict, words) in cases {
            let told = format!("{own:?} {parent:?}");
            let found = judge("a.hoi.vn", &[("a.hoi.vn", own), ("hoi.vn", parent)]);
            assert_eq!(found.verdict, verdict, "{told}: {}", found.text);
            assert!(found.text.contains(words), "{words}: {}", found.text);
        }
        let twice = vec![
            "v=DMARC1; p=none".to_owned(),
            "v=DMARC1; p=reject".to_owned(),
        ];
        let found = judge("hoi.vn", &[("hoi.vn", Answer::Texts(twice))]);
        assert_eq!(found.verdict, Problem);
        assert!(found.text.contains("2 records"), "{}", found.text);
    }

    fn text(text: &str) -> Answer {
        Answer::Texts(vec![text.to_owned()])
    }
}
