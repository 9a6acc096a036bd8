//! Clients that open connections and do little with them.

use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::time::sleep;

use crate::program::Place;

#[tokio::test]
async fn one_address_cannot_take_all_connections() {
    let place = Place::new().await;
    let program = place.start().await;
    let before = program.memory();
    let mut half_sent = Vec::new();
    for _ in 0..1200 {
        let mut connection = program.connect().await;
        // Connections above the limit are refused.
        let _ = connection
            .write_all(b"GET /api/health HTTP/1.1\r\nhos")
            .await;
        half_sent.push(connection);
    }
    sleep(Duration::from_millis(500)).await;
    let other = [127, 0, 0, 2];
    assert_eq!(program.get_from(other, "/api/health").await, Some(200));
    // The first address has used up its share.
    let own = program.get_from([127, 0, 0, 1], "/api/health").await;
    assert!(matches!(own, None | Some(503)), "{own:?}");
    let files = std::fs::read_dir(format!("/proc/{}/fd", program.id())).unwrap();
    assert!(files.count() < 700);
    eprintln!(
        "memory {before} kB, with 1200 half-sent requests {} kB",
        program.memory()
    );
    // Closed connections free their places.
    drop(half_sent);
    sleep(Duration::from_millis(500)).await;
    assert_eq!(
        program.get_from([127, 0, 0, 1], "/api/health").await,
        Some(200)
    );
}

/// Each of the addresses takes all that it gets, and sends half a head on every connection.
#[tokio::test]
async fn a_few_addresses_together_cannot_silence_the_server() {
    let files = hoi_server::serve::raise_file_limit();
    assert!(files > 5000, "this test opens 4100 connections");
    let place = Place::new().await;
    let program = place.start().await;
    let mut half_sent = Vec::new();
    for last in 2..10 {
        for _ in 0..512 {
            let mut connection = program.connect_from([127, 0, 0, last]).await;
            let _ = connection
                .write_all(b"GET /api/health HTTP/1.1\r\nhos")
                .await;
            half_sent.push(connection);
        }
    }
    let began = std::time::Instant::now();
    // Each from an address of its own: the place of a connection that has just ended may be taken for a moment longer.
    for last in 10..15 {
        let other = [127, 0, 0, last];
        assert_eq!(program.get_from(other, "/api/health").await, Some(200));
    }
    // Half-sent heads are given up after three seconds until a quarter of the places is free again; usually it takes 30.
    loop {
        let waits = |error: std::io::Error| error.kind() == std::io::ErrorKind::WouldBlock;
        let ended = half_sent
            .iter()
            .filter(|connection| !connection.try_read(&mut [0; 256]).is_err_and(waits));
        if ended.count() > 900 {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(20));
        sleep(Duration::from_millis(100)).await;
    }
}

/// The same with bodies: each connection sends a whole head, and then a byte of the body at a time.
#[tokio::test]
async fn a_few_addresses_with_slow_bodies_cannot_silence_the_server() {
    let files = hoi_server::serve::raise_file_limit();
    assert!(files > 5000, "this test opens 4100 connections");
    let place = Place::new().await;
    let program = place.start().await;
    let head = "POST /api/auth/login HTTP/1.1\r\nhost: hoi\r\ncontent-type: application/json\r\n\
                content-length: 1000\r\n\r\n{";
    let opening = std::time::Instant::now();
    let mut slow = Vec::new();
    for last in 2..10 {
        for _ in 0..512 {
            let mut connection = program.connect_from([127, 0, 0, last]).await;
            let _ = connection.write_all(head.as_bytes()).await;
            slow.push((connection, std::time::Instant::now()));
        }
    }
    let began = std::time::Instant::now();
    for last in 10..15 {
        let other = [127, 0, 0, last];
        assert_eq!(program.get_from(other, "/api/health").await, Some(200));
    }
    // Slow bodies are given up after three seconds while places are scarce; usually it takes ten.
    let mut given_up = Vec::new();
    while given_up.is_empty() {
        assert!(began.elapsed() < Duration::from_secs(20));
        slow.retain_mut(|(connection, sent)| {
            let mut answer = [0; 256];
            // Further bytes of the body, each of which would keep a connection that counts only silence.
            let _ = connection.try_write(b" ");
            let Ok(read) = connection.try_read(&mut answer) else {
                return true;
            };
            // Others were refused before their request was read.
            let is_too_slow = answer
                .get(..read)
                .is_some_and(|answer| answer.starts_with(b"HTTP/1.1 408"));
            if is_too_slow {
                given_up.push(sent.elapsed());
            }
            false
        });
        sleep(Duration::from_millis(100)).await;
    }
    // A busy machine gives the first ones up before the last ones are there, so places never become scarce.
    if began.duration_since(opening) < Duration::from_secs(6) {
        let first = given_up.iter().min().unwrap();
        assert!(*first < Duration::from_secs(8), "{first:?}");
    }
}

