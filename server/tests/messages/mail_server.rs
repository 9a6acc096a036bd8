//! A mail server in this process that is slow and stores only counts.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufStream};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{RwLock, RwLockWriteGuard, watch};

/// The time that it takes for one mail.
pub const DELAY: Duration = Duration::from_millis(400);

#[derive(Clone, Default)]
pub struct MailServer(Arc<Numbers>);

#[derive(Default)]
struct Numbers {
    taken: AtomicUsize,
    busy: watch::Sender<usize>,
    most: AtomicUsize,
    held: RwLock<()>,
}

impl MailServer {
    pub async fn start() -> (Self, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = Self::default();
        let accepting = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let server = accepting.clone();
                tokio::spawn(async move { server.talk(stream).await });
            }
        });
        (server, address)
    }

    /// Returns the number of mails taken.
    pub fn taken(&self) -> usize {
        self.0.taken.load(Ordering::SeqCst)
    }

    /// Returns the most mails received at the same time.
    pub fn most(&self) -> usize {
        self.0.most.load(Ordering::SeqCst)
    }

    /// Takes no mail until the guard is dropped.
    pub async fn hold(&self) -> RwLockWriteGuard<'_, ()> {
        self.0.held.write().await
    }

    /// Waits until this number of mails has come in and none of them is taken.
    pub async fn arrivals(&self, count: usize) {
        let mut busy = self.0.busy.subscribe();
        busy.wait_for(|busy| *busy == count).await.unwrap();
    }

    async fn talk(&self, stream: TcpStream) -> std::io::Result<()> {
        let mut stream = BufStream::new(stream);
        stream.write_all(b"220 test ESMTP\r\n").await?;
        loop {
            stream.flush().await?;
            let mut line = String::new();
            if stream.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let reply = match line.get(..4) {
                Some("EHLO") => "250-test\r\n250 8BITMIME\r\n",
                Some("DATA") => {
                    stream.write_all(b"354 go ahead\r\n").await?;
                    stream.flush().await?;
                    self.take(&mut stream).await?;
                    "250 taken\r\n"
                }
                _ => "250 fine\r\n",
            };
            stream.write_all(reply.as_bytes()).await?;
        }
    }

    async fn take(&self, stream: &mut BufStream<TcpStream>) -> std::io::Result<()> {
        let mut line = Vec::new();
        while line != b".\r\n" {
            line.clear();
            if stream.read_until(b'\n', &mut line).await? == 0 {
                break;
            }
        }
        self.0.busy.send_modify(|busy| {
            *busy += 1;
            self.0.most.fetch_max(*busy, Ordering::SeqCst);
        });
        tokio::time::sleep(DELAY).await;
        drop(self.0.held.read().await);
        self.0.busy.send_modify(|busy| *busy -= 1);
        self.0.taken.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}
