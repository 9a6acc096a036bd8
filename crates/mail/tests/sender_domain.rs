//! The records of a sender's domain, asked from DNS servers of the test's own.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use hoi_mail::{Finding, Verdict, check_sender_domain};
use proptest::prelude::*;
use simple_dns::rdata::{CNAME, RData, TXT};
use simple_dns::{CLASS, Name, Packet, PacketFlag, QTYPE, RCODE, ResourceRecord, TYPE};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, UdpSocket};
use tokio::time::{Duration, Instant};

const DOMAIN: &str = "hoi.vn";
const GOOGLE: &str = "smtps://hoi:secret@smtp.gmail.com";

/// A question, as a server reads it.
struct Asked<'a> {
    query: &'a [u8],
    name: String,
    /// The client's address over UDP; None over TCP.
    from: Option<SocketAddr>,
}

impl Asked<'_> {
    /// Returns an answer without records.
    fn reply(&self, code: RCODE) -> Packet<'_> {
        let mut reply = Packet::parse(self.query).unwrap().into_reply();
        reply.set_flags(PacketFlag::RECURSION_AVAILABLE);
        *reply.rcode_mut() = code;
        reply
    }

    /// Returns an answer with a TXT record, whose strings are these.
    fn text(&self, strings: &[&str]) -> Vec<u8> {
        let mut reply = self.reply(RCODE::NoError);
        reply.answers.push(text(&self.name, strings));
        reply.build_bytes_vec_compressed().unwrap()
    }

    /// Answers as a zone with these records. A name exists if there is a record at or below it.
    fn reply_of(&self, zone: &[(&str, &str)]) -> Vec<u8> {
        let below = format!(".{}", self.name);
        let exists = |(name, _): &&(&str, &str)| *name == self.name || name.ends_with(&below);
        let code = match zone.iter().find(exists) {
            Some(_) => RCODE::NoError,
            None => RCODE::NameError,
        };
        let mut reply = self.reply(code);
        let here = zone.iter().filter(|(name, _)| *name == self.name);
        reply.answers = here.map(|(name, said)| text(name, &[said])).collect();
        reply.build_bytes_vec_compressed().unwrap()
    }
}

fn text<'a>(name: &str, strings: &[&str]) -> ResourceRecord<'a> {
    let mut record = TXT::new();
    for string in strings {
        record.add_char_string((*string).to_owned().try_into().unwrap());
    }
    let name = Name::new(name).unwrap().into_owned();
    ResourceRecord::new(name, CLASS::IN, 60, RData::TXT(record))
}

struct Server {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts a server that sends the datagrams that `answer` returns for a question, one datagram after the other.
    async fn start(
        answer: impl Fn(&Asked<'_>) -> Vec<Vec<u8>> + Clone + Send + Sync + 'static,
    ) -> Self {
        let (udp, tcp) = loop {
            let udp = UdpSocket::bind("127.0.0.1:0").await.unwrap();
            // The port may be taken for TCP.
            if let Ok(tcp) = TcpListener::bind(udp.local_addr().unwrap()).await {
                break (udp, tcp);
            }
        };
        let address = udp.local_addr().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (heard, by_tcp) = (asked.clone(), answer.clone());
        tokio::spawn(async move {
            let mut query = vec![0; 4096];
            while let Ok((length, from)) = udp.recv_from(&mut query).await {
                let question = read(&query[..length], Some(from));
                heard.lock().unwrap().push(question.name.clone());
                for reply in answer(&question) {
                    udp.send_to(&reply, from).await.unwrap();
                }
            }
        });
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = tcp.accept().await {
                let length = stream.read_u16().await.unwrap();
                let mut query = vec![0; usize::from(length)];
                stream.read_exact(&mut query).await.unwrap();
                for reply in by_tcp(&read(&query, None)) {
                    let length = u16::try_from(reply.len()).unwrap();
                    stream.write_u16(length).await.unwrap();
                    stream.write_all(&reply).await.unwrap();
                }
            }
        });
        Self { address, asked }
    }

    async fn of_zone(zone: &'static [(&'static str, &'static str)]) -> Self {
        Self::start(|asked| vec![asked.reply_of(zone)]).await
    }

    async fn silent() -> Self {
        Self::start(|_| Vec::new()).await
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

fn read(query: &[u8], from: Option<SocketAddr>) -> Asked<'_> {
    let packet = Packet::parse(query).unwrap();
    assert_eq!(packet.opt().unwrap().udp_packet_size, 1232);
    assert!(packet.has_flags(PacketFlag::RECURSION_DESIRED));
    assert_eq!(packet.questions[0].qtype, QTYPE::TYPE(TYPE::TXT));
    let name = packet.questions[0].qname.to_string();
    Asked { query, name, from }
}

