//! Replies of real mail servers and their classification.

use super::Step::{Connect, Content, Data, Login, Recipient, Sender};
use super::*;

/// Replies of real servers, from their documentation and from public reports.
const OUTAGE: &[(Step, u16, &str)] = &[
    // Replies common to all servers.
    (
        Connect,
        421,
        "4.3.2 Service not available, closing transmission channel",
    ),
    (Connect, 554, "No SMTP service here"),
    (Sender, 451, "4.3.0 Error: queue file write error"),
    (Sender, 452, "4.3.1 Insufficient system storage"),
    (Content, 452, "4.3.1 Insufficient system storage"),
    (
        Sender,
        552,
        "Requested mail action aborted: exceeded storage allocation",
    ),
    // Postfix.
    (Recipient, 554, "5.7.1 <a@gmail.com>: Relay access denied"),
    (Recipient, 454, "4.7.1 <a@gmail.com>: Relay access denied"),
    (
        Recipient,
        550,
        "5.7.1 <a@gmail.com>: Recipient address rejected: Relaying denied",
    ),
    (
        Recipient,
        553,
        "5.7.1 <hoi@example.vn>: Sender address rejected: not owned by user hoi",
    ),
    (
        Recipient,
        550,
        "5.1.8 <hoi@example.vn>: Sender address rejected: Domain not found",
    ),
    (
        Recipient,
        554,
        "5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org",
    ),
    (Sender, 450, "4.7.1 Error: too much mail from 192.0.2.1"),
    (Sender, 530, "5.7.0 Must issue a STARTTLS command first"),
    (
        Login,
        535,
        "5.7.8 Error: authentication failed: UGFzc3dvcmQ6",
    ),
    (
        Login,
        454,
        "4.7.0 Temporary authentication failure: Connection lost to authentication server",
    ),
    // qmail.
    (
        Recipient,
        553,
        "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    ),
    // Gmail.
    (
        Sender,
        530,
        "5.7.0 Authentication Required. For more information, go to https://support.google.com",
    ),
    (
        Login,
        535,
        "5.7.8 Username and Password not accepted. https://support.google.com/mail/?p=BadCredentials",
    ),
    (Login, 534, "5.7.9 Application-specific password required."),
    (
        Recipient,
        550,
        "5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits",
    ),
    (
        Content,
        550,
        "5.4.5 Daily SMTP relay limit exceeded for user.",
    ),
    (
        Content,
        550,
        "5.7.26 Unauthenticated email from example.vn is not accepted due to domain's DMARC policy.",
    ),
    (
        Content,
        421,
        "4.7.28 Gmail has detected an unusual rate of unsolicited mail originating from your IP address.",
    ),
    (
        Sender,
        421,
        "4.7.0 Too many concurrent SMTP connections; please try again later.",
    ),
    // Exchange Online.
    (
        Sender,
        530,
        "5.7.57 Client not authenticated to send mail. Error: 535 5.7.3 Authentication unsuccessful",
    ),
    (
        Recipient,
        550,
        "5.7.54 SMTP; Unable to relay recipient in non-accepted domain",
    ),
    (
        Content,
        554,
        "5.2.252 SendAsDenied; hoi@example.vn not allowed to send as events@example.vn",
    ),
    (
        Content,
        550,
        "5.7.60 SMTP; Client does not have permissions to send as this sender",
    ),
    (
        Content,
        554,
        "5.2.0 STOREDRV.Submission.Exception:OutboundSpamException; Failed to process message",
    ),
    (
        Content,
        550,
        "5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    ),
    (Content, 550, "5.7.501 Access denied, spam abuse detected"),
    (Sender, 432, "4.3.2 Concurrent connections limit exceeded"),
    // Amazon SES.
    (Login, 535, "Authentication Credentials Invalid"),
    (
        Content,
        554,
        "Message rejected: Email address is not verified. The following identities failed the check in region AP-SOUTHEAST-1: hoi@example.vn",
    ),
    (
        Content,
        454,
        "Throttling failure: Maximum sending rate exceeded.",
    ),
    (
        Data,
        454,
        "Throttling failure: Daily message quota exceeded.",
    ),
    (
        Content,
        554,
        "Access denied: User `arn:aws:iam::1:user/hoi' is not authorized; sending paused for this account",
    ),
    // Hosting in Vietnam: Exim under cPanel or DirectAdmin, Zimbra, MDaemon.
    (
        Recipient,
        550,
        "Domain example.vn has exceeded the max emails per hour (100/100 (100%)) allowed. Message discarded.",
    ),
    (
        Recipient,
        550,
        "You are over your daily limit of 1000 e-mails",
    ),
    (Recipient, 550, "authentication required"),
    (Recipient, 550, "relay not permitted"),
    (
        Recipient,
        550,
        "Please turn on SMTP Authentication in your mail client. mail.example.vn is not permitted to relay through this server without authentication.",
    ),
    (
        Recipient,
        554,
        "5.7.1 <a@example.vn>: Recipient address rejected: Sending limit reached for hoi@example.vn",
    ),
    (Recipient, 553, "sorry, your account suspended"),
    (Recipient, 530, "SMTP authentication is required."),
];

const TEMPORARY: &[(Step, u16, &str)] = &[
    (
        Recipient,
        450,
        "4.2.0 <a@example.vn>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch",
    ),
    (
        Recipient,
        451,
        "4.7.1 Greylisting in action, please come back in 5 minutes",
    ),
    (
        Recipient,
        452,
        "4.2.2 The email account that you tried to reach is over quota",
    ),
    (
        Recipient,
        552,
        "5.2.2 The email account that you tried to reach is over quota and inactive.",
    ),
    (Recipient, 552, "5.2.2 <a@example.vn>: Mailbox full"),
    (
        Recipient,
        550,
        "Mailbox is full / Blocks limit exceeded / Inode limit exceeded",
    ),
    (Content, 552, "5.2.2 Over quota"),
    (
        Recipient,
        450,
        "4.2.1 The user you are trying to contact is receiving mail too quickly",
    ),
    (
        Recipient,
        450,
        "4.1.2 <a@nowhere.vn>: Recipient address rejected: Domain not found",
    ),
    (Recipient, 451, "Temporary local problem - please try later"),
    (Content, 451, "4.7.1 Please try again later"),
];

const PERMANENT: &[(Step, u16, &str)] = &[
    (
        Recipient,
        550,
        "5.1.1 <a@example.vn>: Recipient address rejected: User unknown in virtual mailbox table",
    ),
    (
        Recipient,
        550,
        "5.1.1 The email account that you tried to reach does not exist. Please try double-checking",
    ),
    (
        Recipient,
        550,
        "5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    ),
    (
        Recipient,
        550,
        "5.1.2 <a@nowhere.vn>: Recipient address rejected: Domain not found",
    ),
    (
        Recipient,
        550,
        "5.4.1 Recipient address rejected: Access denied. AS(201806281)",
    ),
    (
        Recipient,
        550,
        "5.2.1 The email account that you tried to reach is inactive.",
    ),
    (Recipient, 550, "No such user here"),
    (
        Recipient,
        550,
        "Requested action not taken: mailbox unavailable",
    ),
    (Recipient, 501, "5.1.3 Bad recipient address syntax"),
    (Content, 552, "5.3.4 Message size exceeds fixed limit"),
    (
        Content,
        552,
        "5.7.0 This message was blocked because its content presents a potential security issue.",
    ),
    (
        Content,
        550,
        "5.7.1 This message has been blocked because it contains a banned file",
    ),
    (Content, 554, "5.7.1 Message rejected as spam"),
    (Content, 554, "5.6.0 Message is malformed"),
    (
        Recipient,
        553,
        "5.6.7 SMTPUTF8 is required, but was not offered",
    ),
];

fn reply(step: Step, code: u16, text: &str) -> SendError {
    let text = text.to_owned();
    judge(step, &FailureKind::Reply { code, text })
}

#[test]
fn failures_of_the_installation_are_told_from_refusals_of_a_recipient() {
    let mut wrong = Vec::new();
    for (name, table) in [
        ("outage", OUTAGE),
        ("temporary", TEMPORARY),
        ("permanent", PERMANENT),
    ] {
        for (step, code, text) in table {
            let found = match reply(*step, *code, text) {
                SendError::Outage(_) => "outage",
                SendError::Temporary(_) => "temporary",
                SendError::Permanent(_) => "permanent",
            };
            if found != name {
                wrong.push(format!("{step:?} {code} {text}: {found}, not {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_words_of_a_quoted_address_say_nothing() {
    for address in ["daily@relay.vn", "quota.login@blacklist.example"] {
        for text in [
            format!("5.7.1 <{address}>: recipient address rejected"),
            format!("{address} is not taken here"),
        ] {
            let found = reply(Recipient, 550, &text);
            assert!(matches!(found, SendError::Permanent(_)), "{text}: {found}");
            assert!(found.shows_a_working_server());
        }
    }
    let ours = reply(
        Recipient,
        550,
        "5.7.1 <daily@relay.vn>: relay access denied",
    );
    assert!(matches!(ours, SendError::Outage(_)), "{ours}");
    assert!(!ours.shows_a_working_server());
    let folder = SendError::Temporary("cannot write the file: no space left".to_owned());
    assert!(!folder.shows_a_working_server());
}

#[test]
fn a_connection_that_fails_is_an_outage_until_the_mail_is_handed_over() {
    let kind = FailureKind::Connection("connection refused".to_owned());
    for step in [Connect, Login, Sender, Recipient, Data] {
        assert!(
            matches!(judge(step, &kind), SendError::Outage(_)),
            "{step:?}"
        );
    }
    assert!(matches!(judge(Content, &kind), SendError::Temporary(_)));
}

#[test]
fn reads_enhanced_codes() {
    assert_eq!(enhanced("5.7.1 no"), Some((7, 1)));
    assert_eq!(enhanced("5.1.10 resolver"), Some((1, 10)));
    assert_eq!(enhanced("sorry (#5.7.1)"), Some((7, 1)));
    assert_eq!(enhanced("192.0.2.1 is blocked"), None);
    assert_eq!(enhanced("you sent 100 mails"), None);
    assert_eq!(enhanced(""), None);
}
