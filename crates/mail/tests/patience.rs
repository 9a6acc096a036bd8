//! Slow mail servers: how long each step may take, and that no recipient gets a second copy.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use hoi_mail::{Email, SendError, Times, Transport};
use support::registration;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufStream};
use tokio::net::{TcpListener, TcpStream};

/// How long a mail server waits before it answers at each step.
#[derive(Clone, Copy, Default)]
struct Slow {
    greeting: Duration,
    command: Duration,
    data: Duration,
    /// Wait before reading the mail.
    reading: Duration,
    accept: Duration,
}

#[derive(Clone, Default)]
struct Server {
    taken: Arc<AtomicUsize>,
    connections: Arc<AtomicUsize>,
}

impl Server {
    async fn start(slow: Slow) -> (Self, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = Self::default();
        let accepting = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                accepting.connections.fetch_add(1, Ordering::SeqCst);
                let server = accepting.clone();
                tokio::spawn(async move { server.talk(stream, slow).await });
            }
        });
        (server, address)
    }

    async fn talk(self, stream: TcpStream, slow: Slow) -> std::io::Result<()> {
        let mut stream = BufStream::new(stream);
        tokio::time::sleep(slow.greeting).await;
        stream.write_all(b"220 test ESMTP\r\n").await?;
        loop {
            stream.flush().await?;
            let mut line = String::new();
            if stream.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let verb = line.get(..4).unwrap_or_default();
            if verb == "DATA" {
                tokio::time::sleep(slow.data).await;
                stream.write_all(b"354 go ahead\r\n").await?;
                stream.flush().await?;
                tokio::time::sleep(slow.reading).await;
                while line != ".\r\n" {
                    line.clear();
                    if stream.read_line(&mut line).await? == 0 {
                        return Ok(());
                    }
                }
                self.taken.fetch_add(1, Ordering::SeqCst);
                tokio::time::sleep(slow.accept).await;
            } else if verb != "EHLO" {
                tokio::time::sleep(slow.command).await;
            }
            stream.write_all(b"250 fine\r\n").await?;
        }
    }

    fn taken(&self) -> usize {
        self.taken.load(Ordering::SeqCst)
    }
}

const SHORT: Duration = Duration::from_millis(300);
const LONG: Duration = Duration::from_millis(1200);

/// Returns short times, except for those that the case changes.
fn times(change: impl FnOnce(&mut Times)) -> Times {
    let mut times = Times {
        connect: SHORT,
        greeting: SHORT,
        command: SHORT,
        data: SHORT,
        block: SHORT,
        accept: SHORT,
    };
    change(&mut times);
    times
}

async fn send(slow: Slow, times: Times) -> (Server, Result<(), SendError>) {
    let (server, address) = Server::start(slow).await;
    let transport = Transport::smtp_within(&format!("smtp://{address}"), times).unwrap();
    let sent = transport.send(&registration()).await;
    (server, sent)
}

#[test]
fn a_mail_server_gets_as_long_as_the_protocol_gives_it() {
    let minutes = Duration::from_mins;
    let times = Times::default();
    assert!(times.greeting >= minutes(5) && times.command >= minutes(5));
    assert!(times.data >= minutes(2) && times.block >= minutes(3));
    assert!(times.accept >= minutes(10));
}

#[tokio::test]
async fn each_step_has_a_time_of_its_own() {
    type Change = fn(&mut Slow, &mut Times);
    let cases: [Change; 4] = [
        |slow, times| {
            slow.greeting = LONG;
            times.greeting = 3 * LONG;
        },
        |slow, times| {
            slow.command = LONG;
            times.command = 3 * LONG;
        },
        |slow, times| {
            slow.data = LONG;
            times.data = 3 * LONG;
        },
        |slow, times| {
            slow.accept = LONG;
            times.accept = 3 * LONG;
        },
    ];
    for (at, case) in cases.into_iter().enumerate() {
        let mut slow = Slow::default();
        let mut patient = times(|_| {});
        case(&mut slow, &mut patient);
        let (server, sent) = send(slow, patient).await;
        assert_eq!(sent, Ok(()), "step {at}");
        assert_eq!(server.taken(), 1, "step {at}");
        let (_, late) = send(slow, times(|_| {})).await;
        let late = late.unwrap_err();
        assert!(
            late.to_string().contains("took too long"),
            "step {at}: {late}"
        );
        // After the mail is handed over, this mail itself may take the server long.
        let is_temporary = matches!(late, SendError::Temporary(_));
        assert_eq!(is_temporary, at == 3, "step {at}: {late}");
    }
}

/// Sends a mail that is too large for the buffers between us and a server that does not read.
#[tokio::test]
async fn a_server_that_reads_slowly_has_time_for_every_block() {
    let slow = Slow {
        reading: LONG,
        ..Slow::default()
    };
    for (block, is_sent) in [(3 * LONG, true), (SHORT, false)] {
        let (server, address) = Server::start(slow).await;
        let times = times(|times| {
            times.block = block;
            times.accept = 20 * LONG;
        });
        let transport = Transport::smtp_within(&format!("smtp://{address}"), times).unwrap();
        let mut mail = registration();
        mail.attachments[0].bytes = vec![7; 20 * 1024 * 1024];
        let sent = transport.send(&mail).await;
        assert_eq!(sent.is_ok(), is_sent, "{sent:?}");
        assert_eq!(server.taken(), usize::from(is_sent));
    }
}

/// The next mail would mistake the late answer for its own.
#[tokio::test]
async fn the_connection_of_a_mail_that_is_given_up_is_not_used_again() {
    let slow = Slow {
        accept: LONG,
        ..Slow::default()
    };
    let (server, address) = Server::start(slow).await;
    let url = format!("smtp://{address}");
    let transport = Transport::smtp_within(&url, times(|times| times.accept = LONG / 4)).unwrap();
    for _ in 0..2 {
        let late = transport.send(&registration()).await;
        assert!(matches!(late, Err(SendError::Temporary(_))), "{late:?}");
    }
    assert_eq!(server.connections.load(Ordering::SeqCst), 2);
    // A connection whose caller was cancelled is not used again either.
    let patient = Transport::smtp_within(&url, times(|times| times.accept = 3 * LONG)).unwrap();
    let gone = tokio::time::timeout(LONG / 4, patient.send(&registration())).await;
    assert!(gone.is_err());
    patient.send(&registration()).await.unwrap();
    assert_eq!(server.connections.load(Ordering::SeqCst), 4);
}

#[tokio::test]
async fn a_refusal_leaves_the_connection_to_the_next_mail() {
    let (server, address) = Server::start(Slow::default()).await;
    let transport = Transport::smtp(&format!("smtp://{address}")).unwrap();
    let odd = Email {
        to: "hường@example.com".parse().unwrap(),
        ..registration()
    };
    assert!(transport.send(&odd).await.is_err());
    for _ in 0..3 {
        transport.send(&registration()).await.unwrap();
    }
    assert_eq!(server.connections.load(Ordering::SeqCst), 1);
}
