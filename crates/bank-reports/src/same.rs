//! Which reports are of the same transfer: a service reports it at once, perhaps several times, and a statement lists
//! it later.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

use jiff::civil::Date;

use crate::Transfer;
use crate::reference::{exact, plain};

/// Letters that two texts must share if one of them contains the other.
const MIN_SHARED: usize = 12;
/// Transfers of one day and amount of which the texts are compared with one another.
const COMPARED: usize = 200;

/// Where a report comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    Service,
    Statement,
}

/// A transfer that is known.
#[derive(Debug, Clone)]
pub struct Known<K> {
    pub key: K,
    pub day: Date,
    /// In dong.
    pub amount: i64,
    pub text: String,
    /// The bank's number of the transaction.
    pub number: Option<String>,
    /// The balance after it.
    pub balance: Option<i64>,
    /// The service's identifier; `None` if no service has reported it.
    pub service_id: Option<String>,
    /// Whether a statement lists it; then text, number and balance are those of the statement.
    pub in_statement: bool,
}

/// The transfer that a report describes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Identity<K> {
    /// A transfer that is known.
    Known(K),
    /// A transfer that the report at this place of the list is of.
    Repeats(usize),
    New,
}

struct Entry {
    report: Report,
    service_id: Option<String>,
    in_statement: bool,
}

impl Entry {
    /// Takes over another report of the same transfer, and returns whether it says anything new. A statement's report
    /// replaces a service's, so that the next statement is compared with it.
    fn learn(&mut self, report: Report, id: Option<&str>, origin: Origin) -> bool {
        match origin {
            Origin::Service if self.service_id.is_none() => self.service_id = id.map(str::to_owned),
            Origin::Statement if !self.in_statement => {
                self.report = report;
                self.in_statement = true;
            }
            Origin::Service | Origin::Statement => return false,
        }
        true
    }
}

struct Report {
    day: Date,
    amount: i64,
    plain: String,
    references: Vec<String>,
    number: Option<String>,
    balance: Option<i64>,
}

impl Report {
    fn new(day: Date, amount: i64, text: &str, number: Option<&str>, balance: Option<i64>) -> Self {
        let plain = plain(text);
        Self {
            day,
            amount,
            references: exact(&plain),
            plain,
            number: number
                .map(crate::reference::plain)
                .filter(|number| number.len() > 2),
            // Services without the balance write 0.
            balance: balance.filter(|balance| *balance != 0),
        }
    }

    fn keys(&self) -> impl Iterator<Item = StrongKey> {
        let number = self.number.clone().map(Mark::Number);
        let balance = self.balance.map(Mark::Balance);
        let (day, amount) = (self.day, self.amount);
        number
            .into_iter()
            .chain(balance)
            .map(move |mark| (day, amount, mark))
    }

    /// Returns whether both say something by which the same source tells transfers apart, and it differs.
    fn contradicts(&self, other: &Self) -> bool {
        let differ = |one: bool, two: bool, same: bool| one && two && !same;
        differ(
            self.number.is_some(),
            other.number.is_some(),
            self.number == other.number,
        ) || differ(
            self.balance.is_some(),
            other.balance.is_some(),
            self.balance == other.balance,
        )
    }

    fn resembles(&self, other: &Self) -> bool {
        let (short, long) = if self.plain.len() <= other.plain.len() {
            (&self.plain, &other.plain)
        } else {
            (&other.plain, &self.plain)
        };
        let is_part = short.len() >= MIN_SHARED && long.contains(short.as_str());
        is_part || (!self.references.is_empty() && self.references == other.references)
    }
}

#[derive(PartialEq, Eq, Hash)]
enum Mark {
    Number(String),
    Balance(i64),
}

type StrongKey = (Date, i64, Mark);

