//! How the parts of a name stand together: Vietnamese names begin with the family name, others with the given name.
//! Pure.

use hoi_i18n::fold_for_search;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// In which order the parts of names stand on the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum NameOrder {
    /// Vietnamese names begin with the family name, others with the given name; a name in one column stays as it is,
    /// unless a comma parts it.
    ByName,
    /// All names begin with the family name; a name in one column is turned if it ends with a Vietnamese family name.
    FamilyFirst,
    /// All names begin with the given name; a name in one column stays as it is, unless a comma parts it.
    GivenFirst,
}

impl NameOrder {
    pub const ALL: [Self; 3] = [Self::ByName, Self::FamilyFirst, Self::GivenFirst];
}

/// Family names that nearly all Vietnamese have, folded.
const FAMILY_NAMES: &[&str] = &[
    "nguyen", "tran", "le", "pham", "hoang", "huynh", "phan", "vu", "vo", "dang", "bui", "do",
    "ho", "ngo", "duong", "ly", "dinh", "truong", "lam", "mai", "trinh", "dao", "doan", "luong",
    "ha", "ta", "to", "tong", "quach", "thai", "chau", "tang", "luu", "la", "cao", "phung", "kieu",
    "van", "quan", "ton", "thach", "khuat", "nghiem", "vuong", "lai", "trieu", "bach", "au",
    "diep", "danh", "khong", "lo", "ma", "nong", "phi", "tieu", "tu", "vi", "vien",
];

/// Degrees and titles that stand behind a name and a comma, folded and without points.
#[rustfmt::skip]
const BEHIND_NAMES: &[&str] = &[
    "jr", "sr", "junior", "senior", "ii", "iii", "iv", "phd", "md", "mba", "msc", "bsc", "llm", "esq", "dds", "cpa",
    "cfa", "acca", "pmp", "rn", "mr", "mrs", "ms", "dr", "prof", "ts", "ths", "pgs", "pgsts", "gs", "gsts", "bs", "ks",
    "cn", "ceo", "cto", "cfo", "coo", "director", "manager",
];

fn is_family_name(word: &str) -> bool {
    FAMILY_NAMES.contains(&fold_for_search(word).as_str())
}

/// Whether a word can be a syllable of a Vietnamese name: "Bình" can, "Alex" cannot.
fn is_syllable(word: &str) -> bool {
    const BEGINNINGS: [&str; 26] = [
        "ngh", "ch", "gh", "gi", "kh", "ng", "nh", "ph", "qu", "th", "tr", "b", "c", "d", "g", "h",
        "k", "l", "m", "n", "r", "s", "t", "v", "x", "",
    ];
    const ENDINGS: [&str; 9] = ["ch", "ng", "nh", "c", "m", "n", "p", "t", ""];
    let word = fold_for_search(word);
    BEGINNINGS.iter().any(|start| {
        let Some(rest) = word.strip_prefix(start) else {
            return false;
        };
        ENDINGS.iter().any(|end| {
            rest.strip_suffix(end).is_some_and(|vowels| {
                (1..=3).contains(&vowels.len())
                    && vowels.bytes().all(|byte| b"aeiouy".contains(&byte))
            })
        })
    })
}

/// The parts of a name that stand in columns of their own.
#[derive(Debug, Clone, Copy)]
pub struct Parts<'a> {
    pub family: &'a str,
    pub middle: &'a str,
    pub given: &'a str,
}

impl Parts<'_> {
    /// Joins the parts; empty ones are left out.
    pub fn join(self, order: NameOrder) -> String {
        let Self {
            family,
            middle,
            given,
        } = self;
        let is_family_first = match order {
            NameOrder::FamilyFirst => true,
            NameOrder::GivenFirst => false,
            NameOrder::ByName => self.is_vietnamese(),
        };
        let parts = if is_family_first {
            [family, middle, given]
        } else {
            [given, middle, family]
        };
        let parts = parts
            .into_iter()
            .map(str::trim)
            .filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(" ")
    }

    fn is_vietnamese(self) -> bool {
        let words = |text: &str| -> Vec<String> {
            text.split_whitespace().map(ToOwned::to_owned).collect()
        };
        words(self.family)
            .first()
            .is_some_and(|word| is_family_name(word))
            && [self.family, self.middle, self.given]
                .iter()
                .all(|part| words(part).iter().all(|word| is_syllable(word)))
    }
}

