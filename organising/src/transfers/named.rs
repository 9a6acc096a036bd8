//! Finds the transfers whose texts name erased people although nothing links them: they have a name, an address or a
//! phone number, and no payment reference.

use std::collections::{BTreeSet, HashMap, HashSet};

use hoi_community::accounts::email_key;
use hoi_db::{Timestamp, Tx, containing};
use hoi_i18n::fold_for_search;
use hoi_platform::error::Result;
use hoi_platform::ids::{TransferId, UserId};
use hoi_ticketing::attendances::{attendance, phone_key};
use hoi_ticketing::bank_accounts::TransferState;
use hoi_ticketing::bank_accounts::entity::{bank_account, transfer};
use hoi_ticketing::events::entity::event;
use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::erasure::ErasedPeople;

/// Transfers that are read at once.
const PAGE: u64 = 500;
/// Participants among whom another one with the same name, address or number is looked for.
const MAX_OTHERS: u64 = 1000;
/// Groups of digits that are one phone number at most: `0987 65 43 21`.
const MAX_GROUPS: usize = 5;
/// The fewest characters before the `@` of an address that is looked for without it: a shorter one may be the end of
/// another.
const MIN_LOCAL: usize = 5;

/// A text that identifies a person, in the form in which it is compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Mark {
    Email(String),
    /// The words of an address, as banks write it that have no `@` and no dots: `an binh example vn`.
    Spelled(String),
    Phone(String),
    /// Two words or more, because one may be any word.
    Name(String),
}

impl Mark {
    /// Returns an address and a phone number, as far as they identify a person.
    pub fn of(email: &str, phone: &str) -> impl Iterator<Item = Self> {
        let marks = [Self::email(email), Self::spelled(email), Self::phone(phone)];
        marks.into_iter().flatten()
    }

    fn email(text: &str) -> Option<Self> {
        let key = fold_for_search(&email_key(text));
        key.contains('@').then_some(Self::Email(key))
    }

    fn spelled(text: &str) -> Option<Self> {
        let key = email_key(text);
        let (local, _) = key.split_once('@')?;
        let is_long = local.chars().count() >= MIN_LOCAL;
        is_long.then(|| Self::Spelled(words(&key)))
    }

    fn phone(text: &str) -> Option<Self> {
        let key = phone_key(text);
        (!key.is_empty()).then_some(Self::Phone(key))
    }

    pub fn name(text: &str) -> Option<Self> {
        let name = words(text);
        name.contains(' ').then_some(Self::Name(name))
    }

    /// Returns the parts that the search text of each participant with this mark contains.
    fn searched(&self) -> Vec<&str> {
        match self {
            Self::Email(email) => vec![email.as_str()],
            // The same number may be written with the country in front.
            Self::Phone(digits) => vec![digits.trim_start_matches('0')],
            Self::Spelled(text) | Self::Name(text) => text.split(' ').collect(),
        }
    }

    fn is_in(&self, text: &Read) -> bool {
        match self {
            Self::Email(email) => text.emails.contains(email),
            Self::Spelled(email) => text.without_emails.contains(&format!(" {email} ")),
            Self::Phone(digits) => text.phones.contains(digits),
            Self::Name(name) => text.words.contains(&format!(" {name} ")),
        }
    }
}

/// A text, with all in it that can be a mark.
struct Read {
    emails: HashSet<String>,
    phones: HashSet<String>,
    /// The folded words, with a space before and after each.
    words: String,
    /// The same without those of addresses.
    without_emails: String,
}

