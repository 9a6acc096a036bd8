//! Which numbers of buyers there can be.

/// The weights of the first nine digits of a tax number.
const WEIGHTS: [u32; 9] = [31, 29, 23, 19, 17, 13, 7, 5, 3];
/// Digits of a tax number without the number of a branch.
const DIGITS: usize = 10;
/// Digits of the number of a branch.
const BRANCH: usize = 3;
/// Digits of a citizen's number, which is a person's tax number, too.
const CITIZEN: usize = 12;

/// Returns a tax number as it is printed, `0100109106` or `0100109106-001`; None if there can be no such number. Spaces,
/// dots and dashes in it do not matter.
pub fn tax_number(text: &str) -> Option<String> {
    let digits = digits(text)?;
    let (number, branch) = digits.split_at_checked(DIGITS)?;
    let is_number = check_digit(number) == number.chars().last()?.to_digit(10);
    match branch.len() {
        0 => is_number.then(|| number.to_owned()),
        BRANCH => is_number.then(|| format!("{number}-{branch}")),
        _ => None,
    }
}

/// Returns the number of a person: a citizen's number, or a tax number as [`tax_number`] returns it.
pub fn person_number(text: &str) -> Option<String> {
    digits(text)
        .filter(|digits| digits.len() == CITIZEN)
        .or_else(|| tax_number(text))
}

fn digits(text: &str) -> Option<String> {
    let mut digits = text.to_owned();
    digits.retain(|char| !char.is_whitespace() && !matches!(char, '.' | '-'));
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then_some(digits)
}

/// Returns the tenth digit that belongs to the first nine; None if no digit does.
fn check_digit(number: &str) -> Option<u32> {
    let digits = number.chars().filter_map(|char| char.to_digit(10));
    let sum: u32 = digits
        .zip(WEIGHTS)
        .map(|(digit, weight)| digit * weight)
        .sum();
    let last = 10 - sum % 11;
    (last < 10).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_known_companies_are_tax_numbers() {
        for number in ["0100109106", "0300588569", "0101248141", "0100112437"] {
            assert_eq!(tax_number(number).as_deref(), Some(number));
        }
        let branch = Some("0100109106-001".to_owned());
        for text in ["0100109106-001", "0100109106001", " 01.0010.9106 - 001 "] {
            assert_eq!(tax_number(text), branch);
        }
    }

    #[test]
    fn every_wrong_digit_and_length_is_noticed() {
        let right = "0100109106";
        for place in 0..right.len() {
            for digit in '0'..='9' {
                let mut typed: Vec<char> = right.chars().collect();
                typed[place] = digit;
                let typed: String = typed.into_iter().collect();
                assert_eq!(tax_number(&typed).is_some(), typed == right, "{typed}");
            }
        }
        for text in [
            "",
            "010010910",
            "01001091060",
            "0100109106-01",
            "0100109106-0011",
            "0100109l06",
            "\u{0661}100109106",
        ] {
            assert_eq!(tax_number(text), None, "{text}");
        }
    }

    #[test]
    fn a_number_whose_rest_is_none_has_no_tenth_digit() {
        // 31 + 13 = 44, a multiple of 11.
        for last in 0..=9 {
            assert_eq!(tax_number(&format!("100001000{last}")), None);
        }
    }

    #[test]
    fn a_person_has_a_citizens_number_or_a_tax_number() {
        assert_eq!(
            person_number("001 099 123 456").as_deref(),
            Some("001099123456")
        );
        assert_eq!(person_number("0100109106").as_deref(), Some("0100109106"));
        for text in ["00109912345", "0010991234567", "00109912345a"] {
            assert_eq!(person_number(text), None, "{text}");
        }
        assert_eq!(tax_number("001099123456"), None, "not a company's");
    }
}
