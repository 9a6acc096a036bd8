//! The subjects of a list's columns, as far as their cells can be broken. Pure.

use hoi_platform::import_files::cells::CellKind;
use hoi_platform::import_files::plain_title;

use super::super::columns::Field;
use super::people::Column;

impl Column {
    /// How its cells are mended; `None` for a column that is left out.
    pub fn kind(&self) -> Option<CellKind> {
        let known = match self.field.as_ref()? {
            Field::Known(known) => known,
            Field::Question(_) | Field::NewQuestion => {
                return Some(CellKind::of_title(&self.title));
            }
            Field::Status => return Some(CellKind::Text),
        };
        Some(match known.name {
            "fullName" | "familyName" | "middleName" | "givenName" => CellKind::Name,
            "email" => CellKind::Email,
            "phone" => CellKind::Phone,
            "country" => CellKind::Country,
            // A column of passports only holds numbers of other lengths.
            "identificationNumber" if self.is_of_passports() => CellKind::Text,
            "identificationNumber" => CellKind::Identity,
            "taxNumber" => CellKind::Tax,
            _ => CellKind::Text,
        })
    }

    fn is_of_passports(&self) -> bool {
        let title = plain_title(&self.title);
        let says = |words: &[&str]| words.iter().any(|word| title.contains(word));
        says(&["passport", "ho chieu"])
            && !says(&[
                "cccd",
                "cmnd",
                "can cuoc",
                "cmt",
                "id card",
                "id number",
                "identity",
            ])
    }
}