async fn check(server: &Server) -> Vec<Finding> {
    check_sender_domain(DOMAIN, GOOGLE, None, &[server.address]).await
}

#[track_caller]
fn assert_found(findings: &[Finding], expected: &[(&str, Verdict, &str)]) {
    assert_eq!(findings.len(), expected.len(), "{findings:?}");
    for (found, (subject, verdict, words)) in findings.iter().zip(expected) {
        assert_eq!(
            (found.subject, found.verdict),
            (*subject, *verdict),
            "{findings:?}"
        );
        assert!(found.text.contains(words), "{words}: {findings:?}");
    }
}

const ALL_FINE: &[(&str, Verdict, &str)] = &[
    ("SPF", Verdict::Fine, "servers of Google"),
    ("DKIM", Verdict::Fine, "google._domainkey.hoi.vn"),
    ("DMARC", Verdict::Fine, "(reject)"),
];

/// A domain with everything; Google's part stands in a record that its own includes.
const GOOD: &[(&str, &str)] = &[
    ("hoi.vn", "google-site-verification=1"),
    ("hoi.vn", "v=spf1 include:spf.hoi.vn -all"),
    ("spf.hoi.vn", "v=spf1 include:_spf.google.com ~all"),
    ("google._domainkey.hoi.vn", "v=DKIM1; k=rsa; p=MIIB"),
    ("_dmarc.hoi.vn", "v=DMARC1; p=reject; rua=mailto:x@hoi.vn"),
];

#[tokio::test]
async fn a_domain_with_everything_is_fine() {
    let server = Server::of_zone(GOOD).await;
    assert_found(&check(&server).await, ALL_FINE);
    let asked = server.asked();
    assert!(asked.len() < 50, "{asked:?}");
    assert!(!asked.contains(&"_dmarc.vn".to_owned()), "{asked:?}");
}

#[tokio::test]
async fn missing_records_are_named() {
    const OTHER_KEY: &[(&str, &str)] = &[
        ("x7._domainkey.hoi.vn", "p=MIIB"),
        GOOD[1],
        GOOD[2],
        GOOD[4],
    ];
    let server = Server::of_zone(&[("hoi.vn", "v=spf1 mx -all"), ("www.hoi.vn", "x")]).await;
    let expected = [
        (
            "SPF",
            Verdict::Problem,
            "\"v=spf1 mx include:_spf.google.com -all\"",
        ),
        ("DKIM", Verdict::Problem, "hoi.vn has no key"),
        ("DMARC", Verdict::Problem, "at _dmarc.hoi.vn"),
    ];
    assert_found(&check(&server).await, &expected);

    // A name below _domainkey that is no usual selector.
    let server = Server::of_zone(OTHER_KEY).await;
    assert_found(
        &check(&server).await,
        &[
            ALL_FINE[0],
            ("DKIM", Verdict::Note, "cannot be told"),
            ALL_FINE[2],
        ],
    );
    let named = check_sender_domain(DOMAIN, GOOGLE, Some("x7"), &[server.address]).await;
    assert_found(
        &named,
        &[
            ALL_FINE[0],
            ("DKIM", Verdict::Fine, "x7._domainkey"),
            ALL_FINE[2],
        ],
    );
}

