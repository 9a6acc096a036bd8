//! Files as browsers send them.

use std::io::Cursor;

use axum::body::Body;
use axum::http::Method;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

use super::{Answer, TestApp, TestRequest, TestUser};

const BOUNDARY: &str = "----hoi-test-boundary";

/// Returns the body of a form with these parts; a part with a file name is a file.
pub fn multipart(parts: &[(&str, Option<&str>, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, file_name, bytes) in parts {
        let file = file_name.map_or(String::new(), |file| {
            format!("; filename=\"{file}\"\r\nContent-Type: image/png")
        });
        body.extend(
            format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n"
            )
            .bytes(),
        );
        body.extend_from_slice(bytes);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{BOUNDARY}--\r\n").bytes());
    body
}

/// Returns a picture with a gradient, in the given format.
pub fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let image = RgbImage::from_fn(width, height, |x, y| Rgb([x as u8, y as u8, 128]));
    encoded(DynamicImage::ImageRgb8(image), format)
}

/// Returns a half transparent picture.
pub fn glass(width: u32, height: u32) -> Vec<u8> {
    let image = RgbaImage::from_fn(width, height, |x, _| Rgba([x as u8, 0, 0, 127]));
    encoded(DynamicImage::ImageRgba8(image), ImageFormat::Png)
}

pub fn encoded(image: DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

impl TestRequest {
    /// Sets the body to a form made by [`multipart`].
    pub fn form(self, body: impl Into<Body>) -> Self {
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        self.header("content-type", &kind).body(body)
    }
}

impl TestApp {
    /// Sends a form; without a user as a visitor.
    pub async fn send_form(&self, path: &str, user: Option<&TestUser>, body: Vec<u8>) -> Answer {
        let mut request = self.request(Method::POST, path).form(body);
        if let Some(user) = user {
            request = request.bearer(&user.token);
        }
        request.send().await
    }

    pub async fn upload(&self, user: &TestUser, purpose: &str, bytes: &[u8]) -> Answer {
        let body = multipart(&[
            ("purpose", None, purpose.as_bytes()),
            ("file", Some("ảnh.png"), bytes),
        ]);
        self.send_form("/api/upload", Some(user), body).await
    }

    /// Uploads a new picture and returns its address.
    pub async fn uploaded(&self, user: &TestUser, purpose: &str) -> String {
        let answer = self
            .upload(user, purpose, &picture(8, 8, ImageFormat::Png))
            .await;
        answer.data()["url"].as_str().unwrap().to_owned()
    }
}
