//! QR codes as pictures, drawn here: nothing about a visitor is sent to anybody else to be drawn.

use std::io::Cursor;

use anyhow::{Context, Result};
use image::{ImageFormat, Luma};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};

/// Width and height of a picture in pixels, at least: sharp on a phone, also when a mail shows it larger.
const SIZE: u32 = 320;

/// As a `data:` address of an SVG picture: sharp at any size.
pub fn svg_address(text: &str) -> Result<String> {
    let picture = code(text)?.render::<svg::Color>().build();
    Ok(format!("data:image/svg+xml,{}", percent_encoded(&picture)))
}

/// As a PNG file, for mails, where SVG is not shown.
pub fn png(text: &str) -> Result<Vec<u8>> {
    let picture = code(text)?
        .render::<Luma<u8>>()
        .min_dimensions(SIZE, SIZE)
        .build();
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, ImageFormat::Png)?;
    Ok(file.into_inner())
}

/// As its modules, `side` of them a row, the dark ones true: for paper, where it is drawn as shapes.
pub fn modules(text: &str) -> Result<(usize, Vec<bool>)> {
    let code = code(text)?;
    let dark = code.to_colors().into_iter();
    let dark = dark.map(|colour| colour == qrcode::Color::Dark).collect();
    Ok((code.width(), dark))
}

/// Middle error correction: still read from a scratched screen, and not larger than needed.
fn code(text: &str) -> Result<QrCode> {
    QrCode::with_error_correction_level(text, EcLevel::M).context("a text does not fit a QR code")
}

/// Escapes what would end or change an address; everything else of a picture's ASCII stays readable.
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
