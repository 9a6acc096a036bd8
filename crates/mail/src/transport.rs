//! Ways to send mails, and how sending fails.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::smtp::{MailServer, SmtpUrlError, Times};
use crate::{DkimSigner, Email, MailFolder};

/// A way to send mails.
#[derive(Clone)]
pub enum Transport {
    /// A mail server; made by [`Transport::smtp`].
    Smtp(MailServer),
    /// A folder on this machine. Mails do not leave it.
    File(MailFolder),
    /// Memory, for tests.
    Memory(Memory),
}

/// The reason why a mail was not sent. It may quote the recipient's address, so it may be shown to administrators but
/// not logged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// Repeating cannot help: the address does not exist, the server refuses the content (5xx), or the mail is
    /// malformed.
    #[error("the mail was refused for good: {0}")]
    Permanent(String),
    /// Repeating later may help: the server is busy, or the recipient's mailbox is full (4xx).
    #[error("the mail could not be sent now: {0}")]
    Temporary(String),
    /// No mail can leave: the server cannot be reached, does not accept our login or our sender, does not relay for us,
    /// or has taken as many mails from us as it allows.
    #[error("no mail can be sent now: {0}")]
    Outage(String),
}

impl SendError {
    /// Returns whether the error is a server's reply about this mail alone, which shows that the server works. The
    /// reason of a reply begins with its code.
    #[must_use]
    pub fn shows_a_working_server(&self) -> bool {
        match self {
            Self::Permanent(reason) | Self::Temporary(reason) => {
                let code = reason.split(' ').next().unwrap_or_default();
                code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_digit())
            }
            Self::Outage(_) => false,
        }
    }
}

impl Transport {
    /// Sends through a mail server: `smtps://user:password@host` encrypts from the start (port 465),
    /// `smtp://…?tls=required` upgrades by STARTTLS and refuses to continue without it (port 587), `smtp://host` does
    /// not encrypt (port 25; for a server on the same machine). Certificates are checked against the system's store.
    /// Connections stay open between mails.
    ///
    /// Must be called within a Tokio runtime. Does not connect yet.
    ///
    /// # Errors
    /// [`SmtpUrlError`] when the URL has another form.
    pub fn smtp(url: &str) -> Result<Self, SmtpUrlError> {
        Self::smtp_within(url, Times::default())
    }

    /// Like [`Transport::smtp`], with other times than the protocol requires.
    ///
    /// # Errors
    /// [`SmtpUrlError`] when the URL has another form.
    pub fn smtp_within(url: &str, times: Times) -> Result<Self, SmtpUrlError> {
        Ok(Self::Smtp(MailServer::new(url, times)?))
    }

    /// Has mails signed that go to a mail server.
    #[must_use]
    pub fn signing(self, signer: DkimSigner) -> Self {
        match self {
            Self::Smtp(server) => Self::Smtp(server.signing(signer)),
            other => other,
        }
    }

    /// Connects to the mail server, encrypts and logs in as for a mail, and sends none. Other transports always work.
    ///
    /// # Errors
    /// [`SendError`] with the server's reply.
    pub async fn check(&self) -> Result<(), SendError> {
        match self {
            Self::Smtp(server) => server.check().await,
            Self::File(_) | Self::Memory(_) => Ok(()),
        }
    }

    /// Sends one mail.
    ///
    /// # Errors
    /// [`SendError`], which tells whether repeating makes sense.
    pub async fn send(&self, message: &Email) -> Result<(), SendError> {
        match self {
            Self::Smtp(server) => server.send(message).await,
            Self::File(folder) => folder.write(message).await,
            Self::Memory(memory) => memory.send(message),
        }
    }
}

/// Prints the kind only, because the parts contain a password.
impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Smtp(_) => "Transport::Smtp",
            Self::File(_) => "Transport::File",
            Self::Memory(_) => "Transport::Memory",
        })
    }
}

/// Stores mails, and fails on request. Clones share their contents.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    state: Arc<Mutex<MemoryState>>,
}

#[derive(Debug, Default)]
struct MemoryState {
    sent: Vec<Email>,
    failures: VecDeque<SendError>,
}

impl Memory {
    /// Returns the mails sent so far, oldest first.
    #[must_use]
    pub fn sent(&self) -> Vec<Email> {
        self.lock().sent.clone()
    }

    /// Removes and returns the stored mails, oldest first.
    #[must_use]
    pub fn take(&self) -> Vec<Email> {
        std::mem::take(&mut self.lock().sent)
    }

    /// Makes the next send fail with `error`; two calls make the next two fail.
    pub fn fail_next(&self, error: SendError) {
        self.lock().failures.push_back(error);
    }

    /// Lets the next mails succeed again: undoes `fail_next`.
    pub fn works_again(&self) {
        self.lock().failures.clear();
    }

    fn send(&self, message: &Email) -> Result<(), SendError> {
        message.build()?;
        let mut state = self.lock();
        if let Some(failure) = state.failures.pop_front() {
            return Err(failure);
        }
        state.sent.push(message.clone());
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, MemoryState> {
        // A test that panicked while holding the lock has left the state whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
