//! What handlers and jobs share. Cheap to clone; made once at start.

use std::ops::Deref;
use std::sync::{Arc, Weak};

use anyhow::{Context, Result};
use hoi_db::Db;
use hoi_mail::{Templates, Transport};
use tokio::sync::Notify;

use crate::accounts::Passwords;
use crate::checkin;
use crate::clock::Clock;
use crate::config::Config;
use crate::files::{Intake, Storage};
use crate::mails;
use crate::migrations::MIGRATIONS;
use crate::participants::Readers;
use crate::realtime::{self, Realtime};
use crate::registration::{Brakes, Desk};
use crate::secrets::Secrets;

/// The application: every handler's state.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// What the application consists of.
pub struct Parts {
    /// What the operator chose.
    pub config: Config,
    /// The only door to the data.
    pub db: Db,
    /// The only source of "now".
    pub clock: Clock,
    /// Keys for signing.
    pub secrets: Secrets,
    /// Where passwords are hashed.
    pub passwords: Passwords,
    /// The bytes of uploaded files.
    pub storage: Storage,
    /// How files are taken in.
    pub intake: Intake,
    /// Where mails go.
    pub mail: Transport,
    /// What mails look like.
    pub templates: Templates,
    /// Wakes the job runner after a commit that stored jobs.
    pub jobs: Arc<Notify>,
    /// Where seats are taken and given back.
    pub desk: Desk,
    /// How fast visitors may be.
    pub brakes: Brakes,
    /// How many files with participants are read at the same time.
    pub readers: Readers,
    /// Who is connected right now.
    pub realtime: Arc<Realtime>,
}

/// A handle that does not keep the application alive, for what the application itself owns.
#[derive(Clone)]
pub struct WeakApp(Weak<Parts>);

impl WeakApp {
    /// The application, unless it is gone.
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
        let db = Db::open(&config.database_url).await?;
        let steps = db.migrate(MIGRATIONS, clock.now()).await?;
        if !steps.is_empty() {
            tracing::info!(?steps, "schema brought up to date");
        }
        let jobs = Arc::new(Notify::new());
        let storage = Storage::open(&config)?;
        let realtime = Arc::new(Realtime::default());
        let desk = Desk::open(
            db.clone(),
            clock.clone(),
            Arc::clone(&jobs),
            Arc::clone(&realtime),
        );
        let app = Self(Arc::new(Parts {
            config,
            db,
            clock,
            secrets,
            passwords: Passwords::default(),
            storage,
            intake: Intake::default(),
            mail,
            templates: mails::templates()?,
            jobs,
            desk,
            brakes: Brakes::default(),
            readers: Readers::default(),
            realtime,
        }));
        realtime::open(&app);
        checkin::open_sockets(&app);
        Ok(app)
    }

    /// A handle that does not keep the application alive.
    #[must_use]
    pub fn downgrade(&self) -> WeakApp {
        WeakApp(Arc::downgrade(&self.0))
    }
}
