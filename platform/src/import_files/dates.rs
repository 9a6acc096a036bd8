//! In which order day and month stand in the dates of a column: proven by its values or its title, or not at all. Pure.

use hoi_i18n::fold_for_search;
use hoi_spreadsheet::Value;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cells::{date, text};

/// In which order day and month stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum DateOrder {
    DayFirst,
    MonthFirst,
}

/// The order of day and month that the dates of a column prove.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DateProof {
    day_first: bool,
    month_first: bool,
    /// Whether a date can be read in both orders, and says something else in each.
    pub is_open: bool,
}

/// Whether a cell holds a date that says something else in each order.
pub fn is_open(cell: &Value) -> bool {
    let text = text(cell);
    let read = |order| date(cell, &text, order);
    let both = read(DateOrder::DayFirst).zip(read(DateOrder::MonthFirst));
    both.is_some_and(|(day, month)| day != month)
}

impl DateProof {
    /// Looks at all cells of a column.
    pub fn of<'a>(cells: impl Iterator<Item = &'a Value>) -> Self {
        let mut proof = Self::default();
        for cell in cells {
            let text = text(cell);
            let read = |order| date(cell, &text, order);
            match (read(DateOrder::DayFirst), read(DateOrder::MonthFirst)) {
                (Some(_), None) => proof.day_first = true,
                (None, Some(_)) => proof.month_first = true,
                (Some(day), Some(month)) => proof.is_open |= day != month,
                (None, None) => {}
            }
        }
        proof
    }

    /// Returns the order that all dates prove.
    pub fn order(self) -> Option<DateOrder> {
        match (self.day_first, self.month_first) {
            (true, false) => Some(DateOrder::DayFirst),
            (false, true) => Some(DateOrder::MonthFirst),
            _ => None,
        }
    }

    /// Whether dates prove one order, and others the other.
    pub fn is_contradictory(self) -> bool {
        self.day_first && self.month_first
    }
}

/// Returns the order that a title names: "Date of birth (dd/MM/yyyy)".
pub fn named_order(title: &str) -> Option<DateOrder> {
    let title = fold_for_search(title);
    let letters = title.chars().filter(|char| char.is_alphanumeric());
    let letters: String = letters.collect();
    let says = |words: &[&str]| words.iter().any(|word| letters.contains(word));
    if says(&["ddmm", "ngaythangnam", "daymonth"]) {
        Some(DateOrder::DayFirst)
    } else if says(&["mmdd", "thangngaynam", "monthday"]) && !says(&["yymmdd"]) {
        Some(DateOrder::MonthFirst)
    } else {
        None
    }
}

/// Whether a title is Vietnamese, in which the day stands first.
pub fn is_vietnamese(title: &str) -> bool {
    let title = fold_for_search(title);
    let mut words = title.split(|char: char| !char.is_alphanumeric());
    words.any(|word| matches!(word, "ngay" | "sinh"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(dates: &[&str]) -> DateProof {
        let cells = dates.iter().map(|date| Value::Text((*date).to_owned()));
        let cells: Vec<Value> = cells.collect();
        DateProof::of(cells.iter())
    }

    #[test]
    fn one_date_proves_the_order_of_all() {
        let month = proof(&["05/06/1990", "12/25/1990"]);
        assert_eq!(month.order(), Some(DateOrder::MonthFirst));
        let day = proof(&["05/06/1990", "25.12.1990", "", "hôm qua"]);
        assert_eq!(day.order(), Some(DateOrder::DayFirst));
        for nothing in [&["05/06/1990", "04/03/1991"][..], &["05/06/1990"]] {
            let nothing = proof(nothing);
            assert_eq!(nothing.order(), None);
            assert!(nothing.is_open && !nothing.is_contradictory());
        }
        let both = proof(&["05/06/1990", "12/25/1990", "25/12/1990"]);
        assert_eq!(both.order(), None);
        assert!(both.is_contradictory());
        // Without a doubt there is nothing to prove.
        assert!(!proof(&["05/05/1990", "1990-06-05", "31/31/1990"]).is_open);
    }

    #[test]
    fn titles_name_an_order() {
        for (title, order) in [
            ("Ngày sinh (dd/MM/yyyy)", Some(DateOrder::DayFirst)),
            ("DOB mm-dd-yyyy", Some(DateOrder::MonthFirst)),
            (
                "Date of birth (month/day/year)",
                Some(DateOrder::MonthFirst),
            ),
            ("Ngày tháng năm sinh", Some(DateOrder::DayFirst)),
            ("Date of birth", None),
            // Says nothing of dates that end with the year.
            ("Date of birth (YYYY-MM-DD)", None),
        ] {
            assert_eq!(named_order(title), order, "{title}");
        }
        assert!(is_vietnamese("Ngày sinh") && is_vietnamese("SINH NGÀY"));
        assert!(!is_vietnamese("Date of birth") && !is_vietnamese("Singapore"));
    }
}
