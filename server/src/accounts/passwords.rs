//! Hashing of passwords: Argon2id, away from the threads that answer requests, and bounded so that a flood of logins
//! fills this queue and nothing else.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::{Context, anyhow};
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use hoi_i18n::compose;
use tokio::sync::Semaphore;
use tokio::task;

use super::rules::PASSWORD_MAX;
use crate::error::{Error, Result};

/// KiB, passes, lanes: the first choice of OWASP's Password Storage Cheat Sheet.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);
/// Passwords that may wait; more are told to come back. At about 40 ms each, the last one waits under three seconds.
const QUEUE: usize = 64;
/// The hash of a random password that nobody knows, checked in place of an account that does not exist.
const DECOY: &str = "$argon2id$v=19$m=19456,t=2,p=1$c2VjcmV0bHktc2FsdGVk$0N0Kq0cJ7gk3v9Zy1uHk5wqf8b2Xn6sR4tLmPzV7aYE";

/// The one place where passwords are hashed.
pub struct Passwords {
    /// Those being hashed and those waiting for it.
    places: Arc<Semaphore>,
    /// Those being hashed. One core is left to everything else.
    cores: Arc<Semaphore>,
    computed: AtomicU64,
}

impl Default for Passwords {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let at_once = cores.saturating_sub(1).max(1);
        Self {
            places: Arc::new(Semaphore::new(at_once + QUEUE)),
            cores: Arc::new(Semaphore::new(at_once)),
            computed: AtomicU64::new(0),
        }
    }
}

impl Passwords {
    /// The text to store for `password`. [`Error::Busy`] when too many are waiting.
    pub async fn hash(&self, password: &str) -> Result<String> {
        let password = compose(password);
        self.compute(move || {
            let hash = argon2()?
                .hash_password(password.as_bytes())
                .map_err(|error| anyhow!("a password could not be hashed: {error}"))?;
            Ok(hash.to_string())
        })
        .await
    }

    /// Whether `password` is the one behind `hash`. Without a hash it is compared all the same, and does not match:
    /// the answer for an unknown address takes as long as for a known one. [`Error::Busy`] when too many are waiting.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        // Nothing longer was ever accepted as a password.
        let fits = password.chars().count() <= PASSWORD_MAX;
        let known = hash.is_some() && fits;
        let password = if fits {
            compose(password)
        } else {
            String::new()
        };
        let hash = hash.unwrap_or(DECOY).to_owned();
        self.compute(move || {
            let matches = argon2()?.verify_password(password.as_bytes(), hash.as_str());
            Ok(known && matches.is_ok())
        })
        .await
    }

    /// Hashes computed since the start.
    pub fn computed(&self) -> u64 {
        self.computed.load(Ordering::Relaxed)
    }

    async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
    ) -> Result<T> {
        let place = Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_| Error::Busy)?;
        let core = Arc::clone(&self.cores)
            .acquire_owned()
            .await
            .map_err(|_| Error::Busy)?;
        self.computed.fetch_add(1, Ordering::Relaxed);
        // The permits go along: a request that is given up on does not stop the thread that works for it.
        let outcome = task::spawn_blocking(move || {
            let outcome = work();
            drop((place, core));
            outcome
        });
        Ok(outcome
            .await
            .context("the hashing of a password did not finish")??)
    }
}

fn argon2() -> anyhow::Result<Argon2<'static>> {
    let (memory, passes, lanes) = COST;
    let params = Params::new(memory, passes, lanes, None)
        .map_err(|error| anyhow!("the cost of hashing is not valid: {error}"))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_same_password_matches() {
        let passwords = Passwords::default();
        let hash = passwords.hash("mật khẩu dài").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        let cases = [
            ("mật khẩu dài", true),
            // The same letters as another keyboard composes them.
            ("ma\u{323}\u{302}t kha\u{302}\u{309}u da\u{300}i", true),
            ("mat khau dai", false),
            ("mật khẩu dài ", false),
            ("", false),
        ];
        for (password, matches) in cases {
            assert_eq!(
                passwords.verify(password, Some(&hash)).await.unwrap(),
                matches,
                "{password}"
            );
        }
        let long = "x".repeat(10_000);
        assert!(!passwords.verify(&long, Some(&hash)).await.unwrap());
    }

    /// The decoy has to cost what a real hash costs.
    #[tokio::test]
    async fn an_absent_hash_is_compared_too_and_never_matches() {
        let passwords = Passwords::default();
        let real = passwords.hash("x").await.unwrap();
        let cost = |hash: &str| hash.split('$').skip(1).take(3).collect::<String>();
        assert_eq!(cost(&real), cost(DECOY));
        let parsed = argon2::password_hash::phc::PasswordHash::new(DECOY).unwrap();
        assert!(parsed.salt.is_some() && parsed.hash.is_some_and(|hash| hash.len() == 32));
        assert!(!passwords.verify("x", None).await.unwrap());
        assert_eq!(passwords.computed(), 2);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once() {
        let passwords = Passwords::default();
        let all = u32::try_from(passwords.places.available_permits()).unwrap();
        let held = passwords.places.acquire_many(all).await.unwrap();
        assert!(matches!(passwords.hash("x").await, Err(Error::Busy)));
        drop(held);
        assert!(passwords.hash("x").await.is_ok());
    }
}
