use proptest::prelude::*;

use super::*;

/// The 67 letters that only Vietnamese has, in lower case.
fn letters() -> Vec<char> {
    let all = "aăâeêioôơuưyđ".chars().flat_map(|letter| {
        let tones = ["", "\u{300}", "\u{301}", "\u{303}", "\u{309}", "\u{323}"];
        tones.map(|tone| format!("{letter}{tone}").nfc().collect::<String>())
    });
    let all = all.filter(|letter| letter.chars().count() == 1 && !letter.is_ascii());
    all.flat_map(|letter| letter.chars().collect::<Vec<_>>())
        .collect()
}

/// Writes `text` as typed for TCVN3, where a capital with a tone is the lower letter.
fn to_tcvn3(text: &str) -> String {
    let place = |letter: char| {
        let upper = TCVN3_UPPER.iter().find(|(_, known)| *known == letter);
        let lower = letter.to_lowercase().next().unwrap();
        let lower = || TCVN3_LOWER.iter().find(|(_, known)| *known == lower);
        upper.or_else(lower).map_or(letter, |(place, _)| *place)
    };
    text.nfc().map(place).collect()
}

fn to_vni(text: &str) -> String {
    let mut typed = String::new();
    for letter in text.nfc() {
        let is_upper = letter.is_uppercase();
        let lower = letter.to_lowercase().next().unwrap();
        let own = VNI_ALONE.iter().find(|(_, known)| *known == lower);
        let code: String = match own {
            _ if lower.is_ascii() => lower.to_string(),
            Some((place, _)) => place.to_string(),
            None => {
                let marks = VNI_MARKS.iter().find_map(|(mark, vowels, marks)| {
                    let vowel = vowels.chars().find(|vowel| {
                        let whole: String = format!("{vowel}{marks}").nfc().collect();
                        whole == lower.to_string()
                    })?;
                    let alone = VNI_ALONE.iter().find(|(_, known)| *known == vowel);
                    let base = alone.map_or(vowel, |(place, _)| *place);
                    Some(format!("{base}{mark}"))
                });
                marks.unwrap()
            }
        };
        typed.push_str(&if is_upper { code.to_uppercase() } else { code });
    }
    typed
}

fn found(texts: &[&str]) -> Option<(OldFont, bool)> {
    OldFont::of(texts.iter().copied())
}

#[test]
fn every_letter_comes_back() {
    let letters = letters();
    assert_eq!(letters.len(), 67);
    for letter in letters {
        let upper: String = letter.to_uppercase().collect();
        assert_eq!(
            OldFont::Tcvn3.decoded(&to_tcvn3(&letter.to_string())),
            Some(letter.to_string())
        );
        for case in [letter.to_string(), upper.clone()] {
            assert_eq!(OldFont::Vni.decoded(&to_vni(&case)), Some(case));
        }
        // A capital with a tone is the lower letter among capitals.
        let words = [("T", "N"), ("T", "NG"), ("L", ""), ("", "AN")];
        let words = words.map(|(begin, end)| format!("{begin}{upper}{end}"));
        let word = words.iter().find(|word| is_syllable(word)).unwrap();
        assert_eq!(
            OldFont::Tcvn3.rewritten(&to_tcvn3(&format!("NGUYỄN {word}")), true),
            format!("NGUYỄN {word}")
        );
    }
    // Nothing else means the same letter twice.
    let places: HashSet<char> = TCVN3_LOWER.iter().map(|(place, _)| *place).collect();
    assert_eq!(places.len(), 67 + 1);
}

#[test]
fn names_in_tcvn3() {
    let names = [
        "NguyÔn V¨n §øc",
        "TrÇn ThÞ ¸nh",
        "Lª Hoµng D\u{ad}¬ng",
        "Ph¹m Quúnh H\u{ad}¬ng",
        "Bïi §×nh HiÕu",
        "Hå ThÞ Mü Lîi",
        "§ç H÷u Nga",
    ];
    assert_eq!(found(&names), Some((OldFont::Tcvn3, true)));
    let read = [
        "Nguyễn Văn Đức",
        "Trần Thị Ánh",
        "Lê Hoàng Dương",
        "Phạm Quỳnh Hương",
        "Bùi Đình Hiếu",
        "Hồ Thị Mỹ Lợi",
        "Đỗ Hữu Nga",
    ];
    for (name, read) in names.iter().zip(read) {
        assert_eq!(
            OldFont::Tcvn3.convert(name, true, true),
            Converted::To(read.to_owned())
        );
    }
    // A single person is proof enough.
    assert_eq!(found(&["NguyÔn V¨n An"]), Some((OldFont::Tcvn3, true)));
    for (typed, read) in [
        ("S§T", "SĐT"),
        ("NGUYÔN V¡N §øC", "NGUYỄN VĂN ĐỨC"),
        ("Hå Lª Hµ", "Hồ Lê Hà"),
        (
            "C«ng ty TNHH C¸ Vµng (Hµ Néi)",
            "Công ty TNHH Cá Vàng (Hà Nội)",
        ),
        (
            "12 Lý Th\u{ad}êng KiÖt, §¾k L¾k",
            "12 Lý Thường Kiệt, Đắk Lắk",
        ),
    ] {
        let is_name = !typed.contains(['(', ',']);
        assert_eq!(
            OldFont::Tcvn3.convert(typed, is_name, true),
            Converted::To(read.to_owned())
        );
    }
}

