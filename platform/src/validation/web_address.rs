//! Detects web addresses in names. A name is mailed to the address given with it, so a name with a web address would
//! let anyone send links to strangers in the product's name.

use hoi_i18n::plain_letters;

use super::Check;
use crate::error::LocalizedText;

/// Top-level domains that mail programs turn into links and that no Vietnamese or English name ends in.
const ENDINGS: &[&str] = &[
    "app", "asia", "bet", "biz", "cc", "click", "club", "cn", "com", "dev", "edu", "fun", "gg",
    "gov", "icu", "info", "io", "link", "live", "me", "net", "online", "org", "page", "pro", "ru",
    "shop", "site", "space", "store", "tk", "top", "tv", "vip", "vn", "win", "xyz",
];

impl Check {
    /// Refuses a name that contains a web address.
    pub fn no_web_address(&mut self, field: &str, name: &str) {
        let message = LocalizedText::new("field.webAddress");
        self.ensure(!has_web_address(name), field, message);
    }
}

/// Returns whether a mail program would turn a part of `text` into a link: `http://…`, `www.…`, `example.com` or
/// `bit.ly/x`, but not `ThS.Lan` and `Nguyễn Văn A.`.
#[must_use]
pub fn has_web_address(text: &str) -> bool {
    // Browsers take letters and full stops of other widths and styles for the plain ones.
    let text = plain_letters(text).replace('。', ".").to_lowercase();
    text.contains("://") || text.split(is_between).any(is_web_address)
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || c.is_control() || "()[]{}<>\"'“”‘’,;|".contains(c)
}

fn is_web_address(word: &str) -> bool {
    if word.starts_with("www.") || word.contains("/www.") {
        return true;
    }
    // The part after a slash may be an address: `//evil.vn`, `a/evil.vn`.
    let hosts = word.split('/').filter(|part| !part.is_empty());
    let has_path = word
        .find(['/', '?', '#'])
        .is_some_and(|at| at > 0 && at + 1 < word.len());
    hosts
        .enumerate()
        .any(|(at, host)| is_host(host, at == 0 && has_path))
}

fn is_host(host: &str, has_path: bool) -> bool {
    let host = host.split(['?', '#']).next().unwrap_or(host);
    let host = host.rsplit('@').next().unwrap_or(host);
    let host = host.split(':').next().unwrap_or(host).trim_end_matches('.');
    let Some((before, ending)) = host.rsplit_once('.') else {
        return false;
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if host.split('.').count() == 4 && host.split('.').all(is_number) {
        return true;
    }
    let is_label = before.ends_with(char::is_alphanumeric);
    let is_ending = ending.len() >= 2 && ending.chars().all(|c| c.is_ascii_alphabetic());
    is_label && is_ending && (has_path || ENDINGS.contains(&ending))
}

#[cfg(test)]
mod tests {
    use super::has_web_address;

    #[test]
    fn web_addresses_are_found() {
        for text in [
            "http://evil.example",
            "Bạn trúng thưởng HTTPS://evil.example/x",
            "xem www.evil.example",
            "Nhận quà tại evil.com",
            "quà(evil.com.vn)",
            "Lan evil.xyz/qua",
            "Lan bit.ly/3abc",
            "lan@evil.com",
            "evil．com",
            "ｅｖｉｌ．ｃｏｍ",
            "Nhận quà tại ⓔⓥⓘⓛ.ⓒⓞⓜ",
            "ｗｗｗ．evil．example",
            "𝗲𝘃𝗶𝗹․𝘃𝗻",
            "evil｡com",
            "ｈｔｔｐ：／／evil",
            "evil。com",
            "evil.com:8080",
            "evil.com.",
            "a/www.evil.example",
            "//evil.vn",
            "nhận quà ở /evil.com",
            "quà/evil.vn",
            "103.21.4.5",
            "192.168.1.1/x",
            "evil.vip",
            "evil․vn",
        ] {
            assert!(has_web_address(text), "{text}");
        }
    }

    #[test]
    fn names_are_not_harmed() {
        for text in [
            "",
            "Nguyễn Thị Hường",
            "Nguye\u{302}\u{303}n Va\u{306}n A",
            "ThS. Nguyễn Văn A",
            "ThS.Nguyễn Văn A.",
            "TS.BS.Lan",
            "PGS.TS. Trần Thị Ly",
            "Mr.Nam",
            "Y.B.H'Mok",
            "K'Brơi (Đà Lạt)",
            "J.R.R. Tolkien",
            "Nguyễn Văn A / Trần Thị B",
            "Trần A/B",
            "Jean-Luc d'Arc, Jr.",
            "Nguyễn Văn A…",
            "Ｌａｎ",
            "山田。太郎",
            "محمد بن سلمان",
            "สมชาย ใจดี",
            "श्रीकृष्ण",
            "Lan 👩\u{200d}🔬",
        ] {
            assert!(!has_web_address(text), "{text}");
        }
    }
}
