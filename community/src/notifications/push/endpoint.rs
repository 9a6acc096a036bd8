//! The addresses to which messages are sent. They come from browsers, so only those of the browsers' own push services
//! are taken: the server must not be led to any other place, least of all within its own network.

use reqwest::Url;

/// Hosts of push services; a dot in front stands for every name that ends so.
const HOSTS: [&str; 4] = [
    "fcm.googleapis.com",
    ".push.services.mozilla.com",
    ".notify.windows.com",
    "web.push.apple.com",
];
/// Characters of the longest address.
pub const MAX_LENGTH: usize = 2048;

/// Returns the address if it is one of a known push service, or of the service at the origin `own`.
pub fn read(text: &str, own: Option<&str>) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let is_plain = url.username().is_empty() && url.password().is_none();
    let is_known = url.scheme() == "https"
        && url.port().is_none()
        && url.domain().is_some_and(|domain| {
            HOSTS
                .iter()
                .any(|host| domain == *host || host.starts_with('.') && domain.ends_with(host))
        });
    let is_own = own.is_some_and(|own| url.origin().ascii_serialization() == own);
    (is_plain && (is_known || is_own)).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_push_services_are_taken() {
        for known in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
            "https://wns2-sg2p.notify.windows.com/w/?token=BQYA",
            "https://web.push.apple.com/QGk",
            "https://FCM.googleapis.com:443/x",
        ] {
            assert!(read(known, None).is_some(), "{known}");
        }
    }

    #[test]
    fn no_other_address_is_taken() {
        for other in [
            "",
            "fcm.googleapis.com/x",
            "http://fcm.googleapis.com/x",
            "https://fcm.googleapis.com:8443/x",
            "https://fcm.googleapis.com./x",
            "https://a.fcm.googleapis.com/x",
            "https://fcm.googleapis.com.evil.example/x",
            "https://evilpush.services.mozilla.com/x",
            "https://push.services.mozilla.com/x",
            "https://me@fcm.googleapis.com/x",
            "https://fcm.googleapis.com@evil.example/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://localhost/x",
            "https://169.254.169.254/latest/meta-data",
            "file:///etc/passwd",
        ] {
            assert!(read(other, None).is_none(), "{other}");
        }
        let own = Some("http://127.0.0.1:7000");
        assert!(read("http://127.0.0.1:7000/x", own).is_some());
        assert!(read("http://127.0.0.1:7001/x", own).is_none());
    }
}
