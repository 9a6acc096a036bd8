//! Signs mails with a key of the sender's domain: DKIM (RFC 6376), with RSA or Ed25519 (RFC 8463).
//!
//! Headers and body are signed in the canonical form `relaxed`, which survives servers that fold or unfold headers.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair};
use rustls_pki_types::PrivateKeyDer;
use rustls_pki_types::pem::PemObject as _;

use crate::encoded_domain;
use crate::sender_domain::key_name;

/// Headers that are signed once more than they occur: a second one that is added on the way breaks the signature.
const SEALED: &[&str] = &[
    "from",
    "reply-to",
    "to",
    "cc",
    "subject",
    "date",
    "message-id",
    "mime-version",
    "content-type",
];
/// Headers that are signed where they occur.
const SIGNED: &[&str] = &[
    "auto-submitted",
    "list-unsubscribe",
    "list-unsubscribe-post",
];
/// The most characters of a signature in one line.
const LINE: usize = 72;

/// Signs mails for one domain. Clones share the key.
#[derive(Clone)]
pub struct DkimSigner(Arc<Parts>);

struct Parts {
    domain: String,
    selector: String,
    key: Key,
}

enum Key {
    Rsa(Box<RsaKeyPair>),
    Ed25519(Ed25519KeyPair),
}

/// Why mails cannot be signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DkimError {
    /// The sender's address has no domain with records in DNS.
    #[error("the sender's address has no domain in whose name mails can be signed")]
    Domain,
    /// The selector is no name in DNS.
    #[error("the selector may have letters, digits and hyphens, and dots between them")]
    Selector,
    /// The file has no private key in PEM.
    #[error("there is no private key in the form of PEM in it")]
    NoKey,
    /// The key is none that mails can be signed with.
    #[error("its key is neither RSA with 2048 to 4096 bits nor Ed25519")]
    OtherKey,
    /// The key failed to sign.
    #[error("the key does not sign")]
    Failed,
}

impl DkimSigner {
    /// Takes the first private key in `pem`, in PKCS #8 or, for RSA, PKCS #1. `selector` is the name under which the domain
    /// publishes it.
    ///
    /// # Errors
    /// [`DkimError`], which never quotes the key.
    pub fn new(domain: &str, selector: &str, pem: &[u8]) -> Result<Self, DkimError> {
        let domain = encoded_domain(domain).filter(|domain| is_name(domain));
        let domain = domain.ok_or(DkimError::Domain)?.to_ascii_lowercase();
        if !is_name(selector) {
            return Err(DkimError::Selector);
        }
        let key = PrivateKeyDer::from_pem_slice(pem).map_err(|_| DkimError::NoKey)?;
        let rsa = |key: RsaKeyPair| Key::Rsa(Box::new(key));
        let key = match &key {
            PrivateKeyDer::Pkcs1(key) => {
                let key = RsaKeyPair::from_der(key.secret_pkcs1_der());
                key.ok().map(rsa)
            }
            PrivateKeyDer::Pkcs8(key) => {
                let der = key.secret_pkcs8_der();
                let ed25519 = || Ed25519KeyPair::from_pkcs8_maybe_unchecked(der).ok();
                let key = RsaKeyPair::from_pkcs8(der).ok().map(rsa);
                key.or_else(|| ed25519().map(Key::Ed25519))
            }
            _ => None,
        };
        Ok(Self(Arc::new(Parts {
            domain,
            selector: selector.to_owned(),
            key: key.ok_or(DkimError::OtherKey)?,
        })))
    }

    /// Returns the name at which the domain publishes the key.
    #[must_use]
    pub fn name(&self) -> String {
        key_name(&self.0.selector, &self.0.domain)
    }

    /// Returns the text that the domain publishes there.
    #[must_use]
    pub fn record(&self) -> String {
        let kind = match self.0.key {
            Key::Rsa(_) => "rsa",
            Key::Ed25519(_) => "ed25519",
        };
        format!("v=DKIM1; k={kind}; p={}", self.public_key())
    }

    /// Returns the public key as it stands in the record.
    pub(crate) fn public_key(&self) -> String {
        match &self.0.key {
            Key::Rsa(key) => STANDARD.encode(public_key_info(key.public_key().as_ref())),
            Key::Ed25519(key) => STANDARD.encode(key.public_key()),
        }
    }

