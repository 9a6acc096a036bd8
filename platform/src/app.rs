//! State that all features share. The state of a single feature, such as the registration desk, stands beside it in
//! [`AppWithDesk`](hoi_ticketing::registration::AppWithDesk), so that earlier features cannot reach it.

use std::net::Ipv4Addr;
use std::ops::Deref;
use std::sync::{Arc, Weak};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use hoi_db::{Db, GroupCommit, Timestamp};
use hoi_mail::{Templates, Transport};
use ipnet::IpNet;
use tokio::sync::{Notify, Semaphore};
use tokio::time::timeout;

use crate::broadcast::Broadcast;
use crate::clock::Clock;
use crate::compute::Compute;
use crate::config::Config;
use crate::export_files::Exports;
use crate::ids::UserId;
use crate::limits::{HourlyCounts, RateLimit};
use crate::metrics::Metrics;
use crate::migrations::{self, MIGRATIONS};
use crate::outgoing::Outgoing;
use crate::page_visits::PageVisits;
use crate::password_hashing::Passwords;
use crate::realtime::Realtime;
use crate::secrets::Secrets;
use crate::snapshots::Snapshots;
use crate::storage::{PictureSlots, Storage, UploadSlots};
use crate::vitals::Vitals;
use crate::{installation, mail_log, mail_templates};

/// Misses of one network at once, and the pause that each further one takes: 60 a minute, more than typing mistakes
/// cause.
const MISSES: u32 = 60;
const MISS_PAUSE: Duration = Duration::from_secs(1);

/// Statements that an account reads at once, and the pause that each further one takes. It is enough to answer many
/// questions about many files, while a program that reads without end takes only a part of one thread's time.
const STATEMENTS: u32 = 100;
const STATEMENT_PAUSE: Duration = Duration::from_secs(5);

/// How long the start waits for the pages of the database to be checked.
const CHECK_PATIENCE: Duration = Duration::from_secs(20);

/// The application. Cheap to clone; made once at start.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// The services from which an [`App`] is made.
pub struct Parts {
    /// The operator's settings.
    pub config: Config,
    /// All access to the database.
    pub db: Db,
    /// The only source of "now".
    pub clock: Clock,
    /// When this server started.
    pub started_at: Timestamp,
    /// The keys for signing and encryption.
    pub secrets: Secrets,
    /// Counts refused calls of the present hour, to bound the rows of the audit log.
    pub refusals: HourlyCounts,
    /// Hashes passwords on threads of its own.
    pub passwords: Passwords,
    /// Stores the bytes of uploaded files.
    pub storage: Storage,
    /// Limits the uploads in progress, per sender and in all.
    pub upload_slots: UploadSlots,
    /// Limits the pictures that are made at the same time.
    pub picture_slots: PictureSlots,
    /// Limits the exports in progress, per account.
    pub exports: Exports,
    /// Sends mails: by SMTP, into a folder or into memory.
    pub mail: Transport,
    /// Sends requests to addresses that others have named.
    pub outgoing: Outgoing,
    /// Rows of the mail log, which are stored together.
    pub mail_log: Arc<GroupCommit<mail_log::ActiveModel>>,
    /// The templates of all mails.
    pub templates: Templates,
    /// Wakes the job runner after a commit that stored jobs.
    pub jobs: Arc<Notify>,
    /// Where request bodies and rich text are checked.
    pub compute: Compute,
    /// Mails that are put into words at the same time: half of the cores.
    pub composers: Arc<Semaphore>,
    /// Reads imported files on threads of its own.
    pub readers: Compute,
    /// Messages of this server to the others on the same database.
    pub broadcast: Arc<Broadcast>,
    /// The sockets connected to this server.
    pub realtime: Arc<Realtime>,
    /// Whether the database and the disk do their work.
    pub vitals: Vitals,
    /// The figures of this server for Prometheus.
    pub metrics: Arc<Metrics>,
    /// Visits of public pages that are not stored yet.
    pub page_visits: PageVisits,
    /// The data of events that visitors read, in memory.
    pub snapshots: Arc<Snapshots>,
    /// Counts, per network, short addresses that lead to no event and invitation codes that do not open the event.
    pub misses: RateLimit,
    /// Counts, per account, statements that are shown or taken in.
    pub statements: RateLimit<UserId>,
}

/// A handle that does not keep the application alive, for parts that the application itself owns.
#[derive(Clone)]
pub struct WeakApp(Weak<Parts>);

impl WeakApp {
    /// Returns the application, or None after its last [`App`] was dropped.
    #[must_use]
    pub fn upgrade(&self) -> Option<App> {
        self.0.upgrade().map(App)
    }
}

