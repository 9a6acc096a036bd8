//! The options of an import's form beside its file: the organiser's decisions on the preview.

use std::collections::HashMap;

use hoi_i18n::fold_for_search;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::UploadForm;
use hoi_platform::ids::TicketId;
use hoi_platform::import_files::Wishes;
use hoi_platform::import_files::dates::DateOrder;
use hoi_platform::validation::Check;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::names::NameOrder;
use super::status;
use crate::events::entity::ticket;
use crate::events::{self, NewTicket};

/// The most decisions of one kind.
pub const MAX_DECISIONS: usize = 200;

/// The parts of the form that are texts.
pub const TEXTS: [&str; 19] = [
    "mapping",
    "dryRun",
    "ticketId",
    "sendMail",
    "shareEmails",
    "nameOrder",
    "dateOrder",
    "oddPayments",
    "statuses",
    "classes",
    "renames",
    "addRemoved",
    "replaceEmails",
    "badPhones",
    "doubtfulPhones",
    "lastRows",
    "sheet",
    "hiddenRows",
    "keepFont",
];

/// The decisions of an organiser about a file.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the preview"
)]
#[derive(Debug, Serialize)]
pub struct ImportOptions {
    pub mapping: Option<String>,
    #[serde(skip)]
    pub dry_run: bool,
    pub ticket_id: Option<TicketId>,
    pub send_mail: bool,
    pub share_emails: Option<bool>,
    pub name_order: Option<NameOrder>,
    pub date_order: Option<DateOrder>,
    pub odd_payments: Option<PaymentChoice>,
    pub statuses: Vec<StatusChoice>,
    pub classes: Vec<ClassChoice>,
    pub renames: bool,
    pub add_removed: bool,
    pub replace_emails: bool,
    pub bad_phones: Option<PhoneChoice>,
    pub doubtful_phones: Option<PhoneChoice>,
    pub last_rows: Option<RowChoice>,
    pub wishes: Wishes,
}

/// The treatment of phone numbers that are invalid or not in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PhoneChoice {
    /// They are imported as they stand.
    Keep,
    /// Old numbers become their present ones; the others are imported as they stand.
    Convert,
    /// The people are imported without them.
    Empty,
    /// Their rows are left out.
    LeaveOut,
}

/// The treatment of rows with nothing but a name at the end of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum RowChoice {
    /// They are people.
    Keep,
    /// They are left out.
    LeaveOut,
}

/// The treatment of people who paid another amount than is due. The amount in the file is noted as received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PaymentChoice {
    /// The rest stays due.
    StaysDue,
    /// It is enough: they count as paid.
    IsEnough,
    /// Their rows are left out.
    LeaveOut,
}

/// Whether people with this word in a column about taking part are added.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusChoice {
    /// The word as the preview says it.
    pub word: String,
    pub takes_part: bool,
}

/// The meaning of a class that the file names and the event lacks: `ticketId` names one of the event's, `price` makes a
/// new one, which is hidden from visitors. With neither, its people get no class, at an event that has none.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClassChoice {
    /// The class as the file calls it.
    pub name: String,
    /// The event's class that it is.
    #[serde(default)]
    pub ticket_id: Option<TicketId>,
    /// The price of a new class, in dong.
    #[serde(default)]
    pub price: Option<i64>,
    /// The number of seats of a new class; unlimited if absent.
    #[serde(default)]
    pub quantity: Option<i64>,
}

/// The classes of the file, decided.
#[derive(Debug, Default)]
pub struct Classes {
    /// By folded name, the class that its people get.
    pub chosen: HashMap<String, Option<TicketId>>,
    /// The classes to make.
    pub new: Vec<(TicketId, NewTicket)>,
}

