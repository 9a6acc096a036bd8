//! Files: their acceptance, storage, readers and removal.

mod intake;
mod orphans;
mod smaller;
mod storage;

use std::io::Cursor;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_community::accounts::UserId;
use hoi_platform::files::Visibility;
use hoi_platform::files::entity::file;
use hoi_ticketing::events::EventId;
use image::{
    DynamicImage, GenericImageView, ImageFormat, ImageReader, Rgb, RgbImage, Rgba, RgbaImage,
};
use sea_orm::{EntityTrait, PaginatorTrait, Set};
use serde_json::json;

use crate::support::uploads::{encoded, glass, multipart, picture};
use crate::support::{Answer, START, TestApp, typed};

const MIB: usize = 1024 * 1024;

fn refused(answer: &Answer, status: StatusCode) {
    assert_eq!(
        (answer.status, answer.code()),
        (status, 5006),
        "{}",
        answer.json
    );
}

fn decoded(answer: &Answer) -> (ImageFormat, DynamicImage) {
    let format = image::guess_format(&answer.bytes).unwrap();
    let image = ImageReader::with_format(Cursor::new(&answer.bytes), format).decode();
    (format, image.unwrap())
}

#[tokio::test]
async fn an_image_comes_back_encoded_anew() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    for format in [
        ImageFormat::Jpeg,
        ImageFormat::Png,
        ImageFormat::WebP,
        ImageFormat::Gif,
    ] {
        let answer = app
            .upload(&user, "eventLogo", &picture(40, 20, format))
            .await;
        let url = answer.data()["url"].as_str().unwrap().to_owned();
        assert_eq!(
            url,
            format!("/api/upload/{}", answer.data()["id"].as_str().unwrap())
        );
        let file = app.get(&url).await;
        let (stored, image) = decoded(&file);
        assert_eq!(
            stored,
            ImageFormat::Jpeg,
            "{format:?}: nothing shines through"
        );
        assert_eq!(image.dimensions(), (40, 20));
        assert_eq!(file.header("content-type"), "image/jpeg");
        assert_eq!(file.header("x-content-type-options"), "nosniff");
        assert!(file.header("cache-control").contains("public"));
        assert!(file.header("cache-control").contains("immutable"));
        let again = app
            .request(Method::GET, &url)
            .header("if-none-match", &file.header("etag"));
        assert_eq!(again.send().await.status, StatusCode::NOT_MODIFIED);
    }
    let answer = app.upload(&user, "avatar", &glass(10, 10)).await;
    let file = app.get(answer.data()["url"].as_str().unwrap()).await;
    let (stored, image) = decoded(&file);
    assert_eq!(stored, ImageFormat::Png, "transparency survives");
    assert_eq!(image.get_pixel(3, 3).0[3], 127);
}

#[tokio::test]
async fn large_images_are_scaled_down_and_keep_their_shape() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    for (purpose, size, expected) in [
        ("eventLogo", (2100, 1050), (1024, 512)),
        ("eventLogo", (1025, 1025), (1024, 1024)),
        ("eventLogo", (1024, 3), (1024, 3)),
        ("eventCover", (4900, 200), (2400, 98)),
        ("eventCover", (2400, 90), (2400, 90)),
    ] {
        let bytes = picture(size.0, size.1, ImageFormat::Jpeg);
        let answer = app.upload(&user, purpose, &bytes).await;
        let file = app.get(answer.data()["url"].as_str().unwrap()).await;
        assert_eq!(
            decoded(&file).1.dimensions(),
            expected,
            "{purpose} {size:?}"
        );
    }
}

/// Returns a photograph with a transparent background, which PNG hardly compresses.
fn noisy_glass(side: u32) -> Vec<u8> {
    let mut seed = 1_u32;
    let image = RgbaImage::from_fn(side, side, |x, _| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [red, green, blue, _] = seed.to_be_bytes();
        Rgba([red, green, blue, if x < 8 { 0 } else { 255 }])
    });
    encoded(DynamicImage::ImageRgba8(image), ImageFormat::Png)
}

