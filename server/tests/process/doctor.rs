//! `hoi doctor` against a running server, a mail server and a DNS server.

use std::fs;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufStream};
use tokio::net::{TcpListener, UdpSocket};
use tokio::process::Command;
use tokio::sync::mpsc;

use crate::backup::output;
use crate::program::{Place, Program, free_address};

/// Without DNS, which no test may ask.
fn doctor(place: &Place, address: &str) -> Command {
    doctor_asking(place, address, "127.0.0.1:1")
}

fn doctor_asking(place: &Place, address: &str, dns: &str) -> Command {
    let mut command = place.command("doctor");
    command
        .args(["--dns-server", dns])
        .env("HOI_LISTEN", address)
        .env("HOI_PUBLIC_URL", format!("http://{address}"));
    command
}

/// Starts a mail server that accepts one login, and reports the commands it hears.
async fn mail_server() -> (String, mpsc::UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (heard, hearing) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut stream = BufStream::new(stream);
            let mut reply = "220 test";
            loop {
                let line = format!("{reply}\r\n");
                if stream.write_all(line.as_bytes()).await.is_err() || stream.flush().await.is_err()
                {
                    break;
                }
                let mut line = String::new();
                if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
                    break;
                }
                // \0hoi\0right-password
                reply = match line.trim_end() {
                    line if line.starts_with("EHLO") => "250-test\r\n250 AUTH PLAIN",
                    "AUTH PLAIN AGhvaQByaWdodC1wYXNzd29yZA==" => "235 welcome",
                    line if line.starts_with("AUTH") => "535 5.7.8 wrong login",
                    _ => "250 fine",
                };
                let _ = heard.send(line);
            }
        }
    });
    (address, hearing)
}

/// Starts a DNS server that knows a TXT record of each of these names, and no others.
async fn dns_server(records: &'static [(&'static str, &'static str)]) -> String {
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let address = socket.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        let mut query = [0_u8; 512];
        while let Ok((_, from)) = socket.recv_from(&mut query).await {
            let reply = dns_reply(&query, records);
            socket.send_to(&reply, from).await.unwrap();
        }
    });
    address
}

fn dns_reply(query: &[u8], records: &[(&str, &str)]) -> Vec<u8> {
    let (mut labels, mut at) = (Vec::new(), 12);
    while query[at] != 0 {
        let end = at + 1 + usize::from(query[at]);
        labels.push(std::str::from_utf8(&query[at + 1..end]).unwrap());
        at = end;
    }
    let name = labels.join(".");
    let record = records.iter().find(|(known, _)| *known == name);
    // The number of answers, and whether the name exists.
    let (count, code) = if record.is_some() { (1, 0) } else { (0, 3) };
    let header: [u8; 10] = [0x81, 0x80 | code, 0, 1, 0, count, 0, 0, 0, 0];
    let mut reply = [&query[..2], &header, &query[12..at + 5]].concat();
    if let Some((_, text)) = record {
        let length = u8::try_from(text.len()).unwrap();
        reply.extend([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, length + 1, length]);
        reply.extend(text.as_bytes());
    }
    reply
}

#[track_caller]
fn assert_problem((code, said): &(i32, String), subject: &str, words: &[&str]) {
    assert_eq!(*code, 1, "{said}");
    let line = said
        .lines()
        .find(|line| line.starts_with(&format!("PROBLEM  {subject}")))
        .unwrap_or_else(|| panic!("{subject}: {said}"));
    for word in words {
        assert!(line.contains(word), "{word}: {said}");
    }
}

