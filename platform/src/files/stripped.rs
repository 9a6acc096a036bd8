//! Removes everything but the pixels from a picture's file: colour profiles, texts, previews, data of other programs. A
//! decoder unpacks some of it, and a few hundred kilobytes may hold hundreds of megabytes. Only the orientation is
//! read.
//!
//! Does not decide whether the file is a picture: it leaves a damaged file to the decoder, but not what makes the decoder
//! work for a larger picture than the file announces, or many times for one.

use std::borrow::Cow;

use image::ImageFormat;
use image::metadata::Orientation;

/// JPEG: the end of the picture.
const END: u8 = 0xD9;
/// JPEG: the pixels follow.
const SCAN: u8 = 0xDA;
/// JPEG: the most scans. Programs write about ten; the decoder goes through the whole picture for each, however few bytes it
/// has.
const MAX_SCANS: usize = 32;
/// JPEG: a segment of EXIF, which begins with [`EXIF`]. The same kind has other texts of programs, too.
const APP1: u8 = 0xE1;
const EXIF: &[u8] = b"Exif\0\0";
/// WebP: the bits that announce a colour profile, EXIF and XMP.
const ANNOUNCED: u8 = 0b0010_1100;

/// Returns the file with nothing but the pixels, and how they must be turned.
pub fn stripped(bytes: &[u8], format: ImageFormat) -> (Cow<'_, [u8]>, Orientation) {
    let (kept, exif) = match format {
        ImageFormat::Png => png(bytes),
        ImageFormat::Jpeg => jpeg(bytes),
        ImageFormat::WebP => webp(bytes),
        // The other format, GIF, compresses pixels only.
        _ => return (bytes.into(), Orientation::NoTransforms),
    };
    let orientation = exif.and_then(Orientation::from_exif_chunk);
    (
        kept.into(),
        orientation.unwrap_or(Orientation::NoTransforms),
    )
}

/// The kept bytes of a file, and its EXIF.
type Parts<'a> = (Vec<u8>, Option<&'a [u8]>);

/// Returns the first `length` bytes and the rest; all if there are fewer.
fn cut(bytes: &[u8], length: u64) -> (&[u8], &[u8]) {
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    bytes.split_at(length.min(bytes.len()))
}

/// A chunk is its length, its kind, its content and a checksum. Chunks whose kind begins with a small letter are not
/// needed to show the picture, except for its transparency.
fn png(bytes: &[u8]) -> Parts<'_> {
    let (signature, mut rest) = cut(bytes, 8);
    let mut kept = signature.to_vec();
    let mut exif = None;
    while let Some((head, content)) = rest.split_first_chunk::<8>() {
        let [a, b, c, d, kind @ ..] = *head;
        let length = u64::from(u32::from_be_bytes([a, b, c, d]));
        let (chunk, after) = cut(rest, length + 12);
        let [first, ..] = kind;
        if kind == *b"eXIf" {
            exif = exif.or(Some(cut(content, length).0));
        } else if kind == *b"tRNS" || first & 0x20 == 0 {
            kept.extend_from_slice(chunk);
        }
        if kind == *b"IEND" {
            break;
        }
        rest = after;
    }
    (kept, exif)
}

/// A segment is a marker, its length and its content. The decoder looks at the segments of programs until the pixels
/// begin; segments without a colour space are left out. Bytes between segments are left out, too, because it would find
/// markers there.
fn jpeg(bytes: &[u8]) -> Parts<'_> {
    let (start, mut rest) = cut(bytes, 2);
    let mut kept = start.to_vec();
    let mut exif = None;
    while let Some((marker, after)) = next_marker(rest) {
        if matches!(marker, SCAN | END) {
            kept.extend([0xFF, marker]);
            if marker == SCAN {
                let pairs = after.windows(2).enumerate();
                let mut further = pairs.filter(|(_, pair)| *pair == [0xFF, SCAN]);
                match further.nth(MAX_SCANS - 1) {
                    Some((at, _)) => {
                        kept.extend(after.iter().take(at));
                        kept.extend([0xFF, END]);
                    }
                    None => kept.extend_from_slice(after),
                }
            }
            break;
        }
        if matches!(marker, 0x01 | 0xD0..=0xD8) {
            // These have no content.
            rest = after;
            continue;
        }
        let Some((length, content)) = after.split_first_chunk::<2>() else {
            break;
        };
        let length = u64::from(u16::from_be_bytes(*length));
        if length < 2 {
            break;
        }
        let (segment, following) = cut(after, length);
        match marker {
            APP1 => exif = exif.or_else(|| cut(content, length - 2).0.strip_prefix(EXIF)),
            // 0xE0 and 0xEE, JFIF and Adobe, are kept: they say what the colours mean.
            0xE2..=0xED | 0xEF | 0xFE => {}
            _ => {
                kept.extend([0xFF, marker]);
                kept.extend_from_slice(segment);
            }
        }
        rest = following;
    }
    (kept, exif)
}

