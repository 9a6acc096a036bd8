//! Panics, slow jobs, stopping and lanes, on the engine chosen by `HOI_TEST_DATABASE_URL`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hoi_db::{Db, Timestamp};
use hoi_jobs::{Attempt, Job, JobError, Lane, Runner, entity};
use sea_orm::EntityTrait;
use sea_orm::sea_query::Expr;
use serde::{Deserialize, Serialize};
use support::{NOW, database, rows, store, until};
use tokio::sync::Notify;

#[derive(Clone, Default)]
struct Log {
    done: Arc<AtomicUsize>,
    started: Arc<AtomicUsize>,
    release: Arc<Notify>,
}

impl Log {
    fn done(&self) -> usize {
        self.done.load(Ordering::SeqCst)
    }

    fn started(&self) -> usize {
        self.started.load(Ordering::SeqCst)
    }
}

#[derive(Serialize, Deserialize)]
struct Panics {}

impl Job for Panics {
    const NAME: &'static str = "panics";
    type Context = Log;
    async fn run(&self, log: &Log, _: Attempt) -> Result<(), JobError> {
        log.started.fetch_add(1, Ordering::SeqCst);
        panic!("a mistake of ours");
    }
}

/// A job that takes the given number of milliseconds.
#[derive(Serialize, Deserialize)]
struct Takes {
    millis: u64,
}

impl Job for Takes {
    const NAME: &'static str = "takes";
    type Context = Log;
    async fn run(&self, log: &Log, _: Attempt) -> Result<(), JobError> {
        log.started.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(self.millis)).await;
        log.done.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

#[derive(Serialize, Deserialize)]
struct Hangs {}

impl Job for Hangs {
    const NAME: &'static str = "hangs";
    type Context = Log;
    async fn run(&self, log: &Log, _: Attempt) -> Result<(), JobError> {
        log.started.fetch_add(1, Ordering::SeqCst);
        log.release.notified().await;
        Ok(())
    }
}

#[derive(Serialize, Deserialize)]
struct Link {}

impl Job for Link {
    const NAME: &'static str = "link";
    const LANE: Lane = Lane::Urgent;
    type Context = Log;
    async fn run(&self, log: &Log, _: Attempt) -> Result<(), JobError> {
        log.done.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

fn runner(db: &Db) -> Runner<Log> {
    Runner::new(db.clone(), Arc::default())
        .with::<Panics>()
        .with::<Takes>()
        .with::<Hangs>()
        .with::<Link>()
}

/// Runs jobs until `watch` completes and returns how long stopping took.
async fn run_while(runner: Runner<Log>, log: &Log, watch: impl Future<Output = ()>) -> Duration {
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = runner.run_until(log.clone(), || NOW, async {
        drop(stopped.await);
    });
    let watching = async {
        watch.await;
        drop(stop);
        Instant::now()
    };
    let ((), asked) = tokio::join!(running, watching);
    asked.elapsed()
}

/// Without catching the panic, the row would stay leased and the attempt uncounted, so the job would panic whenever
/// its lease ends, without end.
#[tokio::test]
async fn a_panic_costs_the_job_that_panics_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder).await;
    let log = Log::default();
    store(&db, &[Panics {}], NOW).await;
    store(
        &db,
        &(0..40).map(|_| Takes { millis: 20 }).collect::<Vec<_>>(),
        NOW,
    )
    .await;
    run_while(runner(&db), &log, until(|| log.done() == 40)).await;
    let left = rows(&db).await;
    assert_eq!(left.len(), 1, "the others are gone");
    assert_eq!(left[0].name, "panics");
    assert_eq!(left[0].state, entity::State::Waiting);
    assert_eq!(left[0].attempts, 1);
    assert!(left[0].run_at > NOW && left[0].leased_until.is_none());
    let reason = left[0].last_error.as_deref();
    assert_eq!(reason, Some("panicked: a mistake of ours"));
}

#[tokio::test]
async fn a_slow_job_holds_up_none_that_are_not_slow() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder).await;
    let log = Log::default();
    let slow: Vec<_> = (0..8).map(|_| Hangs {}).collect();
    store(&db, &slow, NOW).await;
    store(
        &db,
        &(0..100).map(|_| Takes { millis: 1 }).collect::<Vec<_>>(),
        NOW,
    )
    .await;
    run_while(runner(&db), &log, async {
        until(|| log.done() == 100).await;
        log.release.notify_waiters();
    })
    .await;
}

