//! Pictures that would cost the server much more than their size.

use std::io::Write as _;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use crate::program::{ADMIN, PASSWORD, Place, Program};

/// Returns a small PNG whose colour profile unpacks to 300 MB.
fn with_a_large_profile() -> Vec<u8> {
    let mut profile = ZlibEncoder::new(Vec::new(), Compression::best());
    let million = vec![0; 1_000_000];
    for _ in 0..300 {
        profile.write_all(&million).unwrap();
    }
    let mut chunk = b"iCCPname\0\0".to_vec();
    chunk.extend(profile.finish().unwrap());
    let mut sum = Crc::new();
    sum.update(&chunk);
    let mut png = std::io::Cursor::new(Vec::new());
    let image = image::DynamicImage::new_rgb8(40, 30);
    image.write_to(&mut png, image::ImageFormat::Png).unwrap();
    let png = png.into_inner();
    // After the signature and the header.
    let (start, pixels) = png.split_at(33);
    let length = u32::try_from(chunk.len() - 4).unwrap();
    let parts = [
        start,
        &length.to_be_bytes()[..],
        &chunk[..],
        &sum.sum().to_be_bytes()[..],
        pixels,
    ];
    parts.concat()
}

#[tokio::test]
async fn nothing_but_the_pixels_of_a_picture_is_unpacked() {
    let place = Place::new().await;
    let mut command = place.command("serve");
    command
        .env("HOI_ADMIN_EMAIL", ADMIN)
        .env("HOI_ADMIN_PASSWORD", PASSWORD);
    let program = Program::start(command).await;
    let token = program.log_in().await;
    let picture = with_a_large_profile();
    assert!(picture.len() < 400_000, "{}", picture.len());
    let before = program.most_memory();
    program.upload(&token, &picture).await;
    let grown = program.most_memory().saturating_sub(before);
    eprintln!("a picture of {} bytes took {grown} kB", picture.len());
    assert!(grown < 100_000, "{grown} kB");
}