impl Deref for App {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    /// Opens everything the configuration names and brings the schema up to date.
    pub async fn open(config: Config, clock: Clock, mail: Transport) -> Result<Self> {
        std::fs::create_dir_all(&config.data_dir)
            .with_context(|| format!("cannot make {}", config.data_dir.display()))?;
        let secrets = Secrets::load_or_create(&config.data_dir)?;
        let db = Db::open(&config.database_url).await;
        let db = db.map_err(|error| match error {
            error if error.is_damage() => damaged(&error.to_string()),
            error => error.into(),
        })?;
        check_pages(&db).await?;
        check_schema(&db).await?;
        let steps = db.migrate(MIGRATIONS, clock.now()).await?;
        if !steps.is_empty() {
            tracing::info!(?steps, "schema brought up to date");
        }
        if let Err(error) = installation::check_secret(&db, &secrets, &config.data_dir).await {
            if secrets.is_new() {
                // Otherwise the next start would take it for the installation's own.
                std::fs::remove_file(config.data_dir.join("secret"))?;
            }
            return Err(error);
        }
        let jobs = Arc::new(Notify::new());
        let storage = Storage::open(&config).await?;
        let vitals = Vitals::new(&config);
        let mut networks = config.webhook_allowed_networks.clone();
        if config.push_service.is_some() {
            // The push service of the tests is on the same machine.
            networks.push(IpNet::new_assert(Ipv4Addr::LOCALHOST.into(), 8));
        }
        let broadcast = Arc::new(Broadcast::new(db.is_shared()));
        let app = Self(Arc::new(Parts {
            config,
            db,
            started_at: clock.now(),
            clock,
            secrets,
            refusals: HourlyCounts::default(),
            passwords: Passwords::default(),
            storage,
            upload_slots: UploadSlots::default(),
            picture_slots: PictureSlots::default(),
            exports: Exports::default(),
            mail,
            outgoing: Outgoing::new(networks),
            mail_log: Arc::default(),
            templates: mail_templates::templates()?,
            jobs,
            compute: Compute::default(),
            composers: Arc::new(Semaphore::new(composers())),
            // Two files at the same time, while eight wait.
            readers: Compute::with(2, 8),
            realtime: Arc::new(Realtime::new(Arc::clone(&broadcast))),
            broadcast,
            vitals,
            metrics: Arc::default(),
            page_visits: PageVisits::default(),
            snapshots: Arc::default(),
            misses: RateLimit::new(MISSES, MISS_PAUSE),
            statements: RateLimit::new(STATEMENTS, STATEMENT_PAUSE),
        }));
        Ok(app)
    }

    /// A handle that does not keep the application alive.
    #[must_use]
    pub fn downgrade(&self) -> WeakApp {
        WeakApp(Arc::downgrade(&self.0))
    }
}

/// Returns how many mails may be rendered at the same time: at most half of the cores, the rest is for requests.
fn composers() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    (cores / 2).max(1)
}

fn damaged(damage: &str) -> anyhow::Error {
    anyhow!(
        "the database is damaged ({damage}). Keep a copy of it, then restore the last backup with `hoi restore`, or save what \
         can be read with `sqlite3 hoi.db .recover`"
    )
}

/// Refuses a database that holds an object that no step made, such as a trigger, or lacks one that a step made. Called
/// before a step runs, because the step would fire a trigger.
async fn check_schema(db: &Db) -> Result<()> {
    let faults = db.quick_schema_faults(MIGRATIONS).await?;
    migrations::describe(&faults).map_or(Ok(()), |faults| {
        Err(anyhow!(
            "the database is not as this program makes it: {faults}. If you made this yourself, drop it with `sqlite3` or `psql` \
             and start again; otherwise it may change data on its own: keep a copy, and restore the last backup with `hoi \
             restore`"
        ))
    })
}

/// Refuses an embedded database with damaged pages. A check that takes longer than [`CHECK_PATIENCE`] goes on while the
/// server works, and its result is logged.
async fn check_pages(db: &Db) -> Result<()> {
    let db = db.clone();
    let mut check = tokio::spawn(async move {
        let found = db.find_damage().await;
        match &found {
            Ok(None) => {}
            Ok(Some(damage)) => tracing::error!(damage, "the database is damaged"),
            Err(error) => tracing::error!(%error, "the database could not be checked for damage"),
        }
        found
    });
    let Ok(found) = timeout(CHECK_PATIENCE, &mut check).await else {
        tracing::warn!("the database is large: it is checked while the server works");
        return Ok(());
    };
    found??.map_or(Ok(()), |damage| Err(damaged(&damage)))
}
