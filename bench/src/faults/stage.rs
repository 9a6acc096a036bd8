//! A server with its event, mail server and log.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use sea_orm::DatabaseConnection;

use super::audit::{self, Counts};
use super::crowd::{Crowd, Event, Size, Told};
use crate::fake_mail_server::FakeMailServer;
use crate::program::{Place, Program, new_database};

/// How long mails may take once the faults are over: a claim of a dead server has to end, and a pause after a refusal.
pub const MAILS: Duration = Duration::from_mins(2);

pub struct Stage {
    pub place: Place,
    pub sink: FakeMailServer,
    pub event: Event,
    pub database: Option<String>,
    pub log: PathBuf,
    program: Option<Program>,
}

impl Stage {
    /// Starts a server on an embedded database, or on a new one of the PostgreSQL at this address.
    pub async fn new(name: &str, postgres: Option<&str>) -> Result<Self> {
        let database = match postgres {
            Some(url) => Some(new_database(url, name, "").await?),
            None => None,
        };
        Self::at(name, Place::new(database.as_deref())?, database).await
    }

    /// Starts a server at this place.
    pub async fn at(name: &str, mut place: Place, database: Option<String>) -> Result<Self> {
        let log = log_of(name)?;
        let sink = FakeMailServer::start().await?;
        place.set("HOI_SMTP_URL", format!("smtp://{}", sink.address));
        let program = place.start_logging(&log).await?;
        Ok(Self {
            event: Event::create(&program).await?,
            program: Some(program),
            place,
            sink,
            database,
            log,
        })
    }

    pub fn program(&self) -> Result<&Program> {
        self.program.as_ref().context("the server does not run")
    }

    /// Lets people in.
    pub fn gather(&self, size: Size) -> Result<Crowd> {
        let token = self.program()?.admin();
        Crowd::gather(vec![self.place.url()], &self.event, token, size)
    }

    /// Ends the server with `kill -9`.
    pub async fn kill(&mut self) -> Result<()> {
        let program = self.program.take().context("the server does not run")?;
        program.stop().await
    }

    /// Stops the server as an operator does.
    pub async fn stop(&mut self) -> Result<()> {
        let program = self.program.take().context("the server does not run")?;
        let status = program.ask_to_stop().await?;
        ensure!(status.success(), "the server stopped with {status}");
        Ok(())
    }

    /// Starts the server again, at the same address.
    pub async fn start(&mut self, crowd: &Crowd) -> Result<()> {
        let program = self.place.start_logging(&self.log).await?;
        crowd.set_token(program.admin());
        self.program = Some(program);
        Ok(())
    }

    pub async fn open_database(&self) -> Result<DatabaseConnection> {
        audit::open(&self.place, self.database.as_deref()).await
    }

    /// Sends people home, waits for the mails, stops the server, and counts.
    pub async fn finish(self, crowd: Crowd) -> Result<Counts> {
        let told = crowd.disperse().await?;
        self.finish_told(told).await
    }

    /// Does so when people have gone home.
    pub async fn finish_told(mut self, told: Told) -> Result<Counts> {
        let db = self.open_database().await?;
        let waited = audit::wait_for_mails(&db, MAILS).await;
        let counted = audit::count(&db, &self.event, &told, Some(&self.sink)).await;
        db.close().await?;
        self.stop().await?;
        let counts = counted?;
        waited?;
        audit::check(&self.place).await?;
        let log = std::fs::read_to_string(&self.log)?;
        ensure!(
            !log.contains("panicked"),
            "the server panicked: see {}",
            self.log.display()
        );
        Ok(counts)
    }
}

/// Returns an empty file beside this program for the log of the servers in a run.
pub fn log_of(name: &str) -> Result<PathBuf> {
    let folder = std::env::current_exe()?.with_file_name("faults");
    std::fs::create_dir_all(&folder)?;
    let log = folder.join(format!("{name}.log"));
    std::fs::write(&log, "")?;
    Ok(log)
}
