//! What a refusal means: that the mail server does not work for us at all, or that one recipient cannot be reached.
//!
//! What tells them apart is the step at which it came, then the enhanced status code (RFC 3463), then, because many
//! servers say `550 5.7.1` to everything, the words.

use crate::SendError;

/// When something went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Connecting, encrypting and greeting.
    Connect,
    /// `AUTH`.
    Login,
    /// `MAIL FROM`.
    Sender,
    /// `RCPT TO`.
    Recipient,
    /// `DATA`.
    Data,
    /// The mail itself and the answer to its final dot.
    Content,
}

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// The server answered with a code from 400.
    Reply {
        /// The code.
        code: u16,
        /// Its text, with the enhanced status code if there is one.
        text: String,
    },
    /// No answer, or none that makes sense.
    Connection(String),
    /// An address that this server cannot take.
    Address(String),
}

/// Our login, our sender or our allowance, whatever the step.
const ABOUT_US: &[&str] = &[
    "relay",
    "rcpthosts",
    "authenticat",
    "not logged in",
    "login",
    "sender address",
    "sender rejected",
    "sender domain",
    "send as",
    "sendas",
    "outboundspam",
    "email address is not verified",
    "sending paused",
    "throttl",
    "daily",
    "hourly",
    "per hour",
    "per day",
    "sending limit",
    "sending quota",
    "message limit",
    "rate limit",
    "too much mail",
    "too many messages",
    "too many connections",
    "quota exceeded for sender",
    "account is suspended",
    "account suspended",
    "account disabled for sending",
    "client host",
    "your ip",
    "ip address",
    "blacklist",
    "blocklist",
    "spamhaus",
];
/// Words of refusals that concern the recipient's server or mailbox.
const ABOUT_THEM: &[&str] = &[
    "greylist",
    "graylist",
    "greylisted",
    "mailbox full",
    "mailbox is full",
    "over quota",
    "out of storage",
    "user unknown",
    "unknown user",
    "no such user",
    "does not exist",
    "mailbox unavailable",
    "recipient address rejected: access denied",
    "recipient address rejected: greylist",
];
const FULL: &[&str] = &[
    "mailbox full",
    "mailbox is full",
    "over quota",
    "overquota",
    "out of storage",
];

/// The kind of error.
pub fn judge(step: Step, trouble: &Trouble) -> SendError {
    match trouble {
        Trouble::Address(reason) => SendError::Permanent(reason.clone()),
        // After the mail has been handed over, it may be this mail that takes the server long.
        Trouble::Connection(reason) if step == Step::Content => {
            SendError::Temporary(reason.clone())
        }
        Trouble::Connection(reason) => SendError::Outage(reason.clone()),
        Trouble::Reply { code, text } => {
            let reason = format!("{code} {text}");
            let text = without_addresses(&text.to_lowercase());
            if is_about_us(step, *code, &text) {
                SendError::Outage(reason)
            } else if *code < 500 || is_full(&text) {
                SendError::Temporary(reason)
            } else {
                SendError::Permanent(reason)
            }
        }
    }
}

/// A reply quotes the recipient's address, whose words say nothing about us: anybody may be called `daily@relay.vn`.
fn without_addresses(text: &str) -> String {
    let words = text.split_whitespace().filter(|word| !word.contains('@'));
    words.collect::<Vec<_>>().join(" ")
}

fn is_full(text: &str) -> bool {
    matches!(enhanced(text), Some((2, 2))) || says(text, FULL)
}

#[expect(
    clippy::match_same_arms,
    reason = "the order of the arms is the rule, and each says what it is about"
)]
fn is_about_us(step: Step, code: u16, text: &str) -> bool {
    let enhanced = enhanced(text);
    match (step, code, enhanced) {
        (Step::Connect | Step::Login, ..) => true,
        // The server goes away; we have to log in or to encrypt.
        (_, 421 | 432 | 454 | 530 | 534 | 535 | 538, _) => true,
        // The address itself, or a mail that is too large or malformed.
        (_, _, Some((1, 1..=6 | 10) | (5 | 6, _) | (3, 4))) => false,
        // It does not know the command.
        (_, 500..=504, _) => true,
        (Step::Sender, ..) => true,
        // Our address; the server's own state; our allowance; SPF, DKIM and DMARC of our domain; Exchange's refusals of
        // anonymous and of banned senders.
        (
            _,
            _,
            Some(
                (1, 7..=9 | 90)
                | (3, _)
                | (4, 5)
                | (7, 8 | 9 | 11 | 20..=29 | 57 | 60 | 64 | 500..=799),
            ),
        ) => true,
        _ if says(text, ABOUT_THEM)
            || matches!(enhanced, Some((2, _))) && !says(text, &["outboundspam", "sendas"]) =>
        {
            false
        }
        _ => says(text, ABOUT_US),
    }
}

fn says(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// Subject and detail of the enhanced status code at the beginning: `5.7.1` is (7, 1).
fn enhanced(text: &str) -> Option<(u16, u16)> {
    let start = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let code = start
        .split(|c: char| c != '.' && !c.is_ascii_digit())
        .next()?;
    let mut parts = code.trim_end_matches('.').split('.').map(str::parse::<u16>);
    match (parts.next()?, parts.next()?, parts.next()?, parts.next()) {
        (Ok(4 | 5), Ok(subject), Ok(detail), None) => Some((subject, detail)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
