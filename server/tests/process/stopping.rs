//! The program ends in time when it is asked to, however busy it is.

use std::time::Duration;

use futures::StreamExt as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::{Instant, sleep, timeout};

use crate::program::{Place, Program, signal, was_killed_by};

/// The deadline of the program and some time for a busy machine.
const IN_TIME: Duration = Duration::from_secs(14);
const SIGTERM: i32 = 15;

#[tokio::test]
async fn an_idle_program_stops_at_once() {
    let place = Place::new().await;
    let program = place.start().await;
    // An idle connection does not delay the end.
    let mut idle = program
        .say("GET /api/health HTTP/1.1\r\nhost: hoi\r\n\r\n")
        .await;
    let mut answer = [0; 1024];
    assert!(idle.read(&mut answer).await.unwrap() > 0);
    // Neither does a socket, even of a client that does not answer.
    let url = format!(
        "ws://{}/socket.io/?EIO=4&transport=websocket",
        program.address
    );
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    assert!(socket.next().await.unwrap().is_ok());
    let (status, said, took) = program.stop().await;
    assert!(status.success(), "{status} {said}");
    assert!(took < Duration::from_secs(5), "{took:?}");
    assert!(said.contains("\"stopped\""), "{said}");
}

#[tokio::test]
async fn clients_that_stall_delay_the_end_no_longer_than_the_deadline() {
    let place = Place::new().await;
    let program = place.start().await;
    let half_a_head = program.say("GET /api/health HTTP/1.1\r\nhos").await;
    let half_a_body = program
        .say("POST /api/auth/login HTTP/1.1\r\nhost: hoi\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{\"em")
        .await;
    let never_reads = program
        .say(&"GET /api/health HTTP/1.1\r\nhost: hoi\r\n\r\n".repeat(1000))
        .await;
    let url = format!(
        "ws://{}/socket.io/?EIO=4&transport=websocket",
        program.address
    );
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    assert!(socket.next().await.unwrap().is_ok());
    // All of them have arrived.
    sleep(Duration::from_millis(500)).await;
    let (status, said, took) = program.stop().await;
    assert!(status.success(), "{status} {said}");
    assert!(took < IN_TIME, "{took:?}");
    assert!(said.contains("\"stopped\""), "{said}");
    eprintln!("stopped after {took:?}");
    drop((half_a_head, half_a_body, never_reads, socket));
}

#[tokio::test]
async fn a_request_under_way_is_answered_before_the_end() {
    let place = Place::new().await;
    let program = place.start().await;
    let head = "POST /api/auth/login HTTP/1.1\r\nhost: hoi\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{";
    let mut connection = program.say(head).await;
    sleep(Duration::from_millis(300)).await;
    program.signal("TERM");
    sleep(Duration::from_millis(300)).await;
    connection.write_all(b"}").await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    let (status, said, took) = program.end().await;
    assert!(status.success(), "{status} {said}");
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[tokio::test]
async fn a_second_signal_ends_it_at_once() {
    let place = Place::new().await;
    let program = place.start().await;
    let _stalled = program.say("GET /api/health HTTP/1.1\r\nhos").await;
    sleep(Duration::from_millis(300)).await;
    program.signal("TERM");
    sleep(Duration::from_millis(500)).await;
    program.signal("INT");
    let (status, _, took) = program.end().await;
    assert_eq!(status.code(), Some(143));
    assert!(took < Duration::from_secs(3), "{took:?}");
}

/// A signal works from the first moment on. Before the program handles signals, the system ends it.
#[tokio::test]
async fn a_signal_in_the_first_moments_is_never_lost() {
    let place = Place::new().await;
    // The schema exists, so that only the start itself is tested.
    place.start().await.stop().await;
    for round in 0..30_u64 {
        let mut child = place.command("serve").spawn().unwrap();
        let began = Instant::now();
        // Spread over the duration of a start, mostly at its beginning.
        sleep(Duration::from_millis(round * round / 2)).await;
        signal(child.id().unwrap(), "TERM");
        let status = timeout(IN_TIME, child.wait()).await;
        let status = status
            .unwrap_or_else(|_| panic!("round {round} went on"))
            .unwrap();
        let mut said = String::new();
        let mut log = child.stderr.take().unwrap();
        log.read_to_string(&mut said).await.unwrap();
        let before_it_could_hear = was_killed_by(status, SIGTERM) && said.is_empty();
        assert!(
            status.success() || before_it_could_hear,
            "round {round} after {:?}: {status} {said}",
            began.elapsed()
        );
    }
    // The program starts again afterwards.
    let program: Program = place.start().await;
    assert_eq!(
        program.get_from([127, 0, 0, 1], "/api/health").await,
        Some(200)
    );
}
