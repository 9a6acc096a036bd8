//! Clients that leave, are slow, or are too many.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use sea_orm::{ConnectionTrait, Database, TransactionTrait};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::crowd::{Crowd, Event, Size, address_of, body_of, key_of};
use super::stage::Stage;
use super::{RunOutcome, Setup};

const LEAVING: usize = 400;
const IDLE: usize = 2000;
const SLOW: usize = 500;
/// Connections of one address; the server takes 512.
const OF_ADDRESS: usize = 500;
/// The longest time for the head of a request is half a minute.
const CUT: Duration = Duration::from_secs(45);
const AT_ONCE: usize = 6000;

fn address(stage: &Stage) -> Result<SocketAddr> {
    let url = stage.place.url();
    Ok(url.trim_start_matches("http://").parse()?)
}

/// Returns a visitor's registration as it goes over the wire.
fn registration(event: &Event, number: usize) -> String {
    let body = body_of(event, number).to_string();
    format!(
        "POST /api/event/{}/register HTTP/1.1\r\nhost: hoi\r\ncontent-type: application/json\r\nconnection: close\r\n\
         idempotency-key: {}\r\nx-forwarded-for: {}\r\ncontent-length: {}\r\n\r\n{body}",
        event.id,
        key_of(number),
        address_of(number),
        body.len(),
    )
}

/// Visitors leave; later they come again with the same key.
pub async fn leave(setup: &Setup) -> Result<RunOutcome> {
    let mut random = StdRng::seed_from_u64(setup.seed);
    let stage = Stage::new("clients.leave", None).await?;
    let address = address(&stage)?;
    let mut leaving = JoinSet::new();
    let mut cut = 0;
    for number in 0..LEAVING {
        let request = registration(&stage.event, number);
        let sends = if random.random_bool(0.5) {
            cut += 1;
            random.random_range(1..request.len())
        } else {
            request.len()
        };
        let stays = Duration::from_micros(random.random_range(0..20_000));
        leaving.spawn(async move {
            let mut connection = TcpStream::connect(address).await?;
            let (sent, _) = request
                .as_bytes()
                .split_at_checked(sends)
                .context("no request")?;
            connection.write_all(sent).await?;
            sleep(stays).await;
            anyhow::Ok(())
        });
    }
    while let Some(left) = leaving.join_next().await {
        left??;
    }
    let crowd = stage.gather(Size {
        rest: Duration::from_millis(5),
        ..Size::USUAL
    })?;
    let began = Instant::now();
    while crowd.answered() < LEAVING {
        ensure!(began.elapsed() < CUT, "not all visitors were answered");
        sleep(Duration::from_millis(50)).await;
    }
    let counts = stage.finish(crowd).await?;
    Ok(RunOutcome::Held(
        counts,
        format!("{cut} left in the middle of {LEAVING} requests, the others before the answer"),
    ))
}

/// Opens connections of many addresses of this machine.
async fn connect(address: SocketAddr, number: usize) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    let host = u8::try_from(number / OF_ADDRESS)?;
    socket.bind(SocketAddr::from(([127, 0, 1, host + 1], 0)))?;
    Ok(socket.connect(address).await?)
}

/// Visitors are served beside clients that send nothing or little, which are disconnected.
pub async fn idle() -> Result<RunOutcome> {
    let stage = Stage::new("clients.idle", None).await?;
    let address = address(&stage)?;
    let mut held = JoinSet::new();
    for number in 0..IDLE + SLOW {
        let mut connection = connect(address, number).await?;
        held.spawn(async move {
            let mut request = "GET /api/health HTTP/1.1\r\nhost: "
                .bytes()
                .chain(std::iter::repeat(b'x'));
            let mut answer = [0; 512];
            loop {
                let pause = if number < IDLE {
                    CUT
                } else {
                    Duration::from_millis(500)
                };
                match timeout(pause, connection.read(&mut answer)).await {
                    Ok(Ok(0) | Err(_)) => return true,
                    Ok(Ok(_)) => {}
                    Err(_) if number < IDLE => return false,
                    Err(_) => {
                        let next = request.next().unwrap_or_default();
                        if connection.write_all(&[next]).await.is_err() {
                            return true;
                        }
                    }
                }
            }
        });
    }
    let crowd = stage.gather(Size::USUAL)?;
    let began = Instant::now();
    let mut sent_away = 0;
    let all = async {
        while let Some(ended) = held.join_next().await {
            sent_away += usize::from(ended?);
        }
        anyhow::Ok(())
    };
    timeout(CUT, all)
        .await
        .context("some connections are still open")??;
    ensure!(
        sent_away == IDLE + SLOW,
        "only {sent_away} connections were closed"
    );
    let took = began.elapsed();
    let counts = stage.finish(crowd).await?;
    Ok(RunOutcome::Held(
        counts,
        format!("all {sent_away} closed after {:.0} s", took.as_secs_f64()),
    ))
}

/// More visitors come at once than the server takes connections. Each gets an answer, and in the end a seat.
pub async fn overflow() -> Result<RunOutcome> {
    let stage = Stage::new("clients.overflow", None).await?;
    let file = stage.place.folder().join("hoi.db");
    let db = Database::connect(format!("sqlite://{}?mode=rw", file.display())).await?;
    let lock = db.begin().await?;
    lock.execute_unprepared("update commit_check set count = count")
        .await?;
    let began = Instant::now();
    let crowd = Crowd::gather(
        vec![stage.place.url()],
        &stage.event,
        stage.program()?.admin(),
        Size {
            visitors: AT_ONCE,
            doors: 0,
            organisers: 0,
            rest: Duration::from_mins(10),
        },
    )?;
    sleep(Duration::from_secs(3)).await;
    lock.rollback().await?;
    db.close().await?;
    while crowd.answered() < AT_ONCE {
        ensure!(
            began.elapsed() < Duration::from_mins(2),
            "only {} visitors were answered",
            crowd.answered()
        );
        sleep(Duration::from_millis(50)).await;
    }
    let took = began.elapsed();
    let broken = crowd.broken();
    let counts = stage.finish(crowd).await?;
    Ok(RunOutcome::Held(
        counts,
        format!(
            "all were answered after {:.1} s; {broken} connections broke without an answer",
            took.as_secs_f64()
        ),
    ))
}