    /// Returns the mail with the signature before it. `epoch_ms` is the time of the signature in milliseconds since 1970.
    ///
    /// # Errors
    /// [`DkimError::Failed`] when the key fails.
    pub(crate) fn sign(&self, mail: &[u8], epoch_ms: i64) -> Result<Vec<u8>, DkimError> {
        let Parts {
            domain,
            selector,
            key,
        } = &*self.0;
        let (head, body) = halves(mail);
        let headers = headers(head);
        let (names, mut signed) = signed_headers(&headers);
        let algorithm = match key {
            Key::Rsa(_) => "rsa-sha256",
            Key::Ed25519(_) => "ed25519-sha256",
        };
        let mut value = format!(
            "v=1; a={algorithm}; c=relaxed/relaxed; d={domain}; s={selector}; t={};\r\n h={};\r\n bh={};\r\n b=",
            epoch_ms.max(0) / 1000,
            names.join(":"),
            STANDARD.encode(digest(&SHA256, &relaxed_body(body))),
        );
        // The signature signs its own header, too, without its value and without the end of the line.
        signed.extend(relaxed_header("dkim-signature", value.as_bytes()));
        signed.truncate(signed.len() - 2);
        let signature = STANDARD.encode(key.sign(&signed)?);
        for (at, char) in signature.chars().enumerate() {
            if at > 0 && at % LINE == 0 {
                value.push_str("\r\n ");
            }
            value.push(char);
        }
        let header = format!("DKIM-Signature: {value}\r\n");
        Ok([header.as_bytes(), mail].concat())
    }
}

impl Key {
    fn sign(&self, text: &[u8]) -> Result<Vec<u8>, DkimError> {
        match self {
            Self::Rsa(key) => {
                let mut signature = vec![0; key.public().modulus_len()];
                let random = SystemRandom::new();
                key.sign(&RSA_PKCS1_SHA256, &random, text, &mut signature)
                    .map_err(|_| DkimError::Failed)?;
                Ok(signature)
            }
            // RFC 8463 signs the hash, not the text.
            Self::Ed25519(key) => Ok(key.sign(digest(&SHA256, text).as_ref()).as_ref().to_vec()),
        }
    }
}

/// Returns whether the text is a name in DNS, with one label or several.
fn is_name(text: &str) -> bool {
    let is_label = |label: &str| {
        let allowed = |char: char| char.is_ascii_alphanumeric() || char == '-' || char == '_';
        (1..=63).contains(&label.len()) && label.chars().all(allowed)
    };
    text.len() <= 200 && text.split('.').all(is_label)
}

/// Wraps an RSA key (PKCS #1) as records have it: with its kind (`SubjectPublicKeyInfo`).
fn public_key_info(key: &[u8]) -> Vec<u8> {
    /// The object identifier of RSA, and the null that stands for parameters.
    const RSA: &[u8] = &[
        0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
    ];
    // A string of bits begins with the number of those at its end that do not count.
    let bits = [&[0][..], key].concat();
    let content = [RSA, &der(0x03, &bits)].concat();
    der(0x30, &content)
}

/// Writes a value of ASN.1 with its tag and length.
fn der(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len().to_be_bytes();
    let zeros = length.iter().take_while(|byte| **byte == 0).count();
    let length = length.get(zeros..).unwrap_or_default();
    let mut written = vec![tag];
    match length {
        [] => written.push(0),
        [short] if *short < 0x80 => written.push(*short),
        long => {
            written.push(0x80 | u8::try_from(long.len()).unwrap_or(0));
            written.extend(long);
        }
    }
    written.extend(content);
    written
}

/// Splits a mail into its headers and its body.
fn halves(mail: &[u8]) -> (&[u8], &[u8]) {
    let end = mail.windows(4).position(|four| four == b"\r\n\r\n");
    end.and_then(|end| mail.split_at_checked(end + 2))
        .map_or((mail, &[][..]), |(head, rest)| {
            (head, rest.get(2..).unwrap_or_default())
        })
}

/// Returns the headers with their names in lower case; a header of several lines is one.
fn headers(head: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<(String, Vec<u8>)> = Vec::new();
    for line in head.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b" ") || line.starts_with(b"\t") {
            if let Some((_, value)) = found.last_mut() {
                value.extend(line);
            }
        } else if let Some(colon) = line.iter().position(|byte| *byte == b':') {
            let (name, value) = line.split_at(colon);
            let name = String::from_utf8_lossy(name).trim().to_ascii_lowercase();
            found.push((name, value.get(1..).unwrap_or_default().to_vec()));
        }
    }
    found
}

/// Returns the names that the signature lists, and the canonical headers in the same order: of several with one name the
/// last one first, as receivers take them.
fn signed_headers(headers: &[(String, Vec<u8>)]) -> (Vec<&'static str>, Vec<u8>) {
    let (mut names, mut signed) = (Vec::new(), Vec::new());
    for name in SEALED.iter().chain(SIGNED) {
        let own = headers.iter().rev().filter(|(known, _)| known == name);
        for (_, value) in own {
            names.push(*name);
            signed.extend(relaxed_header(name, value));
        }
        if SEALED.contains(name) {
            names.push(*name);
        }
    }
    (names, signed)
}

