//! Makes uploaded bytes an image that is safe to show, and smaller versions of it. Pure, and slow, so it never runs on
//! the async threads.

use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{
    DynamicImage, GenericImageView, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits,
};

use super::stripped::stripped;

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
/// As good to the eye as the JPEG, at about half of its bytes.
const WEBP_QUALITY: f32 = 80.0;
/// The longer side of a preview, in pixels.
const PREVIEW_SIDE: u32 = 24;
/// A preview is seen blurred and for a moment.
const PREVIEW_QUALITY: f32 = 40.0;

/// An image that was decoded and encoded again for storage.
#[derive(Debug)]
pub struct Clean {
    /// Encoded again, without metadata.
    pub bytes: Vec<u8>,
    /// `image/png` if a pixel is transparent, otherwise `image/jpeg`.
    pub mime: &'static str,
    /// The image in a few pixels as a `data:` address; None if it is not larger than that or a pixel is transparent,
    /// because the preview would be seen through the image.
    pub preview: Option<String>,
}

/// A smaller version of an image.
#[derive(Debug)]
pub struct Smaller {
    pub webp: Vec<u8>,
    /// The same as `preview` of [`Clean`].
    pub preview: Option<String>,
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
    let (image, orientation) = decoded(bytes)?;
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

/// Returns the image of a stored file as WebP, at most `width` pixels wide.
pub fn smaller(bytes: &[u8], width: u32) -> Result<Smaller, Problem> {
    let (image, _) = decoded(bytes)?;
    let image = if image.width() > width {
        let longest = u64::from(image.width().max(image.height()));
        let (target, own) = (u64::from(width), u64::from(image.width()));
        let side = (longest * target + own / 2) / own;
        scaled(image, u32::try_from(side).unwrap_or(width))
    } else {
        image
    };
    Ok(Smaller {
        webp: webp(&image, WEBP_QUALITY)?,
        preview: preview(&image)?,
    })
}

fn decoded(bytes: &[u8]) -> Result<(DynamicImage, Orientation), Problem> {
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
    let (pixels, orientation) = stripped(bytes, format);
    let mut reader = ImageReader::with_format(Cursor::new(&*pixels), format);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(|error| problem(&error))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(Problem::TooManyPixels);
    }
    let image = DynamicImage::from_decoder(decoder).map_err(|error| problem(&error))?;
    Ok((image, orientation))
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
    let (result, mime) = if shines_through(image) {
        let encoder = PngEncoder::new(&mut bytes);
        (image.to_rgba8().write_with_encoder(encoder), "image/png")
    } else {
        let encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
        (image.to_rgb8().write_with_encoder(encoder), "image/jpeg")
    };
    result.map_err(|_| Problem::Broken)?;
    let preview = preview(image)?;
    Ok(Clean {
        bytes,
        mime,
        preview,
    })
}

fn shines_through(image: &DynamicImage) -> bool {
    image.color().has_alpha() && image.pixels().any(|(_, _, pixel)| pixel.0[3] < 255)
}

fn webp(image: &DynamicImage, quality: f32) -> Result<Vec<u8>, Problem> {
    let (width, height) = image.dimensions();
    let encoded = if shines_through(image) {
        let pixels = image.to_rgba8();
        webp::Encoder::from_rgba(&pixels, width, height).encode_simple(false, quality)
    } else {
        let pixels = image.to_rgb8();
        webp::Encoder::from_rgb(&pixels, width, height).encode_simple(false, quality)
    };
    Ok(encoded.map_err(|_| Problem::Broken)?.to_vec())
}

