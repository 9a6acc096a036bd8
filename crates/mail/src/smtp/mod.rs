//! A mail server and its open connections.
//!
//! lettre implements the protocol. This module decides how long each step may take, whether a connection is used again
//! and what a refusal means.

mod relay;
mod reply;
mod session;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use lettre::transport::smtp::client::AsyncSmtpConnection;
use relay::Relay;
pub use relay::SmtpUrlError;
pub use session::Times;
use session::{Failure, Session};

use crate::{DkimSigner, Email, SendError};

/// How long a connection stays open without a mail; shorter than the five minutes after which servers close it.
const IDLE: Duration = Duration::from_mins(1);
/// Connections kept open without a mail.
const MAX_IDLE: usize = 8;

/// A mail server with its open connections, which clones share, and the signer of the mails.
#[derive(Clone)]
pub struct MailServer(Arc<Parts>, Option<DkimSigner>);

struct Parts {
    relay: Relay,
    times: Times,
    idle: Mutex<Vec<(Instant, AsyncSmtpConnection)>>,
}

impl MailServer {
    pub(crate) fn new(url: &str, times: Times) -> Result<Self, SmtpUrlError> {
        let parts = Parts {
            relay: Relay::from_url(url)?,
            times,
            idle: Mutex::default(),
        };
        Ok(Self(Arc::new(parts), None))
    }

    pub(crate) fn signing(self, signer: DkimSigner) -> Self {
        Self(self.0, Some(signer))
    }

    pub(crate) async fn send(&self, message: &Email) -> Result<(), SendError> {
        // Encoding a few megabytes of attachments would block the threads that serve requests.
        let (message, signer) = (message.clone(), self.1.clone());
        let encoded = tokio::task::spawn_blocking(move || {
            let mail = message.build()?;
            let mut bytes = mail.formatted();
            if let Some(signer) = signer {
                let with_signature = signer.sign(&bytes, message.epoch_ms);
                bytes = with_signature.map_err(|error| SendError::Outage(error.to_string()))?;
            }
            Ok::<_, SendError>((mail.envelope().clone(), bytes))
        });
        let encoded = encoded.await;
        let (envelope, bytes) =
            encoded.map_err(|panic| SendError::Permanent(panic.to_string()))??;
        let mut session = self.open().await.map_err(SendError::from)?;
        let sent = session.send(&envelope, &bytes).await;
        // After anything but a reply the connection is closed: the next mail would mistake a late answer for its own.
        let is_usable = match &sent {
            Ok(()) => true,
            Err(failure) => failure.is_reply() && session.reset().await,
        };
        if is_usable {
            self.keep(session.into_connection());
        }
        sent.map_err(SendError::from)
    }

    pub(crate) async fn check(&self) -> Result<(), SendError> {
        let session = self.open().await.map_err(SendError::from)?;
        self.keep(session.into_connection());
        Ok(())
    }

    async fn open(&self) -> Result<Session<'_>, Failure> {
        loop {
            let idle = self.0.idle().pop();
            let Some((since, connection)) = idle else {
                let Parts { relay, times, .. } = &*self.0;
                let opened = Session::open(relay, times).await;
                return opened.map_err(|failure| failure.at(relay));
            };
            let mut session = Session::new(connection, &self.0.times);
            if since.elapsed() < IDLE && session.is_alive().await {
                return Ok(session);
            }
        }
    }

    fn keep(&self, connection: AsyncSmtpConnection) {
        let mut idle = self.0.idle();
        if idle.len() < MAX_IDLE {
            idle.push((Instant::now(), connection));
            tokio::spawn(close_later(Arc::downgrade(&self.0)));
        }
    }
}

impl Parts {
    fn idle(&self) -> MutexGuard<'_, Vec<(Instant, AsyncSmtpConnection)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn close_later(server: Weak<Parts>) {
    tokio::time::sleep(IDLE).await;
    if let Some(server) = server.upgrade() {
        server.idle().retain(|(since, _)| since.elapsed() < IDLE);
    }
}
