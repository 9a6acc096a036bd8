//! A mail server that takes every mail and remembers its recipient, or fails in the way it is told to.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinSet;

/// How mails are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailAnswer {
    Take,
    /// Takes mails, but answers each command only after this time.
    Wait(Duration),
    /// Refuses every second recipient, at the first attempt, with a temporary reply.
    RefuseForNow,
    /// Refuses every second recipient as unknown.
    RefuseForGood,
    /// Reads the mail and closes the connection without an answer.
    DropAfterData,
}

/// Copies taken of each mail: recipient, Message-ID, copies.
pub type Mails = BTreeMap<String, BTreeMap<String, usize>>;

pub struct FakeMailServer {
    pub address: SocketAddr,
    shared: Arc<Shared>,
    /// The listener and its conversations, which end with it.
    open: Mutex<JoinSet<()>>,
}

struct Shared {
    taken: AtomicUsize,
    manner: Mutex<MailAnswer>,
    mails: Mutex<Mails>,
    /// Refused recipients, and the number of refusals of each.
    refused: Mutex<BTreeMap<String, usize>>,
}

impl FakeMailServer {
    pub async fn start() -> Result<Self> {
        let sink = Self {
            address: TcpListener::bind("127.0.0.1:0").await?.local_addr()?,
            shared: Arc::new(Shared {
                taken: AtomicUsize::new(0),
                manner: Mutex::new(MailAnswer::Take),
                mails: Mutex::default(),
                refused: Mutex::default(),
            }),
            open: Mutex::default(),
        };
        sink.open()?;
        Ok(sink)
    }

    /// Listens, again after [`Self::close`].
    pub fn open(&self) -> Result<()> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        socket.bind(self.address)?;
        let listener = socket.listen(256)?;
        let shared = Arc::clone(&self.shared);
        locked(&self.open).spawn(async move {
            let mut conversations = JoinSet::new();
            while let Ok((socket, _)) = listener.accept().await {
                let shared = Arc::clone(&shared);
                // A client that leaves is not counted on.
                conversations.spawn(async move { drop(converse(socket, &shared).await) });
                while conversations.try_join_next().is_some() {}
            }
        });
        Ok(())
    }

    /// Closes all connections and refuses further ones.
    pub async fn close(&self) {
        let mut open = std::mem::take(&mut *locked(&self.open));
        open.shutdown().await;
    }

    pub fn behave(&self, manner: MailAnswer) {
        *locked(&self.shared.manner) = manner;
    }

    /// Returns how many mails have arrived.
    pub fn taken(&self) -> usize {
        self.shared.taken.load(Ordering::Relaxed)
    }

    pub fn mails(&self) -> Mails {
        locked(&self.shared.mails).clone()
    }

    /// Returns the number of refused recipients.
    pub fn refused(&self) -> usize {
        locked(&self.shared.refused).len()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Returns the refusal of this recipient; None if there is none.
    fn refusal(&self, recipient: &str) -> Option<&'static [u8]> {
        let manner = *locked(&self.manner);
        if !matches!(manner, MailAnswer::RefuseForNow | MailAnswer::RefuseForGood) {
            return None;
        }
        let sum: usize = recipient.bytes().map(usize::from).sum();
        if !sum.is_multiple_of(2) {
            return None;
        }
        let mut refused = locked(&self.refused);
        let times = refused.entry(recipient.to_owned()).or_default();
        *times += 1;
        match manner {
            MailAnswer::RefuseForNow if *times > 1 => None,
            MailAnswer::RefuseForNow => Some(b"451 4.7.1 greylisted, try again later\r\n"),
            _ => Some(b"550 5.1.1 no such user\r\n"),
        }
    }
}

async fn converse(mut socket: TcpStream, shared: &Shared) -> Result<()> {
    socket.set_nodelay(true)?;
    let (read, mut write) = socket.split();
    let mut read = BufReader::new(read);
    let mut line = Vec::new();
    let (mut recipient, mut message_id) = (String::new(), String::new());
    let mut in_mail = false;
    write.write_all(b"220 sink\r\n").await?;
    loop {
        line.clear();
        if read.read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        if in_mail && line != b".\r\n" {
            if let Some(id) = value_of(&line, "message-id:") {
                message_id = id;
            }
            continue;
        }
        let manner = *locked(&shared.manner);
        if let MailAnswer::Wait(time) = manner {
            tokio::time::sleep(time).await;
        }
        let answer: &[u8] = if in_mail {
            in_mail = false;
            if manner == MailAnswer::DropAfterData {
                return Ok(());
            }
            shared.taken.fetch_add(1, Ordering::Relaxed);
            let mut mails = locked(&shared.mails);
            let copies = mails.entry(std::mem::take(&mut recipient)).or_default();
            *copies.entry(std::mem::take(&mut message_id)).or_default() += 1;
            b"250 taken\r\n"
        } else if value_of(&line, "data").is_some() {
            in_mail = true;
            b"354 go on\r\n"
        } else if value_of(&line, "quit").is_some() {
            write.write_all(b"221 bye\r\n").await?;
            return Ok(());
        } else if let Some(address) = value_of(&line, "rcpt to:") {
            let address = address.trim_start_matches('<');
            address
                .split('>')
                .next()
                .unwrap_or_default()
                .clone_into(&mut recipient);
            shared.refusal(&recipient).unwrap_or(b"250 well\r\n")
        } else {
            b"250 well\r\n"
        };
        write.write_all(answer).await?;
    }
}

/// Returns the text after `name`, which is in lower case, at the beginning of the line.
fn value_of(line: &[u8], name: &str) -> Option<String> {
    let (begin, rest) = line.split_at_checked(name.len())?;
    let value = || String::from_utf8_lossy(rest).trim().to_owned();
    begin.eq_ignore_ascii_case(name.as_bytes()).then(value)
}
