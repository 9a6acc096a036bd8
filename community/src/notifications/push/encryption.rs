//! Encrypts the messages that a push service carries, so that the browser alone can read them (RFC 8291, as one record
//! of RFC 8188).

use anyhow::{Result, anyhow};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use hoi_platform::secrets;
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::rand::SystemRandom;
use ring::{aead, hkdf};

/// The size of a record, as its header says it; the records sent here are shorter.
const RECORD: u32 = 4096;
/// Bytes of the longest message: the header takes 86, the end of the record and the tag 17.
pub const MAX_MESSAGE: usize = 3993;
/// An uncompressed point of P-256.
const POINT: usize = 65;
const SALT: usize = 16;

/// The keys of a browser's subscription.
pub struct Receiver {
    public: [u8; POINT],
    auth: [u8; SALT],
}

impl Receiver {
    /// Reads both keys from base64url without padding; None if they cannot be keys.
    pub fn read(p256dh: &str, auth: &str) -> Option<Self> {
        Some(Self {
            public: BASE64URL.decode(p256dh).ok()?.try_into().ok()?,
            auth: BASE64URL.decode(auth).ok()?.try_into().ok()?,
        })
    }

    /// Encrypts a message with a key of its own.
    ///
    /// # Errors
    /// When the message is longer than [`MAX_MESSAGE`], or the browser's key is no point of the curve.
    pub fn encrypt(&self, message: &[u8]) -> Result<Vec<u8>> {
        let failed = |_| anyhow!("a message cannot be encrypted for this subscription");
        let own =
            EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).map_err(failed)?;
        let public = own.compute_public_key().map_err(failed)?;
        let salt = secrets::random()?;
        let theirs = UnparsedPublicKey::new(&ECDH_P256, self.public);
        agree_ephemeral(own, &theirs, |shared| {
            self.seal(shared, public.as_ref(), salt, message)
        })
        .map_err(failed)?
    }

    /// Encrypts with the secret `shared` by the browser's key and the sender's key `sender`.
    fn seal(
        &self,
        shared: &[u8],
        sender: &[u8],
        salt: [u8; SALT],
        message: &[u8],
    ) -> Result<Vec<u8>> {
        if message.len() > MAX_MESSAGE {
            return Err(anyhow!("a message is too long for a push service"));
        }
        let prk = hkdf::Salt::new(hkdf::HKDF_SHA256, &self.auth).extract(shared);
        let secret: [u8; 32] = derive(&prk, &[b"WebPush: info\0", &self.public, sender])?;
        let prk = hkdf::Salt::new(hkdf::HKDF_SHA256, &salt).extract(&secret);
        let key: [u8; 16] = derive(&prk, &[b"Content-Encoding: aes128gcm\0"])?;
        let nonce: [u8; aead::NONCE_LEN] = derive(&prk, &[b"Content-Encoding: nonce\0"])?;

        // The last record ends with a two.
        let mut record = [message, &[2]].concat();
        let failed = |_| anyhow!("a message cannot be encrypted");
        let key = aead::UnboundKey::new(&aead::AES_128_GCM, &key).map_err(failed)?;
        aead::LessSafeKey::new(key)
            .seal_in_place_append_tag(
                aead::Nonce::assume_unique_for_key(nonce),
                aead::Aad::empty(),
                &mut record,
            )
            .map_err(failed)?;
        let length = u8::try_from(sender.len())?;
        Ok([
            salt.as_slice(),
            &RECORD.to_be_bytes(),
            &[length],
            sender,
            &record,
        ]
        .concat())
    }
}

struct Length(usize);

impl hkdf::KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const N: usize>(prk: &hkdf::Prk, info: &[&[u8]]) -> Result<[u8; N]> {
    let mut derived = [0; N];
    prk.expand(info, Length(N))
        .and_then(|key| key.fill(&mut derived))
        .map_err(|_| anyhow!("a key could not be derived"))?;
    Ok(derived)
}

#[cfg(test)]
mod tests {
    use super::*;

    const P256DH: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    fn decoded(text: &str) -> Vec<u8> {
        BASE64URL.decode(text).unwrap()
    }

    /// The example of RFC 8291 §5, with the intermediate values of its appendix A.
    #[test]
    fn the_example_of_the_standard_is_encrypted_as_it_says() {
        let receiver = Receiver::read(P256DH, AUTH).unwrap();
        let shared = decoded("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let sender = decoded(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        );
        let salt = decoded("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let message = b"When I grow up, I want to be a watermelon";
        let body = receiver.seal(&shared, &sender, salt, message).unwrap();
        assert_eq!(
            BASE64URL.encode(body),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz\
             AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn a_message_fits_into_one_record_or_is_refused() {
        let receiver = Receiver::read(P256DH, AUTH).unwrap();
        let longest = receiver.encrypt(&[b'x'; MAX_MESSAGE]).unwrap();
        assert_eq!(longest.len(), RECORD as usize);
        assert!(receiver.encrypt(&[b'x'; MAX_MESSAGE + 1]).is_err());
    }

    #[test]
    fn keys_have_their_lengths_and_lie_on_the_curve() {
        for (p256dh, auth) in [
            (&P256DH[..86], AUTH),
            (P256DH, &AUTH[..21]),
            ("", ""),
            ("BCVx+/==", AUTH),
            (AUTH, P256DH),
        ] {
            assert!(Receiver::read(p256dh, auth).is_none(), "{p256dh} {auth}");
        }
        let beside = BASE64URL.encode([[4].as_slice(), &[7; 64]].concat());
        let receiver = Receiver::read(&beside, AUTH).unwrap();
        assert!(receiver.encrypt(b"x").is_err());
    }
}
