//! One conversation with a mail server, each step within the time that RFC 5321 §4.5.3.2 allows.

use std::future::Future;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lettre::address::{Address, Envelope};
use lettre::transport::smtp;
use lettre::transport::smtp::authentication::DEFAULT_MECHANISMS;
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{Extension, MailBodyParameter, MailParameter};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::{Instant, sleep_until, timeout};

use super::relay::Relay;
use super::reply::{self, FailureKind, Step};
use crate::SendError;

/// The longest time for each step. With shorter times the server takes the mail after the client has given up, and the
/// client sends a second copy.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    /// Opening the connection.
    pub connect: Duration,
    /// The time from opening the connection to the server's answer to our greeting.
    pub greeting: Duration,
    /// The answer to any other command.
    pub command: Duration,
    /// The answer to `DATA`.
    pub data: Duration,
    /// Taking one block of the mail.
    pub block: Duration,
    /// The time from the final dot to the answer.
    pub accept: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(30),
            greeting: Duration::from_mins(5),
            command: Duration::from_mins(5),
            data: Duration::from_mins(2),
            block: Duration::from_mins(3),
            accept: Duration::from_mins(10),
        }
    }
}

/// How long an idle connection has to prove that it is still open.
const ALIVE: Duration = Duration::from_secs(10);
/// Bytes of a mail that are written together.
const BLOCK: usize = 16 * 1024;

/// A failure and the step at which it happened.
#[derive(Debug)]
pub struct Failure {
    step: Step,
    kind: FailureKind,
}

impl Failure {
    fn new(step: Step, error: &smtp::Error) -> Self {
        let kind = match error.status() {
            Some(code) => FailureKind::Reply {
                code: code.into(),
                text: cause(error),
            },
            None => FailureKind::Connection(cause(error)),
        };
        Self { step, kind }
    }

    fn late(step: Step) -> Self {
        Self {
            step,
            kind: FailureKind::Connection("the mail server took too long".to_owned()),
        }
    }

    /// Adds which server it was about.
    pub fn at(mut self, relay: &Relay) -> Self {
        if let FailureKind::Connection(text) = &mut self.kind {
            *text = format!("{}:{}: {text}", relay.host, relay.port);
        }
        self
    }

    /// Returns whether the server answered, so that the connection is in a known state.
    pub fn is_reply(&self) -> bool {
        matches!(
            self.kind,
            FailureKind::Reply { .. } | FailureKind::Address(_)
        )
    }
}

fn cause(error: &smtp::Error) -> String {
    let source = std::error::Error::source(error);
    source.map_or_else(|| error.to_string(), ToString::to_string)
}

impl From<Failure> for SendError {
    fn from(failure: Failure) -> Self {
        reply::judge(failure.step, &failure.kind)
    }
}

/// An SMTP connection while a mail is sent over it, with the time allowed for each step.
pub struct Session<'a> {
    connection: AsyncSmtpConnection,
    times: &'a Times,
}

impl<'a> Session<'a> {
    pub fn new(connection: AsyncSmtpConnection, times: &'a Times) -> Self {
        Self { connection, times }
    }

    /// Connects, encrypts and logs in.
    pub async fn open(relay: &Relay, times: &'a Times) -> Result<Self, Failure> {
        let mut connection = if let Tls::Wrapper(parameters) = &relay.tls {
            let connecting = AsyncSmtpConnection::connect_tokio1(
                (relay.host.as_str(), relay.port),
                Some(times.connect),
                &relay.hello,
                Some(parameters.clone()),
                None,
            );
            within(times.greeting, Step::Connect, connecting).await?
        } else {
            let stream = connect(relay, times).await.map_err(|error| Failure {
                step: Step::Connect,
                kind: FailureKind::Connection(error.to_string()),
            })?;
            let greeting = AsyncSmtpConnection::connect_with_transport(stream, &relay.hello);
            within(times.greeting, Step::Connect, greeting).await?
        };
        if let Some(parameters) = match &relay.tls {
            Tls::Required(parameters) => Some(parameters),
            Tls::Opportunistic(parameters) => {
                Some(parameters).filter(|_| connection.can_starttls())
            }
            _ => None,
        } {
            let upgrading = connection.starttls(parameters.clone(), &relay.hello);
            within(times.greeting, Step::Connect, upgrading).await?;
        }
        if let Some(login) = &relay.login {
            let login = connection.auth(DEFAULT_MECHANISMS, login);
            within(times.command, Step::Login, login).await?;
        }
        Ok(Self { connection, times })
    }

