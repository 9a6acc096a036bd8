//! The mails of a server that dies are sent by the other one.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufStream};
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep};

use crate::program::Program;
use crate::support::{Api, Machines};

/// The time in which the mail of a dead server must be sent.
const MINUTE: Duration = Duration::from_secs(60);

/// A mail server that takes mails, or that begins conversations and never ends them.
struct MailServer {
    address: SocketAddr,
    /// Conversations that have come to the mail's text.
    begun: Arc<AtomicUsize>,
    taken: Arc<AtomicUsize>,
}

impl MailServer {
    async fn start(takes: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Self {
            address: listener.local_addr().unwrap(),
            begun: Arc::default(),
            taken: Arc::default(),
        };
        let (begun, taken) = (Arc::clone(&server.begun), Arc::clone(&server.taken));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (begun, taken) = (Arc::clone(&begun), Arc::clone(&taken));
                tokio::spawn(async move {
                    let mut stream = BufStream::new(stream);
                    let mut reply = "220 test";
                    let mut is_text = false;
                    loop {
                        if !is_text {
                            let line = format!("{reply}\r\n");
                            stream.write_all(line.as_bytes()).await.unwrap();
                            stream.flush().await.unwrap();
                        }
                        let mut line = String::new();
                        if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
                            return;
                        }
                        if is_text && line == ".\r\n" {
                            taken.fetch_add(1, Ordering::Relaxed);
                            (is_text, reply) = (false, "250 taken");
                        } else if line.starts_with("DATA") {
                            begun.fetch_add(1, Ordering::Relaxed);
                            if !takes {
                                std::future::pending::<()>().await;
                            }
                            stream.write_all(b"354 go on\r\n").await.unwrap();
                            stream.flush().await.unwrap();
                            is_text = true;
                        } else if !is_text {
                            reply = "250 fine";
                        }
                    }
                });
            }
        });
        server
    }

    fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_of_a_server_that_is_killed_is_sent_by_the_other_within_a_minute() {
    let Some(machines) = Machines::beside_others().await else {
        return;
    };
    let (stalls, takes) = (
        MailServer::start(false).await,
        MailServer::start(true).await,
    );
    let start = async |machine: usize, mail: &MailServer| {
        let mut command = machines.command(machine);
        command.env("HOI_SMTP_URL", format!("smtp://{}", mail.address));
        Program::start(command).await
    };
    let one = start(0, &stalls).await;
    let here = Api::of(&one).await;
    let mut body = here.event_body(10).await;
    body["sendEmailAfterRegister"] = json!(true);
    body["registerEmailContent"] = json!("<p>Chào {{fullName}}</p>");
    let made = here.post("/event", &body).await;
    let event = crate::support::Event {
        id: made["data"]["id"].as_str().unwrap().to_owned(),
        class: made["data"]["tickets"][0]["id"]
            .as_str()
            .unwrap()
            .to_owned(),
    };
    here.guest(&event, "binh").await;
    let began = Instant::now();
    while stalls.begun.load(Ordering::Relaxed) == 0 {
        assert!(began.elapsed() < MINUTE, "the mail was not begun");
        sleep(Duration::from_millis(20)).await;
    }
    // While the first server lives, the job is its own.
    let two = start(1, &takes).await;
    sleep(Duration::from_secs(3)).await;
    assert_eq!(takes.taken(), 0);

    one.signal("KILL");
    one.end().await;
    let died = Instant::now();
    while takes.taken() == 0 {
        assert!(died.elapsed() < MINUTE, "no server has taken the job over");
        sleep(Duration::from_millis(50)).await;
    }
    eprintln!("sent {:?} after the death", died.elapsed());
    sleep(Duration::from_secs(2)).await;
    assert_eq!(takes.taken(), 1, "once");
    assert_eq!(machines.count("count(*) from job").await, 0);
    assert!(two.stop().await.0.success());
}