#[tokio::test]
async fn images_with_transparency_are_scaled_down_as_far_as_their_bytes_demand() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let sent = noisy_glass(1100);
    assert!((3 * MIB..5 * MIB).contains(&sent.len()), "{}", sent.len());
    let answer = app.upload(&user, "eventCover", &sent).await;
    let file = app.get(answer.data()["url"].as_str().unwrap()).await;
    let (format, image) = decoded(&file);
    assert_eq!(format, ImageFormat::Png);
    assert!(file.bytes.len() <= 2 * MIB, "{}", file.bytes.len());
    assert_eq!(image.width(), image.height());
    assert!((600..1000).contains(&image.width()), "{}", image.width());
    // A picture that compresses well keeps its size.
    let answer = app.upload(&user, "eventCover", &glass(1600, 1200)).await;
    let file = app.get(answer.data()["url"].as_str().unwrap()).await;
    assert_eq!(decoded(&file).1.dimensions(), (1600, 1200));
}

/// Returns a JPEG with an EXIF block: turned by 90 degrees, with a place (GPS) inside.
fn photo_with_place() -> Vec<u8> {
    // The left half is red, the right half blue; turned clockwise, red is above.
    let image = RgbImage::from_fn(64, 32, |x, _| {
        if x < 32 {
            Rgb([255, 0, 0])
        } else {
            Rgb([0, 0, 255])
        }
    });
    let jpeg = encoded(DynamicImage::ImageRgb8(image), ImageFormat::Jpeg);
    let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        let mut bytes = Vec::new();
        bytes.extend(tag.to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(count.to_le_bytes());
        bytes.extend(value);
        bytes
    };
    let mut tiff = b"II*\0\x08\0\0\0".to_vec();
    tiff.extend(2_u16.to_le_bytes());
    tiff.extend(entry(0x0112, 3, 1, [6, 0, 0, 0])); // orientation: rotate 90 degrees clockwise
    tiff.extend(entry(0x8825, 4, 1, 38_u32.to_le_bytes())); // where the GPS block stands
    tiff.extend(0_u32.to_le_bytes());
    tiff.extend(1_u16.to_le_bytes());
    tiff.extend(entry(0x001d, 2, 4, *b"GPS!"));
    tiff.extend(0_u32.to_le_bytes());
    let mut exif = b"Exif\0\0".to_vec();
    exif.extend(tiff);
    exif.extend(b"21.0285N105.8542E");
    let mut photo = jpeg[..2].to_vec();
    photo.extend([0xFF, 0xE1]);
    photo.extend((exif.len() as u16 + 2).to_be_bytes());
    photo.extend(exif);
    photo.extend(&jpeg[2..]);
    photo
}

#[tokio::test]
async fn a_photo_is_turned_upright_and_forgets_where_it_was_taken() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let photo = photo_with_place();
    let contains = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).any(|part| part == what);
    assert!(
        contains(&photo, b"Exif") && contains(&photo, b"21.0285N"),
        "the photo has a place"
    );
    for purpose in ["eventCover", "businessLicense"] {
        let answer = app.upload(&user, purpose, &photo).await;
        let file = app
            .get_as(&user, answer.data()["url"].as_str().unwrap())
            .await;
        for trace in [&b"Exif"[..], b"21.0285N", b"GPS!"] {
            assert!(!contains(&file.bytes, trace), "{purpose}");
        }
        let (_, image) = decoded(&file);
        assert_eq!(image.dimensions(), (32, 64));
        let [red, _, blue, _] = image.get_pixel(16, 8).0;
        assert!(red > 200 && blue < 60, "red is above");
    }
}

#[tokio::test]
async fn content_decides_not_name_or_type() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let page = b"<html><script>alert(1)</script></html>";
    let drawing = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    let bmp = [&b"BM"[..], &[0; 200]].concat();
    for bytes in [&page[..], drawing, &bmp, b"%PDF-1.7\n%%EOF", b"x"] {
        refused(
            &app.upload(&user, "eventLogo", bytes).await,
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
        );
    }
    for bytes in [
        &page[..],
        &picture(4, 4, ImageFormat::Gif),
        &picture(4, 4, ImageFormat::WebP),
    ] {
        refused(
            &app.upload(&user, "businessLicense", bytes).await,
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
        );
    }
    // Begins like a picture but is not one.
    let broken = [&b"\x89PNG\r\n\x1a\n"[..], page].concat();
    refused(
        &app.upload(&user, "eventLogo", &broken).await,
        StatusCode::BAD_REQUEST,
    );
    let whole = picture(300, 300, ImageFormat::Png);
    refused(
        &app.upload(&user, "eventLogo", &whole[..whole.len() / 2])
            .await,
        StatusCode::BAD_REQUEST,
    );
    // A picture and a page in one file: the picture stays, the page is removed.
    let both = [&picture(30, 30, ImageFormat::Png)[..], page].concat();
    let answer = app.upload(&user, "eventLogo", &both).await;
    let file = app.get(answer.data()["url"].as_str().unwrap()).await;
    assert!(!String::from_utf8_lossy(&file.bytes).contains("<script>"));
    assert_eq!(file.header("content-type"), "image/jpeg");
}

