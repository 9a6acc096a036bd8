//! Encoded mails, read by an independent parser.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use hoi_mail::{Attachment, Email, Mailbox, SendError};
use mail_parser::{MessageParser, MimeHeaders as _};
use proptest::prelude::*;
use support::{PNG, registration};

fn eml(message: &Email) -> String {
    String::from_utf8(message.to_eml().unwrap()).unwrap()
}

#[test]
fn vietnamese_survives_everywhere() {
    let sent = registration();
    let eml = eml(&sent);
    assert!(
        eml.is_ascii() && eml.lines().all(|line| line.len() <= 78 + 20),
        "servers may cut long or 8-bit lines"
    );

    let mail = MessageParser::default().parse(&eml).unwrap();
    assert_eq!(mail.subject(), Some(sent.subject.as_str()));
    let to = mail.to().unwrap().first().unwrap();
    assert_eq!(to.name(), Some("Nguyễn Thị Hường, \"Bé\""));
    assert_eq!(to.address(), Some("huong@example.com"));
    assert_eq!(mail.from().unwrap().first().unwrap().name(), Some("Hội"));
    assert_eq!(mail.body_text(0).unwrap().replace("\r\n", "\n"), sent.text);
    assert_eq!(mail.body_html(0).unwrap(), sent.html);
    assert_eq!(
        mail.message_id(),
        Some("registration.0192f0c1-7d1e@hoi.example.org")
    );
    assert_eq!(mail.date().unwrap().to_rfc3339(), "2026-12-25T12:00:00Z");
    assert_eq!(
        mail.header_raw("List-Unsubscribe").unwrap().trim(),
        "<https://hoi.example.org/mail/off/1>"
    );
    assert_eq!(
        mail.header("Auto-Submitted").unwrap().as_text(),
        Some("auto-generated")
    );
}

#[test]
fn a_file_and_a_picture_arrive_byte_for_byte() {
    let eml = eml(&registration());
    let mail = MessageParser::default().parse(&eml).unwrap();
    let kinds: Vec<String> = mail
        .parts
        .iter()
        .filter_map(|part| Some(part.content_type()?.subtype()?.to_owned()))
        .collect();
    assert_eq!(
        kinds,
        [
            "mixed",
            "alternative",
            "plain",
            "related",
            "html",
            "png",
            "pdf"
        ]
    );

    let picture = mail
        .parts
        .iter()
        .find(|part| part.content_id().is_some())
        .unwrap();
    assert_eq!(picture.content_id(), Some("ticket-qr"));
    assert_eq!(picture.contents(), PNG);
    let file = mail
        .parts
        .iter()
        .find(|part| part.attachment_name() == Some("Sơ đồ chỗ ngồi.pdf"))
        .unwrap();
    assert_eq!(file.contents(), b"%PDF-1.7 \0\x01\xff");
    assert!(file.content_disposition().unwrap().is_attachment());
}

#[test]
fn the_same_mail_has_the_same_identity_each_time() {
    let header = |name: &str| {
        eml(&registration())
            .lines()
            .find(|line| line.starts_with(name))
            .unwrap()
            .to_owned()
    };
    assert_eq!(header("Message-ID:"), header("Message-ID:"));
    assert_eq!(header("Date:"), "Date: Fri, 25 Dec 2026 12:00:00 +0000");
}

fn file(name: &str, mime: &str, content_id: Option<&str>) -> Vec<Attachment> {
    let (name, mime, content_id) = (
        name.to_owned(),
        mime.to_owned(),
        content_id.map(str::to_owned),
    );
    vec![Attachment {
        name,
        mime,
        bytes: Vec::new(),
        content_id,
    }]
}

#[test]
fn a_line_break_neither_adds_a_header_nor_stops_the_mail() {
    let attack = "Đêm\tnhạc  Trịnh\r\nBcc: victim@example.com";
    let on_one_line = "Đêm nhạc Trịnh Bcc: victim@example.com";
    let mailbox =
        |name: &str| Mailbox::new(Some(name.to_owned()), "a@example.com".parse().unwrap());
    let message = Email {
        to: mailbox(attack),
        from: mailbox(" \n"),
        reply_to: Some(mailbox(attack)),
        subject: attack.to_owned(),
        headers: vec![(
            "X-Note".to_owned(),
            "a\r\nBcc: victim@example.com".to_owned(),
        )],
        attachments: file(attack, "image/png", None),
        ..registration()
    };
    let eml = eml(&message);
    let mail = MessageParser::default().parse(&eml).unwrap();
    assert_eq!(
        mail.to().unwrap().first().unwrap().name(),
        Some(on_one_line)
    );
    assert_eq!(mail.from().unwrap().first().unwrap().name(), None);
    let answers = mail.reply_to().unwrap().first().unwrap();
    assert_eq!(
        (answers.name(), answers.address()),
        (Some(on_one_line), Some("a@example.com"))
    );
    assert_eq!(mail.subject(), Some(on_one_line));
    assert_eq!(
        mail.header_raw("X-Note").unwrap().trim(),
        "a Bcc: victim@example.com"
    );
    assert_eq!(
        mail.attachment(0).unwrap().attachment_name(),
        Some(on_one_line)
    );
    assert!(mail.bcc().is_none());
}

#[test]
fn invalid_parts_of_a_mail_are_refused_for_good() {
    let good = registration();
    for wrong in [
        Email {
            message_id: "a@b>\r\nBcc: victim@example.com".to_owned(),
            ..good.clone()
        },
        Email {
            message_id: String::new(),
            ..good.clone()
        },
        Email {
            headers: vec![("X A:".to_owned(), "b".to_owned())],
            ..good.clone()
        },
        Email {
            attachments: file("a", "not a type", None),
            ..good.clone()
        },
        Email {
            attachments: file("a", "image/png", Some("a> <b")),
            ..good.clone()
        },
    ] {
        assert!(
            matches!(wrong.to_eml(), Err(SendError::Permanent(_))),
            "{wrong:?}"
        );
    }
}

proptest! {
    #[test]
    fn any_text_arrives_word_for_word(text: String, name: String) {
        let mut message = registration();
        message.subject.clone_from(&text);
        message.to.name = Some(name.clone());
        message.attachments[0].name.clone_from(&name);
        message.text = text.clone() + "\n";
        let eml = message.to_eml().unwrap();
        prop_assert!(eml.is_ascii());

        let mail = MessageParser::default().parse(&eml).unwrap();
        let words = |text: &str| text.split(|c: char| c.is_whitespace() || c.is_control())
            .filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        prop_assert_eq!(words(mail.subject().unwrap_or_default()), words(&text));
        let to = mail.to().unwrap().first().unwrap();
        prop_assert_eq!(to.address(), Some("huong@example.com"));
        prop_assert_eq!(words(to.name().unwrap_or_default()), words(&name));
    }
}

#[test]
fn any_date_can_be_written() {
    for (epoch_ms, year) in [(i64::MIN, "1970"), (0, "1970"), (i64::MAX, "9999")] {
        let eml = eml(&Email {
            epoch_ms,
            ..registration()
        });
        let date = eml.lines().find(|line| line.starts_with("Date:")).unwrap();
        assert!(date.contains(year), "{date}");
    }
}
