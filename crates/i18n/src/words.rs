//! Numbers in words, as receipts write them beside the figures.

const VI_DIGITS: [&str; 10] = [
    "không", "một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín",
];

/// Writes a number in Vietnamese words: `một triệu hai trăm linh năm nghìn`.
pub fn vietnamese(number: u64) -> String {
    if number == 0 {
        return "không".to_owned();
    }
    let mut words = Vec::new();
    vi_number(number, &mut words);
    words.join(" ")
}

/// Writes billions, which count on above a thousand of them, then the three groups below.
fn vi_number(number: u64, words: &mut Vec<&'static str>) {
    const BILLION: u64 = 1_000_000_000;
    if number >= BILLION {
        vi_number(number / BILLION, words);
        words.push("tỷ");
    }
    let below = number % BILLION;
    for (unit, name) in [(1_000_000, "triệu"), (1000, "nghìn"), (1, "")] {
        let group = below / unit % 1000;
        if group > 0 {
            // A group that follows others says that its hundreds are zero.
            vi_group(group, !words.is_empty(), words);
            words.extend(Some(name).filter(|name| !name.is_empty()));
        }
    }
}

/// Writes 1 to 999.
fn vi_group(group: u64, is_inner: bool, words: &mut Vec<&'static str>) {
    let digit = |unit: u64| group / unit % 10;
    let (hundreds, tens, ones) = (digit(100), digit(10), digit(1));
    let name = |digit: u64| VI_DIGITS.get(usize::try_from(digit).unwrap_or(0)).copied();
    let has_hundreds = hundreds > 0 || is_inner;
    if has_hundreds {
        words.extend(name(hundreds));
        words.push("trăm");
    }
    match tens {
        0 if has_hundreds && ones > 0 => words.push("linh"),
        0 => {}
        1 => words.push("mười"),
        _ => {
            words.extend(name(tens));
            words.push("mươi");
        }
    }
    match (tens, ones) {
        (_, 0) => {}
        (2.., 1) => words.push("mốt"),
        (2.., 4) => words.push("tư"),
        (1.., 5) => words.push("lăm"),
        _ => words.extend(name(ones)),
    }
}

const EN_BELOW_TWENTY: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const EN_TENS: [&str; 10] = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

/// Writes a number in English words: `one million two hundred five thousand`.
pub fn english(number: u64) -> String {
    const UNITS: [(u64, &str); 6] = [
        (1_000_000_000_000_000_000, "quintillion"),
        (1_000_000_000_000_000, "quadrillion"),
        (1_000_000_000_000, "trillion"),
        (1_000_000_000, "billion"),
        (1_000_000, "million"),
        (1000, "thousand"),
    ];
    if number == 0 {
        return "zero".to_owned();
    }
    let mut words = Vec::new();
    for (unit, name) in UNITS {
        let group = number / unit % 1000;
        if group > 0 {
            en_group(group, &mut words);
            words.push(name.to_owned());
        }
    }
    en_group(number % 1000, &mut words);
    words.join(" ")
}

