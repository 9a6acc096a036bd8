use std::fmt::Write as _;

use axum::http::HeaderValue;

/// Returns the header `Content-Disposition` of a download (RFC 6266) with the name in UTF-8, and in ASCII for programs
/// older than 2010.
#[must_use]
pub fn attachment(name: &str, extension: &str) -> HeaderValue {
    let name: String = name
        .chars()
        .map(|char| {
            if char.is_control() || "/\\:*?\"<>|".contains(char) {
                ' '
            } else {
                char
            }
        })
        .take(120)
        .collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut encoded = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    let plain = hoi_i18n::fold_for_search(&name).replace(|char: char| !char.is_ascii(), "");
    let value = format!(
        "attachment; filename=\"{plain}.{extension}\"; filename*=UTF-8''{encoded}.{extension}"
    );
    HeaderValue::from_str(&value).unwrap_or(HeaderValue::from_static("attachment"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive() {
        for (name, header) in [
            (
                "Hội nghị",
                "attachment; filename=\"hoi nghi.xlsx\"; filename*=UTF-8''H%E1%BB%99i%20ngh%E1%BB%8B.xlsx",
            ),
            (
                "a\"\r\nX: y/../b;c",
                "attachment; filename=\"a x y .. b;c.xlsx\"; filename*=UTF-8''a%20X%20y%20..%20b%3Bc.xlsx",
            ),
            (
                "🎉",
                "attachment; filename=\".xlsx\"; filename*=UTF-8''%F0%9F%8E%89.xlsx",
            ),
        ] {
            assert_eq!(attachment(name, "xlsx").to_str().unwrap(), header);
        }
    }
}