/// Returns the next marker, without the bytes that may fill the space before it, and the bytes after it.
fn next_marker(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let at = bytes.iter().position(|byte| *byte == 0xFF)?;
    let filled = bytes.get(at..)?;
    let fill = filled.iter().take_while(|byte| matches!(byte, 0 | 0xFF));
    let (marker, after) = filled.get(fill.count()..)?.split_first()?;
    Some((*marker, after))
}

/// A chunk is its kind, its length and its content, filled up to an even length. The first one announces the others and
/// the size of the picture. The decoder compares it with that of a lossy frame only after it has unpacked the frame, so
/// frames of other sizes are left out.
fn webp(bytes: &[u8]) -> Parts<'_> {
    let (header, mut rest) = cut(bytes, 12);
    let mut kept = header.to_vec();
    let mut exif = None;
    let mut canvas = None;
    while let Some(chunk) = Chunk::first_of(rest) {
        let is_kept = match chunk.kind {
            b"EXIF" => {
                exif = exif.or(Some(chunk.content));
                false
            }
            b"VP8X" => {
                canvas = canvas.or_else(|| announced_size(chunk.content.get(4..)?));
                // The decoder reads a size beyond the end of a chunk that is too short for one.
                canvas.is_some()
            }
            b"VP8 " => canvas.is_none_or(|canvas| lossy_size(chunk.content) == Some(canvas)),
            b"ANMF" => is_true_frame(chunk.content, canvas),
            b"VP8L" | b"ALPH" | b"ANIM" => true,
            _ => false,
        };
        if is_kept {
            kept.extend_from_slice(chunk.whole);
        }
        rest = chunk.after;
    }
    let size = kept.len().saturating_sub(8);
    if let Some(announced) = kept.get_mut(4..8)
        && let Ok(size) = u32::try_from(size)
    {
        announced.copy_from_slice(&size.to_le_bytes());
    }
    if kept
        .get(12..)
        .is_some_and(|chunks| chunks.starts_with(b"VP8X"))
        && let Some(announced) = kept.get_mut(20)
    {
        *announced &= !ANNOUNCED;
    }
    (kept, exif)
}

/// A chunk of a WebP, cut off where the file ends.
struct Chunk<'a> {
    kind: &'a [u8; 4],
    content: &'a [u8],
    whole: &'a [u8],
    after: &'a [u8],
}

impl<'a> Chunk<'a> {
    fn first_of(bytes: &'a [u8]) -> Option<Self> {
        let (kind, rest) = bytes.split_first_chunk::<4>()?;
        let (length, content) = rest.split_first_chunk::<4>()?;
        let length = u64::from(u32::from_le_bytes(*length));
        let (whole, after) = cut(bytes, 8 + length + length % 2);
        Some(Self {
            kind,
            content: cut(content, length).0,
            whole,
            after,
        })
    }
}

/// Width and height in pixels.
type Size = (u32, u32);

/// Returns the size that the first chunk announces for the picture, or that of an animation's frame.
fn announced_size(bytes: &[u8]) -> Option<Size> {
    let (width, rest) = bytes.split_first_chunk::<3>()?;
    let height = rest.first_chunk::<3>()?;
    let side = |[low, middle, high]: [u8; 3]| u32::from_le_bytes([low, middle, high, 0]) + 1;
    Some((side(*width), side(*height)))
}

