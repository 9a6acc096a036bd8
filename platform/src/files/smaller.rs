//! Smaller versions of stored pictures: made when one is first asked for, then stored beside the picture until that is
//! removed.

use bytes::Bytes;

use super::store::{find, keep_preview, unreadable};
use super::{file, image};
use crate::app::App;
use crate::error::Result;
use crate::storage::{Stored, Width};

/// Returns the picture in `file` as WebP, at most `width` wide. None when there is only the picture itself: it cannot be
/// read, too many others are being made, or the disk is nearly full.
///
/// # Errors
/// 5004 when the storage fails.
#[tracing::instrument(name = "files.smaller", skip_all)]
pub async fn smaller(app: &App, file: &file::Model, width: Width) -> Result<Option<Stored>> {
    if let Some(stored) = find_smaller(app, file, width).await? {
        return Ok(Some(stored));
    }
    if !app.vitals.has_space() {
        return Ok(None);
    }
    let name = format!("{}.{width}", file.id);
    let Some(turn) = app.picture_slots.wait(name).await else {
        return Ok(None);
    };
    if let Some(stored) = find_smaller(app, file, width).await? {
        return Ok(Some(stored));
    }
    // A task of its own: when the client does not wait for the end, the work is not lost.
    let (app, file) = (app.clone(), file.clone());
    let made = tokio::spawn(async move {
        let made = make(&app, &file, width).await;
        drop(turn);
        made
    });
    let made = made.await.map_err(anyhow::Error::from)??;
    Ok(made.map(Stored::from))
}

async fn find_smaller(app: &App, file: &file::Model, width: Width) -> Result<Option<Stored>> {
    let stored = app.storage.stream_smaller(file.id, width).await;
    stored.map_err(|error| unreadable(file, &error))
}

async fn make(app: &App, file: &file::Model, width: Width) -> Result<Option<Bytes>> {
    let original = app.storage.get(file.id).await;
    let Some(original) = original.map_err(|error| unreadable(file, &error))? else {
        return Ok(None);
    };
    let made = tokio::task::spawn_blocking(move || image::smaller(&original, width.pixels()))
        .await
        .map_err(anyhow::Error::from)?;
    let made = match made {
        Ok(made) => made,
        Err(problem) => {
            tracing::warn!(?problem, file = %file.id, "a picture has no smaller version");
            return Ok(None);
        }
    };
    let webp = Bytes::from(made.webp);
    if let Err(error) = app.storage.put_smaller(file.id, width, webp.clone()).await {
        tracing::error!(%error, file = %file.id, "a smaller version could not be stored");
    }
    // A removal marks the file as deleted and then removes its contents. If the file is not marked now, the removal comes
    // later and finds this version. Otherwise it may have missed this version, which is removed here.
    if find(app.db.read(), file.id).await?.is_none() {
        if let Err(error) = app.storage.remove_smaller(file.id).await {
            tracing::warn!(%error, file = %file.id, "a smaller version was left behind");
        }
        return Ok(None);
    }
    if let (None, Some(preview)) = (&file.preview, made.preview) {
        let tx = app.db.write().await?;
        keep_preview(&tx, file.id, preview).await?;
        tx.commit().await?;
    }
    Ok(Some(webp))
}
