//! Failing services, jobs that get too old, and clocks that are set back, on the engine chosen by
//! `HOI_TEST_DATABASE_URL`.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use hoi_db::{Db, Timestamp};
use hoi_jobs::{Attempt, Cause, Job, JobError, Retry, Runner, enqueue_at, entity, outage};
use serde::{Deserialize, Serialize};
use support::{NOW, database, rows, store};

const HOUR: Duration = Duration::from_hours(1);

#[derive(Clone)]
struct Post {
    db: Db,
    works: Arc<AtomicBool>,
    tried: Arc<AtomicUsize>,
    told: Arc<AtomicUsize>,
}

impl Post {
    fn new(db: &Db) -> Self {
        Self {
            db: db.clone(),
            works: Arc::default(),
            tried: Arc::default(),
            told: Arc::default(),
        }
    }

    fn tried(&self) -> usize {
        self.tried.swap(0, Ordering::SeqCst)
    }

    fn works(&self, works: bool) {
        self.works.store(works, Ordering::SeqCst);
    }
}

#[derive(Serialize, Deserialize)]
struct Mail {}

impl Job for Mail {
    const NAME: &'static str = "mail";
    const RETRY: Retry = Retry {
        longest_pause: Duration::from_hours(2),
        give_up_after: Duration::from_hours(4 * 24),
        ..Retry::DEFAULT
    };
    const SERVICE: Option<&'static str> = Some("mail");
    type Context = Post;
    async fn run(&self, post: &Post, _: Attempt) -> Result<(), JobError> {
        post.tried.fetch_add(1, Ordering::SeqCst);
        if post.works.load(Ordering::SeqCst) {
            outage::end(&post.db, "mail").await?;
            Ok(())
        } else {
            Err(JobError::Outage(
                std::io::Error::other("relay denied").into(),
            ))
        }
    }

    async fn on_dead(&self, post: &Post, _: Attempt, _: &JobError) -> anyhow::Result<bool> {
        post.told.fetch_add(1, Ordering::SeqCst);
        Ok(true)
    }
}

#[derive(Serialize, Deserialize)]
struct Other {}

impl Job for Other {
    const NAME: &'static str = "other";
    type Context = Post;
    async fn run(&self, post: &Post, _: Attempt) -> Result<(), JobError> {
        post.tried.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

async fn run(post: &Post, now: Timestamp) -> usize {
    let runner = Runner::new(post.db.clone(), Arc::default())
        .with::<Mail>()
        .with::<Other>();
    runner.run_due(post, now).await.unwrap();
    post.tried()
}

fn mails(number: usize) -> Vec<Mail> {
    (0..number).map(|_| Mail {}).collect()
}

#[tokio::test]
async fn while_a_service_is_out_one_job_at_a_time_probes_it() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder).await;
    let post = Post::new(&db);
    store(&db, &mails(100), NOW).await;
    assert!(run(&post, NOW).await <= 16, "only those that had begun");
    store(&db, &[Other {}], NOW).await;
    assert_eq!(run(&post, NOW).await, 1, "other work goes on");
    // Pauses of 10, 20, 40 … 600 s.
    let mut now = NOW;
    for pause in [10, 20, 40, 80, 160, 320, 600, 600] {
        now = now.plus(Duration::from_secs(pause - 1));
        assert_eq!(run(&post, now).await, 0);
        now = now.plus(Duration::from_secs(1));
        assert_eq!(run(&post, now).await, 1, "after {pause} s");
    }
    let known = outage::find(db.read(), "mail").await.unwrap().unwrap();
    assert_eq!((known.since, known.failures), (NOW, 9));
    assert_eq!(known.reason, "relay denied");
    post.works(true);
    now = now.plus(Duration::from_mins(10));
    assert_eq!(run(&post, now).await, 100, "the first success ends it");
    assert!(rows(&db).await.is_empty());
    assert_eq!(outage::find(db.read(), "mail").await.unwrap(), None);
}

#[tokio::test]
async fn two_servers_probe_once() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder).await;
    let post = Post::new(&db);
    store(&db, &mails(100), NOW).await;
    run(&post, NOW).await;
    let now = NOW.plus(Duration::from_secs(10));
    let server = || async {
        let runner = Runner::new(db.clone(), Arc::default()).with::<Mail>();
        runner.run_due(&post, now).await.unwrap();
    };
    tokio::join!(server(), server(), server(), server());
    assert_eq!(post.tried(), 1);
}

#[tokio::test]
async fn a_job_that_waits_for_a_service_for_longer_than_its_policy_is_given_up_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder).await;
    let post = Post::new(&db);
    store(&db, &mails(30), NOW).await;
    run(&post, NOW).await;
    store(&db, &mails(1), NOW.plus(HOUR)).await;
    assert_eq!(run(&post, NOW.plus(95 * HOUR)).await, 1);
    assert_eq!(post.told.load(Ordering::SeqCst), 0, "just in time");
    run(&post, NOW.plus(96 * HOUR).plus(HOUR / 2)).await;
    assert_eq!(post.told.load(Ordering::SeqCst), 30);
    let (dead, left): (Vec<_>, Vec<_>) = rows(&db)
        .await
        .into_iter()
        .partition(|job| job.state == entity::State::Dead);
    assert_eq!((dead.len(), left.len()), (30, 1));
    assert!(dead.iter().all(|job| job.cause == Some(Cause::Expired)));
}

#[tokio::test]
async fn a_clock_that_is_set_back_makes_no_job_wait() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder).await;
    let post = Post::new(&db);
    // One new job, one that has failed, and one whose lease a dead server never gave back.
    store(&db, &mails(1), NOW).await;
    run(&post, NOW).await;
    store(&db, &[Other {}], NOW).await;
    let tx = db.write().await.unwrap();
    hoi_jobs::enqueue(&tx, &Other {}, NOW).await.unwrap();
    tx.commit().await.unwrap();
    lease(&db, NOW.plus(Duration::from_mins(5))).await;
    let earlier = NOW.minus(2 * HOUR);
    assert_eq!(run(&post, earlier).await, 2);
    post.works(true);
    let soon = earlier.plus(Duration::from_secs(10));
    assert_eq!(
        run(&post, soon).await,
        1,
        "it waits as long as it was meant to"
    );
    assert!(rows(&db).await.is_empty());
}

#[tokio::test]
async fn a_clock_that_is_set_back_makes_nothing_happen_early() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder).await;
    let post = Post::new(&db);
    let tx = db.write().await.unwrap();
    enqueue_at(&tx, &Other {}, NOW, NOW.plus(HOUR))
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let earlier = NOW.minus(2 * HOUR);
    for _ in 0..3 {
        let just_before = earlier.plus(HOUR).minus(Duration::from_millis(1));
        assert_eq!(run(&post, just_before).await, 0);
        assert_eq!(run(&post, earlier).await, 0);
    }
    assert_eq!(run(&post, earlier.plus(HOUR)).await, 1);
}

async fn lease(db: &Db, until: Timestamp) {
    use sea_orm::sea_query::Expr;
    use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
    let tx = db.write().await.unwrap();
    entity::Entity::update_many()
        .col_expr(entity::Column::LeasedUntil, Expr::value(until))
        .filter(entity::Column::Name.eq("other"))
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}