/// Whether a text is one or several words in Latin letters.
fn is_latin(text: &str) -> bool {
    let is_letter = |char: char| {
        char.is_alphabetic() && matches!(char, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
    };
    // A combining accent is no letter of its own.
    let is_between = |char: char| {
        char.is_whitespace() || matches!(char, '-' | '.' | '\'' | '’' | '\u{300}'..='\u{36f}')
    };
    text.chars().any(is_letter) && text.chars().all(|char| is_letter(char) || is_between(char))
}

/// The parts of a name that is written with the family name in front of a comma: "Smith, John". `None` if the comma
/// stands for something else: "Trần Minh Anh, Giám đốc" is a whole name with a position.
fn around_comma(name: &str) -> Option<Parts<'_>> {
    let (front, back) = name.split_once(',')?;
    let parts = Parts {
        family: front.trim(),
        middle: "",
        given: back.trim(),
    };
    let suffix = fold_for_search(parts.given).replace(['.', ' '], "");
    let is_suffix = BEHIND_NAMES.contains(&suffix.as_str());
    let is_whole = begins_with_family_name(front) && front.split_whitespace().all(is_syllable);
    // "Nguyễn Văn, An" has the middle name in front.
    let has_middle = front.split_whitespace().count() == 2
        && back.split_whitespace().count() == 1
        && parts.is_vietnamese();
    let are_words = is_latin(front) && is_latin(back);
    (are_words && !is_suffix && (!is_whole || has_middle)).then_some(parts)
}

/// Whether a name is written with the family name in front of a comma.
pub fn is_parted_by_comma(name: &str) -> bool {
    around_comma(name).is_some()
}

/// A name from one column. With a comma behind the family name its parts are known; otherwise the family name comes in
/// front if that is wanted and can be seen: "Bình Trần".
pub fn turned(name: &str, order: NameOrder) -> String {
    if let Some(parts) = around_comma(name) {
        return parts.join(order);
    }
    if order == NameOrder::FamilyFirst && ends_with_family_name(name) {
        let words: Vec<&str> = name.split_whitespace().collect();
        if let [rest @ .., family] = words.as_slice() {
            return format!("{family} {}", rest.join(" "));
        }
    }
    name.to_owned()
}

/// Whether a name of several words begins with a Vietnamese family name.
pub fn begins_with_family_name(name: &str) -> bool {
    let mut words = name.split_whitespace();
    words.next().is_some_and(is_family_name) && words.next().is_some()
}

/// Whether a name ends with a Vietnamese family name and does not begin with one.
pub fn ends_with_family_name(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    match words.as_slice() {
        [first, .., last] => {
            !is_family_name(first)
                && is_family_name(last)
                && words.iter().all(|word| is_syllable(word))
        }
        _ => false,
    }
}

/// Whether the form of a name of several words tells that it begins with the given name: it does not begin with a
/// Vietnamese family name, and ends with one or has a word that is no Vietnamese syllable.
pub fn begins_with_given_name(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    match words.as_slice() {
        [first, .., _] if !is_family_name(first) => {
            ends_with_family_name(name) || !words.iter().all(|word| is_syllable(word))
        }
        _ => false,
    }
}

