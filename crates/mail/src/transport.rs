//! The ways out, and how sending can fail.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use lettre::transport::smtp::{self, AsyncSmtpTransportBuilder};
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};

use crate::{MailFolder, Message};

/// How long a mail server may take for one mail, from the connection to its last word. The timeout of the connection
/// itself covers nothing that follows.
const SEND_TIMEOUT: Duration = Duration::from_secs(45);

/// How mails leave.
#[derive(Clone)]
pub enum Transport {
    /// To a mail server. Made by [`Transport::smtp`].
    Smtp(MailServer),
    /// Into a folder, where nobody but this machine's users receives them.
    File(MailFolder),
    /// Into memory, for tests.
    Memory(Memory),
}

/// Why a mail was not sent. The reason may quote the recipient's address: show it to administrators,
/// keep it out of logs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// Sending the same mail again cannot help: the address does not exist, the server refuses the
    /// content (5xx), or the message is malformed.
    #[error("the mail was refused for good: {0}")]
    Permanent(String),
    /// Worth another try later: the server cannot be reached, is busy (4xx), or does not accept our
    /// login, which is a mistake in the configuration and not in the mail.
    #[error("the mail could not be sent now: {0}")]
    Temporary(String),
}

/// A mail server's URL that cannot be used. Its text does not repeat the URL, which holds a password.
#[derive(Debug, thiserror::Error)]
#[error("not a mail server's URL (smtp://user:password@host:port?tls=required or smtps://…): {0}")]
pub struct SmtpUrlError(smtp::Error);

impl Transport {
    /// A mail server: `smtps://user:password@host` encrypts from the start (port 465),
    /// `smtp://…?tls=required` upgrades by STARTTLS (port 587) and refuses to go on without,
    /// `smtp://host` does not encrypt (port 25; for a server on the same machine). Certificates are
    /// checked against the system's store. Connections are kept open between mails.
    ///
    /// Must be called within a Tokio runtime; it does not connect yet.
    ///
    /// # Errors
    /// [`SmtpUrlError`] when the URL is of another form.
    pub fn smtp(url: &str) -> Result<Self, SmtpUrlError> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(SmtpUrlError)?;
        Ok(Self::Smtp(MailServer::new(
            builder.timeout(Some(Duration::from_secs(30))),
        )))
    }

    /// Sends one mail.
    ///
    /// # Errors
    /// [`SendError`], which says whether trying again makes sense.
    pub async fn send(&self, message: &Message) -> Result<(), SendError> {
        match self {
            Self::Smtp(server) => server.send(message, SEND_TIMEOUT).await,
            Self::File(folder) => folder.write(message).await,
            Self::Memory(memory) => memory.send(message),
        }
    }
}

/// A mail server with the connections that are open to it.
#[derive(Clone)]
pub struct MailServer {
    builder: AsyncSmtpTransportBuilder,
    open: Arc<Mutex<AsyncSmtpTransport<Tokio1Executor>>>,
}

impl MailServer {
    fn new(builder: AsyncSmtpTransportBuilder) -> Self {
        let open = Arc::new(Mutex::new(builder.clone().build()));
        Self { builder, open }
    }

