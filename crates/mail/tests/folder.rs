//! Mails written to files and read again.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::{fs, os::unix::fs::PermissionsExt as _};

use hoi_mail::{Email, MailFolder, SendError, Transport};
use support::{PNG, registration};

fn folder() -> (tempfile::TempDir, MailFolder) {
    let parent = tempfile::tempdir().unwrap();
    let folder = MailFolder::create(parent.path().join("data/mail")).unwrap();
    (parent, folder)
}

#[tokio::test]
async fn a_mail_is_written_for_its_owner_alone_and_read_back() {
    let (parent, folder) = folder();
    Transport::File(folder.clone())
        .send(&registration())
        .await
        .unwrap();

    let path = parent.path().join("data/mail");
    let file = "01798200000123-registration-0192f0c1-7d1e-hoi-example-org.eml";
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&path), 0o700);
    assert_eq!(mode(&path.join(file)), 0o600);

    let stored = folder.read(file).await.unwrap().unwrap();
    assert_eq!(stored.summary.to, "huong@example.com");
    assert_eq!(stored.summary.subject, registration().subject);
    assert_eq!(stored.summary.epoch_ms, 1_798_200_000_000);
    assert_eq!(stored.text.replace("\r\n", "\n"), registration().text);
    assert_eq!(stored.html, registration().html);
    let mut attachments = stored.attachments;
    attachments.sort_by_key(|file| file.content_id.is_some());
    assert_eq!(attachments, registration().attachments);
    assert_eq!(attachments[1].bytes, PNG);
    assert_eq!(folder.list(10).await.unwrap(), [stored.summary]);
}

#[tokio::test]
async fn the_newest_come_first_and_the_same_mail_is_one_file() {
    let (parent, folder) = folder();
    let transport = Transport::File(folder.clone());
    for (id, epoch_ms) in [
        ("b@x", 2_000),
        ("a@x", 20_000),
        ("c@x", 3_000),
        ("a@x", 20_000),
    ] {
        let message = Email {
            message_id: id.to_owned(),
            subject: id.to_owned(),
            epoch_ms,
            ..registration()
        };
        transport.send(&message).await.unwrap();
    }
    fs::write(parent.path().join("data/mail/notes.txt"), "not a mail").unwrap();
    fs::write(parent.path().join("data/mail/99999999999999-empty.eml"), "").unwrap();

    let subjects = |mails: Vec<hoi_mail::MailSummary>| {
        mails
            .into_iter()
            .map(|mail| mail.subject)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        subjects(folder.list(10).await.unwrap()),
        ["a@x", "c@x", "b@x"]
    );
    assert_eq!(subjects(folder.list(2).await.unwrap()), ["a@x", "c@x"]);
}

#[tokio::test]
async fn mails_are_removed_a_few_at_a_time() {
    let (parent, folder) = folder();
    let transport = Transport::File(folder.clone());
    for (id, to) in [
        ("a", "lan@example.com"),
        ("b", "huong@example.com"),
        ("c", "lan@example.com"),
    ] {
        let message = Email {
            message_id: format!("{id}@x"),
            to: to.parse().unwrap(),
            ..registration()
        };
        transport.send(&message).await.unwrap();
    }
    fs::write(parent.path().join("data/mail/notes.txt"), "not a mail").unwrap();
    let left = async || folder.list(10).await.unwrap().len();
    let next = async |after| {
        let to_lan = |mail: &hoi_mail::MailSummary| mail.to == "lan@example.com";
        folder.remove(after, 1, to_lan).await.unwrap()
    };
    let first = next(None).await;
    assert!(first.is_some());
    assert_eq!(left().await, 2);
    // The same again, as after a stop.
    assert!(next(None).await.is_some());
    assert_eq!(left().await, 2);
    let second = next(first).await;
    assert_eq!((next(second).await, left().await), (None, 1));
    assert_eq!(folder.list(10).await.unwrap()[0].to, "huong@example.com");
    assert!(parent.path().join("data/mail/notes.txt").exists());
    assert!(MailFolder::find(parent.path().join("data/none")).is_none());
}

#[tokio::test]
async fn nothing_outside_of_the_folder_is_read() {
    let (parent, folder) = folder();
    fs::write(
        parent.path().join("data/secret.eml"),
        registration().to_eml().unwrap(),
    )
    .unwrap();
    for name in [
        "../secret.eml",
        "..%2Fsecret.eml",
        "/etc/passwd",
        "none.eml",
        ".eml",
        "",
        "a/b.eml",
        "x.txt",
    ] {
        assert_eq!(folder.read(name).await.unwrap(), None, "{name}");
    }
}

#[tokio::test]
async fn a_folder_that_is_gone_is_worth_another_try() {
    let (parent, folder) = folder();
    fs::remove_dir_all(parent.path().join("data")).unwrap();
    let refusal = Transport::File(folder.clone())
        .send(&registration())
        .await
        .unwrap_err();
    assert!(matches!(refusal, SendError::Temporary(_)), "{refusal}");
    assert!(folder.list(1).await.is_err());
}