#[tokio::test]
async fn a_server_that_works_is_recognised() {
    let place = Place::new().await;
    let address = free_address().to_string();
    let mut serve = place.command("serve");
    serve.env("HOI_LISTEN", &address);
    let program = Program::start(serve).await;
    let (code, said) = output(&mut doctor(&place, &address)).await;
    let problems: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("PROBLEM"))
        .collect();
    if place.is_embedded() {
        assert_eq!((code, problems.len()), (0, 0), "{said}");
    } else {
        // The PostgreSQL of the tests need not survive a power failure.
        assert_eq!((code, problems.len()), (1, 1), "{said}");
        assert!(problems[0].contains("fsync = off"), "{said}");
    }
    for line in [
        "fine     database",
        "fine     storage",
        "note     mail",
        "note     sender",
        "note     address",
        "fine     address",
        "fine     proxy",
        "fine     sockets",
        "fine     clock",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let files = place.folder.path().join("files");
    let left = fs::read_dir(files)
        .unwrap()
        .map(|folder| fs::read_dir(folder.unwrap().path()).unwrap().count());
    assert_eq!(left.sum::<usize>(), 0, "the probe is removed");

    // Another installation at the public address.
    let other = Place::new().await;
    other.start().await.stop().await;
    let told = output(&mut doctor(&other, &address)).await;
    assert_problem(&told, "address", &["something else answers"]);
    // Strangers learn nothing.
    assert_eq!(
        program.get_from([127, 0, 0, 1], "/.well-known/hoi").await,
        Some(404)
    );

    assert!(program.stop().await.0.success());
    let told = output(&mut doctor(&place, &address)).await;
    assert_problem(&told, "address", &["does not lead here", &address]);
}

#[tokio::test]
async fn faults_are_named_without_secrets() {
    let place = Place::new().await;
    place.start().await.stop().await;
    let address = free_address().to_string();
    let (mail, mut heard) = mail_server().await;
    let mut command = doctor(&place, &address);
    command
        .env("HOI_SMTP_URL", format!("smtp://hoi:wrong-password@{mail}"))
        .env("HOI_MAIL_FROM", "Hội <events@example.vn>");
    let told = output(&mut command).await;
    assert_problem(&told, "mail", &["535", "HOI_SMTP_URL"]);
    assert!(!told.1.contains("wrong-password"), "{}", told.1);

    command.env("HOI_SMTP_URL", format!("smtp://hoi:right-password@{mail}"));
    let (_, said) = output(&mut command).await;
    assert!(said.contains("fine     mail"), "{said}");
    assert!(said.contains("note     sender"), "{said}");
    assert!(said.contains("DNS could not be asked"), "{said}");
    assert!(!said.contains("right-password"), "{said}");
    while let Ok(line) = heard.try_recv() {
        assert!(
            !line.starts_with("MAIL") && !line.starts_with("DATA"),
            "{line}"
        );
    }
    command.env("HOI_MAIL_FROM", "Hội <no-reply@localhost.localdomain>");
    let told = output(&mut command).await;
    assert_problem(&told, "mail", &["HOI_MAIL_FROM"]);
    command.env("HOI_SMTP_URL", "smtp://hoi:right-password@mail.invalid");
    let told = output(&mut command).await;
    assert_problem(&told, "mail", &["unencrypted"]);

    fs::write(place.folder.path().join("plain"), "x").unwrap();
    let storage = format!("file://{}/plain/files", place.folder.path().display());
    let told = output(doctor(&place, &address).env("HOI_STORAGE_URL", storage)).await;
    assert_problem(&told, "storage", &["HOI_STORAGE_URL"]);

    let public =
        output(doctor(&place, &address).env("HOI_PUBLIC_URL", "http://events.invalid")).await;
    assert_problem(&public, "address", &["HTTPS"]);
    assert_problem(&public, "mail", &["HOI_SMTP_URL"]);

    let mut missing = doctor(&place, &address);
    missing.env(
        "HOI_DATABASE_URL",
        "postgres://hoi:database-password@127.0.0.1:1/hoi",
    );
    let told = output(&mut missing).await;
    assert_problem(&told, "database", &["HOI_DATABASE_URL"]);
    assert!(!told.1.contains("database-password"), "{}", told.1);

    fs::write(place.folder.path().join("secret"), [7; 32]).unwrap();
    let told = output(&mut doctor(&place, &address)).await;
    assert_problem(&told, "secret", &["not the one"]);
    let (code, said) = output(doctor(&place, &address).env("HOI_LISTEN", "here")).await;
    assert_eq!(code, 2, "{said}");
}

