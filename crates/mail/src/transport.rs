//! The ways out, and how sending can fail.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::smtp::{MailServer, SmtpUrlError, Times};
use crate::{Email, MailFolder};

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
    /// Worth another try later: the server is busy, or the recipient's mailbox is full (4xx).
    #[error("the mail could not be sent now: {0}")]
    Temporary(String),
    /// The mail server does not work for us, so no other mail can leave either: it cannot be reached, does not accept our
    /// login or our sender, does not relay for us, or has taken as many mails from us as it wants.
    #[error("no mail can be sent now: {0}")]
    Outage(String),
}

impl SendError {
    /// Whether the mail server works and refused only this mail: the reason of a reply begins with its code.
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
        Self::smtp_within(url, Times::default())
    }

    /// As [`Transport::smtp`], with other times than the protocol asks for.
    ///
    /// # Errors
    /// [`SmtpUrlError`] when the URL is of another form.
    pub fn smtp_within(url: &str, times: Times) -> Result<Self, SmtpUrlError> {
        Ok(Self::Smtp(MailServer::new(url, times)?))
    }

    /// Sends one mail.
    ///
    /// # Errors
    /// [`SendError`], which says whether trying again makes sense.
    pub async fn send(&self, message: &Email) -> Result<(), SendError> {
        match self {
            Self::Smtp(server) => server.send(message).await,
            Self::File(folder) => folder.write(message).await,
            Self::Memory(memory) => memory.send(message),
        }
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
    sent: Vec<Email>,
    failures: VecDeque<SendError>,
}

impl Memory {
    /// The mails sent so far, oldest first.
    #[must_use]
    pub fn sent(&self) -> Vec<Email> {
        self.lock().sent.clone()
    }

    /// The mails sent since the last call, oldest first.
    #[must_use]
    pub fn take(&self) -> Vec<Email> {
        std::mem::take(&mut self.lock().sent)
    }

    /// Makes the next send fail; called twice, the next two.
    pub fn fail_next(&self, error: SendError) {
        self.lock().failures.push_back(error);
    }

    /// Forgets the failures that are still to come.
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
        // A test that panicked while holding the lock has left a whole list behind.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
