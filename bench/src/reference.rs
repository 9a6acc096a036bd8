//! The yardstick: the program in `reference/`, which lies beside this one.

use std::fs;
use std::net::TcpListener;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

/// A running reference server and its folder, which is removed with it.
pub struct Reference {
    url: String,
    process: Child,
    _folder: TempDir,
}

impl Reference {
    /// Starts the server with the public texts of an event.
    pub async fn start(event: &[u8], page: &[u8]) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        fs::write(path("event"), event)?;
        fs::write(path("page"), page)?;
        let program = std::env::current_exe()?.with_file_name("hoi-reference");
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let process = Command::new(&program)
            .arg(address.to_string())
            .args([path("database"), path("event"), path("page")])
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {}; build it first", program.display()))?;
        for _ in 0..500 {
            if TcpStream::connect(address).await.is_ok() {
                let url = format!("http://{address}");
                return Ok(Self {
                    url,
                    process,
                    _folder: folder,
                });
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        bail!("the reference server did not answer within five seconds")
    }

    /// Returns the address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    pub async fn stop(mut self) -> Result<()> {
        Ok(self.process.kill().await?)
    }
}
