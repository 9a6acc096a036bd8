//! PostgreSQL goes away, and a server beside another one dies.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use sea_orm::{ConnectionTrait, Database};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{UnixListener, UnixStream};
use tokio::process::Command;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::crowd::{Crowd, Size};
use super::stage::{Stage, log_of};
use super::{RunOutcome, Setup, audit};
use crate::fake_mail_server::MailAnswer;
use crate::program::{Place, new_database};

/// The longest time until people are served again.
const RECOVERY: Duration = Duration::from_secs(30);

/// The longest time until all jobs of a dead server are done.
const TAKEN_OVER: Duration = Duration::from_mins(1);

/// Has `pg_ctl` do this with the server, as `scripts/with-postgres` says.
async fn control(what: &str) -> Result<()> {
    let command = std::env::var("TEST_POSTGRES_CONTROL")
        .context("TEST_POSTGRES_CONTROL is missing; run this through scripts/with-postgres")?;
    let command = format!("{command} {what} >/dev/null");
    let done = Command::new("sh").args(["-c", &command]).status().await?;
    ensure!(done.success(), "{command}: {done}");
    Ok(())
}

async fn begin(name: &str, setup: &Setup) -> Result<(Stage, Crowd)> {
    let stage = Stage::new(name, Some(setup.postgres()?)).await?;
    let crowd = stage.gather(Size::USUAL)?;
    sleep(Duration::from_secs(2)).await;
    Ok((stage, crowd))
}

pub async fn restart(setup: &Setup) -> Result<RunOutcome> {
    let (stage, crowd) = begin("postgres.restart", setup).await?;
    for how in ["fast", "immediate", "fast", "immediate"] {
        control(&format!("restart -m {how}")).await?;
        let began = Instant::now();
        crowd.wait_for_more(100, RECOVERY).await?;
        println!(
            "  {how}: 100 more registered {:?} after the restart",
            began.elapsed()
        );
    }
    let counts = stage.finish(crowd).await?;
    Ok(RunOutcome::Held(
        counts,
        "4 restarts, 2 of them without shutting down".to_owned(),
    ))
}

pub async fn terminate(setup: &Setup) -> Result<RunOutcome> {
    const TIMES: usize = 40;
    let (stage, crowd) = begin("postgres.terminate", setup).await?;
    let db = Database::connect(setup.postgres()?).await?;
    for _ in 0..TIMES {
        let terminate =
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hoi'";
        db.execute_unprepared(terminate).await?;
        sleep(Duration::from_millis(150)).await;
    }
    db.close().await?;
    crowd.wait_for_more(100, RECOVERY).await?;
    let counts = stage.finish(crowd).await?;
    Ok(RunOutcome::Held(
        counts,
        format!("all backends, {TIMES} times"),
    ))
}

pub async fn gone(setup: &Setup) -> Result<RunOutcome> {
    let (stage, crowd) = begin("postgres.gone", setup).await?;
    control("stop -m immediate").await?;
    sleep(Duration::from_secs(15)).await;
    control("start").await?;
    let began = Instant::now();
    crowd.wait_for_more(100, RECOVERY).await?;
    let back = began.elapsed();
    let counts = stage.finish(crowd).await?;
    Ok(RunOutcome::Held(
        counts,
        format!(
            "100 registered {:.1} s after the return",
            back.as_secs_f64()
        ),
    ))
}

/// The database commits, and the connection breaks before it can say so. A row must not be stored twice
/// because the first answer was lost: the organiser adds people without a key and without an address.
pub async fn cut(setup: &Setup) -> Result<RunOutcome> {
    const TIMES: usize = 20;
    const NAME: &str = "postgres.cut";
    let database = new_database(setup.postgres()?, NAME, "").await?;
    let proxy = Proxy::start(&database)?;
    let stage = Stage::at(NAME, Place::new(Some(&proxy.database))?, Some(database)).await?;
    let crowd = stage.gather(Size {
        organisers: 8,
        ..Size::USUAL
    })?;
    for _ in 0..TIMES {
        crowd.wait_for_more(20, RECOVERY).await?;
        proxy.cut_next();
    }
    crowd.wait_for_more(20, RECOVERY).await?;
    let cut = proxy.cuts();
    ensure!(cut > TIMES / 2, "only {cut} connections were cut");
    let counts = stage.finish(crowd).await?;
    Ok(RunOutcome::Held(
        counts,
        format!("{cut} commits whose answer was lost"),
    ))
}

/// Stands between a server and PostgreSQL, and keeps the answer to a commit back.
struct Proxy {
    /// The address of the database through this.
    database: String,
    state: Arc<ProxyState>,
    _folder: TempDir,
    _work: JoinSet<()>,
}