#[tokio::test]
async fn documents_may_be_pdf_and_are_downloaded() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let pdf = b"%PDF-1.7\nmock\n%%EOF\n";
    let answer = app.upload(&user, "businessLicense", pdf).await;
    let url = answer.data()["url"].as_str().unwrap();
    let file = app.get_as(&user, url).await;
    assert_eq!(file.bytes, pdf);
    assert_eq!(file.header("content-type"), "application/pdf");
    assert!(file.header("content-disposition").starts_with("attachment"));
    assert!(file.header("cache-control").contains("no-store"));
}

/// Returns `size` bytes that begin with a real picture or document; decoders ignore the rest.
fn padded(mut start: Vec<u8>, size: usize) -> Vec<u8> {
    start.resize(size, 0);
    start
}

#[tokio::test]
async fn sizes_are_bounded_at_their_edge() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let jpeg = picture(8, 8, ImageFormat::Jpeg);
    let fits = app
        .upload(&user, "eventLogo", &padded(jpeg.clone(), 5 * MIB))
        .await;
    fits.data();
    refused(
        &app.upload(&user, "eventLogo", &padded(jpeg, 5 * MIB + 1))
            .await,
        StatusCode::PAYLOAD_TOO_LARGE,
    );
    let pdf = b"%PDF-1.7\n".to_vec();
    let fits = app
        .upload(&user, "proof", &padded(pdf.clone(), 10 * MIB))
        .await;
    fits.data();
    for size in [10 * MIB + 1, 12 * MIB, 50 * MIB] {
        refused(
            &app.upload(&user, "proof", &padded(pdf.clone(), size)).await,
            StatusCode::PAYLOAD_TOO_LARGE,
        );
    }
    // Other routes do not accept bodies of this size.
    let answer = app
        .request(Method::POST, "/api/event")
        .bearer(&user.token)
        .header("content-type", "application/json")
        .body(padded(b"{}".to_vec(), 50 * MIB))
        .send()
        .await;
    assert_eq!(
        (answer.status, answer.code()),
        (StatusCode::PAYLOAD_TOO_LARGE, 5002)
    );
}

/// Returns a PNG that declares a huge size and contains almost nothing.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut png = picture(1, 1, ImageFormat::Png);
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let crc = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    png
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 }
        })
    })
}

