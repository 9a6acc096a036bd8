//! Answers compressed with gzip: lists and the application's page are several times smaller on the line.
//!
//! Only for callers with an `Authorization` header, and for the page of the application. Another site cannot make a
//! browser send such a header, so it learns nothing about secrets from the sizes of answers (BREACH). Public pages and
//! their data stay as they are: under a surge, compression would take the time of registrations.

use std::io::Write as _;

use axum::body::{Body, HttpBody as _, to_bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::error::Error;

/// Bytes; a smaller answer fits into one packet anyway.
const SMALLEST: usize = 1_400;
/// Bytes; compressing a larger answer would hold a thread for several milliseconds.
const LARGEST: usize = 512 * 1024;

/// Whether the client can unpack this encoding.
pub fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING);
    accepted
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .split(',')
        .map(|part| part.trim().split_once(';').unwrap_or((part.trim(), "")))
        // `q=0` refuses an encoding.
        .any(|(name, weight)| {
            let weight = weight.trim().strip_prefix("q=");
            let weight = weight.and_then(|weight| weight.parse::<f64>().ok());
            name.trim() == encoding && weight != Some(0.0)
        })
}

/// Whether answers to a request with these headers are compressed.
pub(super) fn is_wanted(headers: &HeaderMap) -> bool {
    headers.contains_key(header::AUTHORIZATION) && accepts(headers, "gzip")
}

/// Compresses JSON and HTML from 1,400 bytes to 512 KiB that are complete in memory; other answers stay as they are.
pub(super) async fn gzip(response: Response) -> Response {
    let headers = response.headers();
    let kind = headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    let is_text = kind.is_some_and(|kind| {
        kind.starts_with(b"application/json") || kind.starts_with(b"text/html")
    });
    let length = response.body().size_hint().exact();
    let length = length.and_then(|length| usize::try_from(length).ok());
    let fits = length.is_some_and(|length| (SMALLEST..=LARGEST).contains(&length));
    if !is_text || !fits || headers.contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let packed = async {
        let plain = to_bytes(body, LARGEST).await?;
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(&plain)?;
        Ok(packer.finish()?)
    };
    let packed: anyhow::Result<Vec<u8>> = packed.await;
    let packed = match packed {
        Ok(packed) => packed,
        Err(error) => return Error::Internal(error).into_response(),
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    let gzip = HeaderValue::from_static("gzip");
    parts.headers.insert(header::CONTENT_ENCODING, gzip);
    let vary = HeaderValue::from_static("accept-encoding");
    parts.headers.append(header::VARY, vary);
    Response::from_parts(parts, Body::from(packed))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    fn answer(kind: &'static str, length: usize) -> Response {
        ([(header::CONTENT_TYPE, kind)], "x".repeat(length)).into_response()
    }

    #[test]
    fn an_encoding_is_accepted_by_its_name_unless_its_weight_is_zero() {
        for (sent, is_accepted) in [
            ("gzip", true),
            ("br, gzip;q=0.5", true),
            ("deflate , gzip ; q=1", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000, br", false),
            ("xgzip, br", false),
            ("", false),
        ] {
            let headers = [(header::ACCEPT_ENCODING, HeaderValue::from_static(sent))];
            let headers = HeaderMap::from_iter(headers);
            assert_eq!(accepts(&headers, "gzip"), is_accepted, "{sent}");
        }
    }

    #[tokio::test]
    async fn json_and_html_of_a_middle_size_are_compressed() {
        for (kind, length, is_smaller) in [
            ("application/json", SMALLEST - 1, false),
            ("application/json", SMALLEST, true),
            ("application/json", LARGEST, true),
            ("application/json", LARGEST + 1, false),
            ("text/html; charset=utf-8", SMALLEST, true),
            ("image/png", SMALLEST, false),
        ] {
            let answer = gzip(answer(kind, length)).await;
            let encoding = answer.headers().get(header::CONTENT_ENCODING);
            assert_eq!(encoding.is_some(), is_smaller, "{kind} {length}");
            let sent = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
            assert_eq!(sent.len() < length, is_smaller, "{kind} {length}");
            if is_smaller {
                let mut plain = String::new();
                GzDecoder::new(&*sent).read_to_string(&mut plain).unwrap();
                assert_eq!(plain, "x".repeat(length));
            }
        }
    }

    #[tokio::test]
    async fn an_answer_that_is_encoded_stays_as_it_is() {
        let mut encoded = answer("application/json", SMALLEST);
        let br = HeaderValue::from_static("br");
        encoded.headers_mut().insert(header::CONTENT_ENCODING, br);
        let sent = gzip(encoded).await;
        assert_eq!(sent.headers()[header::CONTENT_ENCODING], "br");
        assert_eq!(sent.body().size_hint().exact(), Some(SMALLEST as u64));
    }
}
