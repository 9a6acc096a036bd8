#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use unicode_normalization::UnicodeNormalization as _;

use super::*;

const TEXT: Style = Style {
    weight: Weight::Regular,
    size: 10.0,
    colour: Colour::BLACK,
};
const BOLD: Style = Style {
    weight: Weight::Bold,
    ..TEXT
};

#[test]
fn every_vietnamese_letter_has_a_shape() {
    let mut document = Document::new("Chữ", "vi").unwrap();
    let letters = "aàảãáạăằẳẵắặâầẩẫấậeèẻẽéẹêềểễếệiìỉĩíịoòỏõóọôồổỗốộơờởỡớợuùủũúụưừửữứựyỳỷỹýỵđ₫…–“”·";
    for weight in [Weight::Regular, Weight::Bold] {
        for char in letters.chars().chain(letters.to_uppercase().chars()) {
            let (numbers, _) = document.typeface(weight).glyphs(&char.to_string());
            assert_eq!(numbers.len(), 2, "{char}");
            assert_ne!(numbers, [0, 0], "{char} has no shape");
        }
    }
}

#[test]
fn a_file_has_its_pages_and_only_the_letters_in_use() {
    let mut document = Document::new("Thẻ mời", "vi").unwrap();
    for page in 0..3 {
        document.next_page();
        document.text(20.0, 20.0, TEXT, &format!("Trang {page} 🎉\n"));
        document.text(20.0, 30.0, BOLD, "Hội nghị");
        let area = Area {
            x: 20.0,
            y: 40.0,
            width: 20.0,
            height: 20.0,
        };
        document.code(area, 2, &[true, false, true, true]);
        document.link(area, "https://hoi.example/form/1#code=A");
        document.block(area, Colour(14, 124, 102));
        document.cut((0.0, 10.0), (210.0, 10.0));
    }
    let file = document.finish().unwrap();
    assert!(file.starts_with(b"%PDF-1."));
    let text = String::from_utf8_lossy(&file);
    assert_eq!(text.matches("/Type /Page\n").count(), 3);
    assert!(text.contains("/Count 3"));
    assert!(text.contains("https://hoi.example/form/1#code=A"));
    // Both complete fonts together have 600 kB.
    assert!(file.len() < 40_000, "{} bytes", file.len());
}

/// Returns the content of a page with these lines.
fn page_with(lines: &[impl AsRef<str>]) -> String {
    let mut document = Document::new("", "vi").unwrap();
    for line in lines {
        document.text(20.0, 20.0, TEXT, line.as_ref());
    }
    let content = document.page.take().unwrap().content.finish();
    String::from_utf8_lossy(&content).into_owned()
}

/// A text as it stands in a page for copying.
fn actual(text: &str) -> String {
    let units = text.encode_utf16().map(|unit| format!("{unit:04X}"));
    format!("/ActualText <FEFF{}>", units.collect::<String>())
}

#[test]
fn a_text_in_other_letters_keeps_the_original_for_copying() {
    let plain = page_with(&["Nguyễn Thị Đào", "Иван"]);
    assert!(!plain.contains("/ActualText"), "{plain}");
    for name in [
        "田中さくら",
        "李小龙",
        "김민수",
        "محمد علي",
        "สมชาย",
        "Lan 🎉",
    ] {
        let page = page_with(&[name]);
        assert!(page.contains(&actual(name)), "{name}: {page}");
        assert!(page.contains("EMC"), "{page}");
    }
}

#[test]
fn a_letter_that_shares_its_glyph_is_copied_as_itself() {
    let [delta, increment] = ["\u{394}", "\u{2206}"];
    let page = page_with(&[delta, increment]);
    assert!(!page.contains(&actual(delta)), "{page}");
    assert!(page.contains(&actual(increment)), "{page}");
}

#[test]
fn lines_have_the_letters_of_the_text_and_the_width_of_those_shown() {
    let document = Document::new("", "vi").unwrap();
    let face = ttf_parser::Face::parse(Weight::Regular.font(), 0).unwrap();
    let of_letters = |text: &str| text.split_whitespace().collect::<String>();
    for text in [
        "Công ty 阿里巴巴网络技术有限公司 và bạn bè",
        "田中さくら 佐々木きょうこ 山田太郎",
        "محمد بن عبد الله بن عبد المطلب بن هاشم",
        "สมชายใจดีรักประเทศไทยมากที่สุดในโลก",
        "김수한무거북이와두루미삼천갑자동방삭",
        "👨‍👩‍👧👍🏽❤️🎉👨‍👩‍👧👍🏽❤️🎉👨‍👩‍👧👍🏽❤️🎉",
        "Nguye\u{302}\u{303}n Thi\u{323} Đa\u{300}o"
            .repeat(4)
            .as_str(),
    ] {
        let whole: String = text.nfc().collect();
        let lines = document.wrap(TEXT, text, 40.0, 99);
        assert!(lines.len() > 1, "{lines:?}");
        assert_eq!(of_letters(&lines.concat()), of_letters(&whole));
        for line in &lines {
            assert!(document.width(TEXT, line) <= 40.0, "{line}");
            let joins = ['\u{200D}', '\u{FE0F}', '\u{1F3FD}', '々', 'ょ'];
            assert!(
                !line.starts_with(joins) && !line.ends_with('\u{200D}'),
                "{line}"
            );
        }
        let page = page_with(&lines);
        for line in &lines {
            let is_copied = readable(&face, line) == *line || page.contains(&actual(line));
            assert!(is_copied, "{line}: {page}");
        }
        let cut = document.wrap(TEXT, text, 40.0, 1);
        assert_eq!(cut.len(), 1);
        let begin = cut[0].strip_suffix('…').unwrap();
        assert!(!begin.is_empty() && whole.starts_with(begin), "{cut:?}");
        assert!(document.width(TEXT, &cut[0]) <= 40.0, "{cut:?}");
    }
}

#[test]
fn text_is_broken_between_words_and_shortened_at_the_end() {
    let document = Document::new("", "vi").unwrap();
    let text = "Hội nghị thường niên các nhà sản xuất cà phê Tây Nguyên";
    for lines in 1..6 {
        let wrapped = document.wrap(TEXT, text, 40.0, lines);
        assert!(wrapped.len() <= lines);
        for line in &wrapped {
            assert!(document.width(TEXT, line) <= 40.0, "{line}");
        }
        let whole = wrapped.join(" ");
        assert_eq!(whole == text, !whole.ends_with('…'), "{whole}");
    }
    assert_eq!(document.wrap(TEXT, text, 400.0, 1), [text]);
    assert_eq!(document.wrap(TEXT, "  ", 40.0, 2), Vec::<String>::new());
    let long = document.wrap(TEXT, &"x".repeat(200), 40.0, 2);
    assert_eq!(long.len(), 2);
    assert!(long[1].ends_with('…'));
    let small = document.fitted(BOLD, &"W".repeat(32), 40.0);
    assert!(small.size < 10.0);
    assert!((document.width(small, &"W".repeat(32)) - 40.0).abs() < 0.01);
}

#[test]
fn dark_modules_that_stand_together_are_one_shape() {
    assert_eq!(
        runs(&[true, true, false, true, false, true, true, true]),
        [(0, 2), (3, 1), (5, 3)]
    );
    assert_eq!(runs(&[false, false]), []);
}