/// Writes 1 to 999, and nothing for 0.
fn en_group(group: u64, words: &mut Vec<String>) {
    let name = |names: &[&'static str], at: u64| {
        let name = usize::try_from(at).ok().and_then(|at| names.get(at));
        name.copied().unwrap_or_default()
    };
    if group >= 100 {
        words.push(name(&EN_BELOW_TWENTY, group / 100).to_owned());
        words.push("hundred".to_owned());
    }
    let rest = group % 100;
    match (rest / 10, rest % 10) {
        (0, 0) => {}
        (0 | 1, _) => words.push(name(&EN_BELOW_TWENTY, rest).to_owned()),
        (tens, 0) => words.push(name(&EN_TENS, tens).to_owned()),
        (tens, ones) => {
            let (tens, ones) = (name(&EN_TENS, tens), name(&EN_BELOW_TWENTY, ones));
            words.push(format!("{tens}-{ones}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_written_as_people_say_them() {
        for (number, vi, en) in [
            (0, "không", "zero"),
            (1, "một", "one"),
            (10, "mười", "ten"),
            (11, "mười một", "eleven"),
            (14, "mười bốn", "fourteen"),
            (15, "mười lăm", "fifteen"),
            (20, "hai mươi", "twenty"),
            (21, "hai mươi mốt", "twenty-one"),
            (24, "hai mươi tư", "twenty-four"),
            (25, "hai mươi lăm", "twenty-five"),
            (100, "một trăm", "one hundred"),
            (101, "một trăm linh một", "one hundred one"),
            (104, "một trăm linh bốn", "one hundred four"),
            (105, "một trăm linh năm", "one hundred five"),
            (110, "một trăm mười", "one hundred ten"),
            (115, "một trăm mười lăm", "one hundred fifteen"),
            (555, "năm trăm năm mươi lăm", "five hundred fifty-five"),
            (1005, "một nghìn không trăm linh năm", "one thousand five"),
            (1050, "một nghìn không trăm năm mươi", "one thousand fifty"),
            (
                250_000,
                "hai trăm năm mươi nghìn",
                "two hundred fifty thousand",
            ),
            (
                1_200_000,
                "một triệu hai trăm nghìn",
                "one million two hundred thousand",
            ),
            (
                1_000_005,
                "một triệu không trăm linh năm",
                "one million five",
            ),
            (
                2_021_000,
                "hai triệu không trăm hai mươi mốt nghìn",
                "two million twenty-one thousand",
            ),
            (1_000_000_000, "một tỷ", "one billion"),
            (
                999_999_999_999,
                "chín trăm chín mươi chín tỷ chín trăm chín mươi chín triệu chín trăm chín mươi chín nghìn chín trăm \
                 chín mươi chín",
                "nine hundred ninety-nine billion nine hundred ninety-nine million nine hundred ninety-nine thousand \
                 nine hundred ninety-nine",
            ),
            (1_000_000_000_000, "một nghìn tỷ", "one trillion"),
        ] {
            assert_eq!(vietnamese(number), vi);
            assert_eq!(english(number), en);
        }
    }

    /// Reads Vietnamese words back, by other rules than they were written by.
    fn read_vietnamese(text: &str) -> u64 {
        let (mut total, mut group, mut digit) = (0_u64, 0, 0);
        for word in text.split(' ') {
            match word {
                "linh" => {}
                "trăm" => (group, digit) = (group + digit * 100, 0),
                "mười" => group += 10,
                "mươi" => (group, digit) = (group + digit * 10, 0),
                "nghìn" => (total, group, digit) = (total + (group + digit) * 1000, 0, 0),
                "triệu" => (total, group, digit) = (total + (group + digit) * 1_000_000, 0, 0),
                "tỷ" => (total, group, digit) = ((total + group + digit) * 1_000_000_000, 0, 0),
                "mốt" => digit = 1,
                "tư" => digit = 4,
                "lăm" => digit = 5,
                name => {
                    let found = VI_DIGITS.iter().position(|digit| *digit == name);
                    digit = u64::try_from(found.unwrap()).unwrap();
                }
            }
        }
        total + group + digit
    }

    fn read_english(text: &str) -> u64 {
        let position = |names: &[&str], word: &str| {
            let found = names.iter().position(|name| *name == word);
            found.and_then(|at| u64::try_from(at).ok())
        };
        let (mut total, mut group) = (0_u64, 0);
        for word in text.split([' ', '-']) {
            match word {
                "hundred" => group *= 100,
                "thousand" => (total, group) = (total + group * 1000, 0),
                "million" => (total, group) = (total + group * 1_000_000, 0),
                "billion" => (total, group) = (total + group * 1_000_000_000, 0),
                word => {
                    let tens = position(&EN_TENS, word).map(|tens| tens * 10);
                    group += position(&EN_BELOW_TWENTY, word).or(tens).unwrap();
                }
            }
        }
        total + group
    }

    proptest! {
        #[test]
        fn words_say_the_number(number in 0..1_000_000_000_000_u64) {
            prop_assert_eq!(read_vietnamese(&vietnamese(number)), number);
            prop_assert_eq!(read_english(&english(number)), number);
        }

        #[test]
        fn round_amounts_too(thousands in 0..1_000_000_000_u64) {
            let number = thousands * 1000;
            prop_assert_eq!(read_vietnamese(&vietnamese(number)), number);
            prop_assert_eq!(read_english(&english(number)), number);
        }

        #[test]
        fn no_number_is_too_large(number: u64) {
            prop_assert!(!vietnamese(number).is_empty() && !english(number).is_empty());
        }
    }
}
