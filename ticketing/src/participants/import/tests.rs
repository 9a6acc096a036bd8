//! Lists in random layouts, and files that are none.

use std::collections::HashMap;
use std::sync::LazyLock;

use bytes::Bytes;
use hoi_i18n::Lang;
use hoi_platform::clock;
use hoi_platform::import_files::Wishes;
use hoi_platform::secrets::Secrets;
use proptest::prelude::*;
use proptest::sample::select;

use super::options::Classes;
use super::people::Rules;
use super::plan::Plan;
use crate::attendances::MarkKey;

static MARKS: LazyLock<MarkKey> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    MarkKey::of(&Secrets::load_or_create(folder.path()).unwrap())
});

fn rules() -> Rules {
    Rules {
        event: clock::new_id(),
        scheme: Vec::new(),
        classes: Vec::new(),
        named: Classes::default(),
        default_class: None,
        mails: false,
        may_share_emails: None,
        name_order: None,
        date_order: None,
        odd_payments: None,
        words: HashMap::new(),
        renames: false,
        add_removed: false,
        replace_emails: false,
        bad_phones: None,
        doubtful_phones: None,
        last_rows: None,
        wishes: Wishes::default(),
        marks: MARKS.clone(),
        lang: Lang::EN,
    }
}

fn plan(file: &str) -> Plan {
    let file = Bytes::from(file.to_owned());
    Plan::of(&file, "x.csv", None, rules(), 1).unwrap()
}

/// The subject of a column of a list.
#[derive(Debug, Clone, Copy, PartialEq)]
enum About {
    FullName,
    Family,
    Given,
    Email,
    BuyerName,
    BuyerEmail,
    BuyerPhone,
    Status,
    Extra,
    Noise,
}

/// Titles that other systems and people give to columns about the same.
fn titles(about: About) -> &'static [&'static str] {
    match about {
        About::FullName => &[
            "name",
            "Name",
            "Full Name",
            "Họ và tên",
            "HỌ TÊN",
            "Attendee name",
            "Ticket Full Name",
            "Họ và tên của anh/chị",
            "Họ tên người tham dự",
        ],
        About::Family => &[
            "last_name",
            "Last Name",
            "Surname",
            "Attendee name: Family name",
        ],
        About::Given => &["first_name", "First Name", "Attendee name: Given name"],
        About::Email => &[
            "email",
            "Email",
            "E-mail Address",
            "Attendee email",
            "Ticket Email",
            "Địa chỉ email",
        ],
        About::BuyerName => &[
            "Buyer name",
            "Order Name",
            "Invoice name",
            "Tên người mua",
            "Billing Name",
        ],
        About::BuyerEmail => &[
            "Buyer Email",
            "Order email",
            "Email người mua",
            "Customer e-mail",
        ],
        About::BuyerPhone => &["Buyer phone", "SĐT khẩn cấp", "Invoice phone"],
        About::Status => &[
            "Status",
            "approval_status",
            "Attendee Status",
            "Trạng thái",
            "Trạng thái đăng ký",
        ],
        About::Extra => &[
            "T-shirt size",
            "Cỡ áo",
            "BIB",
            "Bạn ăn chay không?",
            "What company do you work for?",
        ],
        About::Noise => &[
            "Order code",
            "api_id",
            "qr_code_url",
            "Event Name",
            "Mã đơn hàng",
            "Total Fees",
            "created_at",
        ],
    }
}