fn preview(image: &DynamicImage) -> Result<Option<String>, Problem> {
    let longest = image.width().max(image.height());
    if longest <= PREVIEW_SIDE || shines_through(image) {
        return Ok(None);
    }
    let tiny = image.thumbnail(PREVIEW_SIDE, PREVIEW_SIDE);
    let data = STANDARD.encode(webp(&tiny, PREVIEW_QUALITY)?);
    Ok(Some(format!("data:image/webp;base64,{data}")))
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, Rgba, RgbaImage};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;

    fn jpeg(width: u32, height: u32) -> Vec<u8> {
        let shade = |at: u32| u8::try_from(at % 256).unwrap();
        let image = RgbImage::from_fn(width, height, |x, y| Rgb([shade(x), shade(y), 128]));
        encoded(&image.into()).unwrap().bytes
    }

    fn read(webp: &[u8]) -> DynamicImage {
        assert_eq!(image::guess_format(webp).unwrap(), ImageFormat::WebP);
        image::load_from_memory(webp).unwrap()
    }

    #[test]
    fn a_smaller_version_has_its_width_and_is_never_enlarged() {
        for ((width, height), expected) in [
            ((2400, 1350), (480, 270)),
            ((1350, 2400), (480, 853)),
            ((961, 961), (480, 480)),
            ((481, 3), (480, 3)),
            ((480, 2400), (480, 2400)),
            ((479, 10), (479, 10)),
            ((1, 1), (1, 1)),
        ] {
            let made = smaller(&jpeg(width, height), 480).unwrap();
            let size = read(&made.webp).dimensions();
            assert_eq!(size, expected, "{width} x {height}");
        }
    }

    #[test]
    fn transparency_stays() {
        let image = RgbaImage::from_fn(600, 600, |x, _| {
            Rgba([200, 0, 0, u8::try_from(x / 3).unwrap()])
        });
        let png = encoded(&image.into()).unwrap();
        assert_eq!((png.mime, png.preview), ("image/png", None));
        let made = smaller(&png.bytes, 480).unwrap();
        assert_eq!(made.preview, None);
        let pixel = read(&made.webp).get_pixel(240, 240).0;
        assert!((97..=103).contains(&pixel[3]), "{pixel:?}");
    }

    #[test]
    fn a_preview_is_a_few_hundred_bytes_of_24_pixels() {
        for (width, height) in [(2400, 1350), (25, 25), (2400, 1)] {
            let preview = smaller(&jpeg(width, height), 960).unwrap().preview.unwrap();
            assert!(preview.len() < 700, "{}", preview.len());
            let (_, data) = preview.split_once(";base64,").unwrap();
            let image = read(&STANDARD.decode(data).unwrap());
            assert_eq!(image.width(), PREVIEW_SIDE);
        }
        assert_eq!(smaller(&jpeg(24, 24), 960).unwrap().preview, None);
    }

    #[test]
    fn images_that_would_take_too_much_memory_are_not_decoded() {
        // The header of a PNG, with its checksum, says 20,000 pixels on each side.
        let mut bomb = encoded(&RgbaImage::new(9, 9).into()).unwrap().bytes;
        bomb[16..24].copy_from_slice(&[0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20]);
        let checksum = !bomb[12..29].iter().fold(u32::MAX, |sum, byte| {
            (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
                (sum >> 1) ^ ((sum & 1) * 0xedb8_8320)
            })
        });
        bomb[29..33].copy_from_slice(&checksum.to_be_bytes());
        assert_eq!(smaller(&bomb, 480).err(), Some(Problem::TooManyPixels));
        assert_eq!(smaller(b"%PDF-1.7", 480).err(), Some(Problem::NotAnImage));
        let whole = encoded(&RgbaImage::new(90, 90).into()).unwrap().bytes;
        let half = &whole[..whole.len() / 2];
        assert_eq!(smaller(half, 480).err(), Some(Problem::Broken));
    }

    /// Pictures of every format in which a few bytes were exchanged, taken away or put in, or the end is missing.
    fn damaged() -> impl Strategy<Value = Vec<u8>> {
        let shade = |at: u32| u8::try_from(at * 5).unwrap();
        let image = RgbaImage::from_fn(40, 30, |x, y| Rgba([shade(x), shade(y), 99, shade(x)]));
        let image = DynamicImage::from(image);
        let formats = [
            ImageFormat::Jpeg,
            ImageFormat::Png,
            ImageFormat::WebP,
            ImageFormat::Gif,
        ];
        let whole: Vec<Vec<u8>> = formats
            .into_iter()
            .map(|format| {
                let mut bytes = Cursor::new(Vec::new());
                let image = match format {
                    ImageFormat::Jpeg => image.to_rgb8().into(),
                    _ => image.clone(),
                };
                image.write_to(&mut bytes, format).unwrap();
                bytes.into_inner()
            })
            .collect();
        let change = (any::<Index>(), 0..3_usize, vec(any::<u8>(), 0..3));
        let end = prop_oneof![4 => Just(None), 1 => any::<Index>().prop_map(Some)];
        let whole = proptest::sample::select(whole);
        (whole, vec(change, 1..6), end).prop_map(|(mut bytes, changes, end)| {
            for (at, taken, put) in changes {
                let at = at.index(bytes.len() + 1);
                let end = (at + taken).min(bytes.len());
                bytes.splice(at..end, put);
            }
            bytes.truncate(end.map_or(usize::MAX, |end| end.index(bytes.len() + 1)));
            bytes
        })
    }

    proptest! {
        #[test]
        fn a_damaged_picture_is_refused_or_becomes_a_whole_one(bytes in damaged()) {
            if let Ok(clean) = clean(&bytes, 32) {
                let image = image::load_from_memory(&clean.bytes).unwrap();
                prop_assert!(image.width().max(image.height()) <= 32);
                prop_assert!(clean.bytes.len() <= MAX_PNG);
            }
            if let Ok(smaller) = smaller(&bytes, 16) {
                prop_assert!(read(&smaller.webp).width() <= 16);
            }
        }
    }
}