/// Writes a header in one line, with single spaces within its value and none around it.
fn relaxed_header(name: &str, value: &[u8]) -> Vec<u8> {
    let unfolded: Vec<u8> = value
        .iter()
        .copied()
        .filter(|byte| !matches!(byte, b'\r' | b'\n'))
        .collect();
    let value = single_spaces(&unfolded);
    [name.as_bytes(), b":", value.trim_ascii_start(), b"\r\n"].concat()
}

/// Writes a body with single spaces within its lines, none at their ends, and no empty lines at its end.
fn relaxed_body(body: &[u8]) -> Vec<u8> {
    let mut written = Vec::with_capacity(body.len() + 2);
    let mut end = 0;
    for line in body.split(|byte| *byte == b'\n') {
        let line = single_spaces(line.strip_suffix(b"\r").unwrap_or(line));
        written.extend(&line);
        written.extend(b"\r\n");
        if !line.is_empty() {
            end = written.len();
        }
    }
    written.truncate(end);
    written
}

/// Replaces each sequence of spaces and tabs by one space, and removes the one at the end.
fn single_spaces(text: &[u8]) -> Vec<u8> {
    let mut written: Vec<u8> = Vec::with_capacity(text.len());
    for byte in text {
        let is_space = matches!(byte, b' ' | b'\t');
        if !is_space {
            written.push(*byte);
        } else if written.last() != Some(&b' ') {
            written.push(b' ');
        }
    }
    if written.last() == Some(&b' ') {
        written.pop();
    }
    written
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const RSA: &[u8] = include_bytes!("../tests/keys/rsa.pem");
    const ED25519: &[u8] = include_bytes!("../tests/keys/ed25519.pem");

    fn signer(pem: &[u8]) -> DkimSigner {
        DkimSigner::new("hoi.vn", "own7", pem).unwrap()
    }

    /// The signatures were made with OpenSSL and verified with dkimpy, which has nothing in common with this module.
    #[test]
    fn other_programs_verify_the_signature() {
        const MAIL: &str = "From: =?utf-8?b?SOG7mWk=?= <events@hoi.vn>\r\n\
            To:  Lan \r\n\t <lan@example.com>\r\n\
            Subject: Two\r\n  words\t and   spaces \r\n\
            Date: Fri, 25 Dec 2026 12:00:00 +0000\r\n\
            Message-ID: <1@hoi.vn>\r\n\
            List-Unsubscribe: <https://hoi.vn/off/1>\r\n\
            MIME-Version: 1.0\r\n\
            X-Other: not signed\r\n\
            Content-Type: text/plain;\r\n charset=utf-8\r\n\
            \r\n\
            \r\n\
            Hello  \t there \r\n\
            \ttabs\r\n\
            \x20  \r\n\
            end\r\n \r\n\r\n\r\n";
        let rsa = "v=1; a=rsa-sha256; c=relaxed/relaxed; d=hoi.vn; s=own7; t=1764000000;\r\n\
            \x20h=from:from:reply-to:to:to:cc:subject:subject:date:date:message-id:message-id:mime-version:mime-version:content-type:content-type:list-unsubscribe;\r\n\
            \x20bh=YO4DDCXUi/nKh9KBjQeq5eYclGLTJYCQIq/V+7fftC0=;\r\n\
            \x20b=pgCfj0ZF33dleHAr4zgneOksZWsinRaz9qRhnAiDXgwWrjg8GqTNJTFNerpobvpv4jEf5+JL\r\n\
            \x20oThf209ZBIDE7gWkyQx/ZN/bwzhXaiYKoISwJZhuRLg/AV/fywNa54bjSn6oFIwcTJ5Sx1QM\r\n\
            \x20kUbqOjLGu+jUAevcPqICOt5mbHG4n4CTNicntnPnLeQP1tVSsUOBBqCh0LJKBbPzF/vBVNkq\r\n\
            \x20K59GPDNMfVPZVtX6Hz39NUEuqff/F7qHUY3eh7e4+93cYHbHbKd/TbmclyfG9bVN0N5MpeeF\r\n\
            \x20Fzqin78kh7Ctih5vNH3uD86ps5zbZZY2RODMmINcv2hobfrHrrNb2w==";
        let ed25519 = "v=1; a=ed25519-sha256; c=relaxed/relaxed; d=hoi.vn; s=own7; t=1764000000;\r\n\
            \x20h=from:from:reply-to:to:to:cc:subject:subject:date:date:message-id:message-id:mime-version:mime-version:content-type:content-type:list-unsubscribe;\r\n\
            \x20bh=YO4DDCXUi/nKh9KBjQeq5eYclGLTJYCQIq/V+7fftC0=;\r\n\
            \x20b=TJ/xLUKRQ8C72iFkNmBUiH9LBYtF/qHOOClkhb4cNHP7mav9pFEfcl1QQqYjj8WjGuvj0VBy\r\n\
            \x20zIY1TeVubkNvBA==";
        for (pem, expected) in [(RSA, rsa), (ED25519, ed25519)] {
            let signed = signer(pem)
                .sign(MAIL.as_bytes(), 1_764_000_000_123)
                .unwrap();
            let signed = String::from_utf8(signed).unwrap();
            assert_eq!(signed, format!("DKIM-Signature: {expected}\r\n{MAIL}"));
        }
    }

    #[test]
    fn records_have_the_key_as_openssl_writes_it() {
        let rsa = "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA5WSGrixHd0s7QsSpmd1TAIbFNezLMkMNx/HtZnEtthBYheuXW0bsX8iINwkh9HbIWovLkvJj4q1/wom9H+Z85kJwaswYkeDdIWnpZk7QieDRojRIVNyfnVWhS33q6g2pM/UJcUs7SKSq4TS3iVtYMxCWV11qSKRB2MKaZ6SCuAT3YK+Na6l0nvRM+u5E8doRIXJrGmikPrMx1RQ9Ic1W9kLApMmRRuFKqMlTD3vEkVSvkphUsFKvfPbTZ6qpa+obRrJEvjQ4prlt6Nx5PPZ7dexiRuJdCFf+bdt8vQGt/LCXATpzwgKcr7UAQy4OYnSia7IALQQvsL5Uv5C0Gay8QwIDAQAB";
        let ed25519 = "v=DKIM1; k=ed25519; p=ElTxZmK2FpbxkhlzblVvCzXsWNHTGU0BLAR3d4ZII5g=";
        assert_eq!(signer(RSA).record(), rsa);
        assert_eq!(signer(ED25519).record(), ed25519);
        let same = signer(include_bytes!("../tests/keys/rsa-pkcs1.pem"));
        assert_eq!(same.record(), rsa);
        assert_eq!(same.name(), "own7._domainkey.hoi.vn");
    }

    #[test]
    fn invalid_settings_for_signing_are_refused() {
        let short = include_bytes!("../tests/keys/short.pem");
        for (domain, selector, pem, expected) in [
            ("hoi.vn", "own7", &b"nothing"[..], DkimError::NoKey),
            ("hoi.vn", "own7", &short[..], DkimError::OtherKey),
            ("hoi.vn", "", RSA, DkimError::Selector),
            ("hoi.vn", "own7;", RSA, DkimError::Selector),
            ("hoi.vn", "own\r\n7", RSA, DkimError::Selector),
            ("[192.0.2.1]", "own7", RSA, DkimError::Domain),
        ] {
            let refused = DkimSigner::new(domain, selector, pem).err();
            assert_eq!(refused, Some(expected), "{domain} {selector}");
        }
        let foreign = DkimSigner::new("Côngty.vn", "a.b", ED25519).unwrap();
        assert_eq!(foreign.name(), "a.b._domainkey.xn--cngty-6ta.vn");
    }

    #[test]
    fn bodies_without_an_end_or_without_anything_have_their_canonical_form() {
        for (body, expected) in [
            ("", ""),
            ("\r\n\r\n", ""),
            (" \t\r\n", ""),
            ("a", "a\r\n"),
            ("a \r\n\r\nb\t\tc\r\n", "a\r\n\r\nb c\r\n"),
            (" a", " a\r\n"),
        ] {
            let written = relaxed_body(body.as_bytes());
            assert_eq!(String::from_utf8(written).unwrap(), expected, "{body:?}");
        }
    }

    proptest! {
        #[test]
        fn any_mail_is_signed_and_stays_as_it_is(mail in proptest::collection::vec(any::<u8>(), 0..300)) {
            let signed = signer(ED25519).sign(&mail, 0).unwrap();
            prop_assert!(signed.ends_with(&mail));
        }

        #[test]
        fn the_canonical_form_of_a_body_is_canonical(body in "[ab \t\r\n]{0,60}") {
            let once = relaxed_body(body.as_bytes());
            prop_assert_eq!(relaxed_body(&once), once);
        }
    }

    #[test]
    fn lengths_of_asn_1_have_as_many_bytes_as_they_need() {
        assert_eq!(der(3, &[]), [3, 0]);
        assert_eq!(der(3, &[7; 127])[..2], [3, 127]);
        assert_eq!(der(3, &[7; 128])[..3], [3, 0x81, 128]);
        assert_eq!(der(3, &[7; 300])[..4], [3, 0x82, 1, 44]);
    }
}
