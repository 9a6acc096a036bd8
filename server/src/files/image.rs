//! Makes uploaded bytes an image that is safe to show. Pure, and slow, so it never runs on the async threads.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{
    DynamicImage, GenericImageView, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits,
};

/// The most pixels. Phones take up to 50 megapixels, but not in a file of 5 MiB.
pub const MAX_PIXELS: u64 = 40_000_000;
/// The most pixels on one side.
pub const MAX_SIDE: u32 = 12_000;
/// The most bytes that a decoder may allocate: 40 megapixels at 4 bytes, with room to work.
const MAX_ALLOCATION: u64 = 256 * 1024 * 1024;
/// No visible loss on photographs at about a tenth of the size.
const JPEG_QUALITY: u8 = 85;
/// The most bytes of an image with transparency. Drawings stay far below. Photographs, which PNG hardly compresses, are
/// scaled down until they fit.
pub const MAX_PNG: usize = 2 * 1024 * 1024;

/// An image that was decoded and encoded again for storage.
#[derive(Debug)]
pub struct Clean {
    /// Encoded again, without metadata.
    pub bytes: Vec<u8>,
    /// `image/png` if a pixel is transparent, otherwise `image/jpeg`.
    pub mime: &'static str,
}

/// The reason why an image was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// The content is not JPEG, PNG, WebP or GIF, whatever its name says.
    NotAnImage,
    /// More pixels than [`MAX_PIXELS`] or [`MAX_SIDE`]; detected before decoding.
    TooManyPixels,
    /// The image begins correctly but cannot be decoded completely.
    Broken,
}

/// Decodes the image in `bytes`, turns it upright, scales it to at most `max_side` pixels on each side and encodes it
/// again. Keeps only the first picture of an animation.
pub fn clean(bytes: &[u8], max_side: u32) -> Result<Clean, Problem> {
    let format = image::guess_format(bytes).map_err(|_| Problem::NotAnImage)?;
    if !matches!(
        format,
        ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP | ImageFormat::Gif
    ) {
        return Err(Problem::NotAnImage);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_ALLOCATION);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| problem(&error))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(Problem::TooManyPixels);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let image = DynamicImage::from_decoder(decoder).map_err(|error| problem(&error))?;
    let mut image = scaled(image, max_side);
    image.apply_orientation(orientation);
    loop {
        let clean = encoded(&image)?;
        if clean.mime != "image/png" || clean.bytes.len() <= MAX_PNG {
            return Ok(clean);
        }
        image = scaled(image.clone(), fitting_side(&image, clean.bytes.len()));
    }
}

/// Returns the longer side at which `image`, which takes `bytes`, should be well below [`MAX_PNG`]; bytes are
/// proportional to the area.
fn fitting_side(image: &DynamicImage, bytes: usize) -> u32 {
    let side = u64::from(image.width().max(image.height()));
    let (bytes, most) = (bytes as u64, MAX_PNG as u64);
    let fitting = (side * side * most / bytes).isqrt() * 9 / 10;
    u32::try_from(fitting).unwrap_or(u32::MAX).max(1)
}

fn problem(error: &ImageError) -> Problem {
    match error {
        ImageError::Limits(_) => Problem::TooManyPixels,
        _ => Problem::Broken,
    }
}

/// First averages down to twice the target size, because the better filter would need several times the memory of the
/// original.
fn scaled(image: DynamicImage, max_side: u32) -> DynamicImage {
    let longest = image.width().max(image.height());
    if longest <= max_side {
        return image;
    }
    let image = if longest > 2 * max_side {
        image.thumbnail(2 * max_side, 2 * max_side)
    } else {
        image
    };
    image.resize(max_side, max_side, FilterType::CatmullRom)
}

fn encoded(image: &DynamicImage) -> Result<Clean, Problem> {
    let mut bytes = Vec::new();
    let shines_through =
        image.color().has_alpha() && image.pixels().any(|(_, _, pixel)| pixel.0[3] < 255);
    let (result, mime) = if shines_through {
        let encoder = PngEncoder::new(&mut bytes);
        (image.to_rgba8().write_with_encoder(encoder), "image/png")
    } else {
        let encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
        (image.to_rgb8().write_with_encoder(encoder), "image/jpeg")
    };
    result.map_err(|_| Problem::Broken)?;
    Ok(Clean { bytes, mime })
}
