//! Draws QR codes in the program, so that no data about visitors is sent to another service.

use std::io::Cursor;

use anyhow::{Context, Result};
use image::{ImageFormat, Luma};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};

/// The least width and height of a PNG in pixels, sharp on a phone even when a mail enlarges it.
const SIZE: u32 = 320;

/// Returns a QR code as a `data:` address of an SVG picture, which is sharp at any size.
pub fn svg_address(text: &str) -> Result<String> {
    let picture = code(text)?.render::<svg::Color>().build();
    Ok(format!("data:image/svg+xml,{}", percent_encoded(&picture)))
}

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

/// Escapes the characters that would end or change the address. The rest of the picture's ASCII stays readable.
fn percent_encoded(picture: &str) -> String {
    picture
        .replace('%', "%25")
        .replace('#', "%23")
        .replace('<', "%3C")
        .replace('>', "%3E")
        .replace('"', "'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_an_address_and_a_file() {
        let address = svg_address("7K2Q9XAB0CDE").unwrap();
        assert!(address.starts_with("data:image/svg+xml,%3C?xml"));
        assert!(!address.contains(['<', '>', '#', '"']));
        let file = png("7K2Q9XAB0CDE").unwrap();
        let picture = image::load_from_memory(&file).unwrap();
        assert!(picture.width() >= SIZE && picture.width() == picture.height());
    }
}
