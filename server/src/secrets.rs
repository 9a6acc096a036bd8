//! The server's own secret: made on first start, kept in the data folder readable by its user alone.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use ring::rand::{SecureRandom, SystemRandom};
use ring::{digest, hmac};

/// Key material for signing; several servers on one database share the data folder's `secret` file.
pub struct Secrets {
    signing: hmac::Key,
}

impl Secrets {
    /// Reads the secret in `data_dir`, making it when it is not there yet.
    pub fn load_or_create(data_dir: &Path) -> Result<Self> {
        let path = data_dir.join("secret");
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let bytes = random::<32>()?;
                let mut file = fs::OpenOptions::new()
                    .write(true)
                    .create_new(true)
                    .mode(0o600)
                    .open(&path)
                    .with_context(|| format!("cannot write {}", path.display()))?;
                file.write_all(&bytes)?;
                file.sync_all()?;
                bytes.to_vec()
            }
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        };
        if bytes.len() < 32 {
            return Err(anyhow!(
                "{} is too short to be a secret; remove it to have a new one made",
                path.display()
            ));
        }
        Ok(Self {
            signing: hmac::Key::new(hmac::HMAC_SHA256, &bytes),
        })
    }

    /// Signs `message`; `purpose` keeps a signature made for one thing from being used for another.
    #[must_use]
    pub fn sign(&self, purpose: &str, message: &[u8]) -> Vec<u8> {
        hmac::sign(&self.signing, &tagged(purpose, message))
            .as_ref()
            .to_vec()
    }

    /// Whether `signature` was made by [`Self::sign`]; takes the same time for every wrong one.
    #[must_use]
    pub fn verify(&self, purpose: &str, message: &[u8], signature: &[u8]) -> bool {
        hmac::verify(&self.signing, &tagged(purpose, message), signature).is_ok()
    }
}

fn tagged(purpose: &str, message: &[u8]) -> Vec<u8> {
    [purpose.as_bytes(), &[0], message].concat()
}

/// Unpredictable bytes from the operating system.
pub fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    SystemRandom::new()
        .fill(&mut bytes)
        .map_err(|_| anyhow!("the system has no random numbers"))?;
    Ok(bytes)
}

/// A fresh 256-bit token in URL-safe text: given out once, stored only as [`hash`].
pub fn new_token() -> Result<String> {
    Ok(hex(&random::<32>()?))
}

/// SHA-256 in hexadecimal: enough for tokens, which are random; never for passwords.
#[must_use]
pub fn hash(token: &str) -> String {
    digest(token.as_bytes())
}

/// SHA-256 of a file's content in hexadecimal.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    hex(digest::digest(&digest::SHA256, bytes).as_ref())
}

/// Lower-case hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// The bytes that [`hex`] wrote; `None` for anything else.
#[must_use]
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok())
        .collect()
}