/// Says of each report which transfer it describes. All reports come from `origin`. Two equal lines of a statement are
/// two transfers, unless their number or balance says that they are one; so a file with more lines than before adds
/// only the new ones.
pub fn identify<K: Clone>(
    known: &[Known<K>],
    reports: &[Transfer],
    origin: Origin,
) -> Vec<Identity<K>> {
    let mut entries: Vec<Entry> = known
        .iter()
        .map(|known| Entry {
            report: Report::new(
                known.day,
                known.amount,
                &known.text,
                known.number.as_deref(),
                known.balance,
            ),
            service_id: known.service_id.clone(),
            in_statement: known.in_statement,
        })
        .collect();
    let mut index = Index::default();
    for (at, entry) in entries.iter().enumerate() {
        index.add(at, entry);
    }
    // The report that made an entry, for entries beyond the known ones.
    let mut made_by: Vec<usize> = Vec::new();
    let mut met: HashSet<usize> = HashSet::new();
    let mut identities: Vec<Identity<K>> = Vec::with_capacity(reports.len());
    for (at, transfer) in reports.iter().enumerate() {
        let report = Report::new(
            transfer.at.date(),
            transfer.amount,
            &transfer.text,
            transfer.number.as_deref(),
            transfer.balance,
        );
        let found = index.find(&report, transfer.id.as_deref(), origin, &entries, &met);
        let identity = match found {
            None => {
                let entry = Entry {
                    report,
                    service_id: transfer.id.clone(),
                    in_statement: origin == Origin::Statement,
                };
                index.add(entries.len(), &entry);
                met.insert(entries.len());
                entries.push(entry);
                made_by.push(at);
                Identity::New
            }
            Some(entry) => {
                met.insert(entry);
                if let Some(of) = entries.get_mut(entry)
                    && of.learn(report, transfer.id.as_deref(), origin)
                {
                    index.add(entry, of);
                }
                match known.get(entry) {
                    Some(known) => Identity::Known(known.key.clone()),
                    None => match made_by.get(entry - known.len()) {
                        Some(first) => Identity::Repeats(*first),
                        None => Identity::New,
                    },
                }
            }
        };
        identities.push(identity);
    }
    identities
}

#[derive(Default)]
struct Index {
    ids: HashMap<String, usize>,
    marks: HashMap<StrongKey, Vec<usize>>,
    texts: HashMap<(Date, i64, String), VecDeque<usize>>,
    days: HashMap<(Date, i64), Vec<usize>>,
}

impl Index {
    fn add(&mut self, at: usize, entry: &Entry) {
        let report = &entry.report;
        if let Some(id) = &entry.service_id {
            self.ids.insert(id.clone(), at);
        }
        for key in report.keys() {
            self.marks.entry(key).or_default().push(at);
        }
        let text = (report.day, report.amount, report.plain.clone());
        self.texts.entry(text).or_default().push_back(at);
        let same_day = self.days.entry((report.day, report.amount)).or_default();
        if same_day.last() != Some(&at) {
            same_day.push(at);
        }
    }

