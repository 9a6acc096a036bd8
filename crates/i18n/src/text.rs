use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// Consecutive combining marks that are kept. Vietnamese needs two, Hebrew and Thai up to four; longer runs cover the
/// neighbouring lines.
const MAX_MARKS: usize = 4;

/// Text as it is stored: NFC, trimmed, and without characters that are invisible or change how other text is displayed
/// ([`is_invisible`]). Of consecutive combining marks four are kept, and none without a preceding letter.
///
/// Keyboards encode `ế` in several ways; without one form, equal names would differ.
#[must_use]
pub fn normalize_text(text: &str) -> String {
    let text = text.trim();
    if text.is_ascii() {
        return text.to_owned();
    }
    let visible: String = visible(text).nfc().collect();
    visible.trim_end().to_owned()
}

/// Whether `char` is invisible without being white space or a control character, or changes the direction of the text
/// around it. Joiners and variation selectors are included.
#[must_use]
pub fn is_invisible(char: char) -> bool {
    matches!(char,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// The visible characters, with the joiners and variation selectors that are part of an emoji or of a script's
/// spelling.
fn visible(text: &str) -> impl Iterator<Item = char> {
    let mut chars = text.chars().peekable();
    let mut last = None;
    let mut marks = 0;
    std::iter::from_fn(move || {
        loop {
            let char = chars.next()?;
            let keep = match char {
                '\u{200c}' | '\u{200d}' => {
                    let stays = |next: &char| {
                        !is_invisible(*next) && (marks < MAX_MARKS || !is_combining_mark(*next))
                    };
                    let next = chars.peek().filter(|next| stays(next));
                    last.is_some_and(joins) && next.copied().is_some_and(joins)
                }
                '\u{fe0e}' | '\u{fe0f}' => last.is_some_and(|last| !is_invisible(last)),
                char if is_combining_mark(char) && !is_invisible(char) => {
                    marks += 1;
                    last.is_some() && marks <= MAX_MARKS
                }
                char if char.is_whitespace() && last.is_none() => false,
                char => !is_invisible(char),
            };
            if keep {
                last = Some(char);
                if !is_combining_mark(char) && !is_invisible(char) {
                    marks = 0;
                }
                return Some(char);
            }
        }
    })
}

/// Whether a joiner beside `char` can be part of an emoji or of the spelling. False for Latin, Greek and Cyrillic.
fn joins(char: char) -> bool {
    let is_latin = char < '\u{590}' || ('\u{1d00}'..='\u{1fff}').contains(&char);
    !is_latin && !char.is_whitespace() && (!is_invisible(char) || char == '\u{fe0f}')
}

/// Text in one form (NFC) and otherwise as it was typed: for passwords, where white space counts.
#[must_use]
pub fn compose(text: &str) -> String {
    text.nfc().collect()
}

/// Text with the letters and signs of other widths and styles, such as `Ａ` and `𝐀`, as the usual ones (NFKC). Browsers
/// read addresses in the same way.
#[must_use]
pub fn plain_letters(text: &str) -> String {
    text.nfkc().collect()
}

/// Text as it is compared in a search: lower case, no diacritics, `đ` as `d`, one space between words.
/// Applied to both the stored text and the search text.
#[must_use]
pub fn fold_for_search(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        // Most searched texts are digits and addresses.
        if word.is_ascii() {
            add_word(&mut folded, &word.to_ascii_lowercase());
            continue;
        }
        let letters = word
            .nfkd()
            .filter(|c| !is_combining_mark(*c) && !is_invisible(*c))
            .flat_map(char::to_lowercase);
        // Unlike the other Vietnamese letters, đ does not decompose into a base letter and a mark.
        let letters: String = letters.map(|c| if c == 'đ' { 'd' } else { c }).collect();
        // Some characters decompose into a space and something else.
        for word in letters.split_whitespace() {
            add_word(&mut folded, word);
        }
    }
    folded
}

fn add_word(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(word);
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

    #[test]
    fn invisible_characters_are_left_out() {
        for nothing in [
            "\u{200b}",
            "\u{200d}\u{200c}",
            "\u{3164}",
            "\u{115f}\u{1160}",
            "\u{ffa0}",
            "\u{2800} \u{2800}",
            "\u{ad}",
            "\u{feff}",
            "\u{2060}",
            "\u{fe0f}",
            "\u{e0061}",
            "\u{301}\u{300}",
            "\u{202e}\u{202c}",
            "\u{3000}\u{a0}",
        ] {
            assert_eq!(normalize_text(nothing), "", "{nothing:?}");
            assert_eq!(fold_for_search(nothing), "", "{nothing:?}");
        }
        for (text, kept) in [
            ("An\u{202e}gnp.exe", "Angnp.exe"),
            ("\u{2067}Lan\u{2069}\u{200f}", "Lan"),
            ("Ngu\u{200d}yễ\u{200b}n", "Nguyễn"),
            ("e\u{34f}\u{302}\u{200b}\u{301}", "ế"),
            ("\u{200b} Lan \u{200b} ", "Lan"),
            // Families, hearts, flags and keycaps stay whole, and so do scripts that are written with joiners.
            (
                "Lan 👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}\u{200d}🔥 🇻🇳 1\u{fe0f}\u{20e3}",
                "Lan 👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}\u{200d}🔥 🇻🇳 1\u{fe0f}\u{20e3}",
            ),
            ("ශ්\u{200d}රී", "ශ්\u{200d}රී"),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("👍\u{200d}", "👍"),
        ] {
            assert_eq!(normalize_text(text), kept, "{text:?}");
        }
    }

    #[test]
    fn letters_of_other_widths_and_styles_are_plain_and_accents_stay() {
        for (text, plain) in [
            ("ｅｖｉｌ．ｃｏｍ", "evil.com"),
            ("𝐞𝐯𝐢𝐥ⓒⓞⓜ", "evilcom"),
            ("Nguye\u{302}\u{303}n Đức", "Nguyễn Đức"),
        ] {
            assert_eq!(plain_letters(text), plain);
        }
    }

    #[test]
    fn combining_marks_are_few() {
        let marks = |count: usize| format!("e{}", "\u{20d2}".repeat(count));
        assert_eq!(normalize_text(&marks(4)), marks(4));
        assert_eq!(normalize_text(&marks(5)), marks(4));
        let tower = format!("L{}an", "\u{489}\u{301}\u{323}".repeat(500_000));
        let start = time_on_processor();
        assert_eq!(normalize_text(&tower).chars().count(), 7);
        assert_eq!(fold_for_search(&tower), "lan");
        let run = format!("e{}", "\u{301}\u{323}".repeat(500_000));
        assert_eq!(fold_for_search(&run), "e");
        assert_eq!(normalize_text(&run).chars().count(), 4);
        assert!(time_on_processor().saturating_sub(start) < std::time::Duration::from_secs(20));
    }

    /// Returns how long this thread has had a processor: other work on the machine does not count.
    fn time_on_processor() -> std::time::Duration {
        let spent = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
        std::time::Duration::from_nanos(spent.split(' ').next().unwrap().parse().unwrap())
    }

    #[test]
    fn both_forms_of_every_vietnamese_letter_are_one() {
        let letters = "aăâeêioôơuưyđ".chars().flat_map(|letter| {
            let tones = ["", "\u{300}", "\u{301}", "\u{303}", "\u{309}", "\u{323}"];
            tones.map(|tone| format!("{letter}{tone}"))
        });
        for letter in letters.flat_map(|letter| [letter.to_uppercase(), letter]) {
            let (composed, decomposed): (String, String) =
                (letter.nfc().collect(), letter.nfd().collect());
            assert_eq!(normalize_text(&composed), composed);
            assert_eq!(normalize_text(&decomposed), composed);
            assert_eq!(fold_for_search(&composed), fold_for_search(&decomposed));
        }
    }

    /// [`fold_for_search`] without a way of its own for ASCII.
    fn fold_all(text: &str) -> String {
        let letters = text
            .nfkd()
            .filter(|c| !is_combining_mark(*c) && !is_invisible(*c))
            .flat_map(char::to_lowercase);
        let folded: String = letters.map(|c| if c == 'đ' { 'd' } else { c }).collect();
        folded.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    proptest! {
        #[test]
        fn ascii_is_folded_as_other_text(text in "([a-zA-Z0-9\\x00-\\x20.@]|\\PC|[\u{300}-\u{323}\u{b4}\u{a0}\u{200b}Đễ]){0,40}") {
            prop_assert_eq!(fold_for_search(&text), fold_all(&text));
        }

        #[test]
        fn folding_what_is_folded_changes_nothing(text: String) {
            let folded = fold_for_search(&text);
            prop_assert_eq!(fold_for_search(&folded), folded.clone());
            prop_assert_eq!(fold_for_search(&normalize_text(&text)), folded);
        }

        #[test]
        fn stored_text_stays_as_it_is(text in "[a-zà-ỹ \u{300}-\u{310}\u{200b}-\u{200f}\u{fe0f}\u{1f468}\u{1f469}\u{d9a}-\u{dcf}\u{e0061}\u{115f}]{0,20}") {
            let once = normalize_text(&text);
            prop_assert_eq!(normalize_text(&once), once);
        }
    }
}