#[tokio::test]
async fn decompression_bombs_are_refused_before_they_go_off() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    for (width, height) in [(60_000, 60_000), (12_001, 1), (1, 12_001), (6_400, 6_251)] {
        let answer = app.upload(&user, "eventLogo", &bomb(width, height)).await;
        refused(&answer, StatusCode::PAYLOAD_TOO_LARGE);
    }
    // Control: with an allowed size this file is read, and found to be empty.
    let answer = app.upload(&user, "eventLogo", &bomb(6_400, 6_250)).await;
    refused(&answer, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_form_without_what_is_needed_names_the_field() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let png = picture(2, 2, ImageFormat::Png);
    for (parts, field) in [
        (vec![("file", Some("a.png"), &png[..])], "purpose"),
        (
            vec![
                ("purpose", None, &b"nothing"[..]),
                ("file", Some("a.png"), &png),
            ],
            "purpose",
        ),
        (
            vec![("purpose", None, b"answer"), ("file", Some("a.png"), &png)],
            "purpose",
        ),
        (vec![("purpose", None, b"avatar")], "file"),
        (
            vec![("purpose", None, b"avatar"), ("file", Some("a.png"), b"")],
            "file",
        ),
    ] {
        let answer = app
            .send_form("/api/upload", Some(&user), multipart(&parts))
            .await;
        assert_eq!(answer.code(), 5002, "{field}");
        assert!(answer.json["fields"][field].is_array(), "{}", answer.json);
    }
    let answer = app
        .send_as(&user, Method::POST, "/api/upload", json!({}))
        .await;
    assert_eq!(
        (answer.status, answer.code()),
        (StatusCode::BAD_REQUEST, 5002)
    );
    let cut = multipart(&[("purpose", None, b"avatar"), ("file", Some("a.png"), &png)]);
    let answer = app
        .send_form("/api/upload", Some(&user), cut[..cut.len() - 40].to_vec())
        .await;
    refused(&answer, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn private_files_are_for_their_uploader_and_administrators() {
    let app = TestApp::new().await;
    let (user, other, admin) = (
        app.committee("an").await,
        app.committee("binh").await,
        app.admin().await,
    );
    for (purpose, is_private) in [
        ("avatar", false),
        ("attachment", false),
        ("sponsorLogo", false),
        ("membershipCertificate", true),
        ("businessLicense", true),
        ("proof", true),
    ] {
        let url = app.uploaded(&user, purpose).await;
        app.get_as(&user, &url).await;
        assert_eq!(
            app.get_as(&user, &url).await.status,
            StatusCode::OK,
            "{purpose}"
        );
        assert_eq!(
            app.get_as(&admin, &url).await.status,
            StatusCode::OK,
            "{purpose}"
        );
        let (anon, stranger) = (app.get(&url).await, app.get_as(&other, &url).await);
        if is_private {
            assert_eq!((anon.code(), stranger.code()), (5018, 5016), "{purpose}");
        } else {
            assert_eq!(
                (anon.status, stranger.status),
                (StatusCode::OK, StatusCode::OK)
            );
            let stale = app.request(Method::GET, &url).bearer("stale").send().await;
            assert_eq!(
                stale.status,
                StatusCode::OK,
                "a public file asks for nothing"
            );
        }
    }
    for path in [
        "/api/upload/x",
        "/api/upload/0198c5a1-7c00-7000-8000-000000000000",
    ] {
        assert_eq!(app.get(path).await.code(), 5005, "{path}");
    }
}

#[tokio::test]
async fn removing_is_for_the_uploader_and_only_while_nothing_refers_to_the_file() {
    let app = TestApp::new().await;
    let (user, other, admin) = (
        app.committee("an").await,
        app.committee("binh").await,
        app.admin().await,
    );
    let url = app.uploaded(&user, "eventCover").await;
    let remove = |user, url: String| {
        let app = &app;
        async move { app.send_as(user, Method::DELETE, &url, json!({})).await }
    };
    assert_eq!(remove(&other, url.clone()).await.code(), 5016);
    let answer = remove(&user, url.clone()).await;
    answer.data();
    assert_eq!(answer.json["messages"], json!(["Delete successful"]));
    assert_eq!(app.get(&url).await.code(), 5005);
    assert_eq!(remove(&user, url).await.code(), 5005);
    let url = app.uploaded(&user, "eventCover").await;
    remove(&admin, url).await.data();

    let url = app.uploaded(&user, "eventCover").await;
    let answer = app
        .send_as(&user, Method::POST, "/api/cover", json!({ "fileId": url }))
        .await;
    let cover = answer.data()["id"].as_str().unwrap().to_owned();
    assert_eq!(remove(&user, url.clone()).await.code(), 5008);
    app.send_as(
        &user,
        Method::DELETE,
        &format!("/api/cover/{cover}"),
        json!({}),
    )
    .await
    .data();
    remove(&user, url).await.data();
}

#[tokio::test]
async fn a_storage_that_refuses_says_so_and_keeps_the_file() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let url = app.uploaded(&user, "avatar").await;
    let id = url.rsplit('/').next().unwrap().replace('-', "");
    // The file's folder becomes one that cannot be entered, so that the storage fails, for root too.
    let folder = app.app.config.data_dir.join("files").join(&id[30..]);
    let aside = folder.with_extension("aside");
    std::fs::rename(&folder, &aside).unwrap();
    std::fs::write(&folder, b"not a folder").unwrap();
    let answer = app.send_as(&user, Method::DELETE, &url, json!({})).await;
    assert_eq!(
        (answer.status, answer.code()),
        (StatusCode::INTERNAL_SERVER_ERROR, 5007)
    );
    std::fs::remove_file(&folder).unwrap();
    std::fs::rename(&aside, &folder).unwrap();
    assert_eq!(
        app.get(&url).await.status,
        StatusCode::OK,
        "nothing was lost"
    );
    app.pass(Duration::from_secs(1));
    app.send_as(&user, Method::DELETE, &url, json!({}))
        .await
        .data();
}

#[tokio::test]
async fn a_storage_that_fails_is_not_a_bug_of_the_caller() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let url = app.uploaded(&user, "avatar").await;
    let files = app.app.config.data_dir.join("files");
    let aside = files.with_extension("aside");
    std::fs::rename(&files, &aside).unwrap();
    std::fs::write(&files, b"not a folder").unwrap();
    let image = picture(4, 4, ImageFormat::Png);
    refused(
        &app.upload(&user, "avatar", &image).await,
        StatusCode::SERVICE_UNAVAILABLE,
    );
    let read = app.get(&url).await;
    assert_eq!(
        (read.status, read.code()),
        (StatusCode::INTERNAL_SERVER_ERROR, 5004)
    );
}

