//! A mail for tests.

use hoi_mail::{Attachment, Email, Mailbox};

pub const PNG: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0 not a real picture, but bytes of every kind: \xff\xfe\r\n.\r\n";

/// A registration's mail: Vietnamese in every part, a picture in the HTML and an attached file.
pub fn registration() -> Email {
    Email {
        to: Mailbox::new(
            Some("Nguyễn Thị Hường, \"Bé\"".to_owned()),
            "huong@example.com".parse().unwrap(),
        ),
        from: "Hội <hoi@example.org>".parse().unwrap(),
        reply_to: None,
        subject:
            "Vé của bạn: Đêm nhạc Trịnh – “Để gió cuốn đi” tại Nhà hát Lớn Hà Nội, 25/12/2026 19:00"
                .to_owned(),
        text: "Chào Hường,\n\n. một dòng bắt đầu bằng dấu chấm\n.\nHẹn gặp bạn!\n".to_owned(),
        html: "<p>Chào Hường,</p><img src=\"cid:ticket-qr\" alt=\"Mã QR\"><p>Hẹn gặp bạn!</p>"
            .to_owned(),
        attachments: vec![
            Attachment {
                name: "Sơ đồ chỗ ngồi.pdf".to_owned(),
                mime: "application/pdf".to_owned(),
                bytes: b"%PDF-1.7 \0\x01\xff".to_vec(),
                content_id: None,
            },
            Attachment {
                name: "ve.png".to_owned(),
                mime: "image/png".to_owned(),
                bytes: PNG.to_vec(),
                content_id: Some("ticket-qr".to_owned()),
            },
        ],
        message_id: "registration.0192f0c1-7d1e@hoi.example.org".to_owned(),
        epoch_ms: 1_798_200_000_123,
        headers: vec![(
            "List-Unsubscribe".to_owned(),
            "<https://hoi.example.org/mail/off/1>".to_owned(),
        )],
    }
}
