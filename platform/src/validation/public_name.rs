//! Names that people give on public forms. They stand in mails, lists and on screens, where one must not look like another.

use super::Check;
use crate::error::LocalizedText;

impl Check {
    /// Checks a name that a visitor gives, as a [`Self::public_line`]. Refuses web addresses, and words in which letters of
    /// another script pass for Latin ones; whole words of any script are right.
    pub fn public_name(&mut self, field: &str, name: &mut String, max: usize) {
        self.public_line(field, name, max);
        self.required(field, !name.is_empty());
        self.no_web_address(field, name);
        let message = LocalizedText::new("field.mixedLetters");
        self.ensure(!mixes_scripts(name), field, message);
    }

    /// Checks a text of one line that a visitor gives; it may be empty. Letters and signs of full width become the usual
    /// ones.
    pub fn public_line(&mut self, field: &str, text: &mut String, max: usize) {
        *text = text.chars().map(usual_width).collect();
        self.line(field, text, max);
    }
}

/// The full-width forms of ASCII stand in one row, in its order.
fn usual_width(char: char) -> char {
    const ROW: u32 = 0xfee0;
    match char {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(char) - ROW).unwrap_or(char),
        '\u{3000}' => ' ',
        _ => char,
    }
}

fn mixes_scripts(name: &str) -> bool {
    let is_in_word = |char: char| char.is_alphanumeric() || matches!(char, '\u{300}'..='\u{36f}');
    let mut words = name.split(|char| !is_in_word(char));
    words.any(|word| word.chars().any(is_latin) && word.chars().any(looks_latin))
}

fn is_latin(char: char) -> bool {
    let is_beyond_ascii = matches!(char, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}');
    char.is_ascii_alphabetic() || (is_beyond_ascii && char.is_alphabetic())
}

/// Whether the letter is Greek or Cyrillic: many of them look like Latin ones.
fn looks_latin(char: char) -> bool {
    let is_greek = matches!(char, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}');
    let is_cyrillic = matches!(
        char,
        '\u{400}'..='\u{52f}' | '\u{1c80}'..='\u{1c8f}' | '\u{a640}'..='\u{a69f}'
    );
    (is_greek || is_cyrillic) && char.is_alphabetic()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_becomes_usual() {
        for (given, kept) in [
            ("Ng．uyen．Van", "Ng.uyen.Van"),
            ("Ｌａｎ　Ａｎｈ", "Lan Anh"),
            ("Nguyễn Thị Hường", "Nguyễn Thị Hường"),
            ("山田。太郎", "山田。太郎"),
            ("ﾔﾏﾀﾞ", "ﾔﾏﾀﾞ"),
        ] {
            let mut name = given.to_owned();
            let mut check = Check::default();
            check.public_name("fullName", &mut name, 99);
            assert!(check.finish().is_ok(), "{given}");
            assert_eq!(name, kept);
        }
    }

    #[test]
    fn a_word_of_two_scripts_is_refused_and_whole_words_are_not() {
        for name in [
            "\u{410}dmin",
            "Nguy\u{435}n Van A",
            "L\u{3bf}an",
            "Anh \u{441}ong",
        ] {
            assert!(mixes_scripts(name), "{name}");
        }
        for name in [
            "Иван Петров",
            "Иван Nguyễn",
            "Анна-Maria",
            "Αλέξης Παπάς",
            "Đặng Thị Ý",
            "Nguye\u{302}\u{303}n Va\u{306}n A",
            "สมชาย",
            "山田 Taro",
        ] {
            assert!(!mixes_scripts(name), "{name}");
        }
    }
}