#[derive(Default)]
struct ProxyState {
    wanted: AtomicBool,
    cuts: AtomicUsize,
}

impl Proxy {
    fn start(database: &str) -> Result<Self> {
        const SOCKET: &str = ".s.PGSQL.5432";
        let folder = tempfile::tempdir()?;
        let (base, there) = database
            .split_once("?host=")
            .context("PostgreSQL is not reached through a socket")?;
        let listener = UnixListener::bind(folder.path().join(SOCKET))?;
        let there = Path::new(there).join(SOCKET);
        let state = Arc::new(ProxyState::default());
        let mut work = JoinSet::new();
        let shared = Arc::clone(&state);
        work.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = UnixStream::connect(&there).await else {
                    continue;
                };
                let shared = Arc::clone(&shared);
                connections.spawn(async move { drop(shared.pass(client, server).await) });
            }
        });
        Ok(Self {
            database: format!("{base}?host={}", folder.path().display()),
            state,
            _folder: folder,
            _work: work,
        })
    }

    fn cut_next(&self) {
        self.state.wanted.store(true, Ordering::Relaxed);
    }

    fn cuts(&self) -> usize {
        self.state.cuts.load(Ordering::Relaxed)
    }
}

impl ProxyState {
    async fn pass(&self, mut client: UnixStream, mut server: UnixStream) -> std::io::Result<()> {
        let (mut asked, mut answered) = (vec![0; 64 * 1024], vec![0; 64 * 1024]);
        // Whether the transaction adds a participant by hand, recognised by the source `manual` of its row.
        let mut is_by_hand = false;
        loop {
            tokio::select! {
                read = client.read(&mut asked) => {
                    let asked = asked.get(..read?).unwrap_or_default();
                    if asked.is_empty() {
                        return Ok(());
                    }
                    server.write_all(asked).await?;
                    is_by_hand |= asked.windows(6).any(|word| word == b"manual");
                    let is_commit = asked.ends_with(b"COMMIT\0");
                    let is_chosen = is_commit && std::mem::take(&mut is_by_hand);
                    if is_chosen && self.wanted.swap(false, Ordering::Relaxed) {
                        // The answer comes after the commit.
                        let _answer = server.read(&mut answered).await?;
                        self.cuts.fetch_add(1, Ordering::Relaxed);
                        return Ok(());
                    }
                }
                read = server.read(&mut answered) => {
                    let answered = answered.get(..read?).unwrap_or_default();
                    if answered.is_empty() {
                        return Ok(());
                    }
                    client.write_all(answered).await?;
                }
            }
        }
    }
}

/// Two servers share a database; the one that dies holds jobs, which the other finishes.
pub async fn take_over(setup: &Setup) -> Result<RunOutcome> {
    const NAME: &str = "postgres.takeover";
    let database = new_database(setup.postgres()?, NAME, "").await?;
    let storage = tempfile::tempdir()?;
    let place = || -> Result<Place> {
        let mut place = Place::new(Some(&database))?;
        place.set(
            "HOI_STORAGE_URL",
            format!("file://{}", storage.path().display()),
        );
        Ok(place)
    };
    let stage = Stage::at(NAME, place()?, Some(database.clone())).await?;
    let mut other = place()?;
    other.set("HOI_SMTP_URL", format!("smtp://{}", stage.sink.address));
    let victim = other
        .start_logging(&log_of("postgres.takeover.victim")?)
        .await?;
    // Each mail takes some seconds, so that both servers hold claims.
    stage
        .sink
        .behave(MailAnswer::Wait(Duration::from_millis(500)));
    let servers = vec![stage.place.url(), other.url()];
    let crowd = Crowd::gather(servers, &stage.event, stage.program()?.admin(), Size::USUAL)?;
    sleep(Duration::from_secs(5)).await;
    victim.stop().await?;
    let died = Instant::now();
    stage.sink.behave(MailAnswer::Take);
    crowd.wait_for_more(100, RECOVERY).await?;
    let served = died.elapsed();
    sleep(Duration::from_secs(2)).await;
    let told = crowd.disperse().await?;
    let db = stage.open_database().await?;
    audit::wait_for_mails(&db, TAKEN_OVER).await?;
    let taken_over = died.elapsed();
    ensure!(
        taken_over < TAKEN_OVER,
        "the jobs of the dead server took {taken_over:?}"
    );
    db.close().await?;
    let counts = stage.finish_told(told).await?;
    let remark = format!(
        "100 registered after {:.1} s, all jobs of the dead server done after {:.0} s",
        served.as_secs_f64(),
        taken_over.as_secs_f64()
    );
    Ok(RunOutcome::Held(counts, remark))
}
