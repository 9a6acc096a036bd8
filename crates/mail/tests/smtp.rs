//! Sends to a small mail server in this process that speaks the protocol over a socket.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hoi_mail::{DkimSigner, Email, Memory, SendError, Transport};
use mail_parser::MessageParser;
use ring::{
    digest::{SHA256, digest},
    signature::{ED25519, UnparsedPublicKey},
};
use support::registration;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufStream},
    net::{TcpListener, TcpStream},
};

/// A received mail: the envelope's recipient and the content.
type Received = (String, Vec<u8>);

/// A mail server that takes mail except for `unknown@` (550) and `busy@` (451), refuses content with the word `spam`
/// (554), and knows the login `hoi` with the password `p@ss/word`.
#[derive(Clone, Default)]
struct Server {
    received: Arc<Mutex<Vec<Received>>>,
    connections: Arc<Mutex<usize>>,
}

impl Server {
    async fn start() -> (Self, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = Self::default();
        let accepting = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                *accepting.connections.lock().unwrap() += 1;
                let server = accepting.clone();
                tokio::spawn(async move { server.talk(stream).await });
            }
        });
        (server, address)
    }

    async fn talk(self, stream: TcpStream) -> std::io::Result<()> {
        let mut stream = BufStream::new(stream);
        let mut recipient = String::new();
        stream.write_all(b"220 test ESMTP\r\n").await?;
        loop {
            stream.flush().await?;
            let mut line = String::new();
            if stream.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let (verb, rest) = line
                .trim_end()
                .split_once(' ')
                .unwrap_or((line.trim_end(), ""));
            let reply = match verb {
                "EHLO" => "250-test\r\n250-8BITMIME\r\n250 AUTH PLAIN",
                // \0hoi\0p@ss/word
                "AUTH" if rest == "PLAIN AGhvaQBwQHNzL3dvcmQ=" => "235 welcome",
                "AUTH" => "535 5.7.8 wrong login",
                "RCPT" if rest.contains("<unknown@") => "550 5.1.1 no such user",
                "RCPT" if rest.contains("<busy@") => "451 4.7.1 try again later",
                "RCPT" => {
                    recipient = rest
                        .trim_start_matches("TO:<")
                        .trim_end_matches('>')
                        .to_owned();
                    "250 fine"
                }
                "DATA" => {
                    stream.write_all(b"354 go ahead\r\n").await?;
                    stream.flush().await?;
                    let mail = read_mail(&mut stream).await?;
                    if String::from_utf8_lossy(&mail).contains("spam") {
                        "554 5.7.1 not here"
                    } else {
                        self.received
                            .lock()
                            .unwrap()
                            .push((recipient.clone(), mail));
                        "250 taken"
                    }
                }
                "MAIL" | "RSET" | "NOOP" => "250 fine",
                "QUIT" => "221 bye",
                _ => "502 what?",
            };
            stream.write_all(reply.as_bytes()).await?;
            stream.write_all(b"\r\n").await?;
        }
    }

    fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }
}

/// Reads up to the line with a single dot, and removes the dots that escape others.
async fn read_mail(stream: &mut BufStream<TcpStream>) -> std::io::Result<Vec<u8>> {
    let mut mail = Vec::new();
    loop {
        let mut line = Vec::new();
        stream.read_until(b'\n', &mut line).await?;
        if line == b".\r\n" || line.is_empty() {
            return Ok(mail);
        }
        mail.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
    }
}

fn to(address: &str) -> Email {
    Email {
        to: address.parse().unwrap(),
        ..registration()
    }
}

#[tokio::test]
async fn a_mail_arrives_as_it_was_written() {
    let (server, address) = Server::start().await;
    let transport = Transport::smtp(&format!("smtp://hoi:p%40ss%2Fword@{address}")).unwrap();
    transport.send(&registration()).await.unwrap();

    let received = server.received();
    let [(recipient, eml)] = received.as_slice() else {
        panic!("{} mails", received.len())
    };
    assert_eq!(recipient, "huong@example.com");
    let mail = MessageParser::default().parse(eml).unwrap();
    assert_eq!(mail.subject(), Some(registration().subject.as_str()));
    assert_eq!(
        mail.body_text(0).unwrap().replace("\r\n", "\n"),
        registration().text
    );
    assert_eq!(mail.body_html(0).unwrap(), registration().html);
    assert_eq!(mail.message_id(), Some(registration().message_id.as_str()));
}

