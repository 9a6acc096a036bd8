//! Storage of file contents: a folder by default, or the folder or S3 bucket in `HOI_STORAGE_URL`; and how many
//! files are taken in and pictures made at the same time.

mod picture_slots;
mod upload_slots;

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use bytes::Bytes;
use futures::future::try_join_all;
use futures::stream::{self, BoxStream};
use futures::{StreamExt as _, TryStreamExt as _};
use hoi_db::Timestamp;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{
    ClientOptions, Error, ObjectStore, ObjectStoreExt, ObjectStoreScheme, PutPayload, RetryConfig,
};
use tokio::time::timeout;

pub use picture_slots::PictureSlots;
pub use upload_slots::{Sender, UploadSlot, UploadSlots};

use crate::clock;
use crate::config::Config;
use crate::ids::FileId;

/// The longest time for one call, and for the next piece of a read. A client that uploads gives up after half a minute.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// How long failed calls to a bucket are repeated.
const RETRY_UNTIL: Duration = Duration::from_secs(10);
const RETRIES: usize = 3;

/// The width of a smaller version of a picture, stored beside the picture itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// For faces, logos and rows of a list.
    Small,
    /// For the width of a phone.
    Medium,
    /// For a phone with three pixels to the point, and half a screen of a desktop with two.
    Large,
}

impl Width {
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// Returns the width, in pixels.
    #[must_use]
    pub const fn pixels(self) -> u32 {
        match self {
            Self::Small => 480,
            Self::Medium => 960,
            Self::Large => 1600,
        }
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pixels().fmt(f)
    }
}

/// The text is not one of the widths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoWidth;

impl FromStr for Width {
    type Err = NoWidth;

    fn from_str(text: &str) -> std::result::Result<Self, NoWidth> {
        let mut widths = Self::ALL.into_iter();
        widths
            .find(|width| width.to_string() == text)
            .ok_or(NoWidth)
    }
}

/// The contents of all files; cheap to clone.
#[derive(Clone)]
pub struct Storage {
    store: Arc<dyn ObjectStore>,
    prefix: Path,
    /// The folder of files on this machine; None for a bucket.
    folder: Option<PathBuf>,
}

/// An entry of the list of stored files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed {
    pub id: FileId,
    /// The size, in bytes.
    pub bytes: u64,
    /// When the content was stored.
    pub at: Timestamp,
}

/// A stored file that is being read.
pub struct Stored {
    /// The size, in bytes.
    pub bytes: u64,
    /// The content. Each piece arrives within [`PATIENCE`] or fails.
    pub pieces: BoxStream<'static, object_store::Result<Bytes>>,
}

impl From<Bytes> for Stored {
    fn from(bytes: Bytes) -> Self {
        Self {
            bytes: bytes.len() as u64,
            pieces: stream::once(async { Ok(bytes) }).boxed(),
        }
    }
}

