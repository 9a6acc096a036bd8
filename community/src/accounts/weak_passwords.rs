//! Weak passwords: common ones, and those derived from the account's own name and address.

use std::collections::HashSet;
use std::sync::LazyLock;

use hoi_i18n::{compose, fold_for_search, is_invisible};
use hoi_platform::error::LocalizedText;

/// The 11,611 passwords of at least 8 characters among the 30,000 most common, in lower case. Shorter ones are refused
/// for their length. The list is that of zxcvbn (see `data/common-passwords.LICENSE`), read at its first use.
static COMMON: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    include_str!("../../data/common-passwords.txt")
        .lines()
        .collect()
});

/// Common Vietnamese passwords without digits and signs around them. The list above is English.
const VIETNAMESE: &[&str] = &[
    "matkhau",
    "anhyeuem",
    "emyeuanh",
    "yeuem",
    "yeuanh",
    "vietnam",
    "hanoi",
    "saigon",
    "tphcm",
    "hochiminh",
    "danang",
    "haiphong",
    "cantho",
    "giadinh",
    "conyeu",
    "meyeu",
    "bome",
    "tinhyeu",
    "maimaimotyeu",
    "khongbiet",
    "khongco",
    "hoilamgi",
    "dangnhap",
    "taikhoan",
    "admin",
    "quantri",
    "xinchao",
    "chaoban",
    "toiyeuvietnam",
    "yeuvietnam",
    "vietnamvodich",
    "nhatrang",
    "hue",
    "abc",
    "abcd",
    "aa",
    "qwe",
    "asd",
    "zxc",
    "qwerty",
    "asdf",
    "a",
    "q",
];
/// The fewest different characters of a password.
const LEAST_DIFFERENT: usize = 3;

/// Returns the reason to refuse a common password; `None` if it is not common.
pub fn common(password: &str) -> Option<LocalizedText> {
    let key = compose(password).to_lowercase();
    let letters = plain(password);
    let core = without_digits(&letters);
    let is_common = COMMON.contains(key.trim())
        || COMMON.contains(letters.as_str())
        || core.len() >= 6 && COMMON.contains(core)
        || VIETNAMESE.contains(&core)
        || is_number_of_a_day_or_phone(key.trim())
        || different_characters(&key) < LEAST_DIFFERENT;
    is_common.then(|| LocalizedText::new("password.common"))
}

/// Returns whether the password may be a date or a telephone number: 8 to 11 digits and nothing else.
fn is_number_of_a_day_or_phone(password: &str) -> bool {
    (8..=11).contains(&password.len()) && password.bytes().all(|byte| byte.is_ascii_digit())
}

/// Counts the different visible characters.
fn different_characters(password: &str) -> usize {
    let is_seen = |c: &char| !c.is_whitespace() && !c.is_control() && !is_invisible(*c);
    let seen: HashSet<char> = password.chars().filter(is_seen).collect();
    seen.len()
}

/// Returns the reason to refuse a password that consists of this address or name, or a part of one, and digits, spaces
/// and signs; None otherwise. Case and accents do not matter.
pub fn personal(password: &str, email: &str, full_name: &str) -> Option<LocalizedText> {
    let local = email.split('@').next().unwrap_or_default();
    let words: Vec<String> = full_name.split_whitespace().map(plain).collect();
    let mut reversed = words.clone();
    reversed.reverse();
    let mut own = vec![
        plain(email),
        plain(local),
        words.concat(),
        reversed.concat(),
    ];
    own.extend(words);
    let password = plain(password);
    let is_own = own.iter().filter(|own| !own.is_empty()).any(|own| {
        let core = without_digits(own);
        *own == password || (!core.is_empty() && core == without_digits(&password))
    });
    is_own.then(|| LocalizedText::new("password.personal"))
}

/// Returns the letters and digits, without case and accents.
fn plain(text: &str) -> String {
    let folded = fold_for_search(text);
    folded
        .chars()
        .filter(|char| char.is_alphanumeric())
        .collect()
}

/// Removes digits at both ends.
fn without_digits(text: &str) -> &str {
    text.trim_matches(|char: char| char.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_common_passwords_are_refused_in_any_case() {
        assert_eq!(COMMON.len(), 11_611);
        for password in [
            "password",
            "12345678",
            "Password1",
            "QWERTYUIOP",
            "iloveyou",
            " 1qaz2wsx ",
            "matkhau123",
            "Mậtkhẩu@123",
            "anhyeuem123",
            "hanoi2024",
            "Aa123456@",
            "Abc@12345",
            "123456789a@",
            "password2026!",
            "0123456789",
            "19900101",
            "aaaaaaaa",
            "ababababab",
            "        ",
            "\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}",
        ] {
            assert!(common(password).is_some(), "{password}");
        }
        for password in [
            "mật khẩu đủ dài",
            "mot-hai-ba-bon",
            "tôi yêu Hà Nội mùa thu",
            "k7f2-Qx9m",
            "passwor",
            "correct horse battery",
        ] {
            assert!(common(password).is_none(), "{password}");
        }
    }

    #[test]
    fn the_own_name_and_address_are_refused_with_digits_and_signs_too() {
        for (password, is_own) in [
            ("lan.nguyen90@congty.vn", true),
            ("LanNguyen", true),
            ("lan.nguyen2026", true),
            ("123lan_nguyen!", true),
            ("nguyenthilan", true),
            ("Nguyễn Thị Lan 1990", true),
            ("lanthinguyen", true),
            ("nguyen12345", true),
            ("lan nguyen yêu hoa sen", false),
            ("90909090", false),
            ("mật khẩu đủ dài", false),
        ] {
            let found = personal(password, "lan.nguyen90@congty.vn", "Nguyễn Thị Lan");
            assert_eq!(found.is_some(), is_own, "{password}");
        }
        assert!(personal("0901234567", "0901234567@congty.vn", "An").is_some());
        assert!(personal("12345679", "@", "").is_none());
    }
}
