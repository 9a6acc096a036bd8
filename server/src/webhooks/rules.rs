//! The times of repeated deliveries, and the signatures. Pure.

use std::time::Duration;

use ring::hmac;
use uuid::Uuid;

/// The pauses after failed attempts. The last attempt is three days after the first.
const PAUSES: [Duration; 9] = [
    Duration::from_secs(5),
    Duration::from_mins(5),
    Duration::from_mins(30),
    Duration::from_hours(2),
    Duration::from_hours(5),
    Duration::from_hours(10),
    Duration::from_hours(14),
    Duration::from_hours(20),
    Duration::from_hours(20),
];
/// How much longer a pause may become by chance, in parts of a hundred: so that many deliveries that failed together are
/// not repeated together.
const MOST_JITTER: u32 = 10;

/// Returns the pause after the attempt with this number, from 1; None after the last one. `chance` is any number.
#[must_use]
pub fn pause(attempt: i64, chance: u8) -> Option<Duration> {
    let at = usize::try_from(attempt.checked_sub(1)?).ok()?;
    let pause = PAUSES.get(at)?;
    let jitter = u32::from(chance) % (MOST_JITTER + 1);
    Some(*pause + *pause * jitter / 100)
}

/// Returns how a delivery is called in `webhook-id`: the same in every attempt.
#[must_use]
pub fn message_id(delivery: Uuid) -> String {
    format!("msg_{}", delivery.simple())
}

/// Returns the value of `webhook-signature`: one signature by each key, by the specification of Standard Webhooks.
#[must_use]
pub fn signatures(keys: &[Vec<u8>], message: &str, timestamp: i64, payload: &str) -> String {
    use base64::Engine as _;
    let signed = format!("{message}.{timestamp}.{payload}");
    let signatures = keys.iter().map(|key| {
        let key = hmac::Key::new(hmac::HMAC_SHA256, key);
        let signature = hmac::sign(&key, signed.as_bytes());
        let text = base64::engine::general_purpose::STANDARD.encode(signature);
        format!("v1,{text}")
    });
    signatures.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;

    use super::*;

    #[test]
    fn attempts_are_repeated_for_three_days() {
        let day = Duration::from_hours(24);
        for chance in [0, 255] {
            let pauses: Vec<_> = (1..).map_while(|at| pause(at, chance)).collect();
            assert!(pauses.is_sorted(), "they grow");
            let whole: Duration = pauses.iter().sum();
            assert!((day * 5 / 2..day * 7 / 2).contains(&whole), "{whole:?}");
        }
        assert_eq!(pause(1, 0), Some(Duration::from_secs(5)));
        assert_eq!(pause(2, 10), Some(Duration::from_secs(330)));
        assert_eq!(pause(0, 0), None);
        assert_eq!(pause(i64::MIN, 0), None);
    }

    /// The example of the specification's libraries.
    #[test]
    fn a_known_message_has_the_known_signature() {
        let secret = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let key = base64::engine::general_purpose::STANDARD
            .decode(secret)
            .unwrap();
        let signed = signatures(
            &[key.clone(), key],
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            r#"{"test": 2432232314}"#,
        );
        let one = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(signed, format!("{one} {one}"));
    }
}