    async fn send(&self, message: &Message, timeout: Duration) -> Result<(), SendError> {
        let open = lock(&self.open).clone();
        let sent = tokio::time::timeout(timeout, open.send(message.build()?));
        if let Ok(sent) = sent.await {
            return sent.map(drop).map_err(|error| refusal(&error, message));
        }
        // The connection of a mail that is given up in the middle goes back to the others, with an answer still to come:
        // the next mail would take that for its own. So nobody uses any of them again.
        *lock(&self.open) = self.builder.clone().build();
        Err(SendError::Temporary(
            "the mail server took too long".to_owned(),
        ))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn refusal(error: &smtp::Error, message: &Message) -> SendError {
    let about_our_login = matches!(error.status().map(u16::from), Some(530 | 534 | 535 | 538));
    // The one refusal of our own side that lies in the mail: a server that takes ASCII addresses only.
    let about_the_address = error.is_client() && !message.to.email.to_string().is_ascii();
    let mut reason = error.to_string();
    if let Some(source) = std::error::Error::source(error) {
        let source = source.to_string();
        if !reason.contains(&source) {
            reason = format!("{reason}: {source}");
        }
    }
    if about_the_address || (error.is_permanent() && !about_our_login) {
        SendError::Permanent(reason)
    } else {
        SendError::Temporary(reason)
    }
}

/// Says which way, and nothing of logins.
impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Smtp(_) => "Transport::Smtp",
            Self::File(_) => "Transport::File",
            Self::Memory(_) => "Transport::Memory",
        })
    }
}

/// Keeps what it is given, and fails when it is told to. Clones share one box.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    state: Arc<Mutex<MemoryState>>,
}

#[derive(Debug, Default)]
struct MemoryState {
    sent: Vec<Message>,
    failures: VecDeque<SendError>,
}

impl Memory {
    /// The mails sent so far, oldest first.
    #[must_use]
    pub fn sent(&self) -> Vec<Message> {
        self.lock().sent.clone()
    }

    /// The mails sent since the last call, oldest first.
    #[must_use]
    pub fn take(&self) -> Vec<Message> {
        std::mem::take(&mut self.lock().sent)
    }

    /// Makes the next send fail; called twice, the next two.
    pub fn fail_next(&self, error: SendError) {
        self.lock().failures.push_back(error);
    }

    fn send(&self, message: &Message) -> Result<(), SendError> {
        message.build()?;
        let mut state = self.lock();
        if let Some(failure) = state.failures.pop_front() {
            return Err(failure);
        }
        state.sent.push(message.clone());
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, MemoryState> {
        // A test that panicked while holding the lock has left a whole list behind.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use lettre::message::Mailbox;
    use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufStream};
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    /// Takes one mail after the other, the first of all only after `DELAY`.
    const DELAY: Duration = Duration::from_millis(400);

    async fn talk(stream: TcpStream, is_slow: bool) -> std::io::Result<()> {
        let mut stream = BufStream::new(stream);
        stream.write_all(b"220 test\r\n").await?;
        loop {
            stream.flush().await?;
            let mut line = String::new();
            if stream.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            if line.starts_with("DATA") {
                stream.write_all(b"354 go ahead\r\n").await?;
                stream.flush().await?;
                while line != ".\r\n" {
                    line.clear();
                    stream.read_line(&mut line).await?;
                }
                if is_slow {
                    tokio::time::sleep(DELAY).await;
                }
            }
            stream.write_all(b"250 fine\r\n").await?;
        }
    }

    #[tokio::test]
    async fn a_mail_that_is_given_up_leaves_its_connection_to_nobody() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let connections = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let is_first = counted.fetch_add(1, Ordering::SeqCst) == 0;
                tokio::spawn(talk(stream, is_first));
            }
        });
        let builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous("127.0.0.1");
        let server = MailServer::new(builder.port(port));
        let address: Mailbox = "hoi@example.org".parse().unwrap();
        let mail = Message {
            to: address.clone(),
            from: address,
            subject: "Vé".to_owned(),
            text: "Chào".to_owned(),
            html: "<p>Chào</p>".to_owned(),
            attachments: Vec::new(),
            message_id: "ve@example.org".to_owned(),
            epoch_ms: 0,
            headers: Vec::new(),
        };
        let slow = server.send(&mail, DELAY / 2).await;
        assert!(matches!(slow, Err(SendError::Temporary(_))), "{slow:?}");
        tokio::time::sleep(DELAY).await;
        server.send(&mail, DELAY * 10).await.unwrap();
        assert_eq!(connections.load(Ordering::SeqCst), 2);
    }
}
