//! Draws the covers and logos of the demo: a gradient in the event's colours with a few simple shapes.

use std::io::Cursor;

use anyhow::Result;
use image::{ImageFormat, Rgb, RgbImage};

/// A picture to be drawn.
#[derive(Clone, Copy)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// The colours of the upper and the lower edge.
    pub from: [u8; 3],
    pub to: [u8; 3],
    /// The colour of the shapes.
    pub light: [u8; 3],
    pub motif: Motif,
}

/// The shapes in a picture.
#[derive(Clone, Copy)]
pub enum Motif {
    Sun,
    Rings,
    Bars,
    Lanterns,
    Hills,
}

impl Picture {
    pub const fn cover(from: [u8; 3], to: [u8; 3], light: [u8; 3], motif: Motif) -> Self {
        Self {
            width: 1200,
            height: 600,
            from,
            to,
            light,
            motif,
        }
    }

    pub const fn square(self) -> Self {
        Self {
            width: 400,
            height: 400,
            ..self
        }
    }

    /// Returns the colour of the upper edge, as pages write it.
    pub fn colour(self) -> String {
        let [red, green, blue] = self.from;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Returns the picture as a PNG.
    pub fn png(self) -> Result<Vec<u8>> {
        let height = f64::from(self.height);
        let wide = f64::from(self.width) / height;
        let picture = RgbImage::from_fn(self.width, self.height, |x, y| {
            let (across, down) = (f64::from(x) / height, f64::from(y) / height);
            let wave = (across * 3.0).sin() * 0.06 + down;
            let ground = blend(self.from, self.to, wave);
            Rgb(blend(
                ground,
                self.light,
                self.motif.light(across, down, wide),
            ))
        });
        let mut png = Cursor::new(Vec::new());
        picture.write_to(&mut png, ImageFormat::Png)?;
        Ok(png.into_inner())
    }
}

impl Motif {
    /// Returns how much of the shapes' colour a point has, from 0 to 1. Heights are the unit: a picture is `wide` of them.
    fn light(self, across: f64, down: f64, wide: f64) -> f64 {
        match self {
            Self::Sun => {
                let far = (across - 0.72 * wide).hypot(down - 0.42);
                if far < 0.18 { 1.0 } else { 0.0 }
            }
            Self::Rings => {
                let far = (across - 0.74 * wide).hypot(down - 0.5);
                if far < 0.46 && (far * 14.0).rem_euclid(2.0) < 1.0 {
                    0.6
                } else {
                    0.0
                }
            }
            Self::Bars => {
                let place = across * 12.0;
                let height = 0.2 + 0.5 * (place.floor() * 1.7).sin().abs();
                if place.fract() < 0.6 && down > 1.0 - height {
                    0.5
                } else {
                    0.0
                }
            }
            Self::Lanterns => {
                let lanterns = [
                    (0.14, 0.34),
                    (0.32, 0.22),
                    (0.5, 0.38),
                    (0.68, 0.26),
                    (0.86, 0.4),
                ];
                let of = |(left, top): (f64, f64)| {
                    let aside = (across - left * wide).abs();
                    if aside.hypot(down - top) < 0.09 {
                        0.9
                    } else if aside < 0.004 && down < top {
                        0.6
                    } else {
                        0.0
                    }
                };
                lanterns.into_iter().map(of).fold(0.0, f64::max)
            }
            Self::Hills => {
                if down > 0.8 + 0.07 * (across * 5.0 + 1.0).sin() {
                    0.6
                } else if down > 0.62 + 0.1 * (across * 3.0).sin() {
                    0.3
                } else {
                    0.0
                }
            }
        }
    }
}

/// Returns the colour that has `part` of `to`.
fn blend(from: [u8; 3], to: [u8; 3], part: f64) -> [u8; 3] {
    let part = part.clamp(0.0, 1.0);
    let [red, green, blue] = from;
    let [to_red, to_green, to_blue] = to;
    let mix = |from: u8, to: u8| {
        let (from, to) = (f64::from(from), f64::from(to));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to a byte"
        )]
        let byte = (from + (to - from) * part).clamp(0.0, 255.0) as u8;
        byte
    };
    [mix(red, to_red), mix(green, to_green), mix(blue, to_blue)]
}