/// Only the accounts concerned read documents, and every reading is recorded.
#[tokio::test]
async fn a_licence_is_for_the_events_owner_also_when_an_administrator_attached_it() {
    let app = TestApp::new().await;
    let (owner, stranger, admin) = (
        app.committee("an").await,
        app.committee("em").await,
        app.admin().await,
    );
    let event = app.open_event(&owner, 5).await;
    let license = app.uploaded(&admin, "businessLicense").await;
    assert_eq!(app.get_as(&owner, &license).await.code(), 5016);
    let body = json!({ "fullName": "Bình", "email": "binh@b.vn", "phone": "0912345678", "company": "B", "businessLicense": license });
    let path = format!("/api/event/{event}/attendances");
    assert_eq!(
        app.send_as(&admin, Method::POST, &path, body).await.code(),
        2000
    );

    assert_eq!(app.get_as(&owner, &license).await.status, StatusCode::OK);
    assert_eq!(app.get_as(&stranger, &license).await.code(), 5016);
    let log = hoi_platform::audit::entity::Entity::find()
        .all(app.app.db.read())
        .await
        .unwrap();
    let readers: Vec<_> = log
        .iter()
        .filter(|entry| entry.action == "privateFileRead")
        .collect();
    assert_eq!(readers.len(), 1);
    assert_eq!(readers[0].actor_id, Some(owner.id));
    assert!(license.ends_with(&readers[0].subject_id.unwrap().to_string()));
}

fn uploaded_before(owner: Option<UserId>, event: Option<EventId>, bytes: i64) -> file::ActiveModel {
    file::ActiveModel {
        id: Set(hoi_platform::clock::new_id()),
        owner_id: Set(owner),
        event_id: Set(event),
        attendance_id: Set(None),
        purpose: Set("avatar".to_owned()),
        mime: Set("image/png".to_owned()),
        bytes: Set(bytes),
        sha256: Set("-".to_owned()),
        visibility: Set(Visibility::Public),
        preview: Set(None),
        created_at: Set(START),
        deleted_at: Set(None),
    }
}

async fn store(app: &TestApp, rows: Vec<file::ActiveModel>) {
    let tx = app.app.db.write().await.unwrap();
    let insert = file::Entity::insert_many(rows);
    insert.exec_without_returning(&tx).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_at_the_same_moment_are_counted_one_after_the_other() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    store(
        &app,
        (0..497)
            .map(|_| uploaded_before(Some(user.id), None, 1))
            .collect(),
    )
    .await;
    let image = picture(4, 4, ImageFormat::Png);
    let uploads = (0..12).map(|_| app.upload(&user, "avatar", &image));
    let answers = futures::future::join_all(uploads).await;
    let taken = answers
        .iter()
        .filter(|answer| answer.status == StatusCode::OK);
    assert_eq!(taken.count(), 3);
    let rows = file::Entity::find().count(app.app.db.read()).await.unwrap();
    assert_eq!(rows, 500);
    // Refused files leave nothing behind.
    let stored = std::process::Command::new("find")
        .arg(app.app.config.data_dir.join("files"))
        .args(["-type", "f"])
        .output();
    let stored = String::from_utf8(stored.unwrap().stdout).unwrap();
    assert_eq!(stored.lines().count(), 3, "{stored}");
}

