#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

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
            let numbers = document.typeface(weight).glyphs(&char.to_string());
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

#[test]
fn a_text_in_other_letters_keeps_the_original_for_copying() {
    let contents = ["Nguyễn Thị Đào", "田中さくら"].map(|name| {
        let mut document = Document::new("", "vi").unwrap();
        document.text(20.0, 20.0, TEXT, name);
        let content = document.page.take().unwrap().content.finish();
        String::from_utf8_lossy(&content).into_owned()
    });
    assert!(!contents[0].contains("/ActualText"), "{}", contents[0]);
    assert!(contents[1].contains("/ActualText"), "{}", contents[1]);
    assert!(contents[1].contains("EMC"), "{}", contents[1]);
}

#[test]
fn text_is_broken_between_words_and_shortened_at_the_end() {
    let mut document = Document::new("", "vi").unwrap();
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
