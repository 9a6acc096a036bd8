//! A small Socket.IO client (Engine.IO 4 over WebSocket), which sees the same as a browser.

use std::net::SocketAddr;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The time after which an expected message counts as missing.
const PATIENCE: Duration = Duration::from_secs(20);

pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    namespace: &'static str,
}

/// A message that a client received.
#[derive(Debug, PartialEq)]
pub enum Heard {
    Event(String, Value),
    Disconnected,
    Nothing,
}

impl Socket {
    /// Connects to a namespace; `Err` is the message of the client's `connect_error`.
    pub async fn connect(
        address: SocketAddr,
        namespace: &'static str,
        auth: Value,
    ) -> Result<Self, String> {
        let url = format!("ws://{address}/socket.io/?EIO=4&transport=websocket");
        let (stream, _) = connect_async(url).await.unwrap();
        let mut socket = Self { stream, namespace };
        assert!(socket.packet().await.unwrap().starts_with('0'));
        socket.send(&format!("40{}{auth}", socket.prefix())).await;
        let answer = socket.packet().await.unwrap();
        let body = |kind: &str| {
            answer
                .strip_prefix(&format!("{kind}{}", socket.prefix()))
                .map(|text| serde_json::from_str::<Value>(text).unwrap())
        };
        match (body("40"), body("44")) {
            (Some(_), _) => Ok(socket),
            (_, Some(error)) => Err(error["message"].as_str().unwrap().to_owned()),
            _ => panic!("{answer}"),
        }
    }

    pub async fn emit(&mut self, name: &str, data: Value) {
        let packet = format!("42{}{}", self.prefix(), json!([name, data]));
        self.send(&packet).await;
    }

    /// Returns the next event, within a few seconds.
    pub async fn next(&mut self) -> Heard {
        self.next_within(PATIENCE).await
    }

    pub async fn next_within(&mut self, patience: Duration) -> Heard {
        match tokio::time::timeout(patience, self.packet()).await {
            Err(_) => Heard::Nothing,
            Ok(None) => Heard::Disconnected,
            Ok(Some(packet)) if packet.starts_with("41") => Heard::Disconnected,
            Ok(Some(packet)) => {
                let text = packet
                    .strip_prefix(&format!("42{}", self.prefix()))
                    .unwrap_or_else(|| panic!("{packet}"));
                let mut event: Value = serde_json::from_str(text).unwrap();
                let name = event[0].as_str().unwrap().to_owned();
                Heard::Event(name, event[1].take())
            }
        }
    }

    /// Returns the data of the next event, which must have this name.
    #[track_caller]
    pub fn expect(&mut self, name: &'static str) -> impl Future<Output = Value> {
        let caller = std::panic::Location::caller();
        async move {
            match self.next().await {
                Heard::Event(heard, data) if heard == name => data,
                other => panic!("{caller}: {other:?} instead of {name}"),
            }
        }
    }

    fn prefix(&self) -> String {
        match self.namespace {
            "/" => String::new(),
            namespace => format!("{namespace},"),
        }
    }

    async fn send(&mut self, packet: &str) {
        self.stream.send(Message::text(packet)).await.unwrap();
    }

    /// Returns the next packet that is not a heartbeat; `None` if the connection has ended.
    async fn packet(&mut self) -> Option<String> {
        loop {
            match self.stream.next().await? {
                Ok(Message::Text(text)) if text.as_str() == "2" => self.send("3").await,
                Ok(Message::Text(text)) if text.as_str() == "1" => return None,
                Ok(Message::Text(text)) => return Some(text.as_str().to_owned()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }
}
