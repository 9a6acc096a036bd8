//! Draws QR codes for mails and prints. Pages draw them from their text.

use std::io::Cursor;

use anyhow::{Context, Result};
use image::{ImageFormat, Luma};
use qrcode::{EcLevel, QrCode};

/// The least width and height of a PNG in pixels, sharp on a phone even when a mail enlarges it.
const SIZE: u32 = 320;

/// Returns a QR code as a PNG file, for mails, which do not show SVG.
pub fn png(text: &str) -> Result<Vec<u8>> {
    let picture = code(text)?
        .render::<Luma<u8>>()
        .min_dimensions(SIZE, SIZE)
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

/// Encodes with the middle level of error correction: readable from a scratched screen, and not larger than needed.
fn code(text: &str) -> Result<QrCode> {
    QrCode::with_error_correction_level(text, EcLevel::M).context("a text does not fit a QR code")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_large_enough() {
        let file = png("7K2Q9XAB0CDE").unwrap();
        let picture = image::load_from_memory(&file).unwrap();
        assert!(picture.width() >= SIZE && picture.width() == picture.height());
    }
}