#[tokio::test]
async fn the_records_of_the_senders_domain_are_checked() {
    const RECORDS: &[(&str, &str)] = &[
        ("hoi.vn", "v=spf1 mx -all"),
        ("_domainkey.hoi.vn", "is not empty"),
        ("own7._domainkey.hoi.vn", "v=DKIM1; p=MIIB"),
    ];
    let place = Place::new().await;
    place.start().await.stop().await;
    let address = free_address().to_string();
    let (mail, _heard) = mail_server().await;
    let dns = dns_server(RECORDS).await;
    let asking = |domain: &str| {
        let mut command = doctor_asking(&place, &address, &dns);
        command
            .env("HOI_SMTP_URL", format!("smtp://hoi:right-password@{mail}"))
            .env("HOI_MAIL_FROM", format!("Hội <events@{domain}>"));
        command
    };
    let told = output(&mut asking("hoi.vn")).await;
    assert_problem(&told, "DMARC", &["\"v=DMARC1; p=none;", "at _dmarc.hoi.vn"]);
    for words in [
        "note     SPF        hoi.vn has the record \"v=spf1 mx -all\"",
        "note     DKIM",
    ] {
        assert!(told.1.contains(words), "{words}: {}", told.1);
    }
    let (_, said) = output(asking("hoi.vn").args(["--dkim-selector", "own7"])).await;
    assert!(said.contains("fine     DKIM"), "{said}");

    let told = output(&mut asking("wrong.vn")).await;
    assert_problem(
        &told,
        "sender",
        &["wrong.vn does not exist", "HOI_MAIL_FROM"],
    );
    let (code, said) = output(asking("hoi.vn").args(["--dkim-selector"])).await;
    assert_eq!(code, 2, "{said}");
}

#[tokio::test]
async fn the_key_for_signatures_is_compared_with_the_published_one() {
    const RECORD: &str = "v=DKIM1; k=ed25519; p=ElTxZmK2FpbxkhlzblVvCzXsWNHTGU0BLAR3d4ZII5g=";
    const RECORDS: &[(&str, &str)] = &[
        ("hoi.vn", "v=spf1 mx -all"),
        ("own7._domainkey.hoi.vn", RECORD),
        ("old._domainkey.hoi.vn", "v=DKIM1; p=MIIB"),
    ];
    let key = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../crates/mail/tests/keys/ed25519.pem"
    );
    let place = Place::new().await;
    place.start().await.stop().await;
    let address = free_address().to_string();
    let (mail, _heard) = mail_server().await;
    let dns = dns_server(RECORDS).await;
    let asking = |key: &str, selector: &str| {
        let mut command = doctor_asking(&place, &address, &dns);
        command
            .env("HOI_SMTP_URL", format!("smtp://hoi:right-password@{mail}"))
            .env("HOI_MAIL_FROM", "Hội <events@hoi.vn>")
            .env("HOI_DKIM_KEY", key)
            .env("HOI_DKIM_SELECTOR", selector);
        command
    };
    let (_, said) = output(&mut asking(key, "own7")).await;
    let fine = "fine     DKIM       mails are signed with the key at own7._domainkey.hoi.vn";
    assert!(said.contains(fine), "{said}");
    let told = output(&mut asking(key, "old")).await;
    assert_problem(&told, "DKIM", &["another one", RECORD]);
    let told = output(&mut asking(key, "new")).await;
    assert_problem(&told, "DKIM", &["missing", RECORD]);
    let told = output(&mut asking("/nowhere.pem", "own7")).await;
    assert_problem(&told, "mail", &["HOI_DKIM_KEY", "/nowhere.pem"]);
    let mut serve = place.command("serve");
    serve
        .env("HOI_SMTP_URL", format!("smtp://{mail}"))
        .env("HOI_DKIM_KEY", "/nowhere.pem")
        .env("HOI_DKIM_SELECTOR", "own7");
    let (succeeded, said) = place.run(&mut serve).await;
    assert!(!succeeded && said.contains("HOI_DKIM_KEY"), "{said}");
}