/// The words of a name in whatever order, as names are compared.
pub fn name_key(name: &str) -> String {
    let folded = fold_for_search(name);
    let mut words: Vec<&str> = folded
        .split(|char: char| !char.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    words.sort_unstable();
    words.join(" ")
}

/// Whether two names can be those of one person: the words are the same, or one name leaves out words between the first and
/// the last of the other. "Trần Minh Anh", who has a parent's address, is not Trần Minh.
pub fn can_be_one(name: &str, other: &str) -> bool {
    let (one, two) = (name_key(name), name_key(other));
    let within = |part: &str, whole: &str| {
        let whole: Vec<&str> = whole.split(' ').collect();
        part.contains(' ') && part.split(' ').all(|word| whole.contains(&word))
    };
    let ends = |name: &str| {
        let folded = fold_for_search(name);
        let mut words = folded.split_whitespace().map(ToOwned::to_owned);
        let mut ends = [words.next(), words.next_back()];
        ends.sort();
        ends
    };
    one == two || (ends(name) == ends(other) && (within(&one, &two) || within(&two, &one)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vietnamese_names_begin_with_the_family_name() {
        let join = |family, given, order| {
            Parts {
                family,
                middle: "",
                given,
            }
            .join(order)
        };
        for (family, given, by_name) in [
            ("Rivera", "Alex", "Alex Rivera"),
            ("Trần", "Bình", "Trần Bình"),
            ("Nguyễn", "Thị Lan", "Nguyễn Thị Lan"),
            // Filled in the wrong way round.
            ("Bình", "Trần", "Trần Bình"),
            ("Lê", "Alexander", "Alexander Lê"),
            ("", "Madonna", "Madonna"),
        ] {
            assert_eq!(join(family, given, NameOrder::ByName), by_name);
        }
        assert_eq!(join("Trần", "Bình", NameOrder::GivenFirst), "Bình Trần");
        assert_eq!(
            join("Rivera", "Alex", NameOrder::FamilyFirst),
            "Rivera Alex"
        );
        let three = Parts {
            family: "Nguyễn",
            middle: "Văn",
            given: "An",
        };
        assert_eq!(three.join(NameOrder::ByName), "Nguyễn Văn An");
        assert_eq!(three.join(NameOrder::GivenFirst), "An Văn Nguyễn");
    }

    #[test]
    fn a_whole_name_is_turned_only_when_asked_and_seen() {
        assert_eq!(turned("Bình Trần", NameOrder::FamilyFirst), "Trần Bình");
        assert_eq!(turned("Minh Anh Lê", NameOrder::FamilyFirst), "Lê Minh Anh");
        for name in [
            "Trần Bình",
            "Alex Rivera",
            "Nguyễn Văn Mai",
            "Alex Lê",
            "Trần",
        ] {
            assert_eq!(turned(name, NameOrder::FamilyFirst), name);
        }
        assert_eq!(turned("Bình Trần", NameOrder::ByName), "Bình Trần");
    }

    #[test]
    fn a_name_with_a_comma_has_the_family_name_in_front_of_it() {
        for (name, [by_name, family_first, given_first]) in [
            ("Smith, John", ["John Smith", "Smith John", "John Smith"]),
            ("Trần, Bình", ["Trần Bình", "Trần Bình", "Bình Trần"]),
            (
                "Nguyễn Văn, An",
                ["Nguyễn Văn An", "Nguyễn Văn An", "An Nguyễn Văn"],
            ),
            (
                "O’Brien-Ruiz,Mary J.",
                [
                    "Mary J. O’Brien-Ruiz",
                    "O’Brien-Ruiz Mary J.",
                    "Mary J. O’Brien-Ruiz",
                ],
            ),
            (
                "Van Dyke, Ann",
                ["Ann Van Dyke", "Van Dyke Ann", "Ann Van Dyke"],
            ),
            (
                "Lê, Alexander",
                ["Alexander Lê", "Lê Alexander", "Alexander Lê"],
            ),
        ] {
            assert_eq!(turned(name, NameOrder::ByName), by_name);
            assert_eq!(turned(name, NameOrder::FamilyFirst), family_first);
            assert_eq!(turned(name, NameOrder::GivenFirst), given_first);
            assert!(is_parted_by_comma(name), "{name}");
        }
        for name in [
            "Jane Doe",
            "Jane Doe, Ph.D.",
            "Jane Doe, Jr",
            "Trần Minh Anh, Giám đốc",
            "Nguyễn Văn An, Trần Thị Lan",
            "Smith, John, Jane",
            "Smith,",
            ", John",
            "Bàn 5, Lan",
            "Иванов, Иван",
        ] {
            for order in NameOrder::ALL {
                assert_eq!(turned(name, order), name);
            }
            assert!(!is_parted_by_comma(name), "{name}");
        }
    }

    #[test]
    fn one_person_with_more_or_fewer_names() {
        assert!(can_be_one("Nguyễn Văn An", "nguyen van an"));
        assert!(can_be_one("An Nguyễn", "Nguyễn Văn An"));
        assert!(!can_be_one("Nguyễn Văn An", "Nguyễn Thị Lan"));
        assert!(!can_be_one("Có Rồi", "Bình"));
        assert!(!can_be_one("Lan", "Con Lan"));
        assert!(!can_be_one("Trần Minh", "Trần Minh Anh"));
    }
}