/// A login link does not wait behind the tickets of an event.
#[tokio::test]
async fn urgent_jobs_have_slots_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder).await;
    let log = Log::default();
    let slow: Vec<_> = (0..40).map(|_| Hangs {}).collect();
    store(&db, &slow, NOW).await;
    run_while(runner(&db).with_grace(Duration::ZERO), &log, async {
        until(|| log.started() == Lane::Normal.slots()).await;
        store(&db, &[Link {}], NOW).await;
        until(|| log.done() == 1).await;
    })
    .await;
    assert_eq!(log.started(), Lane::Normal.slots());
}

/// Mails wait while visitors register, but for one at a time.
#[tokio::test]
async fn jobs_that_are_not_urgent_give_way() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder).await;
    let log = Log::default();
    let jobs: Vec<_> = (0..100).map(|_| Takes { millis: 1 }).collect();
    store(&db, &jobs, NOW).await;
    let is_rush = Arc::new(AtomicBool::new(true));
    let condition = Arc::clone(&is_rush);
    let runner = runner(&db).giving_way(move || condition.load(Ordering::SeqCst));
    run_while(runner, &log, async {
        until(|| log.done() > 0).await;
        store(&db, &[Link {}], NOW).await;
        tokio::time::sleep(Duration::from_millis(350)).await;
        let done = log.done();
        assert!(done < 10, "{done}");
        until(|| log.done() >= 3).await;
        is_rush.store(false, Ordering::SeqCst);
        until(|| log.done() == 101).await;
    })
    .await;
}

#[tokio::test]
async fn only_what_runs_is_finished_when_asked_to_stop() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder).await;
    let log = Log::default();
    store(
        &db,
        &(0..500).map(|_| Takes { millis: 300 }).collect::<Vec<_>>(),
        NOW,
    )
    .await;
    run_while(runner(&db), &log, until(|| log.started() > 0)).await;
    assert_eq!(log.done(), log.started(), "what had begun is finished");
    assert!(
        log.done() <= 2 * Lane::Normal.slots(),
        "{} jobs",
        log.done()
    );
    let left = rows(&db).await;
    assert_eq!(left.len(), 500 - log.done());
    assert!(left.iter().all(|job| job.leased_until.is_none()));
}

#[tokio::test]
async fn stopping_does_not_wait_for_a_job_that_hangs() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder).await;
    let log = Log::default();
    store(&db, &[Hangs {}], NOW).await;
    let grace = Duration::from_millis(200);
    let runner = runner(&db).with_grace(grace);
    let took = run_while(runner, &log, until(|| log.started() == 1)).await;
    assert!(took >= grace && took < Duration::from_secs(4), "{took:?}");
    let left = rows(&db).await;
    assert_eq!((left.len(), left[0].attempts), (1, 0));
    assert_eq!(left[0].leased_until, None, "given back at once");
}

/// The runners' clock stands still, so without renewal the lease of 90 ms would end at 91 ms.
#[tokio::test]
async fn a_job_that_takes_longer_than_its_lease_runs_once() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder).await;
    let log = Log::default();
    store(&db, &[Takes { millis: 600 }], NOW).await;
    let began = Instant::now();
    let clock = move || NOW.plus(began.elapsed());
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let server = || {
        let mut stopped = stopped.clone();
        let runner = runner(&db).with_lease(Duration::from_millis(300));
        runner.run_until(log.clone(), clock, async move {
            drop(stopped.wait_for(|stop| *stop).await);
        })
    };
    let watching = async {
        until(|| log.done() > 0).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        stop.send_replace(true);
    };
    tokio::join!(server(), server(), watching);
    assert_eq!(log.started(), 1);
    assert!(rows(&db).await.is_empty());
}

/// Stores a job that a server held when it died.
async fn store_claimed(db: &Db, until: Timestamp) {
    store(db, &[Link {}], NOW).await;
    let tx = db.write().await.unwrap();
    entity::Entity::update_many()
        .col_expr(entity::Column::LeasedUntil, Expr::value(until))
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn the_only_server_of_a_database_runs_jobs_of_its_last_run_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder).await;
    store_claimed(&db, NOW.plus(Duration::from_secs(40))).await;
    // One that is not alone waits for the lease to end.
    let log = Log::default();
    let moment = tokio::time::sleep(Duration::from_millis(300));
    run_while(runner(&db), &log, moment).await;
    assert_eq!(log.done(), 0);
    run_while(runner(&db).alone(), &log, until(|| log.done() == 1)).await;
    assert!(rows(&db).await.is_empty());
}

#[tokio::test]
async fn a_claim_ends_within_a_minute() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder).await;
    let log = Log::default();
    store(&db, &[Takes { millis: 200 }], NOW).await;
    let claimed = async {
        until(|| log.started() == 1).await;
        let leased_until = rows(&db).await[0].leased_until.unwrap();
        assert!(leased_until > NOW && leased_until < NOW.plus(Duration::from_secs(55)));
    };
    run_while(runner(&db), &log, claimed).await;
}