/// A person, with the facts about them and the texts in the file.
#[derive(Debug, Clone)]
struct Guest {
    family: &'static str,
    given: &'static str,
    /// How the name is written in one piece.
    whole: String,
    status: (&'static str, bool),
}

fn guest() -> impl Strategy<Value = Guest> {
    let names = select(vec![
        ("Rivera", "Alex", "Alex Rivera"),
        ("Trần", "Bình", "Trần Bình"),
        ("Nguyễn", "Thị Lan", "Nguyễn Thị Lan"),
        ("Smith", "Jordan", "Jordan Smith"),
    ]);
    let states = select(vec![
        ("approved", true),
        ("Active", true),
        ("Đã xác nhận", true),
        ("declined", false),
        ("CANCELLED", false),
        ("Danh sách chờ", false),
        ("refunded", false),
    ]);
    (names, states).prop_map(|((family, given, whole), status)| Guest {
        family,
        given,
        whole: whole.to_owned(),
        status,
    })
}

/// Columns in any order with their titles. Names stand whole, in parts, or both.
fn layout() -> impl Strategy<Value = Vec<(About, &'static str)>> {
    let names = select(vec![
        vec![About::FullName],
        vec![About::Family, About::Given],
        vec![About::FullName, About::Family, About::Given],
    ]);
    let others = vec![
        About::BuyerName,
        About::BuyerEmail,
        About::BuyerPhone,
        About::Extra,
        About::Noise,
    ];
    let others = proptest::sample::subsequence(others, 0..=5);
    (names, others).prop_flat_map(|(names, others)| {
        let all = [names, others, vec![About::Email, About::Status]].concat();
        Just(all).prop_shuffle().prop_flat_map(|all| {
            all.into_iter()
                .map(|about| (Just(about), select(titles(about))))
                .collect::<Vec<_>>()
        })
    })
}

fn cell(about: About, at: usize, guest: &Guest) -> String {
    match about {
        About::FullName => guest.whole.clone(),
        About::Family => guest.family.to_owned(),
        About::Given => guest.given.to_owned(),
        About::Email => format!("guest{at}@example.com"),
        About::BuyerName => "Buyer Person".to_owned(),
        About::BuyerEmail => "buyer@example.com".to_owned(),
        About::BuyerPhone => "0987654321".to_owned(),
        About::Status => guest.status.0.to_owned(),
        About::Extra => "M".to_owned(),
        About::Noise => format!("x{at}"),
    }
}

proptest! {
    #[test]
    fn names_and_addresses_stay_with_their_guest_and_declined_guests_stay_out(
        columns in layout(),
        guests in proptest::collection::vec(guest(), 1..8),
    ) {
        let mut file = columns.iter().map(|(_, title)| *title).collect::<Vec<_>>().join(",");
        for (at, guest) in guests.iter().enumerate() {
            let cells = columns.iter().map(|(about, _)| cell(*about, at, guest));
            file.push('\n');
            file.push_str(&cells.collect::<Vec<_>>().join(","));
        }
        let plan = plan(&file);
        prop_assert!(!plan.has_faults(), "{file}");
        let expected = guests.iter().enumerate().filter(|(_, guest)| guest.status.1);
        let expected: Vec<(String, String)> = expected
            .map(|(at, guest)| (guest.whole.clone(), format!("guest{at}@example.com")))
            .collect();
        let people = plan.people().iter().map(|person| &person.registration);
        let found: Vec<(String, String)> = people
            .clone()
            .map(|person| (person.full_name.clone(), person.email.clone()))
            .collect();
        prop_assert_eq!(found, expected, "{}", file);
        // The buyer's number is not the guest's.
        prop_assert!(people.clone().all(|person| !person.phone.contains("0987654321") || columns.iter().any(|(_, title)| title.contains("phone"))));
    }

    #[test]
    fn damaged_lists_are_refused_or_read(
        columns in layout(),
        guests in proptest::collection::vec(guest(), 1..4),
        cut in 0..400_usize,
        dirt in proptest::collection::vec((0..400_usize, any::<u8>()), 0..6),
    ) {
        let mut file = columns.iter().map(|(_, title)| *title).collect::<Vec<_>>().join(",");
        for (at, guest) in guests.iter().enumerate() {
            let cells = columns.iter().map(|(about, _)| cell(*about, at, guest));
            file.push('\n');
            file.push_str(&cells.collect::<Vec<_>>().join(","));
        }
        let mut bytes = file.into_bytes();
        for (at, byte) in dirt {
            if let Some(place) = bytes.get_mut(at) {
                *place = byte;
            }
        }
        bytes.truncate(bytes.len().saturating_sub(cut % 60));
        let rows = bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
        if let Ok(plan) = Plan::of(&Bytes::from(bytes), "x.csv", None, rules(), 1) {
            prop_assert!(plan.people().len() <= rows + 1);
            prop_assert!(plan.people().iter().all(|person| !person.registration.full_name.is_empty()));
        }
    }

    #[test]
    fn anything_is_refused_or_read(bytes in proptest::collection::vec(any::<u8>(), 0..400), text in "\\PC{0,200}") {
        let _ = Plan::of(&Bytes::from(bytes), "x.csv", None, rules(), 1);
        let _ = Plan::of(&Bytes::from(text), "x.csv", Some("[null]"), rules(), 1);
    }
}
