use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::DatabaseConnection;
use sqlx::Connection as _;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use crate::checkpoints::Checkpoints;
use crate::transaction::SqliteWriter;
use crate::{Db, Embedded, Inner};

/// How long a caller waits for a connection before it gets an error.
pub(crate) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
const SQLITE_READERS: u32 = 4;
/// Kibibytes of pages that the embedded database's one writer keeps in memory: room for what a large batch of registrations
/// changes and for the upper pages of every index. More is slower: while the database has less than a gibibyte, each commit
/// after which a page was split walks all pages in memory, because the engine borrows the number of the page at one
/// gibibyte to put the halves in order. That takes 0.1 ms with 32 mebibytes.
const SQLITE_WRITER_CACHE: u32 = 4 * 1024;
/// The same for each reader: a search reads the index of an event of 100,000 people from its beginning to its end, 18 MB,
/// and all of it is read from the file again when it does not fit.
const SQLITE_READER_CACHE: u32 = 20 * 1024;
/// Pages of the write-ahead log, of four kibibytes, after which the writer itself copies it into the database: when
/// [`Checkpoints`] are too slow, or never find all of it copied so that it can begin anew.
const SQLITE_LOG_PAGES: u32 = 16_000;
/// Rows that wait between the thread of a connection and the task that reads them. When they are full, the thread sleeps
/// until there is room.
const SQLITE_ROWS: usize = 1_000;
const POSTGRES_CONNECTIONS: u32 = 16;
/// How long a connection to `PostgreSQL` may have been idle to be used without asking whether it still works.
const POSTGRES_TRUSTED: Duration = Duration::from_secs(1);

/// The address of the database.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// The file of an embedded database.
    Sqlite(PathBuf),
    /// A `postgres://` address. It may contain a password, so it must never be printed.
    Postgres(String),
}

impl FromStr for DatabaseUrl {
    type Err = OpenError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(path) = text.strip_prefix("sqlite://") {
            return Ok(Self::Sqlite(PathBuf::from(path)));
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Postgres(text.to_owned()));
        }
        Err(OpenError::UnknownScheme)
    }
}

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address starts with neither `sqlite://` nor `postgres://`.
    #[error("the database address must start with sqlite:// or postgres://")]
    UnknownScheme,
    /// Another server uses the same data folder.
    #[error("another server is running on {0}; stop it first, or choose another data folder")]
    Locked(PathBuf),
    /// There is no embedded database to work beside.
    #[error(
        "there is no database {0}; set HOI_DATA_DIR, or run the command in the folder in which the server runs"
    )]
    Missing(PathBuf),
    /// The folder or the lock file beside the database cannot be written.
    #[error("cannot write beside {path}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("cannot open the database")]
    Engine(#[from] sqlx::Error),
}

/// An exclusive lock on the data folder. Keeps a second server from using the same database file.
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock that keeps servers off the embedded database at `database`, and creates its folder. The lock ends
    /// when it is dropped.
    ///
    /// # Errors
    /// [`OpenError::Locked`] when a server is running on it.
    pub fn take(database: &Path) -> Result<Self, OpenError> {
        let path = database.with_extension("lock");
        let io = |source| OpenError::Io {
            path: path.clone(),
            source,
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(io)?;
        }
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(io)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(OpenError::Locked(database.to_owned())),
            Err(TryLockError::Error(source)) => Err(io(source)),
        }
    }
}

impl Db {
    /// Opens the database and creates an embedded one that does not exist. Does not run migrations.
    pub async fn open(url: &DatabaseUrl) -> Result<Self, OpenError> {
        match url {
            DatabaseUrl::Sqlite(path) => open_sqlite(path, Some(Lock::take(path)?)).await,
            DatabaseUrl::Postgres(address) => open_postgres(address).await,
        }
    }

    /// Opens an existing database beside a server that may be running on it: without the lock on an embedded one. The
    /// engine lets several processes read at any time and write one after the other.
    ///
    /// # Errors
    /// [`OpenError::Missing`] when there is no such embedded database.
    pub async fn open_beside(url: &DatabaseUrl) -> Result<Self, OpenError> {
        match url {
            DatabaseUrl::Sqlite(path) if !path.is_file() => Err(OpenError::Missing(path.clone())),
            DatabaseUrl::Sqlite(path) => open_sqlite(path, None).await,
            DatabaseUrl::Postgres(address) => open_postgres(address).await,
        }
    }
}

/// Opens the file; creates it only under the lock.
async fn open_sqlite(path: &Path, lock: Option<Lock>) -> Result<Db, OpenError> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(lock.is_some())
        .journal_mode(SqliteJournalMode::Wal)
        // Every commit reaches the disk, so that acknowledged changes are durable.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(ACQUIRE_TIMEOUT)
        .row_buffer_size(SQLITE_ROWS)
        .foreign_keys(true);
    let writer = SqliteWriter::connect(
        cached(options.clone(), SQLITE_WRITER_CACHE)
            .pragma("wal_autocheckpoint", SQLITE_LOG_PAGES.to_string())
            // An insert of many rows keeps the pages as they were, in case one of them is refused: in memory instead of
            // in a file.
            .pragma("temp_store", "memory")
            // Deleted content is overwritten in the file. Always, and not in the transactions that erase people alone: a
            // person's data also leaves pages long before, by a longer answer, a page that is merged, a job that is done,
            // and none of the later transactions knows these pages. `fast` leaves what stands in freed pages, because
            // `on` writes each of them once more: most are freed by the hourly cleaning and by erasures, which nothing
            // waits for.
            .pragma("secure_delete", "on"),
    )
    .await?;
    let reader = SqlitePoolOptions::new()
        .max_connections(SQLITE_READERS)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        .connect_with(
            cached(options.clone(), SQLITE_READER_CACHE)
                .create_if_missing(false)
                .read_only(true),
        )
        .await?;
    // Beside a server the log is the server's.
    let checkpoints = lock
        .is_some()
        .then(|| Checkpoints::start(options.create_if_missing(false)));
    Ok(Db {
        inner: Arc::new(Inner {
            pool: DatabaseConnection::from(reader),
            embedded: Some(Embedded {
                writer,
                lock,
                checkpoints,
            }),
        }),
    })
}

fn cached(options: SqliteConnectOptions, kibibytes: u32) -> SqliteConnectOptions {
    // A negative size is in kibibytes, a positive one in pages.
    options.pragma("cache_size", format!("-{kibibytes}"))
}

async fn open_postgres(address: &str) -> Result<Db, OpenError> {
    let options = PgConnectOptions::from_str(address)?.application_name("hoi");
    let pool = PgPoolOptions::new()
        .max_connections(POSTGRES_CONNECTIONS)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        // A question to the server before each use would take as long as most statements.
        .test_before_acquire(false)
        .before_acquire(|connection, state| {
            Box::pin(async move {
                if state.idle_for >= POSTGRES_TRUSTED {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_with(options)
        .await?;
    Ok(Db {
        inner: Arc::new(Inner {
            pool: DatabaseConnection::from(pool),
            embedded: None,
        }),
    })
}