/// Checks the signature of a received mail as receivers do. Returns the names of the signed headers.
fn verified(mail: &str, record: &str) -> Result<Vec<String>, &'static str> {
    let in_words = |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let (head, body) = mail.split_once("\r\n\r\n").unwrap();
    let head = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    let mut headers: Vec<(String, String)> = head
        .split("\r\n")
        .map(|line| line.split_once(':').unwrap())
        .map(|(name, value)| (name.to_lowercase(), in_words(value)))
        .collect();
    let (name, signature) = headers.remove(0);
    assert_eq!(name, "dkim-signature");
    let tag = |record: &str, wanted: &str| {
        let mut tags = record.split("; ").filter_map(|tag| tag.split_once('='));
        let found = tags.find(|(name, _)| *name == wanted);
        found.map(|(_, value)| value.replace(' ', "")).unwrap()
    };
    let mut lines: Vec<String> = body
        .split("\r\n")
        .map(|line| {
            let begins_with_space = line.starts_with([' ', '\t']) && !line.trim().is_empty();
            format!(
                "{}{}\r\n",
                if begins_with_space { " " } else { "" },
                in_words(line)
            )
        })
        .collect();
    while lines.last().is_some_and(|line| line == "\r\n") {
        lines.pop();
    }
    let hash = digest(&SHA256, lines.concat().as_bytes());
    if STANDARD.encode(hash) != tag(&signature, "bh") {
        return Err("body");
    }
    let names: Vec<String> = tag(&signature, "h").split(':').map(str::to_owned).collect();
    let mut signed = String::new();
    for name in &names {
        if let Some(at) = headers.iter().rposition(|(known, _)| known == name) {
            let (name, value) = headers.remove(at);
            signed.extend([&*name, ":", &value, "\r\n"]);
        }
    }
    let (own, _) = signature.split_once("; b=").unwrap();
    signed.extend(["dkim-signature:", own, "; b="]);
    let key = STANDARD.decode(tag(record, "p")).unwrap();
    let signature = STANDARD.decode(tag(&signature, "b")).unwrap();
    UnparsedPublicKey::new(&ED25519, key)
        .verify(digest(&SHA256, signed.as_bytes()).as_ref(), &signature)
        .map_err(|_| "headers")?;
    Ok(names)
}

#[tokio::test]
async fn a_mail_is_signed_in_the_name_of_the_senders_domain() {
    let (server, address) = Server::start().await;
    let key = include_bytes!("keys/ed25519.pem");
    let signer = DkimSigner::new("example.org", "own7", key).unwrap();
    let transport = Transport::smtp(&format!("smtp://{address}")).unwrap();
    let transport = transport.signing(signer.clone());
    transport.send(&registration()).await.unwrap();
    let (_, mail) = server.received().remove(0);
    let mail = String::from_utf8(mail).unwrap();
    assert!(mail.starts_with("DKIM-Signature: v=1; a=ed25519-sha256; "));
    assert!(mail.contains("d=example.org; s=own7; "), "{mail}");
    let names = verified(&mail, &signer.record()).unwrap();
    for name in [
        "from",
        "to",
        "subject",
        "date",
        "message-id",
        "content-type",
        "list-unsubscribe",
    ] {
        assert!(
            names.iter().any(|signed| signed == name),
            "{name}: {names:?}"
        );
    }
    let other = mail.replacen("huong@example.com", "binh@example.com", 1);
    assert_eq!(verified(&other, &signer.record()), Err("headers"));
    let other = mail.replacen("\r\n--", "\r\nx--", 1);
    assert_eq!(verified(&other, &signer.record()), Err("body"));
    let second = mail.replacen("\r\nFrom: ", "\r\nFrom: x@example.com\r\nFrom: ", 1);
    assert_eq!(verified(&second, &signer.record()), Err("headers"));
}