#[tokio::test]
async fn visitors_of_an_event_upload_so_many_bytes_an_hour() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app
        .event(&owner, |event| {
            event.form = Set(typed(json!({ "scheme": [
                { "id": "photo", "question": "Ảnh thẻ", "type": "IMAGE", "required": "true" }
            ] })));
        })
        .await;
    let body = multipart(&[("file", Some("a.png"), &picture(4, 4, ImageFormat::Png))]);
    let path = format!("/api/event/{event}/upload");
    let gigabyte = 1024 * 1024 * 1024;
    store(
        &app,
        vec![uploaded_before(None, Some(event), gigabyte - 20_000)],
    )
    .await;
    let fits = app.send_form(&path, None, body.clone()).await;
    assert_eq!(fits.status, StatusCode::OK, "{}", fits.json);
    store(&app, vec![uploaded_before(None, Some(event), 20_000)]).await;
    let braked = app.send_form(&path, None, body.clone()).await;
    assert_eq!(
        (braked.status, braked.code()),
        (StatusCode::TOO_MANY_REQUESTS, 5003)
    );
    app.pass(std::time::Duration::from_hours(1) + std::time::Duration::from_millis(1));
    let later = app.send_form(&path, None, body).await;
    assert_eq!(later.status, StatusCode::OK, "{}", later.json);
}

#[tokio::test]
async fn visitors_with_one_address_upload_so_many_bytes_of_an_event_an_hour() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = async || {
        let event = app.event(&owner, |event| {
            event.form = Set(typed(json!({ "scheme": [
                { "id": "photo", "question": "Ảnh thẻ", "type": "IMAGE", "required": "true" }
            ] })));
        });
        event.await
    };
    let (event, other_event) = (event().await, event().await);
    let body = multipart(&[("file", Some("a.png"), &picture(4, 4, ImageFormat::Png))]);
    let send = async |event: EventId, last: u8| {
        let request = app.request(Method::POST, &format!("/api/event/{event}/upload"));
        request
            .from([10, 0, 67, last])
            .form(body.clone())
            .send()
            .await
    };
    // One kilobyte is left of 256 megabytes.
    let peer = std::net::IpAddr::from([10, 0, 67, 1]);
    let now = app.app.clock.monotonic();
    let slots = &app.app.upload_slots;
    slots.charge_budget(event, peer, 256 * MIB - 1024, now);
    let fits = send(event, 1).await;
    assert_eq!(fits.status, StatusCode::OK, "{}", fits.json);
    let braked = send(event, 1).await;
    assert_eq!(
        (braked.status, braked.code()),
        (StatusCode::TOO_MANY_REQUESTS, 5003)
    );
    for (event, last) in [(event, 2), (other_event, 1)] {
        let answer = send(event, last).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.json);
    }
    app.pass(Duration::from_secs(1));
    let later = send(event, 1).await;
    assert_eq!(later.status, StatusCode::OK, "{}", later.json);
}

#[tokio::test]
async fn an_account_uploads_so_much_an_hour() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let rows = (0..499).map(|_| file::ActiveModel {
        id: Set(hoi_platform::clock::new_id()),
        owner_id: Set(Some(user.id)),
        event_id: Set(None),
        attendance_id: Set(None),
        purpose: Set("avatar".to_owned()),
        mime: Set("image/png".to_owned()),
        bytes: Set(1),
        sha256: Set("-".to_owned()),
        visibility: Set(Visibility::Public),
        preview: Set(None),
        created_at: Set(app.app.clock.now()),
        deleted_at: Set(None),
    });
    let tx = app.app.db.write().await.unwrap();
    file::Entity::insert_many(rows)
        .exec_without_returning(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let image = picture(4, 4, ImageFormat::Png);
    app.upload(&user, "avatar", &image).await.data();
    let braked = app.upload(&user, "avatar", &image).await;
    assert_eq!(
        (braked.status, braked.code()),
        (StatusCode::TOO_MANY_REQUESTS, 5003)
    );
}