#[tokio::test]
async fn ten_records_are_read() {
    for (length, expected) in [
        (10, ALL_FINE[0]),
        (11, ("SPF", Verdict::Note, "not all records could be read")),
    ] {
        // Each record includes the next one, and the last one has Google's part.
        let server = Server::start(move |asked| {
            let at = asked.name.strip_suffix(".spf.hoi.vn");
            let at: Option<usize> = at.and_then(|at| at.parse().ok());
            vec![match at {
                Some(at) if at < length => {
                    asked.text(&[&format!("v=spf1 include:{}.spf.hoi.vn -all", at + 1)])
                }
                Some(_) => asked.text(&["v=spf1 include:_spf.google.com -all"]),
                None if asked.name == DOMAIN => asked.text(&["v=spf1 include:1.spf.hoi.vn -all"]),
                None => asked.reply_of(GOOD),
            }]
        });
        let server = server.await;
        assert_found(&check(&server).await, &[expected, ALL_FINE[1], ALL_FINE[2]]);
        let asked = server.asked();
        assert!(asked.contains(&"10.spf.hoi.vn".to_owned()), "{asked:?}");
        assert!(!asked.contains(&"11.spf.hoi.vn".to_owned()), "{asked:?}");
    }
}

#[tokio::test]
async fn records_that_include_each_other_are_read_once() {
    const ZONE: &[(&str, &str)] = &[
        ("hoi.vn", "v=spf1 include:a.hoi.vn -all"),
        ("a.hoi.vn", "v=spf1 include:a.hoi.vn include:B.hoi.vn. -all"),
        ("b.hoi.vn", "v=spf1 include:a.hoi.vn -all"),
        GOOD[3],
        GOOD[4],
    ];
    let server = Server::of_zone(ZONE).await;
    let lacking = ("SPF", Verdict::Problem, "lacks the part of Google");
    assert_found(&check(&server).await, &[lacking, ALL_FINE[1], ALL_FINE[2]]);
    let asked = server.asked();
    let times = |name: &str| asked.iter().filter(|asked| *asked == name).count();
    assert_eq!((times("a.hoi.vn"), times("b.hoi.vn")), (1, 1));
}

#[tokio::test]
async fn a_domain_that_does_not_exist_is_a_problem_by_itself() {
    let server = Server::of_zone(&[]).await;
    let expected = [("sender", Verdict::Problem, "does not exist")];
    assert_found(&check(&server).await, &expected);
    assert_eq!(server.asked(), [DOMAIN]);
}

#[tokio::test]
async fn the_strings_of_a_record_are_one_text() {
    let server = Server::start(|asked| {
        vec![match asked.name.as_str() {
            "hoi.vn" => asked.text(&["v=spf1 include:_spf.goo", "", "gle.com -all"]),
            "_dmarc.hoi.vn" => asked.text(&["v=DMARC1; p=rej", "ect"]),
            _ => asked.reply_of(GOOD),
        }]
    });
    assert_found(&check(&server.await).await, ALL_FINE);
}

#[tokio::test]
async fn a_truncated_answer_is_asked_for_by_tcp() {
    let server = Server::start(|asked| {
        let whole = asked.reply_of(GOOD);
        if asked.from.is_none() {
            return vec![whole];
        }
        let mut cut = asked.reply(RCODE::NoError);
        cut.set_flags(PacketFlag::TRUNCATION);
        let mut cut = cut.build_bytes_vec().unwrap();
        // Of its one record only the beginning is there.
        cut[7] = 1;
        cut.extend([0xc0, 12, 0]);
        vec![cut]
    });
    assert_found(&check(&server.await).await, ALL_FINE);
}

#[tokio::test]
async fn only_the_answer_to_the_question_counts() {
    let server = Server::start(|asked| {
        let forged = asked.text(&["v=spf1 +all"]);
        let elsewhere = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
        elsewhere.send_to(&forged, asked.from.unwrap()).unwrap();
        let mut of_other_id = forged.clone();
        of_other_id[0] ^= 1;
        let mut of_other_name = forged.clone();
        of_other_name[13] ^= 1;
        let mut question = forged.clone();
        question[2] &= 0x7f;
        vec![
            Vec::new(),
            forged[..11].to_vec(),
            of_other_id,
            of_other_name,
            question,
            asked.reply_of(GOOD),
        ]
    });
    assert_found(&check(&server.await).await, ALL_FINE);
}