    fn find(
        &mut self,
        report: &Report,
        id: Option<&str>,
        origin: Origin,
        entries: &[Entry],
        met: &HashSet<usize>,
    ) -> Option<usize> {
        if let Some(at) = id.and_then(|id| self.ids.get(id)) {
            return Some(*at);
        }
        // A transfer that this origin has reported under another name is another one.
        let is_seen = |at: &usize| match (entries.get(*at), origin) {
            (Some(entry), Origin::Service) => entry.service_id.is_some(),
            (Some(entry), Origin::Statement) => entry.in_statement,
            (None, _) => true,
        };
        let is_alike = |at: &&usize| {
            let entry = entries.get(**at).map(|entry| &entry.report);
            entry.is_some_and(|known| known.plain == report.plain || known.resembles(report))
        };
        for key in report.keys() {
            let same = self.marks.get(&key).into_iter().flatten();
            let fitting = |at: &&usize| match origin {
                Origin::Service => !is_seen(at),
                Origin::Statement => entries
                    .get(**at)
                    .is_some_and(|entry| !entry.in_statement || !entry.report.contradicts(report)),
            };
            let fitting: Vec<&usize> = same.take(COMPARED).filter(fitting).collect();
            // Sources write the same transfer differently, but one source does not: after money came and went, another
            // line has the same amount and balance.
            let alike = fitting.iter().copied().find(is_alike);
            if let Some(at) = alike.or(fitting.into_iter().find(|at| !is_seen(at))) {
                return Some(*at);
            }
        }
        let may_be = |at: &usize| {
            let is_other = entries.get(*at).is_some_and(|entry| {
                is_seen(at) && (origin == Origin::Service || entry.report.contradicts(report))
            });
            !met.contains(at) && !is_other
        };
        let text = (report.day, report.amount, report.plain.clone());
        if let Some(equal) = self.texts.get_mut(&text) {
            while equal.front().is_some_and(|at| met.contains(at)) {
                equal.pop_front();
            }
            if let Some(at) = equal.iter().take(COMPARED).find(|at| may_be(at)) {
                return Some(*at);
            }
        }
        let same_day = self.days.get(&(report.day, report.amount))?;
        if same_day.len() > COMPARED {
            return None;
        }
        let resembles = |at: &&usize| {
            let entry = entries.get(**at);
            !is_seen(at) && may_be(at) && entry.is_some_and(|entry| entry.report.resembles(report))
        };
        same_day.iter().find(resembles).copied()
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::datetime;
    use proptest::prelude::*;

    use super::*;

    fn line(amount: i64, text: &str) -> Transfer {
        Transfer {
            id: None,
            account: None,
            virtual_account: None,
            amount,
            at: datetime(2026, 3, 1, 0, 0, 0, 0),
            text: text.to_owned(),
            number: None,
            balance: None,
            payer: None,
            payer_account: None,
            payer_bank: None,
        }
    }

    fn reported(id: &str, amount: i64, text: &str) -> Transfer {
        Transfer {
            id: Some(id.to_owned()),
            at: datetime(2026, 3, 1, 14, 2, 37, 0),
            ..line(amount, text)
        }
    }

    /// Takes reports in and returns the transfer of each: its place among all transfers.
    fn take(known: &mut Vec<Known<usize>>, reports: &[Transfer], origin: Origin) -> Vec<usize> {
        let identities = identify(known, reports, origin);
        let mut places = Vec::new();
        for (identity, report) in identities.into_iter().zip(reports) {
            let place = match identity {
                Identity::Known(key) => key,
                Identity::Repeats(at) => places[at],
                Identity::New => {
                    known.push(Known {
                        key: known.len(),
                        day: report.at.date(),
                        amount: report.amount,
                        text: report.text.clone(),
                        number: report.number.clone(),
                        balance: report.balance,
                        service_id: None,
                        in_statement: false,
                    });
                    known.len() - 1
                }
            };
            let of = &mut known[place];
            of.service_id = of.service_id.take().or_else(|| report.id.clone());
            if origin == Origin::Statement && !of.in_statement {
                of.in_statement = true;
                of.text.clone_from(&report.text);
                of.number.clone_from(&report.number);
                of.balance = report.balance;
            }
            places.push(place);
        }
        places
    }

    #[test]
    fn a_service_names_each_transfer_once() {
        let mut known = Vec::new();
        let both = [
            reported("a", 5_000, "EV7K2Q9XAR"),
            reported("b", 5_000, "EV7K2Q9XAR"),
        ];
        assert_eq!(take(&mut known, &both, Origin::Service), [0, 1]);
        assert_eq!(take(&mut known, &both[1..], Origin::Service), [1]);
    }

    #[test]
    fn a_statement_meets_what_a_service_reported() {
        let mut known = Vec::new();
        let service = [
            reported("a", 5_000, "EV7K2Q9XAR"),
            reported("b", 5_000, "EV7K2Q9XAR"),
            reported("c", 7_000, "Nguyen Van An chuyen tien"),
        ];
        take(&mut known, &service, Origin::Service);
        let statement = [
            line(5_000, "MBVCB.32789.EV7K2Q9XAR.CT tu 0123"),
            line(5_000, "MBVCB.32790.EV7K2Q9XAR.CT tu 0123"),
            line(7_000, "NGUYEN VAN AN CHUYEN TIEN GD 789604"),
            line(7_000, "khac"),
        ];
        assert_eq!(
            take(&mut known, &statement, Origin::Statement),
            [0, 1, 2, 3]
        );
        assert_eq!(
            take(&mut known, &statement, Origin::Statement),
            [0, 1, 2, 3]
        );
        assert_eq!(take(&mut known, &service, Origin::Service), [0, 1, 2]);
    }

    #[test]
    fn a_service_meets_what_a_statement_listed() {
        let mut known = Vec::new();
        let listed = Transfer {
            number: Some("FT26060123".to_owned()),
            ..line(5_000, "x")
        };
        take(&mut known, &[listed], Origin::Statement);
        let service = Transfer {
            number: Some("ft26060123".to_owned()),
            ..reported("a", 5_000, "y")
        };
        assert_eq!(
            take(&mut known, std::slice::from_ref(&service), Origin::Service),
            [0]
        );
        assert_eq!(
            take(&mut known, std::slice::from_ref(&service), Origin::Service),
            [0]
        );
    }

    #[test]
    fn equal_lines_are_two_transfers_unless_their_balance_says_otherwise() {
        let mut known = Vec::new();
        let twice = [line(5_000, "ve"), line(5_000, "ve")];
        assert_eq!(take(&mut known, &twice, Origin::Statement), [0, 1]);
        assert_eq!(take(&mut known, &twice, Origin::Statement), [0, 1]);
        let more = [line(5_000, "ve"), line(5_000, "ve"), line(5_000, "ve")];
        assert_eq!(take(&mut known, &more, Origin::Statement), [0, 1, 2]);
        let mut known = Vec::new();
        let with = |balance| Transfer {
            balance: Some(balance),
            ..line(5_000, "ve")
        };
        let lines = [with(10_000), with(15_000), with(10_000)];
        assert_eq!(take(&mut known, &lines, Origin::Statement), [0, 1, 0]);
        assert_eq!(take(&mut known, &lines, Origin::Statement), [0, 1, 0]);
    }

    #[test]
    fn lines_of_different_people_stay_apart_at_the_same_balance() {
        let with = |text| Transfer {
            balance: Some(10_000),
            ..line(5_000, text)
        };
        let lines = [
            with("TRAN THI BICH chuyen tien"),
            with("NGUYEN VAN AN chuyen tien"),
        ];
        let mut known = Vec::new();
        assert_eq!(take(&mut known, &lines, Origin::Statement), [0, 1]);
        assert_eq!(take(&mut known, &lines, Origin::Statement), [0, 1]);
        // A service reported both; the statement lists them the other way round.
        let mut known = Vec::new();
        let service = [
            Transfer {
                id: Some("a".to_owned()),
                ..lines[1].clone()
            },
            Transfer {
                id: Some("b".to_owned()),
                ..lines[0].clone()
            },
        ];
        assert_eq!(take(&mut known, &service, Origin::Service), [0, 1]);
        assert_eq!(take(&mut known, &lines, Origin::Statement), [1, 0]);
        assert_eq!(take(&mut known, &lines, Origin::Statement), [1, 0]);
    }

    #[test]
    fn a_statement_of_equal_lines_is_read_in_bounded_time() {
        let alike = |_| line(5_000, "ve");
        // Each line contradicts all others with its number.
        let numbered = |at| Transfer {
            number: Some(format!("FT{at}")),
            balance: Some(10_000),
            ..line(5_000, "ve")
        };
        let statements: [Vec<_>; 2] = [
            (0..100_000).map(alike).collect(),
            (0..100_000).map(numbered).collect(),
        ];
        for lines in statements {
            let mut known = Vec::new();
            take(&mut known, &lines, Origin::Statement);
            assert_eq!(known.len(), 100_000);
            take(&mut known, &lines, Origin::Statement);
            assert_eq!(known.len(), 100_000);
        }
    }

    proptest! {
        #[test]
        fn the_same_again_changes_nothing(
            rows in prop::collection::vec((1_i64..4, 0_u8..3, prop::option::of(1_i64..5)), 0..30),
            as_service in any::<bool>(),
        ) {
            let reports: Vec<_> = rows
                .iter()
                .enumerate()
                .map(|(at, (amount, text, balance))| Transfer {
                    id: as_service.then(|| at.to_string()),
                    balance: *balance,
                    ..line(*amount, ["EV7K2Q9XAR", "Nguyen Van An chuyen tien", ""][usize::from(*text)])
                })
                .collect();
            let origin = if as_service { Origin::Service } else { Origin::Statement };
            let mut known = Vec::new();
            take(&mut known, &reports, origin);
            let before = known.len();
            take(&mut known, &reports, origin);
            prop_assert_eq!(known.len(), before);
        }
    }
}