    /// Sends one mail.
    pub async fn send(&mut self, envelope: &Envelope, mail: &[u8]) -> Result<(), Failure> {
        let times = *self.times;
        let mut options = Vec::new();
        let server = self.connection.server_info();
        let is_ascii = |address: &Address| AsRef::<str>::as_ref(address).is_ascii();
        let mut addresses = envelope.to().iter().chain(envelope.from());
        if !addresses.all(is_ascii) {
            if !server.supports_feature(Extension::SmtpUtfEight) {
                let reason = "the mail server takes no such address (no SMTPUTF8)".to_owned();
                return Err(Failure {
                    step: Step::Recipient,
                    kind: FailureKind::Address(reason),
                });
            }
            options.push(MailParameter::SmtpUtfEight);
        }
        if !mail.is_ascii() && server.supports_feature(Extension::EightBitMime) {
            options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        let from = Mail::new(envelope.from().cloned(), options);
        let from = self.connection.command(from);
        within(times.command, Step::Sender, from).await?;
        for to in envelope.to() {
            let to = self.connection.command(Rcpt::new(to.clone(), Vec::new()));
            within(times.command, Step::Recipient, to).await?;
        }
        let data = self.connection.command(Data);
        within(times.data, Step::Data, data).await?;
        self.write(mail).await
    }

    /// Writes the mail block by block and waits for the server to take it.
    async fn write(&mut self, mail: &[u8]) -> Result<(), Failure> {
        let began = Instant::now();
        let times = *self.times;
        // Milliseconds from `began`.
        let deadline = AtomicU64::new(0);
        let allow = |time: Duration| {
            let until = u64::try_from((began.elapsed() + time).as_millis()).unwrap_or(u64::MAX);
            deadline.store(until, Ordering::Relaxed);
        };
        allow(times.block);
        // lettre asks for a block when it has written the previous one.
        let blocks = mail.chunks(BLOCK).inspect(|_| allow(times.block));
        let last = std::iter::once_with(|| {
            allow(times.accept);
            &[][..]
        });
        let late = async {
            loop {
                let until = began + Duration::from_millis(deadline.load(Ordering::Relaxed));
                if until <= Instant::now() {
                    return;
                }
                sleep_until(until).await;
            }
        };
        tokio::select! {
            taken = self.connection.message_iter(blocks.chain(last)) => match taken {
                Ok(_) => Ok(()),
                Err(error) => Err(Failure::new(Step::Content, &error)),
            },
            () = late => Err(Failure::late(Step::Content)),
        }
    }

    /// Prepares the connection for another mail after a refusal. Returns false if it cannot be used again.
    pub async fn reset(&mut self) -> bool {
        let reset = timeout(ALIVE, self.connection.command(Rset)).await;
        matches!(reset, Ok(Ok(_)))
    }

    pub async fn is_alive(&mut self) -> bool {
        let alive = timeout(ALIVE, self.connection.test_connected()).await;
        alive.unwrap_or(false)
    }

    pub fn into_connection(self) -> AsyncSmtpConnection {
        self.connection
    }
}

/// Connects to the first of the mail server's addresses that answers. Every write is sent at once: the dot after a mail
/// would otherwise wait until the server has acknowledged the mail, which takes a server 40 ms that has nothing to say.
async fn connect(relay: &Relay, times: &Times) -> io::Result<Box<TcpStream>> {
    let mut failure = io::Error::other("the mail server has no address");
    for address in lookup_host((relay.host.as_str(), relay.port)).await? {
        match timeout(times.connect, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => {
                stream.set_nodelay(true)?;
                return Ok(Box::new(stream));
            }
            Ok(Err(error)) => failure = error,
            Err(late) => failure = late.into(),
        }
    }
    Err(failure)
}

async fn within<T>(
    time: Duration,
    step: Step,
    work: impl Future<Output = Result<T, smtp::Error>>,
) -> Result<T, Failure> {
    match timeout(time, work).await {
        Ok(done) => done.map_err(|error| Failure::new(step, &error)),
        Err(_) => Err(Failure::late(step)),
    }
}
