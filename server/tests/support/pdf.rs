//! A reader of downloaded PDF files.

use std::collections::HashMap;

/// Texts in scripts that the documents' fonts lack, or have besides Latin; and the same as they are shown.
pub const FOREIGN: [(&str, &str); 4] = [
    ("李小龙 🎉 สมชาย", "Li Xiao Long (tada) Smchaay"),
    ("김민수 Иван ❤️", "Gimminsu Иван (heart)"),
    ("田中さくら やまだ", "Tian Zhong Sakura Yamada"),
    ("محمد علي", "Mhmd 'Ly"),
];

/// Returns the lines of text in the order in which they are drawn, as they are shown. Panics where a glyph is the box that
/// stands for a missing letter, or is copied as nothing.
#[track_caller]
pub fn lines(file: &[u8]) -> Vec<String> {
    let lines = read(file).into_iter();
    lines.map(|(shown, _)| shown).collect()
}

/// Returns the lines of text in the order in which they are drawn, as they are copied. Panics as [`lines`] does.
#[track_caller]
pub fn copied(file: &[u8]) -> Vec<String> {
    let lines = read(file).into_iter();
    lines.map(|(_, copied)| copied).collect()
}

/// Each line as it is shown and as it is copied.
#[track_caller]
fn read(file: &[u8]) -> Vec<(String, String)> {
    let streams = streams(file);
    let maps = streams.iter().filter(|text| text.contains("begincmap"));
    let maps: Vec<_> = maps.map(|map| letters(map)).collect();
    let [regular, bold] = &maps[..] else {
        panic!("{} fonts", maps.len());
    };
    let mut lines = Vec::new();
    for page in streams.iter().filter(|text| text.contains(" Tj\n")) {
        let mut font = regular;
        let mut actual = None;
        for line in page.lines() {
            if line.ends_with(" Tf") {
                font = if line.starts_with("/B ") {
                    bold
                } else {
                    regular
                };
            } else if let Some(text) = line.trim().strip_prefix("/ActualText ") {
                actual = Some(unicode(&bytes(text)));
            } else if line == "EMC" {
                actual = None;
            } else if let Some(glyphs) = line.strip_suffix(" Tj") {
                let shown = shown(font, &bytes(glyphs));
                let copied = actual.clone().unwrap_or_else(|| shown.clone());
                lines.push((shown, copied));
            }
        }
    }
    lines
}

/// A text outside the glyphs: in UTF-16 after its mark, otherwise in ASCII.
fn unicode(bytes: &[u8]) -> String {
    let Some(units) = bytes.strip_prefix(&[0xFE, 0xFF]) else {
        return String::from_utf8(bytes.to_vec()).unwrap();
    };
    let units = units
        .chunks(2)
        .map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    String::from_utf16(&units.collect::<Vec<_>>()).unwrap()
}

/// Returns the streams that are text when inflated: pages, and the letters of the fonts.
pub fn streams(file: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = file;
    let start = b"stream\n";
    while let Some(at) = rest.windows(start.len()).position(|window| window == start) {
        rest = &rest[at + start.len()..];
        let inflated = miniz_oxide::inflate::decompress_to_vec_zlib(rest);
        found.extend(inflated.ok().and_then(|text| String::from_utf8(text).ok()));
    }
    found
}

/// The letter of each glyph. The glyph 0 is the box, which is no letter.
fn letters(map: &str) -> HashMap<u16, char> {
    let number = |hex: &str| u16::from_str_radix(hex, 16).unwrap();
    map.lines()
        .filter_map(|line| line.strip_prefix('<')?.strip_suffix('>')?.split_once("> <"))
        .map(|(glyph, letter)| (number(glyph), number(letter)))
        .filter(|(glyph, _)| *glyph != 0)
        .map(|(glyph, letter)| (glyph, char::from_u32(letter.into()).unwrap()))
        .collect()
}

#[track_caller]
fn shown(font: &HashMap<u16, char>, glyphs: &[u8]) -> String {
    assert_eq!(glyphs.len() % 2, 0);
    let glyphs = glyphs
        .chunks(2)
        .map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    let mut text = String::new();
    for glyph in glyphs {
        match font.get(&glyph) {
            Some(letter) => text.push(*letter),
            None => panic!("the glyph {glyph} after {text:?} is no letter"),
        }
    }
    text
}

/// The bytes of a string as it stands in a page: in hexadecimal digits, or in ASCII with escapes.
fn bytes(string: &str) -> Vec<u8> {
    if let Some(digits) = string.strip_prefix('<') {
        let digits = digits.strip_suffix('>').unwrap();
        let pairs = (0..digits.len()).step_by(2);
        return pairs
            .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap())
            .collect();
    }
    let inner = string.strip_prefix('(').unwrap().strip_suffix(')').unwrap();
    let mut bytes = Vec::new();
    let mut rest = inner.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next().unwrap() {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'b' => 8,
            b'f' => 12,
            first @ b'0'..=b'7' => {
                let digits = [first, rest.next().unwrap(), rest.next().unwrap()];
                digits.iter().fold(0, |sum, digit| sum * 8 + (digit - b'0'))
            }
            escaped => escaped,
        });
    }
    bytes
}
