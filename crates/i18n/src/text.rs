use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// Text as it is stored: NFC, without white space at its ends.
///
/// Phones and Macs type `ế` in several ways; without one form, equal names would differ.
#[must_use]
pub fn normalize_text(text: &str) -> String {
    text.trim().nfc().collect()
}

/// Text in one form (NFC) and otherwise as it was typed: for passwords, where white space counts.
#[must_use]
pub fn compose(text: &str) -> String {
    text.nfc().collect()
}

/// Text as it is compared in a search: lower case, no diacritics, `đ` as `d`, one space between words.
/// Both the stored text and what somebody types go through it.
#[must_use]
pub fn fold_for_search(text: &str) -> String {
    let letters = text
        .nfkd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase);
    // Unlike the other Vietnamese letters, đ does not decompose into a base letter and a mark.
    let folded: String = letters.map(|c| if c == 'đ' { 'd' } else { c }).collect();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_found_without_their_diacritics() {
        for (text, folded) in [
            ("Nguyễn Văn Đức", "nguyen van duc"),
            ("  TRẦN\u{a0}THỊ   Ổi ", "tran thi oi"),
            ("Nguye\u{302}\u{303}n", "nguyen"),
            ("ăâêôơưđ ĂÂÊÔƠƯĐ", "aaeooud aaeooud"),
            ("ĐỖ ẩẫậặẳẵỡợởữựửỵỷỹ", "do aaaaaaooouuuyyy"),
            ("ＡＢ ﬁ", "ab fi"),
            ("0912 345 678", "0912 345 678"),
            ("", ""),
        ] {
            assert_eq!(fold_for_search(text), folded);
        }
    }

    #[test]
    fn stored_text_has_one_form() {
        assert_eq!(normalize_text(" Nguye\u{302}\u{303}n\n"), "Nguyễn");
        assert_eq!(normalize_text("Nguy\u{ea}\u{303}n"), "Nguyễn");
        assert_eq!(normalize_text("a  b"), "a  b");
    }

    proptest! {
        #[test]
        fn folding_what_is_folded_changes_nothing(text: String) {
            let folded = fold_for_search(&text);
            prop_assert_eq!(fold_for_search(&folded), folded.clone());
            prop_assert_eq!(fold_for_search(&normalize_text(&text)), folded);
        }
    }
}