#[tokio::test]
async fn records_of_another_name_do_not_count() {
    let server = Server::start(|asked| {
        let mut reply = Packet::parse(asked.query).unwrap().into_reply();
        reply.set_flags(PacketFlag::RECURSION_AVAILABLE);
        reply.answers.push(text("other.vn", &["v=spf1 +all"]));
        reply
            .answers
            .push(text("other.vn", &["v=DMARC1; p=reject"]));
        vec![reply.build_bytes_vec().unwrap()]
    });
    let expected = [
        ("SPF", Verdict::Problem, "does not say which servers"),
        ("DKIM", Verdict::Note, "cannot be told"),
        ("DMARC", Verdict::Problem, "add the TXT record"),
    ];
    assert_found(&check(&server.await).await, &expected);
}

fn alias<'a>(name: &str, target: &'a str) -> ResourceRecord<'a> {
    let target = RData::CNAME(CNAME(Name::new(target).unwrap()));
    let name = Name::new(name).unwrap().into_owned();
    ResourceRecord::new(name, CLASS::IN, 60, target)
}

#[tokio::test]
async fn aliases_are_followed() {
    let server = Server::start(|asked| {
        vec![match asked.name.as_str() {
            "selector1._domainkey.hoi.vn" => {
                let mut reply = asked.reply(RCODE::NoError);
                reply.answers.push(text("KEYS.company.vn", &["p=MIIB"]));
                reply.answers.push(alias("x.company.vn", "keys.company.vn"));
                reply.answers.push(alias(&asked.name, "x.company.vn"));
                reply.build_bytes_vec().unwrap()
            }
            "google._domainkey.hoi.vn" => asked.reply_of(&[]),
            _ => asked.reply_of(GOOD),
        }]
    });
    let key = ("DKIM", Verdict::Fine, "selector1._domainkey.hoi.vn");
    let expected = [ALL_FINE[0], key, ALL_FINE[2]];
    assert_found(&check(&server.await).await, &expected);
}

/// The code then speaks of the alias's target: there may be keys below `_domainkey`.
#[tokio::test]
async fn a_name_exists_if_it_is_an_alias_of_one_that_does_not() {
    let server = Server::start(|asked| {
        vec![match asked.name.as_str() {
            "_domainkey.hoi.vn" => {
                let mut reply = asked.reply(RCODE::NameError);
                reply.answers.push(alias(&asked.name, "gone.vn"));
                reply.build_bytes_vec().unwrap()
            }
            "google._domainkey.hoi.vn" => asked.reply_of(&[]),
            _ => asked.reply_of(GOOD),
        }]
    });
    let key = ("DKIM", Verdict::Note, "cannot be told");
    let expected = [ALL_FINE[0], key, ALL_FINE[2]];
    assert_found(&check(&server.await).await, &expected);
}

#[tokio::test]
async fn a_record_without_an_answer_is_not_judged() {
    let refused =
        Server::start(|asked| vec![asked.reply(RCODE::Refused).build_bytes_vec().unwrap()]);
    let referring = Server::start(|asked| {
        let mut reply = asked.reply(RCODE::NoError);
        reply.remove_flags(PacketFlag::RECURSION_AVAILABLE);
        vec![reply.build_bytes_vec().unwrap()]
    });
    let cut_off = Server::start(|asked| {
        let mut reply = asked.reply(RCODE::NoError);
        reply.set_flags(PacketFlag::TRUNCATION);
        let mut reply = reply.build_bytes_vec().unwrap();
        if asked.from.is_none() {
            reply[0] ^= 1;
        }
        vec![reply]
    });
    let expected = [("sender", Verdict::Note, "could not be asked")];
    for server in [refused.await, referring.await, cut_off.await] {
        assert_found(&check(&server).await, &expected);
        assert_eq!(server.asked(), [DOMAIN; 2]);
    }
    let nowhere = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let nowhere = [nowhere.local_addr().unwrap()];
    assert_found(
        &check_sender_domain(DOMAIN, GOOGLE, None, &nowhere).await,
        &expected,
    );
    assert_found(
        &check_sender_domain(DOMAIN, GOOGLE, None, &[]).await,
        &expected,
    );
    let long = format!("{}vn", "a.".repeat(130));
    let server = Server::of_zone(GOOD).await;
    let servers = [server.address];
    assert_found(
        &check_sender_domain(&long, GOOGLE, None, &servers).await,
        &expected,
    );
    assert!(server.asked().is_empty());
}

