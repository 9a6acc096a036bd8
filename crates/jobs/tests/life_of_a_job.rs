//! Claiming, retrying and giving up, on the engine chosen by `HOI_TEST_DATABASE_URL`.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use hoi_db::{Db, Timestamp};
use hoi_jobs::{Attempt, Cause, Job, JobError, Lane, Retry, Runner, enqueue, enqueue_all, entity};
use sea_orm::EntityTrait;
use serde::{Deserialize, Serialize};

mod support;

#[derive(Clone, Default)]
struct Log {
    runs: Arc<AtomicUsize>,
    failures_left: Arc<AtomicUsize>,
    announcing: Arc<AtomicUsize>,
}

#[derive(Serialize, Deserialize)]
struct Count {}

impl Job for Count {
    const NAME: &'static str = "count";
    /// Pauses of 10 and 20 seconds: three attempts.
    const RETRY: Retry = Retry {
        give_up_after: Duration::from_secs(30),
        ..Retry::DEFAULT
    };
    type Context = Log;
    async fn run(&self, log: &Log, _: Attempt) -> Result<(), JobError> {
        log.runs.fetch_add(1, Ordering::SeqCst);
        let failing = log
            .failures_left
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                left.checked_sub(1)
            })
            .is_ok();
        if failing {
            Err(JobError::Retry(std::io::Error::other("not yet").into()))
        } else {
            Ok(())
        }
    }
}

/// A job that takes as long as its mail server.
#[derive(Serialize, Deserialize)]
struct Announce {}

impl Job for Announce {
    const NAME: &'static str = "announce";
    const LANE: Lane = Lane::Bulk;
    type Context = Log;
    async fn run(&self, log: &Log, _: Attempt) -> Result<(), JobError> {
        log.announcing.fetch_add(1, Ordering::SeqCst);
        std::future::pending().await
    }
}

fn runner(db: &Db) -> Runner<Log> {
    Runner::new(db.clone(), Arc::default())
        .with::<Count>()
        .with::<Announce>()
}

const NOW: Timestamp = Timestamp(1_700_000_000_000);

async fn store(db: &Db, job: &Count) {
    let tx = db.write().await.unwrap();
    enqueue(&tx, job, NOW).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_job_runs_once_and_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let db = support::database(&folder).await;
    let log = Log::default();
    store(&db, &Count {}).await;
    assert_eq!(runner(&db).run_due(&log, NOW).await.unwrap(), 1);
    assert_eq!(runner(&db).run_due(&log, NOW).await.unwrap(), 0);
    assert_eq!(log.runs.load(Ordering::SeqCst), 1);
    assert!(
        entity::Entity::find()
            .all(db.read())
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn a_rolled_back_transaction_leaves_no_job() {
    let folder = tempfile::tempdir().unwrap();
    let db = support::database(&folder).await;
    let tx = db.write().await.unwrap();
    enqueue(&tx, &Count {}, NOW).await.unwrap();
    tx.rollback().await.unwrap();
    assert_eq!(runner(&db).run_due(&Log::default(), NOW).await.unwrap(), 0);
}

#[tokio::test]
async fn a_failing_job_waits_longer_each_time_and_becomes_a_dead_letter() {
    let folder = tempfile::tempdir().unwrap();
    let db = support::database(&folder).await;
    let log = Log {
        failures_left: Arc::new(AtomicUsize::new(9)),
        ..Log::default()
    };
    store(&db, &Count {}).await;
    assert_eq!(runner(&db).run_due(&log, NOW).await.unwrap(), 1);
    assert_eq!(
        runner(&db)
            .run_due(&log, NOW.plus(Duration::from_secs(9)))
            .await
            .unwrap(),
        0
    );
    assert_eq!(
        runner(&db)
            .run_due(&log, NOW.plus(Duration::from_secs(10)))
            .await
            .unwrap(),
        1
    );
    assert_eq!(
        runner(&db)
            .run_due(&log, NOW.plus(Duration::from_secs(30)))
            .await
            .unwrap(),
        1
    );
    assert_eq!(
        runner(&db)
            .run_due(&log, NOW.plus(Duration::from_hours(24)))
            .await
            .unwrap(),
        0
    );
    let dead = entity::Entity::find()
        .one(db.read())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(dead.state, entity::State::Dead);
    assert_eq!(dead.cause, Some(Cause::Expired));
    assert_eq!(dead.last_error.as_deref(), Some("not yet"));
}

#[tokio::test]
async fn two_runners_never_run_the_same_job() {
    let folder = tempfile::tempdir().unwrap();
    let db = support::database(&folder).await;
    let log = Log::default();
    for _ in 0..50 {
        store(&db, &Count {}).await;
    }
    let one = runner(&db);
    let other = runner(&db);
    let (first, second) = tokio::join!(one.run_due(&log, NOW), other.run_due(&log, NOW));
    assert_eq!(first.unwrap() + second.unwrap(), 50);
    assert_eq!(log.runs.load(Ordering::SeqCst), 50);
}

#[tokio::test]
async fn work_for_many_people_holds_up_no_other_job() {
    let folder = tempfile::tempdir().unwrap();
    let db = support::database(&folder).await;
    let log = Log::default();
    let runner = runner(&db);
    let tx = db.write().await.unwrap();
    let announcements: Vec<_> = (0..20).map(|_| Announce {}).collect();
    enqueue_all(&tx, &announcements, NOW).await.unwrap();
    tx.commit().await.unwrap();
    let running = runner.run_until(log.clone(), || NOW, std::future::pending());
    let watching = async {
        while log.announcing.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        store(&db, &Count {}).await;
        while log.runs.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        log.announcing.load(Ordering::SeqCst)
    };
    let announcing = tokio::time::timeout(Duration::from_secs(20), async {
        tokio::select! {
            () = running => unreachable!(),
            announcing = watching => announcing,
        }
    });
    assert_eq!(Box::pin(announcing).await.unwrap(), 4);
}
