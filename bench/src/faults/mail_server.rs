//! The mail server fails.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use sea_orm::{ConnectionTrait, Statement};
use tokio::time::sleep;

use super::crowd::{Crowd, Size};
use super::stage::{MAILS, Stage};
use super::{RunOutcome, audit};
use crate::fake_mail_server::MailAnswer;

/// How long people register while the mail server fails.
const FAILING: Duration = Duration::from_secs(6);
/// So few that mails do not give way to them.
const SIZE: Size = Size {
    visitors: 16,
    doors: 2,
    organisers: 1,
    rest: Duration::from_millis(450),
};

async fn begin(name: &str) -> Result<(Stage, Crowd)> {
    let stage = Stage::new(name, None).await?;
    let crowd = stage.gather(SIZE)?;
    sleep(Duration::from_secs(1)).await;
    Ok((stage, crowd))
}

pub async fn down() -> Result<RunOutcome> {
    let (stage, crowd) = begin("mail.down").await?;
    stage.sink.close().await;
    sleep(FAILING).await;
    let before = stage.sink.taken();
    stage.sink.open()?;
    let began = Instant::now();
    while stage.sink.taken() == before {
        ensure!(
            began.elapsed() < MAILS,
            "no mail after the mail server came back"
        );
        sleep(Duration::from_millis(50)).await;
    }
    let first = began.elapsed();
    // Cut in the middle of conversations.
    for _ in 0..5 {
        sleep(Duration::from_millis(300)).await;
        stage.sink.close().await;
        stage.sink.open()?;
    }
    let counts = stage.finish(crowd).await?;
    Ok(RunOutcome::Held(
        counts,
        format!("first mail {:.0} s after the return", first.as_secs_f64()),
    ))
}

pub async fn slow() -> Result<RunOutcome> {
    let (stage, crowd) = begin("mail.slow").await?;
    stage.sink.behave(MailAnswer::Wait(Duration::from_secs(3)));
    sleep(FAILING).await;
    stage.sink.behave(MailAnswer::Take);
    let counts = stage.finish(crowd).await?;
    Ok(RunOutcome::Held(counts, String::new()))
}

pub async fn greylist() -> Result<RunOutcome> {
    let (stage, crowd) = begin("mail.greylist").await?;
    stage.sink.behave(MailAnswer::RefuseForNow);
    sleep(FAILING).await;
    // Until all refused mails have been sent again.
    let told = crowd.disperse().await?;
    let db = stage.open_database().await?;
    audit::wait_for_mails(&db, MAILS).await?;
    db.close().await?;
    let refused = stage.sink.refused();
    let counts = stage.finish_told(told).await?;
    Ok(RunOutcome::Held(
        counts,
        format!("{refused} recipients refused at first"),
    ))
}

/// A mail refused for good is kept, named by `hoi check`, and sent when the operator retries it.
pub async fn unknown() -> Result<RunOutcome> {
    let (stage, crowd) = begin("mail.unknown").await?;
    stage.sink.behave(MailAnswer::RefuseForGood);
    sleep(FAILING).await;
    let told = crowd.disperse().await?;
    let db = stage.open_database().await?;
    audit::wait_for_mails(&db, MAILS).await?;
    let dead = Statement::from_string(
        db.get_database_backend(),
        "select count(*) from job where state = 'dead'",
    );
    let dead = db.query_one_raw(dead).await?.context("no count")?;
    let dead: i64 = dead.try_get_by_index(0)?;
    db.close().await?;
    let refused = stage.sink.refused();
    ensure!(
        usize::try_from(dead)? == refused,
        "{refused} were refused, {dead} are kept"
    );
    ensure!(
        audit::check(&stage.place).await.is_err(),
        "hoi check does not name mails that were given up"
    );
    stage.sink.behave(MailAnswer::Take);
    let mut retry = stage.place.command("jobs")?;
    let retried = retry.args(["retry", "--all-dead"]).status().await?;
    ensure!(retried.success(), "the jobs could not be retried");
    let counts = stage.finish_told(told).await?;
    Ok(RunOutcome::Held(
        counts,
        format!("{refused} refused, named by hoi check, and sent by hoi jobs retry"),
    ))
}

pub async fn dropped() -> Result<RunOutcome> {
    let (stage, crowd) = begin("mail.dropped").await?;
    stage.sink.behave(MailAnswer::DropAfterData);
    sleep(FAILING).await;
    stage.sink.behave(MailAnswer::Take);
    let counts = stage.finish(crowd).await?;
    Ok(RunOutcome::Held(counts, String::new()))
}
