use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use super::places::Place;

/// The bytes that a client must take within [`PATIENCE`] while the server waits for it: about 1 kB a second.
const LEAST: usize = 32 * 1024;
/// How long the server waits for [`LEAST`] bytes.
const PATIENCE: Duration = Duration::from_secs(30);

/// A client's socket. Writing fails when the client takes less than [`LEAST`] bytes in [`PATIENCE`].
///
/// It also holds the connection's place, because a `WebSocket` outlives the HTTP connection it began as.
pub(super) struct Stream {
    socket: TcpStream,
    /// Set while the socket takes too few bytes.
    stalled: Option<Stalled>,
    _place: Place,
}

struct Stalled {
    until: Pin<Box<Sleep>>,
    taken: usize,
}

impl Stream {
    pub(super) fn new(socket: TcpStream, place: Place) -> Self {
        Self {
            socket,
            stalled: None,
            _place: place,
        }
    }

    fn patient(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match (&written, &mut self.stalled) {
            (Poll::Ready(Ok(bytes)), Some(stalled)) => {
                stalled.taken += bytes;
                if stalled.taken >= LEAST {
                    self.stalled = None;
                }
                written
            }
            (Poll::Ready(_), _) => written,
            (Poll::Pending, stalled) => {
                let stalled = stalled.get_or_insert_with(|| Stalled {
                    until: Box::pin(tokio::time::sleep(PATIENCE)),
                    taken: 0,
                });
                ready!(stalled.until.as_mut().poll(cx));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write(cx, bytes);
        self.patient(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write_vectored(cx, slices);
        self.patient(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    /// Called when the system has taken all bytes.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stalled = None;
        Pin::new(&mut self.socket).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(cx)
    }
}
