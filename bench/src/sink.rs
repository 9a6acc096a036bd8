//! A mail server that takes every mail at once and only counts them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

pub struct Sink {
    pub address: SocketAddr,
    taken: Arc<AtomicUsize>,
}

impl Sink {
    pub async fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let taken = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&taken);
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let count = Arc::clone(&count);
                // A client that leaves is not counted on.
                tokio::spawn(async move { drop(converse(socket, &count).await) });
            }
        });
        Ok(Self { address, taken })
    }

    /// Returns how many mails have arrived.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }
}

async fn converse(mut socket: TcpStream, taken: &AtomicUsize) -> Result<()> {
    socket.set_nodelay(true)?;
    let (read, mut write) = socket.split();
    let mut read = BufReader::new(read);
    let mut line = Vec::new();
    let mut in_mail = false;
    write.write_all(b"220 sink\r\n").await?;
    loop {
        line.clear();
        if read.read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        let answer: &[u8] = if in_mail {
            if line != b".\r\n" {
                continue;
            }
            in_mail = false;
            taken.fetch_add(1, Ordering::Relaxed);
            b"250 taken\r\n"
        } else if line.to_ascii_uppercase().starts_with(b"DATA") {
            in_mail = true;
            b"354 go on\r\n"
        } else if line.to_ascii_uppercase().starts_with(b"QUIT") {
            write.write_all(b"221 bye\r\n").await?;
            return Ok(());
        } else {
            b"250 well\r\n"
        };
        write.write_all(answer).await?;
    }
}