#[test]
fn names_in_vni() {
    let names = [
        ("Nguyeãn Vaên Ñöùc", "Nguyễn Văn Đức"),
        ("Traàn Thò Myõ Linh", "Trần Thị Mỹ Linh"),
        ("Huyønh Phöôùc Thònh", "Huỳnh Phước Thịnh"),
        ("LEÂ THÒ AÙNH", "LÊ THỊ ÁNH"),
        ("Döông Quyønh Nhö", "Dương Quỳnh Như"),
        ("Aâu Döông Lyù", "Âu Dương Lý"),
    ];
    assert_eq!(
        found(&names.map(|(name, _)| name)),
        Some((OldFont::Vni, true))
    );
    for (name, read) in names {
        assert_eq!(
            OldFont::Vni.convert(name, true, true),
            Converted::To(read.to_owned())
        );
    }
    assert_eq!(
        OldFont::Vni.convert("SÑT", false, true),
        Converted::To("SĐT".to_owned())
    );
    assert_eq!(
        OldFont::Vni.convert("ESPAÑA", false, true),
        Converted::Unchanged
    );
    // A word that is Vietnamese either way is converted with the others, if no word in the file is right as it stands.
    assert_eq!(
        OldFont::Vni.convert("Mai Thò Hoa", true, true),
        Converted::To("Mai Thị Hoa".to_owned())
    );
    assert_eq!(
        OldFont::Vni.convert("Mai Thò Hoa", true, false),
        Converted::Unclear
    );
}

#[test]
fn right_and_foreign_names_stay() {
    let right = [
        "Nguyễn Văn Đức",
        "Lê Tân",
        "Bá Tú",
        "Hòa",
        "Tô Thò",
        "Võ Ngô",
        "Trần Bình",
        "Đỗ Hà",
        "Lý Hùng",
        "Tòng Thị Xô",
    ];
    let foreign = [
        "Müller",
        "Muñoz",
        "Ångström",
        "Noël Père",
        "José Núñez",
        "Björn Sørensen",
        "Zoë Lü",
        "Loïc Maïssa",
        "François Çelik",
        "Chloé Bö",
        "João Gonçalves",
        "Þór Guðmundsson",
        "Łukasz Żak",
        "Ho\u{308}lderlin",
        "Society © 2026 · A® «B»",
        "50°",
        "Straße",
    ];
    assert_eq!(found(&right), None);
    assert_eq!(found(&foreign), None);
    assert_eq!(
        found(
            &[right, right]
                .concat()
                .iter()
                .chain(&foreign)
                .copied()
                .collect::<Vec<_>>()
        ),
        None
    );
    for font in OldFont::ALL {
        for name in right.iter().chain(&foreign) {
            for is_all in [false, true] {
                let converted = font.convert(name, true, is_all && foreign.contains(name));
                assert!(
                    !matches!(converted, Converted::To(_)),
                    "{font:?} {name} {converted:?}"
                );
            }
        }
    }
    // Beside names of an old font, too.
    let mixed = [&right[..], &["NguyÔn V¨n An", "Ph¹m ThÞ Hång", "Müller"]].concat();
    assert_eq!(found(&mixed), Some((OldFont::Tcvn3, false)));
    for name in right {
        let converted = OldFont::Tcvn3.convert(name, true, false);
        assert!(!matches!(converted, Converted::To(_)), "{name}");
    }
}

proptest! {
    #[test]
    fn names_come_back(name in proptest::sample::subsequence(vec![
        "Nguyễn", "Trần", "Lê", "Phạm", "Hoàng", "Huỳnh", "Vũ", "Võ", "Đặng", "Bùi", "Đỗ", "Hồ", "Ngô", "Dương", "Lý",
        "Văn", "Thị", "Ngọc", "Đức", "Hữu", "Quỳnh", "Như", "Thuỷ", "Mỹ", "Hiếu", "Nguyệt", "Khuê", "Ước", "Yến",
    ], 2..5)) {
        let name = name.join(" ");
        for (font, typed) in [(OldFont::Tcvn3, to_tcvn3(&name)), (OldFont::Vni, to_vni(&name))] {
            match font.convert(&typed, true, true) {
                Converted::To(read) => prop_assert_eq!(&read, &name),
                Converted::Unchanged => prop_assert_eq!(&typed, &name),
                Converted::Unclear => prop_assert!(false, "{} {}", name, typed),
            }
        }
    }

    #[test]
    fn any_text_is_looked_at(texts in proptest::collection::vec("[ -~¡-ỹ\u{300}-\u{323}]{0,40}", 0..20)) {
        let found = OldFont::of(texts.iter().map(String::as_str));
        for font in OldFont::ALL {
            for text in &texts {
                let is_all = found.is_some_and(|(_, is_all)| is_all);
                let _ = font.convert(text, is_all, is_all);
            }
        }
    }
}
