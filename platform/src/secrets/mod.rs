//! The server's secret, created on first start and stored in the data folder, readable by the program's user only.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use ring::rand::{SecureRandom, SystemRandom};
use ring::{aead, digest, hkdf, hmac};

/// Keys for signing and encryption. Several servers on one database need copies of the same `secret` file.
pub struct Secrets {
    signing: hmac::Key,
    /// The source of the encryption keys, one for each purpose.
    sealing: hkdf::Prk,
    is_new: bool,
}

impl Secrets {
    /// Reads the secret in `data_dir`. Creates it if it does not exist.
    pub fn load_or_create(data_dir: &Path) -> Result<Self> {
        let path = data_dir.join("secret");
        let read = || fs::read(&path).with_context(|| format!("cannot read {}", path.display()));
        let is_new = !path.try_exists().unwrap_or(true);
        if is_new {
            create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        }
        let bytes = read()?;
        if bytes.len() < 32 {
            return Err(anyhow!(
                "{} is too short to be a secret; remove it to have a new one made",
                path.display()
            ));
        }
        Ok(Self {
            signing: hmac::Key::new(hmac::HMAC_SHA256, &bytes),
            sealing: hkdf::Salt::new(hkdf::HKDF_SHA256, b"hoi sealing").extract(&bytes),
            is_new,
        })
    }

    /// Reads the secret in `data_dir`; None if there is none.
    ///
    /// # Errors
    /// When there is one that cannot be read.
    pub fn find(data_dir: &Path) -> Result<Option<Self>> {
        match data_dir.join("secret").try_exists() {
            Ok(false) => Ok(None),
            _ => Self::load_or_create(data_dir).map(Some),
        }
    }

    /// Returns whether [`Self::load_or_create`] created the secret.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Signs `message`. A signature is valid for its `purpose` only.
    #[must_use]
    pub fn sign(&self, purpose: &str, message: &[u8]) -> Vec<u8> {
        hmac::sign(&self.signing, &tagged(purpose, message))
            .as_ref()
            .to_vec()
    }

    /// Returns whether `signature` was made by [`Self::sign`]. Takes the same time for every wrong one.
    #[must_use]
    pub fn verify(&self, purpose: &str, message: &[u8], signature: &[u8]) -> bool {
        hmac::verify(&self.signing, &tagged(purpose, message), signature).is_ok()
    }

    /// Encrypts `plain` (ChaCha20-Poly1305 with a random nonce). The result opens only with the same `purpose` and
    /// `context`, for example the account it belongs to.
    pub fn seal(&self, purpose: &str, context: &[u8], plain: &[u8]) -> Result<String> {
        let nonce = random::<{ aead::NONCE_LEN }>()?;
        let mut sealed = plain.to_vec();
        self.sealing_key(purpose)?
            .seal_in_place_append_tag(
                aead::Nonce::assume_unique_for_key(nonce),
                aead::Aad::from(context),
                &mut sealed,
            )
            .map_err(|_| anyhow!("a secret could not be encrypted"))?;
        Ok(format!("{}{}", hex(&nonce), hex(&sealed)))
    }

    /// Decrypts the result of [`Self::seal`].
    ///
    /// # Errors
    /// When it was sealed for something else or by another installation, or was changed.
    pub fn unseal(&self, purpose: &str, context: &[u8], sealed: &str) -> Result<Vec<u8>> {
        let wrong = || anyhow!("a sealed value does not open");
        let bytes = unhex(sealed).ok_or_else(wrong)?;
        let (nonce, sealed) = bytes.split_at_checked(aead::NONCE_LEN).ok_or_else(wrong)?;
        let nonce = aead::Nonce::try_assume_unique_for_key(nonce).map_err(|_| wrong())?;
        let mut sealed = sealed.to_vec();
        let plain = self
            .sealing_key(purpose)?
            .open_in_place(nonce, aead::Aad::from(context), &mut sealed)
            .map_err(|_| wrong())?;
        Ok(plain.to_vec())
    }