impl Storage {
    /// Opens the configured storage.
    ///
    /// # Errors
    /// When the address is unusable or the storage refuses to store a file: wrong credentials, no such bucket. A
    /// storage that cannot be reached now is only logged, because everything but files works without it.
    pub async fn open(config: &Config) -> Result<Self> {
        // Fails if a provider is already installed, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let Some(address) = &config.storage_url else {
            let folder = config.data_dir.join("files");
            return Ok(Self {
                store: Arc::new(local(&folder)?),
                prefix: Path::default(),
                folder: Some(folder),
            });
        };
        let url = address
            .parse()
            .with_context(|| format!("HOI_STORAGE_URL: `{address}` is not an address"))?;
        let unusable = "HOI_STORAGE_URL: write it like file:///srv/hoi-files or s3://bucket/folder";
        let (scheme, prefix) = ObjectStoreScheme::parse(&url).context(unusable)?;
        let store: Arc<dyn ObjectStore> = match scheme {
            ObjectStoreScheme::Local => {
                let folder = url.to_file_path().ok().context(unusable)?;
                let store = Arc::new(local(&folder)?);
                return Self {
                    store,
                    prefix: Path::default(),
                    folder: Some(folder),
                }
                .checked()
                .await;
            }
            ObjectStoreScheme::AmazonS3 => Arc::new(bucket(address, &config.storage_options)?),
            _ => bail!(unusable),
        };
        Self {
            store,
            prefix,
            folder: None,
        }
        .checked()
        .await
    }

    /// Writes and removes a file to check the storage. The file's name is random, because several servers may start at
    /// once.
    async fn checked(self) -> Result<Self> {
        let probe = clock::new_id();
        let checked = match self.put(probe, Bytes::from_static(b"hoi")).await {
            Ok(()) => self.remove(probe).await,
            Err(error) => Err(error),
        };
        match checked {
            Ok(()) => {}
            Err(error) if is_refusal(&error) => {
                return Err(error).context(
                    "the storage that HOI_STORAGE_URL names takes no files; see that it exists and that AWS_ACCESS_KEY_ID and \
                     AWS_SECRET_ACCESS_KEY may write and delete there",
                );
            }
            Err(error) => tracing::error!(%error, "the storage of files cannot be reached"),
        }
        Ok(self)
    }

    /// Returns the path of a file. Files are spread over folders, because some file systems are slow with many names in
    /// one folder. A `UUIDv7` begins with the time, so its random end names the folder.
    fn path(&self, id: FileId) -> Path {
        self.path_with(id, "")
    }

    /// Returns the path of a smaller version, which lists of files skip: it can be made again.
    fn path_of_smaller(&self, id: FileId, width: Width) -> Path {
        self.path_with(id, &format!(".{width}"))
    }

    fn path_with(&self, id: FileId, ending: &str) -> Path {
        let name = id.0.simple().to_string();
        let folder = name.get(30..).unwrap_or("00").to_owned();
        self.prefix.clone().join(folder).join(name + ending)
    }

    /// Stores `bytes`, which are completely on disk when this returns.
    pub async fn put(&self, id: FileId, bytes: Bytes) -> object_store::Result<()> {
        self.put_at(&self.path(id), bytes).await
    }

    /// Stores the smaller version of a picture; replaces one that another server has stored meanwhile.
    pub async fn put_smaller(
        &self,
        id: FileId,
        width: Width,
        bytes: Bytes,
    ) -> object_store::Result<()> {
        self.put_at(&self.path_of_smaller(id, width), bytes).await
    }

    async fn put_at(&self, path: &Path, bytes: Bytes) -> object_store::Result<()> {
        bounded(self.store.put(path, PutPayload::from_bytes(bytes)))
            .await
            .map(drop)
    }

    /// Returns the content; None if the file does not exist.
    pub async fn get(&self, id: FileId) -> object_store::Result<Option<Bytes>> {
        let path = self.path(id);
        let read = async { self.store.get(&path).await?.bytes().await };
        found(bounded(read).await)
    }

    /// Returns size and content, read piece by piece on demand; None if the file does not exist.
    pub async fn stream(&self, id: FileId) -> object_store::Result<Option<Stored>> {
        self.stream_at(&self.path(id)).await
    }

    /// Returns the smaller version of a picture like [`stream`](Self::stream); None if it was not made yet.
    pub async fn stream_smaller(
        &self,
        id: FileId,
        width: Width,
    ) -> object_store::Result<Option<Stored>> {
        self.stream_at(&self.path_of_smaller(id, width)).await
    }

    async fn stream_at(&self, path: &Path) -> object_store::Result<Option<Stored>> {
        let opened = found(bounded(self.store.get(path)).await)?;
        Ok(opened.map(|opened| Stored {
            bytes: opened.meta.size,
            pieces: opened.into_stream(),
        }))
    }

    /// Returns the folder of the files; None if they are in a bucket.
    #[must_use]
    pub fn folder(&self) -> Option<&std::path::Path> {
        self.folder.as_deref()
    }

    /// Returns all stored files in no particular order. Skips objects without the name of one, such as smaller
    /// versions.
    pub async fn list(&self) -> object_store::Result<Vec<Listed>> {
        let mut entries = self.store.list(Some(&self.prefix));
        let mut listed = Vec::new();
        while let Some(entry) = bounded(entries.try_next()).await? {
            let name = entry.location.filename();
            let Some(id) = name.and_then(|name| name.parse().ok()) else {
                continue;
            };
            if self.path(id) == entry.location {
                listed.push(Listed {
                    id,
                    bytes: entry.size,
                    at: Timestamp(entry.last_modified.timestamp_millis()),
                });
            }
        }
        Ok(listed)
    }

    /// Removes the content, and the smaller versions before it. Succeeds if it does not exist.
    pub async fn remove(&self, id: FileId) -> object_store::Result<()> {
        self.remove_smaller(id).await?;
        self.remove_at(&self.path(id)).await
    }

    /// Removes the smaller versions of a picture.
    pub async fn remove_smaller(&self, id: FileId) -> object_store::Result<()> {
        let removed = Width::ALL.map(async |width| {
            let path = self.path_of_smaller(id, width);
            self.remove_at(&path).await
        });
        try_join_all(removed).await.map(drop)
    }

    async fn remove_at(&self, path: &Path) -> object_store::Result<()> {
        found(bounded(self.store.delete(path)).await).map(drop)
    }
}

fn local(folder: &std::path::Path) -> Result<LocalFileSystem> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(LocalFileSystem::new_with_prefix(folder)?.with_fsync(true))
}

fn bucket(url: &str, options: &[(String, String)]) -> Result<impl ObjectStore> {
    let is_plain = |(name, value): &(String, String)| {
        name.starts_with("AWS_ENDPOINT") && value.starts_with("http://")
    };
    let client = ClientOptions::new()
        // An endpoint without TLS is the operator's choice.
        .with_allow_http(options.iter().any(is_plain))
        // The time for a whole answer depends on its reader.
        .with_timeout_disabled()
        .with_read_timeout(PATIENCE);
    let retry = RetryConfig {
        max_retries: RETRIES,
        retry_timeout: RETRY_UNTIL,
        ..RetryConfig::default()
    };
    let mut builder = AmazonS3Builder::new()
        .with_url(url)
        .with_client_options(client)
        .with_retry(retry)
        // Not every compatible server supports bulk deletion, and it is not needed.
        .with_disable_bulk_delete(true);
    for (name, value) in options {
        // Ignores variables of other programs.
        if let Ok(key) = name.to_lowercase().parse::<AmazonS3ConfigKey>() {
            builder = builder.with_config(key, value);
        }
    }
    builder
        .build()
        .context("HOI_STORAGE_URL: the bucket cannot be used")
}

/// Returns whether repeating cannot help.
fn is_refusal(error: &Error) -> bool {
    matches!(
        error,
        Error::NotFound { .. } | Error::PermissionDenied { .. } | Error::Unauthenticated { .. }
    )
}

async fn bounded<T>(
    call: impl Future<Output = object_store::Result<T>>,
) -> object_store::Result<T> {
    timeout(PATIENCE, call).await.unwrap_or_else(|elapsed| {
        Err(Error::Generic {
            store: "storage",
            source: Box::new(elapsed),
        })
    })
}

fn found<T>(answer: object_store::Result<T>) -> object_store::Result<Option<T>> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