#[tokio::test]
async fn some_answers_are_better_than_none() {
    let server = Server::start(|asked| {
        let is_known = matches!(asked.name.as_str(), "hoi.vn" | "spf.hoi.vn");
        vec![if is_known {
            asked.reply_of(GOOD)
        } else {
            asked.reply(RCODE::ServerFailure).build_bytes_vec().unwrap()
        }]
    });
    let expected = [
        ALL_FINE[0],
        ("DKIM", Verdict::Note, "could not be asked"),
        ("DMARC", Verdict::Note, "could not be asked"),
    ];
    assert_found(&check(&server.await).await, &expected);
}

#[tokio::test]
async fn a_silent_server_delays_one_question_only() {
    let (silent, other) = (Server::silent().await, Server::of_zone(GOOD).await);
    let started = Instant::now();
    let servers = [silent.address, other.address];
    let found = check_sender_domain(DOMAIN, GOOGLE, None, &servers).await;
    assert_found(&found, ALL_FINE);
    assert!(started.elapsed() < Duration::from_secs(4));
    assert_eq!(silent.asked(), [DOMAIN]);
}

#[tokio::test]
async fn silent_servers_end_the_check_within_its_time() {
    let mut servers = Vec::new();
    for _ in 0..4 {
        servers.push(Server::silent().await);
    }
    let addresses: Vec<SocketAddr> = servers.iter().map(|server| server.address).collect();
    let started = Instant::now();
    let found = check_sender_domain(DOMAIN, GOOGLE, None, &addresses).await;
    assert_found(&found, &[("sender", Verdict::Note, "could not be asked")]);
    assert!(started.elapsed() < Duration::from_secs(11));
    let asked: Vec<usize> = servers.iter().map(|server| server.asked().len()).collect();
    assert_eq!(asked, [2, 2, 1, 0]);
}

#[tokio::test]
async fn a_domain_with_letters_beyond_ascii_is_asked_in_its_encoded_form() {
    let server = Server::of_zone(&[]).await;
    let found = check_sender_domain("Côngty.vn", GOOGLE, None, &[server.address]).await;
    assert_found(&found, &[("sender", Verdict::Problem, "xn--cngty-6ta.vn")]);
    assert_eq!(server.asked(), ["xn--cngty-6ta.vn"]);
    let found = check_sender_domain("localhost", GOOGLE, None, &[server.address]).await;
    assert_found(&found, &[("sender", Verdict::Note, "not checked")]);
    assert_eq!(server.asked().len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Behind the question anything may come, and of a good answer some bytes may be others.
    #[test]
    fn damaged_answers_are_survived(
        counts in any::<[u8; 6]>(),
        flags in any::<u8>(),
        noise in proptest::collection::vec(any::<u8>(), 0..600),
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..6),
        is_noise in any::<bool>(),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let found = runtime.block_on(async {
            let server = Server::start(move |asked| {
                let mut reply = asked.reply_of(GOOD);
                let end = asked.query.len() - 11;
                if is_noise {
                    reply.truncate(end);
                    reply[3] = flags;
                    reply[6..12].copy_from_slice(&counts);
                    reply.extend(&noise);
                } else {
                    let after = reply.len() - end;
                    for (at, byte) in changes.iter().filter(|_| after > 0) {
                        reply[end + at.index(after)] = *byte;
                    }
                }
                vec![reply]
            }).await;
            check(&server).await
        });
        prop_assert!(!found.is_empty());
    }
}
