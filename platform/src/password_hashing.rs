//! Hashes passwords with Argon2id on threads that do not serve requests.
//!
//! Strangers and known accounts wait in separate queues, each limited in total and per network. A flood of logins from
//! one address fills that address's places, a flood from many addresses fills the strangers' queue, and neither makes
//! an organiser wait.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::{Context, anyhow};
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use hoi_i18n::compose;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task;

use crate::error::{Error, Result};
use crate::limits::{Share, Shares};

/// The most characters of a password.
pub const PASSWORD_MAX: usize = 128;
/// Memory in KiB, passes and lanes: the first choice of OWASP's Password Storage Cheat Sheet.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);
/// The most passwords of strangers that wait; more are refused. At about 40 ms each, the last one waits less than three
/// seconds.
const STRANGERS: usize = 64;
/// The most passwords of known accounts that wait.
const KNOWN: usize = 32;
/// The most places of one address in each queue; wider IPv6 networks have somewhat more.
const PER_NETWORK: usize = 16;
/// The hash of an unknown random password, verified in place of a missing account.
const DECOY: &str = "$argon2id$v=19$m=19456,t=2,p=1$c2VjcmV0bHktc2FsdGVk$0N0Kq0cJ7gk3v9Zy1uHk5wqf8b2Xn6sR4tLmPzV7aYE";

/// The requester and their address; selects the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requester {
    /// A session, or an account on a network or device from which it has logged in before.
    Known(IpAddr),
    /// Any other requester.
    Stranger(IpAddr),
}

impl Requester {
    /// The program itself: its jobs and its console.
    pub const PROGRAM: Self = Self::Known(IpAddr::V4(Ipv4Addr::LOCALHOST));
}

/// The queues of passwords to hash.
pub struct Passwords {
    strangers: Arc<Queue>,
    known: Arc<Queue>,
    computed: Arc<AtomicU64>,
}

struct Queue {
    /// Passwords that wait or are being hashed.
    places: Arc<Semaphore>,
    /// Passwords that are being hashed.
    cores: Arc<Semaphore>,
    /// Places taken by each network.
    shares: Shares,
}

impl Default for Passwords {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        // One core is left for everything else, and for known accounts.
        let at_once = cores.saturating_sub(1).max(1);
        Self {
            strangers: Arc::new(Queue::new(STRANGERS, at_once)),
            known: Arc::new(Queue::new(KNOWN, 1)),
            computed: Arc::default(),
        }
    }
}

impl Queue {
    fn new(waiting: usize, at_once: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(waiting + at_once)),
            cores: Arc::new(Semaphore::new(at_once)),
            shares: Shares::new(PER_NETWORK),
        }
    }
}

impl Passwords {
    /// Takes a place in the requester's queue, held until the password is handled. Returns [`Error::Busy`] if the
    /// queue, or the requester's network in it, has no place left.
    pub fn place(&self, requester: Requester) -> Result<Place> {
        let (queue, address) = match requester {
            Requester::Known(address) => (&self.known, address),
            Requester::Stranger(address) => (&self.strangers, address),
        };
        let share = queue.shares.try_take(address).ok_or(Error::Busy)?;
        let permit = Arc::clone(&queue.places)
            .try_acquire_owned()
            .map_err(|_| Error::Busy)?;
        Ok(Place(Arc::new(Held {
            queue: Arc::clone(queue),
            computed: Arc::clone(&self.computed),
            _permits: (permit, share),
        })))
    }

    /// Returns the number of hashes computed since the start.
    pub fn computed(&self) -> u64 {
        self.computed.load(Ordering::Relaxed)
    }
}

/// A place in a queue. It is given back when it is dropped and its thread has finished.
pub struct Place(Arc<Held>);

struct Held {
    queue: Arc<Queue>,
    computed: Arc<AtomicU64>,
    _permits: (OwnedSemaphorePermit, Share),
}

impl Place {
    /// Returns the hash to store for `password`.
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

    /// Returns whether `password` matches `hash`. Without a hash it computes as much and returns false, so that the
    /// answer for an unknown address takes as long as for a known one.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        // Longer passwords were never accepted.
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

    async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
    ) -> Result<T> {
        let held = Arc::clone(&self.0);
        let core = Arc::clone(&held.queue.cores)
            .acquire_owned()
            .await
            .map_err(|_| Error::Busy)?;
        held.computed.fetch_add(1, Ordering::Relaxed);
        // The thread holds the permits, because cancelling the request does not stop it.
        let outcome = task::spawn_blocking(move || {
            let outcome = work();
            drop((core, held));
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

    const HERE: Requester = Requester::Stranger(IpAddr::V4(Ipv4Addr::LOCALHOST));

    #[tokio::test]
    async fn only_the_same_password_matches() {
        let queues = Passwords::default();
        let passwords = queues.place(HERE).unwrap();
        let hash = passwords.hash("mật khẩu dài").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        let cases = [
            ("mật khẩu dài", true),
            // The same letters composed as by another keyboard.
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

    /// The decoy must cost as much as a real hash.
    #[tokio::test]
    async fn an_absent_hash_is_compared_too_and_never_matches() {
        let queues = Passwords::default();
        let passwords = queues.place(HERE).unwrap();
        let real = passwords.hash("x").await.unwrap();
        let cost = |hash: &str| hash.split('$').skip(1).take(3).collect::<String>();
        assert_eq!(cost(&real), cost(DECOY));
        let parsed = argon2::password_hash::phc::PasswordHash::new(DECOY).unwrap();
        assert!(parsed.salt.is_some() && parsed.hash.is_some_and(|hash| hash.len() == 32));
        assert!(!passwords.verify("x", None).await.unwrap());
        assert_eq!(queues.computed(), 2);
    }

    #[tokio::test]
    async fn one_network_takes_its_own_places_only() {
        let passwords = Passwords::default();
        let mut held = Vec::new();
        for host in 0..PER_NETWORK {
            // Addresses of one /64 are one network.
            let address = format!("2001:db8::{host:x}").parse().unwrap();
            held.push(passwords.place(Requester::Stranger(address)).unwrap());
        }
        let flood = Requester::Stranger("2001:db8::ffff".parse().unwrap());
        assert!(matches!(passwords.place(flood), Err(Error::Busy)));
        // Another network, and a known account of the same network, find a place.
        let other = passwords.place(Requester::Stranger([10, 0, 0, 1].into()));
        assert!(other.unwrap().hash("x").await.is_ok());
        let known = passwords.place(Requester::Known("2001:db8::1".parse().unwrap()));
        assert!(known.unwrap().hash("x").await.is_ok());
        held.pop();
        assert!(passwords.place(flood).is_ok());
    }

    #[tokio::test]
    async fn a_full_queue_of_strangers_refuses_at_once_and_keeps_no_known_account_out() {
        let passwords = Passwords::default();
        let all = passwords.strangers.places.available_permits();
        let stranger = |at: usize| {
            let [.., high, low] = at.to_be_bytes();
            passwords.place(Requester::Stranger([10, 0, high, low].into()))
        };
        let held: Vec<_> = (0..all).map(|at| stranger(at).unwrap()).collect();
        assert!(matches!(stranger(all), Err(Error::Busy)));
        let known = passwords.place(Requester::Known([10, 0, 0, 1].into()));
        assert!(known.unwrap().hash("x").await.is_ok());
        drop(held);
        assert!(stranger(0).is_ok());
    }
}
