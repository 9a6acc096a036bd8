//! Questions to DNS for TXT records. A record that no server answered for is unknown, never absent.

use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use simple_dns::rdata::{CNAME, OPT, RData};
use simple_dns::{CLASS, Name, Packet, PacketFlag, Question, RCODE, TYPE, header_buffer};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpStream, UdpSocket};
use tokio::time::{Instant, timeout, timeout_at};

/// The longest answer that a server may send in one datagram: more may be lost on the way.
const DATAGRAM: u16 = 1_232;
/// How long a server may take for one answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often each server is asked.
const ATTEMPTS: usize = 2;
/// How many servers are asked, as many as the system's own resolver does.
const SERVERS: usize = 3;
/// How many aliases are followed within an answer.
const ALIASES: usize = 8;
const PORT: u16 = 53;
/// How much of the system's list of servers is read, in bytes.
const MAX_LIST: u64 = 1 << 16;
/// The bytes before the question, and those of the record after it, which says how long an answer may be.
const HEADER: usize = 12;
const LENGTH_RECORD: usize = 11;

/// The answer of DNS for a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The name's TXT records, the strings of each joined. There are none at a name that only has others, or only names
    /// below it.
    Texts(Vec<String>),
    /// There is neither this name nor any below it.
    NoName,
    /// No server gave an answer; the last one's reason.
    Unknown(String),
}

/// The servers to ask, and until when.
pub struct Dns<'a> {
    servers: &'a [SocketAddr],
    until: Instant,
    /// The server that answered last, so that a dead one delays one question only.
    answering: AtomicUsize,
}

impl<'a> Dns<'a> {
    /// Asks the first three of these servers, for at most `patience`.
    pub fn new(servers: &'a [SocketAddr], patience: Duration) -> Self {
        Self {
            servers: servers.get(..SERVERS).unwrap_or(servers),
            until: Instant::now() + patience,
            answering: AtomicUsize::new(0),
        }
    }

    pub async fn texts(&self, name: &str) -> Answer {
        let asked = timeout_at(self.until, self.ask(name)).await;
        asked.unwrap_or_else(|_| Answer::Unknown("the time is over".to_owned()))
    }

    async fn ask(&self, name: &str) -> Answer {
        let Ok(name) = Name::new(name) else {
            return Answer::Unknown(format!("{name} is no name of DNS"));
        };
        let first = self.answering.load(Ordering::Relaxed);
        let mut failure = "no server is known".to_owned();
        for attempt in first..first + ATTEMPTS * self.servers.len() {
            let at = attempt % self.servers.len();
            let Some(server) = self.servers.get(at) else {
                break;
            };
            match ask_server(*server, &name).await {
                Ok(answer) => {
                    self.answering.store(at, Ordering::Relaxed);
                    return answer;
                }
                Err(error) => failure = format!("{server}: {error}"),
            }
        }
        Answer::Unknown(failure)
    }
}

/// Returns the servers that the system asks, from `/etc/resolv.conf`.
#[must_use]
pub fn system_dns_servers() -> Vec<SocketAddr> {
    let mut text = Vec::new();
    if let Ok(file) = File::open("/etc/resolv.conf") {
        // The lines before a read error count.
        let _ = file.take(MAX_LIST).read_to_end(&mut text);
    }
    name_servers(&String::from_utf8_lossy(&text))
}

fn name_servers(text: &str) -> Vec<SocketAddr> {
    let named = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let address = words.next().filter(|word| *word == "nameserver");
        let address: IpAddr = address.and(words.next())?.parse().ok()?;
        Some(SocketAddr::new(address, PORT))
    });
    let mut servers: Vec<SocketAddr> = named.take(SERVERS).collect();
    if servers.is_empty() {
        // The system's resolver falls back to this address, too.
        servers.push(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), PORT));
    }
    servers
}

async fn ask_server(server: SocketAddr, name: &Name<'_>) -> io::Result<Answer> {
    let query = query(name).map_err(io::Error::other)?;
    let mut reply = in_time(over_udp(server, &query)).await?;
    if header_buffer::has_flags(&reply, PacketFlag::TRUNCATION).unwrap_or(false) {
        reply = in_time(over_tcp(server, &query)).await?;
    }
    read(&reply, name)
}

async fn in_time(work: impl Future<Output = io::Result<Vec<u8>>>) -> io::Result<Vec<u8>> {
    let done = timeout(PATIENCE, work).await;
    done.unwrap_or_else(|_| Err(io::Error::new(ErrorKind::TimedOut, "no answer")))
}