/// Closing at once would reset the connection, and the client would lose the answer that tells it to come again.
#[tokio::test]
async fn a_refused_client_can_read_the_refusal_after_sending_the_request() {
    let place = Place::new().await;
    let program = place.start().await;
    let mut held = Vec::new();
    for _ in 0..512 {
        held.push(program.connect().await);
    }
    sleep(Duration::from_millis(300)).await;
    for _ in 0..20 {
        let mut refused = program.connect().await;
        // The answer is there before the request is.
        sleep(Duration::from_millis(10)).await;
        let request = b"GET /api/health HTTP/1.1\r\nhost: hoi\r\n\r\n";
        refused.write_all(request).await.unwrap();
        sleep(Duration::from_millis(20)).await;
        let mut answer = Vec::new();
        let read = tokio::io::AsyncReadExt::read_to_end(&mut refused, &mut answer);
        read.await.expect("the connection is not reset");
        let answer = String::from_utf8(answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
        assert!(answer.contains("retry-after: 1"), "{answer}");
    }
}

#[tokio::test]
async fn a_trusted_proxy_may_have_more_connections_than_an_address() {
    let place = Place::new().await;
    let mut command = place.command("serve");
    command.env("HOI_TRUSTED_PROXIES", "127.0.0.1");
    let program = crate::program::Program::start(command).await;
    let mut open = Vec::new();
    for _ in 0..700 {
        open.push(program.say("GET /api/health HTTP/1.1\r\nhos").await);
    }
    sleep(Duration::from_millis(300)).await;
    assert_eq!(
        program.get_from([127, 0, 0, 1], "/api/health").await,
        Some(200)
    );
}

#[tokio::test]
async fn half_a_head_is_waited_for_half_a_minute() {
    let place = Place::new().await;
    let program = place.start().await;
    let mut connection = program.say("GET /api/health HTTP/1.1\r\nhos").await;
    let began = std::time::Instant::now();
    let mut rest = Vec::new();
    let read = tokio::io::AsyncReadExt::read_to_end(&mut connection, &mut rest);
    let _ = tokio::time::timeout(Duration::from_secs(45), read)
        .await
        .unwrap();
    let took = began.elapsed();
    assert!(took > Duration::from_secs(25), "{took:?}");
}

#[tokio::test]
async fn a_head_larger_than_the_buffer_is_refused() {
    let place = Place::new().await;
    let program = place.start().await;
    let long = "x".repeat(128 * 1024);
    let status = program.get_from([127, 0, 0, 1], &format!("/{long}")).await;
    assert!(matches!(status, None | Some(414 | 431)), "{status:?}");
}

#[tokio::test]
async fn a_request_names_one_host() {
    let place = Place::new().await;
    let program = place.start().await;
    for (head, expected) in [
        ("1.1\r\nhost: hoi\r\n", "200"),
        ("1.1\r\n", "400"),
        ("1.1\r\nhost: hoi\r\nhost: hoi\r\n", "400"),
        ("1.1\r\nhost: hoi\r\nx-a: b\r\nHost: example.vn\r\n", "400"),
        ("1.1\r\nhost: hoi.example:8080\r\n", "200"),
        ("1.1\r\nhost: [::1]:8080\r\n", "200"),
        ("1.1\r\nhost: a b\r\n", "400"),
        ("1.1\r\nhost: a, b\r\n", "400"),
        ("1.1\r\nhost: a,b\r\n", "400"),
        ("1.1\r\nhost: a@b\r\n", "400"),
        ("1.1\r\nhost:\r\n", "400"),
        ("1.0\r\n", "200"),
        ("1.0\r\nhost: hoi\r\nhost: example.vn\r\n", "400"),
    ] {
        let request = format!("GET /api/health HTTP/{head}connection: close\r\n\r\n");
        let mut connection = program.say(&request).await;
        let mut answer = Vec::new();
        let read = tokio::io::AsyncReadExt::read_to_end(&mut connection, &mut answer);
        tokio::time::timeout(Duration::from_secs(45), read)
            .await
            .unwrap()
            .unwrap();
        let answer = String::from_utf8(answer).unwrap();
        assert_eq!(answer.split(' ').nth(1), Some(expected), "{head}: {answer}");
    }
}

#[tokio::test]
async fn the_server_is_no_proxy() {
    let place = Place::new().await;
    let program = place.start().await;
    let mut connection = program
        .say("CONNECT example.vn:443 HTTP/1.1\r\nhost: example.vn:443\r\n\r\n")
        .await;
    let mut status = [0; 12];
    let read = tokio::io::AsyncReadExt::read_exact(&mut connection, &mut status);
    read.await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 405");
}

/// Answers that are not read stay on disk or in the program itself, not in memory.
#[tokio::test]
async fn answers_that_are_not_read_cost_little_memory() {
    let place = Place::new().await;
    let mut command = place.command("serve");
    command
        .env("HOI_ADMIN_EMAIL", crate::program::ADMIN)
        .env("HOI_ADMIN_PASSWORD", crate::program::PASSWORD);
    let program = crate::program::Program::start(command).await;
    let path = program.upload_large_picture().await;
    let before = program.memory();
    let mut unread = Vec::new();
    for _ in 0..300 {
        unread.push(
            program
                .say(&format!("GET {path} HTTP/1.1\r\nhost: hoi\r\n\r\n"))
                .await,
        );
    }
    sleep(Duration::from_secs(3)).await;
    let grown = program.memory().saturating_sub(before);
    eprintln!("300 unread answers hold {grown} kB more than {before} kB");
    assert!(grown < 100_000, "{grown} kB");
    // Health answers 503 while the database is slow, as on a busy machine.
    for _ in 0..10 {
        if program.get_from([127, 0, 0, 2], "/api/health").await == Some(200) {
            return;
        }
        sleep(Duration::from_secs(1)).await;
    }
    panic!("the server is not well");
}
