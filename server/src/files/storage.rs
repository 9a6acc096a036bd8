//! Where the bytes lie: a folder by default, or whatever `HOI_STORAGE_URL` names.

use std::sync::Arc;

use anyhow::{Context, Result};
use bytes::Bytes;
use futures::stream::BoxStream;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload};

use super::FileId;
use crate::config::Config;

/// The bytes of all files. Cheap to clone.
#[derive(Clone)]
pub struct Storage {
    store: Arc<dyn ObjectStore>,
    prefix: Path,
}

/// A stored file that is being read.
pub struct Stored {
    /// How many bytes it has.
    pub bytes: u64,
    /// The bytes.
    pub pieces: BoxStream<'static, object_store::Result<Bytes>>,
}

impl Storage {
    /// Opens the place the configuration names.
    pub fn open(config: &Config) -> Result<Self> {
        let (store, prefix): (Arc<dyn ObjectStore>, Path) = if let Some(url) = &config.storage_url {
            let url = url.parse().context("HOI_STORAGE_URL is not an address")?;
            let (store, prefix) = object_store::parse_url(&url)
                .context("HOI_STORAGE_URL names a storage this program cannot use")?;
            (Arc::from(store), prefix)
        } else {
            let folder = config.data_dir.join("files");
            std::fs::create_dir_all(&folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
            let store = LocalFileSystem::new_with_prefix(&folder)?.with_fsync(true);
            (Arc::new(store), Path::default())
        };
        Ok(Self { store, prefix })
    }

    /// Two folders deep, because some file systems are slow with very many names in one folder. `UUIDv7` begin with
    /// the time, so the random end names the folder.
    fn path(&self, id: FileId) -> Path {
        let name = id.0.simple().to_string();
        let folder = name.get(30..).unwrap_or("00").to_owned();
        self.prefix.clone().join(folder).join(name)
    }

    /// Stores `bytes`; they are complete and on disk when it returns.
    pub async fn put(&self, id: FileId, bytes: Bytes) -> object_store::Result<()> {
        self.store
            .put(&self.path(id), PutPayload::from_bytes(bytes))
            .await
            .map(drop)
    }

    /// The bytes, or none when they are not there (any more).
    pub async fn get(&self, id: FileId) -> object_store::Result<Option<Bytes>> {
        match self.store.get(&self.path(id)).await {
            Ok(found) => found.bytes().await.map(Some),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The bytes, piece by piece as they are asked for, and how many there are; none when they are not there (any more).
    pub async fn stream(&self, id: FileId) -> object_store::Result<Option<Stored>> {
        match self.store.get(&self.path(id)).await {
            Ok(found) => Ok(Some(Stored {
                bytes: found.meta.size,
                pieces: found.into_stream(),
            })),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Removes the bytes; that they are gone already is fine.
    pub async fn remove(&self, id: FileId) -> object_store::Result<()> {
        match self.store.delete(&self.path(id)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }
}