    fn sealing_key(&self, purpose: &str) -> Result<aead::LessSafeKey> {
        let info = [purpose.as_bytes()];
        let key = self
            .sealing
            .expand(&info, &aead::CHACHA20_POLY1305)
            .map_err(|_| anyhow!("a key could not be derived"))?;
        Ok(aead::LessSafeKey::new(key.into()))
    }
}

/// Creates the secret, unless another server creates it at the same moment. The file appears completely or not at all.
fn create(path: &Path) -> Result<()> {
    let unfinished = path.with_extension(hex(&random::<8>()?));
    let mut file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&unfinished)?;
    file.write_all(&random::<32>()?)?;
    file.sync_all()?;
    let linked = fs::hard_link(&unfinished, path);
    fs::remove_file(&unfinished)?;
    match linked {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error.into()),
        _ => Ok(()),
    }
}

fn tagged(purpose: &str, message: &[u8]) -> Vec<u8> {
    [purpose.as_bytes(), &[0], message].concat()
}

/// Returns unpredictable bytes from the operating system.
pub fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    SystemRandom::new()
        .fill(&mut bytes)
        .map_err(|_| anyhow!("the system has no random numbers"))?;
    Ok(bytes)
}

/// Creates a random 256-bit token in URL-safe text. It is given out once and stored only as its [`hash`].
pub fn new_token() -> Result<String> {
    Ok(hex(&random::<32>()?))
}

/// Returns SHA-256 in hexadecimal. Safe for random tokens, not for passwords.
#[must_use]
pub fn hash(token: &str) -> String {
    digest(token.as_bytes())
}

/// Returns SHA-256 of a file's content in hexadecimal.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    hex(digest::digest(&digest::SHA256, bytes).as_ref())
}

/// Returns the bytes in lower-case hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(u32::from(digit), 16))
        .collect()
}

/// Decodes hexadecimal; `None` if the text is not hexadecimal.
#[must_use]
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    // Reading numbers alone would also take `+f` for `0f`.
    let is_hexadecimal = text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hexadecimal || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use hoi_testing::forged;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bytes_have_one_spelling(bytes: Vec<u8>, text in "[0-9a-fA-F+ ]{0,8}|\\PC{0,8}") {
            prop_assert_eq!(unhex(&hex(&bytes)), Some(bytes));
            if let Some(bytes) = unhex(&text) {
                prop_assert_eq!(hex(&bytes), text.to_lowercase());
            }
        }
    }

    #[test]
    fn a_sealed_text_opens_for_the_same_purpose_context_and_installation_only() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::load_or_create(folder.path()).unwrap();
        let sealed = secrets.seal("second-factor", b"lan", b"plain").unwrap();
        assert_ne!(
            sealed,
            secrets.seal("second-factor", b"lan", b"plain").unwrap()
        );
        assert_eq!(
            secrets.unseal("second-factor", b"lan", &sealed).unwrap(),
            b"plain"
        );
        assert!(secrets.unseal("other", b"lan", &sealed).is_err());
        assert!(secrets.unseal("second-factor", b"minh", &sealed).is_err());
        for at in 0..sealed.len() {
            let mut changed = sealed.clone().into_bytes();
            changed[at] = if changed[at] == b'0' { b'1' } else { b'0' };
            let changed = String::from_utf8(changed).unwrap();
            assert!(
                secrets.unseal("second-factor", b"lan", &changed).is_err(),
                "at {at}"
            );
        }
        assert!(secrets.unseal("second-factor", b"lan", "").is_err());
        let other = tempfile::tempdir().unwrap();
        let other = Secrets::load_or_create(other.path()).unwrap();
        assert!(other.unseal("second-factor", b"lan", &sealed).is_err());
    }

    #[test]
    fn a_changed_text_does_not_open() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::load_or_create(folder.path()).unwrap();
        let sealed = secrets.seal("second-factor", b"lan", b"plain").unwrap();
        proptest!(|(text in forged(sealed.clone()))| {
            let opened = secrets.unseal("second-factor", b"lan", &text);
            prop_assert_eq!(opened.is_ok(), text.to_lowercase() == sealed);
        });
    }
}
