//! Tables that are written while they are sent: however many rows there are, only a page of them is in memory.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, bail};
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::stream;
use hoi_spreadsheet::{Cell, Column, Format, SheetWriter};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use super::attachment;
use crate::error::{Error, Result};

/// A file that is being written and sent.
pub struct Download {
    /// None while another thread has it and writes a piece.
    writer: Option<SheetWriter<Outbox>>,
    outbox: Outbox,
    /// Holds one piece, so that writing waits for the client.
    pieces: mpsc::Sender<io::Result<Bytes>>,
}

impl Download {
    /// Answers with a file called `name`, which begins with the titles of the first sheet; `write` writes the rest.
    /// The permit is held until the file has been sent or given up.
    pub fn answer<F: Future<Output = anyhow::Result<Self>> + Send + 'static>(
        permit: OwnedSemaphorePermit,
        format: Format,
        name: &str,
        sheet: &str,
        columns: Vec<Column>,
        write: impl FnOnce(Self) -> F,
    ) -> Result<Response> {
        let (pieces, mut written) = mpsc::channel(1);
        let outbox = Outbox::default();
        let writer = SheetWriter::new(outbox.clone(), format, sheet, columns);
        let writing = write(Self {
            writer: Some(writer.map_err(anyhow::Error::from)?),
            outbox,
            pieces: pieces.clone(),
        });
        tokio::spawn(async move {
            let finished = async { writing.await?.finish().await };
            if let Err(error) = finished.await
                && !pieces.is_closed()
            {
                tracing::error!(error = format!("{error:#}"), "an export broke off");
                let broken = io::Error::other("the file is incomplete");
                // The client may go at this moment.
                let _ = pieces.send(Err(broken)).await;
            }
        });
        let body = stream::poll_fn(move |context| {
            let _held = &permit;
            written.poll_recv(context)
        });
        let mut response = Body::from_stream(body).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static(format.mime()),
        );
        headers.insert(
            header::CONTENT_DISPOSITION,
            attachment(name, format.extension()),
        );
        Ok(response)
    }

    /// Writes the next rows of the sheet.
    ///
    /// # Errors
    /// Also when the client has gone.
    pub async fn rows(&mut self, rows: Vec<Vec<Cell>>) -> anyhow::Result<()> {
        self.write(move |writer| rows.iter().try_for_each(|row| writer.row(row)))
            .await
    }

    /// Begins another sheet, which only XLSX can hold.
    ///
    /// # Errors
    /// As [`Self::rows`].
    pub async fn next_sheet(&mut self, name: String, columns: Vec<Column>) -> anyhow::Result<()> {
        self.write(move |writer| writer.next_sheet(&name, columns))
            .await
    }

    async fn write(
        &mut self,
        step: impl FnOnce(&mut SheetWriter<Outbox>) -> io::Result<()> + Send + 'static,
    ) -> anyhow::Result<()> {
        let mut writer = self.writer.take().context("the file broke off before")?;
        let written = tokio::task::spawn_blocking(move || {
            step(&mut writer)?;
            io::Result::Ok(writer)
        });
        self.writer = Some(written.await.context("writing rows")??);
        self.send().await
    }

    async fn finish(mut self) -> anyhow::Result<()> {
        if let Some(writer) = self.writer.take() {
            writer.finish()?;
        }
        self.send().await
    }

    async fn send(&self) -> anyhow::Result<()> {
        let piece = self.outbox.take();
        if !piece.is_empty() && self.pieces.send(Ok(piece)).await.is_err() {
            bail!("the client has gone");
        }
        Ok(())
    }
}

/// Turns the error of a query into one that ends a file.
pub fn broken(error: Error) -> anyhow::Error {
    match error {
        Error::Internal(error) => error,
        other => anyhow::anyhow!("{other:?}"),
    }
}

/// Bytes that were written and not sent yet.
#[derive(Clone, Default)]
struct Outbox(Arc<Mutex<Vec<u8>>>);

impl Outbox {
    fn take(&self) -> Bytes {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *waiting).into()
    }
}

impl Write for Outbox {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