/// Returns the size in the head of a lossy frame.
fn lossy_size(frame: &[u8]) -> Option<Size> {
    let (width, rest) = frame.get(6..)?.split_first_chunk::<2>()?;
    let height = rest.first_chunk::<2>()?;
    let side = |bytes: &[u8; 2]| u32::from(u16::from_le_bytes(*bytes) & 0x3FFF);
    Some((side(width), side(height)))
}

/// Whether a frame of an animation fits into its picture and has the size that it announces.
fn is_true_frame(frame: &[u8], canvas: Option<Size>) -> bool {
    let announced = frame.get(6..).and_then(announced_size);
    let fits = announced
        .zip(canvas)
        .is_some_and(|((width, height), canvas)| width <= canvas.0 && height <= canvas.1);
    let lossy = frame
        .get(16..)
        .and_then(Chunk::first_of)
        .and_then(|first| match first.kind {
            b"VP8L" => None,
            // The decoder takes the chunk behind the transparency for a lossy frame, whatever its kind.
            b"ALPH" => Chunk::first_of(first.after),
            _ => Some(first),
        });
    fits && lossy.is_none_or(|lossy| lossy_size(lossy.content) == announced)
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use flate2::write::ZlibEncoder;
    use flate2::{Compression, Crc};
    use image::{DynamicImage, ImageDecoder as _, ImageReader, RgbImage};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;

    const FORMATS: [ImageFormat; 3] = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP];

    /// Says that the picture is turned by 90 degrees.
    const TURNED: &[u8] = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";

    fn picture(format: ImageFormat) -> Vec<u8> {
        let shade = |at: u32| u8::try_from(at * 5).unwrap();
        let image = RgbImage::from_fn(40, 30, |x, y| image::Rgb([shade(x), shade(y), 99]));
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::from(image)
            .write_to(&mut bytes, format)
            .unwrap();
        bytes.into_inner()
    }

    /// Returns a chunk or segment.
    fn piece(format: ImageFormat, kind: &[u8], content: &[u8]) -> Vec<u8> {
        let length = u32::try_from(content.len()).unwrap();
        match format {
            ImageFormat::Png => {
                let checked = [kind, content].concat();
                let mut sum = Crc::new();
                sum.update(&checked);
                let sum = sum.sum().to_be_bytes();
                [&length.to_be_bytes()[..], &checked[..], &sum[..]].concat()
            }
            ImageFormat::Jpeg => {
                let length = u16::try_from(length + 2).unwrap().to_be_bytes();
                [&[0xFF][..], kind, &length[..], content].concat()
            }
            _ => {
                let fill = &[0][..content.len() % 2];
                [kind, &length.to_le_bytes()[..], content, fill].concat()
            }
        }
    }

    /// Puts pieces before the pixels. A WebP gets the first chunk that it needs for that.
    fn picture_with(format: ImageFormat, pieces: &[Vec<u8>]) -> Vec<u8> {
        let plain = picture(format);
        let at = match format {
            ImageFormat::Png => 33,
            ImageFormat::Jpeg => 2,
            _ => 12,
        };
        let (start, pixels) = plain.split_at(at);
        let mut bytes = start.to_vec();
        if format == ImageFormat::WebP {
            bytes.extend(piece(
                format,
                b"VP8X",
                &[ANNOUNCED, 0, 0, 0, 39, 0, 0, 29, 0, 0],
            ));
        }
        bytes.extend(pieces.concat());
        bytes.extend(pixels);
        if format == ImageFormat::WebP {
            let size = u32::try_from(bytes.len() - 8).unwrap();
            bytes[4..8].copy_from_slice(&size.to_le_bytes());
        }
        bytes
    }

    /// Returns a picture with a colour profile, EXIF and texts.
    fn laden(format: ImageFormat) -> Vec<u8> {
        let piece = |kind: &[u8], content: &[u8]| piece(format, kind, content);
        match format {
            ImageFormat::Png => {
                let mut profile = b"name\0\0".to_vec();
                profile.extend(packed(3));
                let pieces = [
                    piece(b"iCCP", &profile),
                    piece(b"eXIf", TURNED),
                    piece(b"tEXt", b"XML:com.adobe.xmp\0text"),
                    piece(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0text"),
                ];
                picture_with(format, &pieces)
            }
            ImageFormat::Jpeg => {
                let pieces = [
                    piece(b"\xE1", &[EXIF, TURNED].concat()),
                    piece(b"\xE1", b"http://ns.adobe.com/xap/1.0/\0text"),
                    piece(b"\xE2", b"ICC_PROFILE\0\x01\x01profile"),
                    piece(b"\xFE", b"comment"),
                ];
                picture_with(format, &pieces)
            }
            _ => {
                let pieces = [
                    piece(b"ICCP", b"profile"),
                    piece(b"EXIF", TURNED),
                    piece(b"XMP ", b"text"),
                ];
                picture_with(format, &pieces)
            }
        }
    }

    /// Returns this many compressed zeros.
    fn packed(zeros: usize) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        let million = vec![0; 1_000_000];
        for _ in 0..zeros / million.len() {
            encoder.write_all(&million).unwrap();
        }
        encoder
            .write_all(&million[..zeros % million.len()])
            .unwrap();
        encoder.finish().unwrap()
    }

    /// Returns the flags of the metadata that a decoder finds, and the pixels.
    fn read(bytes: &[u8], format: ImageFormat) -> (Vec<bool>, DynamicImage) {
        let reader = ImageReader::with_format(Cursor::new(bytes), format);
        let mut decoder = reader.into_decoder().unwrap();
        let found = vec![
            decoder.icc_profile().unwrap().is_some(),
            decoder.exif_metadata().unwrap().is_some(),
            decoder.xmp_metadata().unwrap().is_some(),
        ];
        (found, DynamicImage::from_decoder(decoder).unwrap())
    }

    #[test]
    fn nothing_but_pixels_and_their_orientation_is_left() {
        for format in FORMATS {
            let (_, pixels) = read(&picture(format), format);
            let laden = laden(format);
            let (found, image) = read(&laden, format);
            assert_eq!((found, &image), (vec![true; 3], &pixels), "{format:?}");
            let (kept, orientation) = stripped(&laden, format);
            let (found, image) = read(&kept, format);
            assert_eq!((found, &image), (vec![false; 3], &pixels), "{format:?}");
            assert_eq!(orientation, Orientation::Rotate90, "{format:?}");
            let (kept, orientation) = stripped(&kept, format);
            assert_eq!(orientation, Orientation::NoTransforms, "{format:?}");
            assert!(kept.len() < picture(format).len() + 20, "{format:?}");
        }
    }

    #[test]
    fn a_profile_that_unpacks_to_300_megabytes_never_reaches_the_decoder() {
        let format = ImageFormat::Png;
        let mut profile = b"name\0\0".to_vec();
        profile.extend(packed(300_000_000));
        let bomb = picture_with(format, &[piece(format, b"iCCP", &profile)]);
        assert!(bomb.len() > 200_000 && bomb.len() < 400_000);
        let (kept, _) = stripped(&bomb, format);
        assert_eq!(kept, stripped(&picture(format), format).0);
        assert!(kept.len() < 10_000, "{}", kept.len());
    }

    #[test]
    fn segments_of_programs_do_not_hide_behind_other_bytes() {
        let plain = picture(ImageFormat::Jpeg);
        let (plain, _) = stripped(&plain, ImageFormat::Jpeg);
        let hidden = piece(ImageFormat::Jpeg, b"\xE2", b"ICC_PROFILE\0\x01\x01profile");
        for before in [
            &b"junk"[..],
            b"\xFF\xFF",
            b"\xFF\0",
            b"\xFF\xD0",
            b"\xFF\x01\0",
        ] {
            let bytes = picture_with(ImageFormat::Jpeg, &[before.to_vec(), hidden.clone()]);
            let (kept, _) = stripped(&bytes, ImageFormat::Jpeg);
            assert_eq!(kept, plain, "{before:?}");
        }
    }

    #[test]
    fn a_length_that_lies_takes_nothing_but_the_rest() {
        for (format, lie) in [
            (ImageFormat::Png, &b"\xFF\xFF\xFF\xFFeXIf"[..]),
            (ImageFormat::Jpeg, &b"\xFF\xE1\xFF\xFF"[..]),
            (ImageFormat::WebP, &b"EXIF\xFF\xFF\xFF\xFF"[..]),
        ] {
            let bytes = picture_with(format, &[lie.to_vec()]);
            let (kept, _) = stripped(&bytes, format);
            assert!(kept.len() < 64, "{format:?}: {}", kept.len());
            let reader = ImageReader::with_format(Cursor::new(&*kept), format);
            assert!(reader.decode().is_err(), "{format:?}");
        }
    }

    /// Returns a lossy frame of these sides.
    fn lossy(width: u32, height: u32) -> Vec<u8> {
        let image = RgbImage::from_pixel(width, height, image::Rgb([200, 99, 9]));
        let encoder = webp::Encoder::from_rgb(&image, width, height);
        let file = encoder.encode_simple(false, 80.0).unwrap().to_vec();
        Chunk::first_of(&file[12..]).unwrap().content.to_vec()
    }

    /// Returns a WebP of 40 × 30 pixels with these chunks behind the first one.
    fn announcing(flags: u8, chunks: &[&[u8]]) -> Vec<u8> {
        let head = [flags, 0, 0, 0, 39, 0, 0, 29, 0, 0];
        let first = piece(ImageFormat::WebP, b"VP8X", &head);
        let chunks = [first, chunks.concat()].concat();
        let size = u32::try_from(chunks.len() + 4).unwrap().to_le_bytes();
        [&b"RIFF"[..], &size[..], &b"WEBP"[..], &chunks[..]].concat()
    }

    /// Returns a frame of an animation that announces these sides.
    fn frame([width, height]: [u32; 2], chunks: &[&[u8]]) -> Vec<u8> {
        let side = |pixels: u32| (pixels - 1).to_le_bytes();
        let (width, height) = (side(width), side(height));
        let head = [&[0; 6][..], &width[..3], &height[..3], &[0; 4][..]].concat();
        let content = [head, chunks.concat()].concat();
        piece(ImageFormat::WebP, b"ANMF", &content)
    }

    fn decode(bytes: &[u8], format: ImageFormat) -> image::ImageResult<DynamicImage> {
        ImageReader::with_format(Cursor::new(bytes), format).decode()
    }

    #[test]
    fn a_lossy_frame_never_unpacks_to_more_than_was_announced() {
        let format = ImageFormat::WebP;
        let chunk = |kind: &[u8], content: &[u8]| piece(format, kind, content);
        // 268 megapixels in some hundred bytes.
        let mut vast = lossy(40, 30);
        vast[6..10].copy_from_slice(&[0xFF, 0x3F, 0xFF, 0x3F]);
        let vast = &chunk(b"VP8 ", &vast)[..];
        let honest = &chunk(b"VP8 ", &lossy(40, 30))[..];
        let larger = &chunk(b"VP8 ", &lossy(48, 40))[..];
        let hidden = &chunk(b"VP8Z", &lossy(48, 40))[..];
        // Not compressed: a byte of transparency for each pixel.
        let alpha = &chunk(b"ALPH", &[0; 1 + 40 * 30])[..];
        let anim = &chunk(b"ANIM", &[0; 6])[..];
        let animated = |sides, chunks: &[&[u8]]| announcing(2, &[anim, &frame(sides, chunks)]);
        for (file, is_kept) in [
            (announcing(0, &[honest]), true),
            (announcing(0, &[larger]), false),
            (announcing(0, &[vast]), false),
            (animated([40, 30], &[honest]), true),
            (animated([40, 30], &[alpha, honest]), true),
            (animated([40, 30], &[vast]), false),
            (animated([40, 30], &[alpha, larger]), false),
            (animated([40, 30], &[alpha, hidden]), false),
            // A frame larger than the picture.
            (animated([16383, 16383], &[vast]), false),
        ] {
            let (kept, _) = stripped(&file, format);
            let decoded = decode(&kept, format);
            if is_kept {
                let decoded = decoded.unwrap();
                assert_eq!((decoded.width(), decoded.height()), (40, 30));
            } else {
                assert!(kept.len() < 64, "{}", kept.len());
                assert!(decoded.is_err());
            }
        }
        // Too short for a size, so the frame's own is judged.
        let mut short = announcing(0, &[vast]);
        short[16] = 9;
        let announces = |file: &[u8]| file.windows(4).any(|kind| kind == b"VP8X");
        assert!(announces(&short) && !announces(&stripped(&short, format).0));
    }

    #[test]
    fn many_frames_and_large_profiles_cost_little() {
        let format = ImageFormat::WebP;
        let honest = piece(format, b"VP8 ", &lossy(40, 30));
        let anim = piece(format, b"ANIM", &[0; 6]);
        let frames = frame([40, 30], &[&honest]).repeat(10_000);
        let profile = piece(format, b"ICCP", &vec![7; 20_000_000]);
        let file = announcing(2 | 32, &[&profile, &anim, &frames]);
        let began = std::time::Instant::now();
        let (kept, _) = stripped(&file, format);
        assert!(kept.len() < file.len() - 20_000_000);
        assert_eq!(decode(&kept, format).unwrap().width(), 40);
        assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
    }

    #[test]
    fn ten_thousand_segments_are_left_out() {
        let format = ImageFormat::Jpeg;
        let own = picture(format);
        let (plain, _) = stripped(&own, format);
        // A preview within the EXIF, which ends like a picture.
        let nested = [EXIF, TURNED, &own[..]].concat();
        let profile = [&b"ICC_PROFILE\0\x01\x01"[..], &[7; 1000][..]].concat();
        let pieces = [
            piece(format, b"\xE1", &nested),
            piece(format, b"\xE2", &profile),
            piece(format, b"\xFE", &[0xFF; 1000]),
        ];
        let file = picture_with(format, &vec![pieces.concat(); 3400]);
        let began = std::time::Instant::now();
        let (kept, orientation) = stripped(&file, format);
        assert_eq!(kept, plain);
        assert_eq!(orientation, Orientation::Rotate90);
        assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
    }

    /// Each scan makes the decoder go through all 40 megapixels of a picture.
    #[test]
    fn a_picture_has_no_more_than_32_scans() {
        let format = ImageFormat::Jpeg;
        let whole = picture(format);
        let (whole, _) = stripped(&whole, format);
        let pixels = whole.strip_suffix(b"\xFF\xD9").unwrap();
        // A scan of one component with nothing but the end of its blocks.
        let scan = b"\xFF\xDA\0\x08\x01\x01\0\x01\x3F\0\x7F";
        let with = |further: usize| [pixels, &scan.repeat(further)[..], &b"\xFF\xD9"[..]].concat();
        for (further, kept_further) in [(0, 0), (31, 31), (32, 31), (10_000, 31)] {
            let file = with(further);
            let (kept, _) = stripped(&file, format);
            assert!(*kept == *with(kept_further), "{further}");
        }
    }

    /// Pictures with all they can have, damaged in a few places and maybe cut off, and other bytes.
    fn damaged() -> impl Strategy<Value = (ImageFormat, Vec<u8>)> {
        let change = (any::<Index>(), 0..5_usize, vec(any::<u8>(), 0..5));
        let end = prop_oneof![3 => Just(None), 1 => any::<Index>().prop_map(Some)];
        let whole =
            proptest::sample::select(FORMATS.map(|format| (format, laden(format))).to_vec());
        let changed =
            (whole, vec(change, 0..6), end).prop_map(|((format, mut bytes), changes, end)| {
                for (at, taken, put) in changes {
                    let at = at.index(bytes.len() + 1);
                    let end = (at + taken).min(bytes.len());
                    bytes.splice(at..end, put);
                }
                bytes.truncate(end.map_or(usize::MAX, |end| end.index(bytes.len() + 1)));
                (format, bytes)
            });
        let other = (
            proptest::sample::select(FORMATS.to_vec()),
            vec(any::<u8>(), 0..80),
        );
        prop_oneof![4 => changed, 1 => other]
    }

    proptest! {
        #[test]
        fn no_file_grows_and_stripping_twice_changes_nothing((format, bytes) in damaged()) {
            let (kept, _) = stripped(&bytes, format);
            prop_assert!(kept.len() <= bytes.len());
            let (again, orientation) = stripped(&kept, format);
            prop_assert_eq!(&again, &kept);
            prop_assert_eq!(orientation, Orientation::NoTransforms);
        }
    }
}
