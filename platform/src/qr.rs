//! Draws QR codes for mails and prints. Pages draw them from their text, by the same rule (`frontend/src/lib/qrPicture.ts`).

use std::io::Cursor;

use anyhow::{Context, Result};
use image::{ImageFormat, Luma};
use qrcode::{EcLevel, QrCode, Version, bits};

/// Pixels on a side that are sharp on a phone, even when a mail enlarges the picture.
pub const ON_SCREEN: u32 = 320;
/// Pixels on a side that are sharp on paper.
pub const ON_PAPER: u32 = 512;

/// Version 1 lacks the alignment pattern, without which a reader loses a ticket that is held at an angle.
const SMALLEST: Version = Version::Normal(2);
/// The most modules on a side for the sake of a higher level: those of version 8, half a millimetre each on a card.
const MOST_MODULES: i16 = 49;

/// Returns a QR code as a PNG file with at least `side` pixels on a side, for mails, which do not show SVG.
pub fn png(text: &str, side: u32) -> Result<Vec<u8>> {
    let picture = code(text)?
        .render::<Luma<u8>>()
        .min_dimensions(side, side)
        .build();
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, ImageFormat::Png)?;
    Ok(file.into_inner())
}

/// Returns the modules of a QR code, true for dark, and their number per row, for drawing shapes on paper.
pub fn modules(text: &str) -> Result<(usize, Vec<bool>)> {
    let code = code(text)?;
    let dark = code.to_colors().into_iter();
    let dark = dark.map(|colour| colour == qrcode::Color::Dark).collect();
    Ok((code.width(), dark))
}

/// Encodes with the highest level of error correction that keeps the modules large enough, so that a scratch, a glare or
/// a shadow may hide a part. That is H for every ticket and card; a longer text gets a lower level rather than smaller
/// modules.
fn code(text: &str) -> Result<QrCode> {
    let fits = |level: &EcLevel| {
        bits::encode_auto(text.as_bytes(), *level)
            .is_ok_and(|bits| bits.version().width() <= MOST_MODULES)
    };
    let level = [EcLevel::H, EcLevel::Q].into_iter().find(fits);
    let level = level.unwrap_or(EcLevel::M);
    let code = match QrCode::with_error_correction_level(text, level) {
        Ok(code) if code.version() == Version::Normal(1) => {
            QrCode::with_version(text, SMALLEST, level)
        }
        code => code,
    };
    code.context("a text does not fit a QR code")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> (Version, EcLevel) {
        let code = code(text).unwrap();
        (code.version(), code.error_correction_level())
    }

    #[test]
    fn a_picture_is_large_enough() {
        for side in [ON_SCREEN, ON_PAPER] {
            let file = png("7K2Q9XAB0CDE", side).unwrap();
            let picture = image::load_from_memory(&file).unwrap();
            assert!(picture.width() >= side && picture.width() == picture.height());
        }
    }

    #[test]
    fn every_code_has_an_alignment_pattern_and_codes_for_a_door_have_the_highest_level() {
        let link = "https://hoi.example/form/0197c2a1-8a3e-7cc0-b2f1-6d1b3f2b9a11#code=K7MNP2QR";
        for (text, version) in [("", 2), ("7", 2), ("7K2Q9XAB0CDE", 2), (link, 8)] {
            assert_eq!(
                drawn(text),
                (Version::Normal(version), EcLevel::H),
                "{text}"
            );
        }
    }

    #[test]
    fn a_long_text_gives_up_levels_before_its_modules_get_too_small() {
        for (letters, version, level) in [
            (84, 8, EcLevel::H),
            (85, 7, EcLevel::Q),
            (108, 8, EcLevel::Q),
            (109, 7, EcLevel::M),
            (152, 8, EcLevel::M),
            (153, 9, EcLevel::M),
        ] {
            let text = "a".repeat(letters);
            assert_eq!(drawn(&text), (Version::Normal(version), level), "{letters}");
        }
        assert!(code(&"a".repeat(2331)).is_ok());
        assert!(code(&"a".repeat(2332)).is_err());
    }
}