impl Read {
    fn new(text: &str) -> Self {
        let is_around = |char: char| char.is_whitespace() || ",;:<>()[]\"'|/=".contains(char);
        let (emails, others): (Vec<&str>, Vec<&str>) =
            text.split(is_around).partition(|word| word.contains('@'));
        let emails = emails.into_iter().map(|word| word.trim_matches(['.', '-']));
        let emails = emails.map(|word| fold_for_search(&email_key(word)));
        let mut phones = HashSet::new();
        // Numbers with other signs between them than a phone number has are several.
        for numbers in text.split(|char: char| !char.is_ascii_digit() && !" .-+()".contains(char)) {
            let groups = numbers.split(|char: char| !char.is_ascii_digit());
            let groups: Vec<&str> = groups.filter(|group| !group.is_empty()).collect();
            for length in 1..=MAX_GROUPS {
                phones.extend(groups.windows(length).map(|part| phone_key(&part.concat())));
            }
        }
        Self {
            emails: emails.collect(),
            phones,
            words: format!(" {} ", words(text)),
            without_emails: format!(" {} ", words(&others.join(" "))),
        }
    }
}

/// The folded words of a text, with a single space between them.
fn words(text: &str) -> String {
    let folded = fold_for_search(text);
    let words = folded.split(|char: char| !char.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// The people whose transfers are looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// The organiser on whose bank accounts the transfers are.
    pub owner: UserId,
    /// The texts that may name the people.
    pub marks: HashSet<Mark>,
    /// The owner's name if the owner's account is erased: a registration of the owner for an own event is no other
    /// person's. None if participants are erased.
    pub own_name: Option<String>,
}

/// The transfers in whose texts marks were looked for.
#[derive(Debug)]
pub(super) struct Sightings {
    /// The organiser on whose bank accounts they were looked for.
    owner: UserId,
    /// Each mark that was looked for, with the transfers that contain it.
    found: HashMap<Mark, BTreeSet<TransferId>>,
}

/// The transfers that name the people of a search.
#[derive(Debug, Default)]
pub(super) struct NamedTransfers {
    /// In their order.
    pub ids: BTreeSet<TransferId>,
    /// The marks that no other person has.
    proved: HashSet<Mark>,
}

impl Sightings {
    /// Looks for the marks of a search in the texts of all transfers that pay for nothing, which takes seconds where there
    /// are many.
    pub async fn find(conn: &impl ConnectionTrait, search: &Search) -> Result<Self> {
        Ok(Self {
            owner: search.owner,
            found: find_marks(conn, search.owner, &search.marks, None).await?,
        })
    }

    /// Returns the transfers that name the people, who are not erased yet.
    pub async fn ids(
        &self,
        conn: &impl ConnectionTrait,
        people: ErasedPeople<'_>,
    ) -> Result<BTreeSet<TransferId>> {
        Ok(prove(conn, people, &self.found).await?.ids)
    }
}

impl NamedTransfers {
    /// Whether a transfer still pays for nothing and names the people: its text may have been replaced after the search.
    pub fn has(&self, row: &transfer::Model) -> bool {
        let is_open = row.state != TransferState::Used && row.erased_at.is_none();
        if !is_open || !self.ids.contains(&row.id) {
            return false;
        }
        let texts = [Some(&row.content), row.payer.as_ref()];
        let texts = texts.into_iter().flatten().map(|text| Read::new(text));
        let texts: Vec<Read> = texts.collect();
        let mut marks = self.proved.iter();
        marks.any(|mark| texts.iter().any(|text| mark.is_in(text)))
    }
}

impl Search {
    pub fn of_participants(owner: UserId, marks: HashSet<Mark>) -> Self {
        Self {
            owner,
            marks,
            own_name: None,
        }
    }

    /// Whether a registration with this name, and this address or number, is the owner's own.
    fn is_own(&self, name: &str, email: &str, phone: &str) -> bool {
        let is_named = self
            .own_name
            .as_ref()
            .is_some_and(|own| words(own) == words(name));
        is_named && Mark::of(email, phone).any(|mark| self.marks.contains(&mark))
    }
}

/// Returns the transfers that pay for nothing and contain one of the marks. Of marks that were looked for `before`, reads
/// only the transfers that were reported or freed since the time beside them. A mark that another participant of the owner
/// has, too, proves nothing: the transfer may be that one's.
#[tracing::instrument(name = "transfers.find_named", skip_all)]
pub(super) async fn find_named(
    tx: &Tx,
    people: ErasedPeople<'_>,
    before: Option<(&Sightings, Timestamp)>,
) -> Result<NamedTransfers> {
    let search = people.search;
    let before = before.filter(|(before, _)| before.owner == search.owner);
    let is_known = |mark: &Mark| before.is_some_and(|(before, _)| before.found.contains_key(mark));
    let marks = search.marks.iter().cloned();
    let (known, new): (HashSet<Mark>, HashSet<Mark>) = marks.partition(is_known);
    let mut found = find_marks(tx, search.owner, &new, None).await?;
    if let Some((before, since)) = before {
        found.extend(find_marks(tx, search.owner, &known, Some(since)).await?);
        for (mark, ids) in &mut found {
            ids.extend(before.found.get(mark).into_iter().flatten());
        }
    }
    prove(tx, people, &found).await
}

/// Returns the transfers that were found by marks that no other person has.
async fn prove(
    conn: &impl ConnectionTrait,
    people: ErasedPeople<'_>,
    found: &HashMap<Mark, BTreeSet<TransferId>>,
) -> Result<NamedTransfers> {
    let mut named = NamedTransfers::default();
    for (mark, ids) in found {
        if !ids.is_empty() && !has_another(conn, people, mark).await? {
            named.ids.extend(ids);
            named.proved.insert(mark.clone());
        }
    }
    Ok(named)
}

/// Returns each of the marks with the owner's transfers that pay for nothing and contain it; `since` limits it to those
/// that were reported or freed from then on.
async fn find_marks(
    conn: &impl ConnectionTrait,
    owner: UserId,
    marks: &HashSet<Mark>,
    since: Option<Timestamp>,
) -> Result<HashMap<Mark, BTreeSet<TransferId>>> {
    let mut found: HashMap<Mark, BTreeSet<TransferId>> = HashMap::new();
    if marks.is_empty() {
        return Ok(found);
    }
    found.extend(marks.iter().map(|mark| (mark.clone(), BTreeSet::new())));
    let accounts = Query::select()
        .column(bank_account::Column::Id)
        .from(bank_account::Entity)
        .and_where(bank_account::Column::OwnerId.eq(owner))
        .to_owned();
    let mut last: Option<TransferId> = None;
    loop {
        let mut page = transfer::Entity::find()
            .select_only()
            .columns([
                transfer::Column::Id,
                transfer::Column::Content,
                transfer::Column::Payer,
            ])
            .filter(transfer::Column::BankAccountId.in_subquery(accounts.clone()))
            .filter(transfer::Column::State.ne(TransferState::Used))
            .filter(transfer::Column::ErasedAt.is_null());
        if let Some(since) = since {
            page = page.filter(transfer::Column::ReportedAt.gte(since));
        }
        if let Some(last) = last {
            page = page.filter(transfer::Column::Id.gt(last));
        }
        let rows: Vec<(TransferId, String, Option<String>)> = page
            .order_by_asc(transfer::Column::Id)
            .limit(PAGE)
            .into_tuple()
            .all(conn)
            .await?;
        let Some((id, ..)) = rows.last() else {
            return Ok(found);
        };
        last = Some(*id);
        for (id, content, payer) in rows {
            let texts = [content, payer.unwrap_or_default()].map(|text| Read::new(&text));
            for (mark, ids) in &mut found {
                if texts.iter().any(|text| mark.is_in(text)) {
                    ids.insert(id);
                }
            }
        }
    }
}

/// Returns whether another participant of the owner's events who is neither removed nor erased has this mark, or may have
/// it.
async fn has_another(
    conn: &impl ConnectionTrait,
    people: ErasedPeople<'_>,
    mark: &Mark,
) -> Result<bool> {
    use attendance::Column::{Email, ErasedAt, EventId, FullName, Id, Phone, SearchText};
    let search = people.search;
    let events = Query::select()
        .column(event::Column::Id)
        .from(event::Entity)
        .and_where(event::Column::OwnerId.eq(search.owner))
        .to_owned();
    let mut similar = attendance::live()
        .select_only()
        .columns([FullName, Email, Phone])
        .filter(EventId.in_subquery(events))
        .filter(ErasedAt.is_null())
        // The people themselves before they are erased.
        .filter(Id.is_not_in(people.ids.iter().copied()));
    for part in mark.searched() {
        similar = similar.filter(SearchText.like(containing(part)));
    }
    let similar: Vec<(String, String, String)> =
        similar.limit(MAX_OTHERS).into_tuple().all(conn).await?;
    // Beyond that many, one of the others may have it.
    let is_full = u64::try_from(similar.len()).unwrap_or(MAX_OTHERS) >= MAX_OTHERS;
    let mut others = similar
        .iter()
        .filter(|(name, email, phone)| !search.is_own(name, email, phone));
    let has_mark = |(name, email, phone): &(String, String, String)| match mark {
        Mark::Email(_) => Mark::email(email).as_ref() == Some(mark),
        Mark::Phone(_) => Mark::phone(phone).as_ref() == Some(mark),
        // `nguyen.an.binh@example.vn` may be written as what contains `an.binh@example.vn`.
        Mark::Spelled(_) => mark.is_in(&Read::new(&email.replace('@', " "))),
        // The name of `Nguyễn An Bình` contains that of `Nguyễn An`.
        Mark::Name(_) => mark.is_in(&Read::new(name)),
    };
    Ok(is_full || others.any(has_mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_found_only_as_a_whole() {
        let name = Mark::name("Trịnh Thị Quỳnh  Giao").unwrap();
        let email = Mark::email("Quynh.Giao@rieng.example").unwrap();
        let phone = Mark::phone("+84 987 123 654").unwrap();
        let spelled = Mark::spelled("Quynh.Giao@rieng.example").unwrap();
        for (mark, text, is_in) in [
            (&name, "TRINH THI QUYNH GIAO chuyen tien", true),
            (&name, "CK.Trịnh-Thị Quỳnh Giao.", true),
            (&name, "trinh thi quynh giaobd", false),
            (&name, "quynh giao", false),
            (&email, "gui quynh.giao@rieng.example.", true),
            (&email, "mail:QUYNH.GIAO@RIENG.EXAMPLE;", true),
            (&email, "x-quynh.giao@rieng.example", false),
            (&email, "quynh.giao@rieng.example.vn", false),
            (&spelled, "CK QUYNH GIAO RIENG EXAMPLE ve", true),
            (&spelled, "quynh giao @ rieng.example", true),
            (&spelled, "quynh giao rieng examples", false),
            (&spelled, "x-quynh.giao@rieng.example", false),
            (&spelled, "quynh.giao@rieng.example.vn", false),
            (&phone, "0987123654 tra tien", true),
            (&phone, "SDT 0987.123.654", true),
            (&phone, "50000 84987123654", true),
            (&phone, "0 987 123 654", true),
            (&phone, "10987123654", false),
            (&phone, "0987/123654", false),
            (&phone, "09871236540", false),
        ] {
            assert_eq!(mark.is_in(&Read::new(text)), is_in, "{mark:?} in {text}");
        }
    }

    #[test]
    fn a_text_that_many_have_is_no_mark() {
        assert_eq!(Mark::name("Giao"), None);
        assert_eq!(Mark::name(" — "), None);
        assert_eq!(Mark::email(""), None);
        assert_eq!(Mark::spelled("giao@rieng.example"), None);
        assert_eq!(Mark::spelled("quynh.giao"), None);
        assert_eq!(Mark::phone("113 114"), None);
        assert_eq!(Mark::phone(""), None);
    }
}