#[tokio::test]
async fn a_refusal_says_whether_to_try_again() {
    let (server, address) = Server::start().await;
    let transport = Transport::smtp(&format!("smtp://{address}")).unwrap();
    let spam = Email {
        subject: "spam".to_owned(),
        ..registration()
    };
    for (message, permanent, reason) in [
        (to("unknown@example.com"), true, "no such user"),
        (to("busy@example.com"), false, "try again later"),
        (spam, true, "not here"),
        (to("hường@example.com"), true, "SMTPUTF8"),
        (
            Email {
                message_id: "a b".to_owned(),
                ..registration()
            },
            true,
            "message or content id",
        ),
    ] {
        let error = transport.send(&message).await.unwrap_err();
        assert_eq!(
            matches!(error, SendError::Permanent(_)),
            permanent,
            "{error}"
        );
        assert!(error.to_string().contains(reason), "{error}");
    }
    transport.send(&registration()).await.unwrap();
    assert_eq!(
        server.received().len(),
        1,
        "a refusal does not spoil the next mail"
    );
}

#[tokio::test]
async fn a_fault_of_the_server_is_no_fault_of_the_mail() {
    let (server, address) = Server::start().await;
    let closed = TcpListener::bind("127.0.0.1:0")
        .await
        .unwrap()
        .local_addr()
        .unwrap();
    // Without a connection the reason names the server.
    let without_tls = format!("{address}: ");
    let refused = format!("{closed}: ");
    for (url, reason) in [
        (format!("smtp://{closed}"), "refused"),
        (format!("smtp://{closed}"), refused.as_str()),
        (format!("smtp://hoi:secret-pw@{address}"), "wrong login"),
        // Required encryption: a server that cannot encrypt gets no mail, instead of one in the clear.
        (format!("smtp://{address}?tls=required"), "STARTTLS"),
        (format!("smtps://{address}"), without_tls.as_str()),
    ] {
        let error = Transport::smtp(&url)
            .unwrap()
            .send(&registration())
            .await
            .unwrap_err();
        assert!(matches!(error, SendError::Outage(_)), "{url}: {error}");
        assert!(error.to_string().contains(reason), "{url}: {error}");
        assert!(!error.to_string().contains("secret-pw"), "{error}");
    }
    assert_eq!(server.received().len(), 0);
}

#[tokio::test]
async fn mails_share_a_connection() {
    let (server, address) = Server::start().await;
    let transport = Transport::smtp(&format!("smtp://{address}")).unwrap();
    for _ in 0..5 {
        transport.send(&registration()).await.unwrap();
    }
    assert_eq!(server.received().len(), 5);
    // A connection is put back just after its mail was sent, so the next mail may open another.
    let connections = *server.connections.lock().unwrap();
    assert!(connections < 5, "{connections} connections");
}

#[tokio::test]
async fn a_wrong_url_is_refused_without_repeating_it() {
    for url in [
        "",
        "mail.example.com",
        "http://a:secret-pw@b",
        "smtp://a:secret-pw@b?tls=maybe",
        "smtp://",
    ] {
        let refusal = Transport::smtp(url).unwrap_err().to_string();
        assert!(
            refusal.starts_with("not a mail server's URL") && !refusal.contains("secret-pw"),
            "{refusal}"
        );
    }
    let transport = Transport::smtp("smtp://a:secret-pw@localhost").unwrap();
    assert_eq!(format!("{transport:?}"), "Transport::Smtp");
}

#[tokio::test]
async fn memory_keeps_mails_and_fails_when_told() {
    let memory = Memory::default();
    let transport = Transport::Memory(memory.clone());
    memory.fail_next(SendError::Temporary("busy".to_owned()));
    assert_eq!(
        transport.send(&registration()).await,
        Err(SendError::Temporary("busy".to_owned()))
    );
    transport.send(&registration()).await.unwrap();
    let malformed = Email {
        message_id: String::new(),
        ..registration()
    };
    assert!(
        transport.send(&malformed).await.is_err(),
        "memory refuses what a server would"
    );
    assert_eq!(memory.sent().len(), 1);
    assert_eq!(memory.take()[0].subject, registration().subject);
    assert!(memory.sent().is_empty());
}