impl ImportOptions {
    pub fn of(form: &UploadForm) -> Result<Self> {
        let text = |name: &str| {
            let text = form.texts.get(name).map(|text| text.trim());
            text.filter(|text| !text.is_empty())
        };
        let truth = |name: &'static str| match text(name) {
            None => Ok(None),
            Some("false" | "0") => Ok(Some(false)),
            Some("true" | "1") => Ok(Some(true)),
            Some(_) => Err(wrong(name)),
        };
        let ticket_id = text("ticketId").map(|id| {
            id.parse()
                .map_err(|_| Error::field("ticketId", LocalizedText::new("import.unknownClass")))
        });
        let bad_phones = word("badPhones", text("badPhones"))?;
        if matches!(bad_phones, Some(PhoneChoice::Keep | PhoneChoice::Convert)) {
            return Err(wrong("badPhones"));
        }
        Ok(Self {
            mapping: text("mapping").map(ToOwned::to_owned),
            dry_run: truth("dryRun")?.unwrap_or(false),
            ticket_id: ticket_id.transpose()?,
            send_mail: truth("sendMail")?.unwrap_or(false),
            share_emails: truth("shareEmails")?,
            name_order: word("nameOrder", text("nameOrder"))?,
            date_order: word("dateOrder", text("dateOrder"))?,
            odd_payments: word("oddPayments", text("oddPayments"))?,
            statuses: list("statuses", text("statuses"))?,
            classes: list("classes", text("classes"))?,
            renames: truth("renames")?.unwrap_or(false),
            add_removed: truth("addRemoved")?.unwrap_or(false),
            replace_emails: truth("replaceEmails")?.unwrap_or(false),
            bad_phones,
            doubtful_phones: word("doubtfulPhones", text("doubtfulPhones"))?,
            last_rows: word("lastRows", text("lastRows"))?,
            wishes: Wishes {
                // A sheet's name can begin and end with blanks.
                sheet: form
                    .texts
                    .get("sheet")
                    .filter(|name| !name.is_empty())
                    .cloned(),
                hidden_rows: truth("hiddenRows")?.unwrap_or(false),
                keep_font: truth("keepFont")?.unwrap_or(false),
            },
        })
    }

    /// The decisions about words, by word as it is compared.
    pub fn words(&self) -> HashMap<String, bool> {
        let words = self.statuses.iter();
        words
            .map(|choice| (status::plain(&choice.word), choice.takes_part))
            .collect()
    }

    /// The decisions about classes, at an event that has these.
    pub fn classes(&self, existing: &[ticket::Model]) -> Result<Classes> {
        let mut classes = Classes::default();
        let mut check = Check::default();
        for (at, choice) in self.classes.iter().enumerate() {
            let path = |field: &str| format!("classes.{at}.{field}");
            let id = match (choice.ticket_id, choice.price) {
                (Some(id), _) => {
                    let is_there = existing.iter().any(|class| class.id == id);
                    let unknown = LocalizedText::new("import.unknownClass");
                    check.ensure(is_there, &path("ticketId"), unknown);
                    Some(id)
                }
                (None, Some(price)) => {
                    let mut class = NewTicket {
                        name: choice.name.clone(),
                        description: None,
                        price: Some(price),
                        quantity: Some(choice.quantity),
                        // Visitors may have it once the organiser shows it.
                        is_hidden: true,
                    };
                    class.check(&path(""), &mut check);
                    // Made meanwhile, or named twice in other letters: one class.
                    let key = class.name_key();
                    let known = existing.iter().find(|class| class.name_key == key);
                    let made = classes.new.iter().find(|(_, made)| made.name_key() == key);
                    let id = known.map(|class| class.id).or(made.map(|(id, _)| *id));
                    Some(id.unwrap_or_else(|| {
                        let id = clock::new_id();
                        classes.new.push((id, class));
                        id
                    }))
                }
                (None, None) => {
                    let missing = LocalizedText::new("field.required");
                    check.ensure(existing.is_empty(), &path("ticketId"), missing);
                    None
                }
            };
            classes.chosen.insert(fold_for_search(&choice.name), id);
        }
        check.ensure(
            existing.len() + classes.new.len() <= events::MAX_CLASSES,
            "classes",
            LocalizedText::new("ticket.tooMany").with("max", events::MAX_CLASSES),
        );
        check.finish()?;
        Ok(classes)
    }
}

fn wrong(field: &'static str) -> Error {
    Error::field(field, LocalizedText::new("payload.wrongType"))
}

fn word<T: for<'a> Deserialize<'a>>(field: &'static str, text: Option<&str>) -> Result<Option<T>> {
    let word = text.map(|text| serde_json::from_value(text.into()));
    word.transpose().map_err(|_| wrong(field))
}

fn list<T: for<'a> Deserialize<'a>>(field: &'static str, text: Option<&str>) -> Result<Vec<T>> {
    let Some(text) = text else {
        return Ok(Vec::new());
    };
    let list: Vec<T> = serde_json::from_str(text).map_err(|_| wrong(field))?;
    if list.len() > MAX_DECISIONS {
        return Err(wrong(field));
    }
    Ok(list)
}