fn query(name: &Name<'_>) -> simple_dns::Result<Vec<u8>> {
    let mut packet = Packet::new_query(rand::random());
    packet.set_flags(PacketFlag::RECURSION_DESIRED);
    let class = CLASS::IN.into();
    let question = Question::new(name.clone(), TYPE::TXT.into(), class, false);
    packet.questions.push(question);
    *packet.opt_mut() = Some(OPT {
        opt_codes: Vec::new(),
        udp_packet_size: DATAGRAM,
        version: 0,
    });
    packet.build_bytes_vec()
}

async fn over_udp(server: SocketAddr, query: &[u8]) -> io::Result<Vec<u8>> {
    let any: IpAddr = match server {
        SocketAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        SocketAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind((any, 0)).await?;
    // From now on the socket takes datagrams of this address alone.
    socket.connect(server).await?;
    socket.send(query).await?;
    let mut reply = vec![0; usize::from(DATAGRAM)];
    loop {
        let length = socket.recv(&mut reply).await?;
        if reply.get(..length).is_some_and(|got| is_reply(got, query)) {
            reply.truncate(length);
            return Ok(reply);
        }
    }
}

/// Asks for an answer that is longer than a datagram; its length in two bytes stands before it.
async fn over_tcp(server: SocketAddr, query: &[u8]) -> io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(server).await?;
    let length = u16::try_from(query.len()).map_err(io::Error::other)?;
    let sent = [&length.to_be_bytes(), query].concat();
    stream.write_all(&sent).await?;
    let length = stream.read_u16().await?;
    let mut reply = vec![0; usize::from(length)];
    stream.read_exact(&mut reply).await?;
    if !is_reply(&reply, query) {
        return Err(io::Error::other("it answered another question"));
    }
    Ok(reply)
}

/// Returns whether id and question are those of the query. Only the rest is read later, because a truncated answer may
/// end within a record.
fn is_reply(reply: &[u8], query: &[u8]) -> bool {
    let end = query.len().saturating_sub(LENGTH_RECORD);
    let (asked, said) = (query.get(HEADER..end), reply.get(HEADER..end));
    reply.get(..2) == query.get(..2)
        && header_buffer::has_flags(reply, PacketFlag::RESPONSE).unwrap_or(false)
        && header_buffer::questions(reply).is_ok_and(|count| count == 1)
        // A server may write the name in small letters. No length, type or class of ours is a letter.
        && asked.zip(said).is_some_and(|(asked, said)| asked.eq_ignore_ascii_case(said))
}

fn read(reply: &[u8], name: &Name<'_>) -> io::Result<Answer> {
    let packet = Packet::parse(reply).map_err(io::Error::other)?;
    let is_absent = match packet.rcode() {
        RCODE::NoError => false,
        RCODE::NameError => true,
        code => return Err(io::Error::other(format!("it answered {code:?}"))),
    };
    let mut owner = name.clone();
    for _ in 0..ALIASES {
        let mut records = packet.answers.iter();
        let alias = records.find_map(|record| match &record.rdata {
            RData::CNAME(CNAME(target)) if record.name == owner => Some(target),
            _ => None,
        });
        let Some(target) = alias else {
            break;
        };
        owner = target.clone();
    }
    let is_alias = owner != *name;
    if is_absent && !is_alias {
        return Ok(Answer::NoName);
    }
    let follows = packet.has_flags(PacketFlag::RECURSION_AVAILABLE);
    let knows = packet.has_flags(PacketFlag::AUTHORITATIVE_ANSWER);
    let records = packet.answers.into_iter();
    let texts = records.filter_map(|record| match record.rdata {
        RData::TXT(text) if record.name == owner => Some(String::try_from(text)),
        _ => None,
    });
    let texts: Vec<String> = texts
        .map(|text| {
            text.unwrap_or_else(|wrong| String::from_utf8_lossy(wrong.as_bytes()).into_owned())
        })
        .collect();
    if texts.is_empty() && !follows && (is_alias || !knows) {
        return Err(io::Error::other("it only says which other server knows"));
    }
    Ok(Answer::Texts(texts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_are_read_as_the_system_reads_them() {
        for (text, servers) in [
            ("", vec!["127.0.0.1:53"]),
            (
                "search example.vn\noptions edns0 ???\n# nameserver 192.0.2.9\n",
                vec!["127.0.0.1:53"],
            ),
            (
                "nameserver 192.0.2.1 # first\n\tnameserver\t2001:db8::1\nnameserver x\nnameserver\n",
                vec!["192.0.2.1:53", "[2001:db8::1]:53"],
            ),
            (
                "nameserver 192.0.2.1\nnameserver 192.0.2.2\nnameserver 192.0.2.3\nnameserver 192.0.2.4\n",
                vec!["192.0.2.1:53", "192.0.2.2:53", "192.0.2.3:53"],
            ),
        ] {
            let read = name_servers(text);
            let read: Vec<String> = read.iter().map(SocketAddr::to_string).collect();
            assert_eq!(read, servers, "{text}");
        }
    }
}
