//! Classifies a mail server's refusal: either the server does not work for us at all, or it refuses this recipient or
//! mail.
//!
//! The decision uses the step of the refusal, then the enhanced status code (RFC 3463), then the words, because many
//! servers answer `550 5.7.1` to everything.

use crate::SendError;

/// A step of the conversation with a mail server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Connect,
    /// The command `AUTH`.
    Login,
    /// The command `MAIL FROM`.
    Sender,
    /// The command `RCPT TO`.
    Recipient,
    /// The command `DATA`.
    Data,
    /// The mail itself and the answer to its final dot.
    Content,
}

/// A failure at one step of a conversation with the mail server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FailureKind {
    /// The server answered with a code from 400.
    Reply {
        code: u16,
        /// The text of the reply, with the enhanced status code if there is one.
        text: String,
    },
    /// The server gave no answer, or an invalid one.
    Connection(String),
    /// The server cannot take this address.
    Address(String),
}

/// Words of refusals that concern our login, sender or allowance, whatever the step.
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

/// Returns the kind of error.
pub fn judge(step: Step, kind: &FailureKind) -> SendError {
    match kind {
        FailureKind::Address(reason) => SendError::Permanent(reason.clone()),
        // The mail has been handed over, so this mail itself may take the server long.
        FailureKind::Connection(reason) if step == Step::Content => {
            SendError::Temporary(reason.clone())
        }
        FailureKind::Connection(reason) => SendError::Outage(reason.clone()),
        FailureKind::Reply { code, text } => {
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

/// Removes addresses from a reply. They quote the recipient and must not match the word lists: an address may be
/// `daily@relay.vn`.
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
        // The server shuts down, or requires us to log in or to encrypt.
        (_, 421 | 432 | 454 | 530 | 534 | 535 | 538, _) => true,
        // The recipient's address is wrong, or the mail is too large or malformed.
        (_, _, Some((1, 1..=6 | 10) | (5 | 6, _) | (3, 4))) => false,
        // The server does not know the command.
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

/// Returns subject and detail of the enhanced status code at the beginning: (7, 1) for `5.7.1`.
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
