//! Reads the words with which other systems say whether a person takes part: yes, no, or unknown. Pure.

use hoi_i18n::fold_for_search;

/// The meaning of a word for the person in its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Takes part.
    In,
    /// Takes part and has paid.
    Paid,
    /// Does not take part.
    Out,
    /// The word is understood, and the person may or may not take part.
    Unclear,
}

#[rustfmt::skip]
const IN: &[&str] = &[
    "approved", "accepted", "confirmed", "registered", "active", "attending", "attended", "attendee", "going", "yes",
    "y", "acquired", "checked in", "checkedin", "valid", "success", "successful", "succeeded", "issued", "sold",
    "complete", "completed", "free", "free order", "booked", "joined", "subscribed", "coming", "present", "ok",
    "eventbrite completed", "rsvp yes", "da duyet", "duoc duyet", "duyet", "da xac nhan", "xac nhan", "dong y",
    "da dang ky", "thanh cong", "dang ky thanh cong", "hoat dong", "hop le", "tham du", "co", "co tham du",
    "se tham du", "tham gia", "co tham gia", "se tham gia", "da check in", "da den", "da vao", "hoan tat",
    "hoan thanh", "da hoan thanh", "da cap ve", "da nhan ve", "da gui ve", "nhan loi", "se den", "di", "se di",
];
#[rustfmt::skip]
const PAID: &[&str] = &[
    "paid", "da thanh toan", "da tra", "da tra tien", "da chuyen khoan", "thanh toan thanh cong",
];
#[rustfmt::skip]
const OUT: &[&str] = &[
    "declined", "cancelled", "canceled", "cancelled by user", "cancelled by organizer", "refunded", "fully refunded",
    "void", "voided", "rejected", "denied", "disapproved", "not approved", "deleted", "removed", "expired",
    "not attending", "not going", "not coming", "wont attend", "no", "n", "waitlist", "waitlisted", "waiting list",
    "on waitlist", "on waiting list", "wait list", "pending approval", "awaiting approval", "waiting for approval",
    "chargeback", "charged back", "chargedback", "charge back", "disputed", "failed", "payment failed", "abandoned",
    "withdrawn", "unsubscribed", "cleaned", "archived", "blocked", "revoked", "reversed", "inactive", "invalid",
    "unregistered", "rsvp no", "absent", "da huy", "huy", "bi huy", "da bi huy", "huy ve", "da huy ve", "huy don",
    "da hoan tien", "hoan tien", "hoan ve", "da hoan ve", "tra ve", "da tra ve", "tu choi", "bi tu choi",
    "da tu choi", "khong duyet", "khong duoc duyet", "chua duyet", "cho duyet", "cho phe duyet", "dang cho duyet",
    "danh sach cho", "trong danh sach cho", "het han", "qua han", "that bai", "da xoa", "xoa", "khong",
    "khong tham du", "khong tham gia", "khong di", "khong den", "vang", "vo hieu", "khong hop le", "rut", "rut lui",
    "khieu nai", "invalidated", "released",
];
#[rustfmt::skip]
const UNCLEAR: &[&str] = &[
    "pending", "unpaid", "not paid", "awaiting payment", "waiting for payment", "pending payment", "payment pending",
    "to be paid", "offline payment", "invited", "maybe", "tentative", "partially refunded", "partial refund",
    "reserved", "on hold", "hold", "in progress", "started", "draft", "new", "open", "incomplete", "transferred",
    "no show", "noshow", "unconfirmed", "not confirmed", "interested", "processing", "overpaid", "underpaid",
    "cho thanh toan", "cho xac nhan", "chua thanh toan", "chua tra tien", "dang xu ly", "cho xu ly", "cho", "tam giu",
    "giu cho", "chua xac nhan", "moi", "da moi", "co the", "chua chac", "hoan tien mot phan", "da chuyen nhuong",
    "chuyen nhuong", "khong den du", "pre reserved",
];

/// Titles of columns that say who takes part.
#[rustfmt::skip]
const TITLES: &[&str] = &[
    "status", "state", "approval", "approval status", "attendee status", "registration status", "order status",
    "ticket status", "rsvp", "rsvp status", "guest status", "attending", "attendance", "going", "response", "reply",
    "subscription status", "member status", "payment status", "order state", "booking status", "reservation status",
    "trang thai", "tinh trang", "trang thai dang ky", "tinh trang dang ky", "trang thai ve", "trang thai don",
    "trang thai don hang", "tinh trang don hang", "trang thai duyet", "phe duyet", "xac nhan", "xac nhan tham du",
    "xac nhan tham gia", "tham du", "tham gia", "co tham du", "trang thai tham du", "trang thai tham gia",
    "trang thai khach", "trang thai xac nhan", "phan hoi", "tra loi", "ket qua duyet", "ket qua",
];

/// Words before "status" in titles that say who takes part in whatever words; a "marital status" may not.
#[rustfmt::skip]
const STATUS_OF: &[&str] = &[
    "", "approval", "attendee", "attendance", "registration", "order", "ticket", "rsvp", "guest", "participant",
    "participation", "booking", "reservation", "confirmation",
];
/// Words behind "trạng thái" and "tình trạng" in such titles.
#[rustfmt::skip]
const STATE_OF: &[&str] = &[
    "", "dang ky", "ve", "don", "don hang", "dat ve", "dat cho", "duyet", "phe duyet", "xac nhan", "tham du",
    "tham gia", "khach", "khach moi", "nguoi tham du",
];

/// Words of questions about coming. A question may be about a part of the event only ("Will you attend the dinner?"), so
/// such a title alone decides nothing.
#[rustfmt::skip]
const COMING: &[&str] = &[
    "attend", "attending", "attendance", "come", "coming", "join", "joining", "participate", "participating",
    "tham du", "tham gia", "co den", "se den", "den duoc", "co di", "di duoc", "di khong", "co mat",
];

/// Titles of columns whose marks say that a person does not take part.
#[rustfmt::skip]
const MARKS: &[&str] = &[
    "cancelled", "canceled", "refunded", "voided", "void", "declined", "deleted", "waitlisted", "rejected",
    "withdrawn", "unsubscribed", "cancellation", "huy", "huy ve", "hoan tien", "tu choi",
];

/// A word as it is compared: without accents, case, marks and joining strokes.
pub fn plain(word: &str) -> String {
    let folded = fold_for_search(word);
    let letters = folded
        .chars()
        .filter(|char| *char != '\'' && *char != '’')
        .map(|char| if char.is_alphanumeric() { char } else { ' ' });
    let letters: String = letters.collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the meaning of a word; `None` if it is not understood.
pub fn standing(word: &str) -> Option<Standing> {
    let word = plain(word);
    let is_in = |words: &[&str]| words.contains(&word.as_str());
    if is_in(PAID) {
        Some(Standing::Paid)
    } else if is_in(IN) {
        Some(Standing::In)
    } else if is_in(OUT) {
        Some(Standing::Out)
    } else {
        is_in(UNCLEAR).then_some(Standing::Unclear)
    }
}

/// Whether a word says anything about taking part that a title such as "Status" makes clear.
pub fn is_known_word(word: &str) -> bool {
    standing(word).is_some()
}

/// Whether a column with this plain title says who takes part, if its values do.
pub fn is_title(title: &str) -> bool {
    TITLES.contains(&title)
        || title
            .split(' ')
            .any(|word| matches!(word, "status" | "rsvp"))
        || ["trang thai ", "tinh trang ", "xac nhan tham "]
            .iter()
            .any(|start| title.starts_with(start))
}

/// Whether this plain title is that of a registration's state, so that its column says who takes part, in whatever words.
pub fn is_state(title: &str) -> bool {
    let is = |words: String| words.trim() == title;
    let mut english = STATUS_OF.iter();
    let mut vietnamese = STATE_OF.iter();
    title == "trang thai status"
        || english.any(|of| is(format!("{of} status")))
        || vietnamese.any(|of| is(format!("trang thai {of}")) || is(format!("tinh trang {of}")))
}

/// Whether a column with this plain title may ask whether people come, so that only the organiser knows what a no means.
pub fn asks_about_coming(title: &str) -> bool {
    let title = format!(" {title} ");
    let mut words = COMING.iter();
    !is_title(title.trim()) && words.any(|word| title.contains(&format!(" {word} ")))
}

/// Whether a word answers such a question with yes or no: a known word, a ticked box, or a sentence that begins with yes or
/// no.
pub fn is_answer(word: &str) -> bool {
    is_known_word(word)
        || is_box(word)
        || matches!(first_word(word).as_str(), "yes" | "co" | "no" | "khong")
}

/// Whether such an answer is no, or open.
pub fn is_not_yes(word: &str) -> bool {
    match standing(word) {
        Some(standing) => matches!(standing, Standing::Out | Standing::Unclear),
        None => matches!(first_word(word).as_str(), "no" | "khong" | "false" | "0"),
    }
}

fn is_box(word: &str) -> bool {
    matches!(plain(word).as_str(), "true" | "false" | "1" | "0")
}

fn first_word(word: &str) -> String {
    let plain = plain(word);
    plain.split(' ').next().unwrap_or_default().to_owned()
}

/// Whether the title itself says that who has a mark in the column does not take part: "Cancelled at".
pub fn is_mark(title: &str) -> bool {
    let core = ["is ", "ngay ", "da ", "date "]
        .iter()
        .fold(title, |title, start| {
            title.strip_prefix(start).unwrap_or(title)
        });
    let core = [" at", " on", " date", " time", " chua"]
        .iter()
        .fold(core, |title, end| title.strip_suffix(end).unwrap_or(title));
    MARKS.contains(&core)
}

/// The meaning of a cell in a column whose title is a mark: nothing and "no" are no mark.
pub fn marked(word: &str) -> Standing {
    match plain(word).as_str() {
        "" | "no" | "n" | "false" | "0" | "khong" | "chua" | "none" | "null" => Standing::In,
        _ => Standing::Out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_other_systems() {
        for (words, expected) in [
            (
                ["approved", "ACTIVE", "Checked In", "Đã duyệt", "Có"],
                Some(Standing::In),
            ),
            (
                ["Paid", "PAID", "Đã thanh toán", "paid", "đã trả tiền"],
                Some(Standing::Paid),
            ),
            (
                [
                    "pending_approval",
                    "Cancelled",
                    "charged-back",
                    "INVALIDATED",
                    "Danh sách chờ",
                ],
                Some(Standing::Out),
            ),
            (
                [
                    "Not Attending",
                    "refunded",
                    "waitlist",
                    "Từ chối",
                    "won’t attend",
                ],
                Some(Standing::Out),
            ),
            (
                [
                    "pending",
                    "AWAITING_PAYMENT",
                    "invited",
                    "Chờ thanh toán",
                    "Chưa chắc",
                ],
                Some(Standing::Unclear),
            ),
            (["", "Sáng", "M", "General Admission", "single"], None),
        ] {
            for word in words {
                assert_eq!(standing(word), expected, "{word}");
            }
        }
    }

    #[test]
    fn answers_to_questions_about_coming() {
        for (word, is_no) in [
            ("Có", false),
            ("Yes, I will", false),
            ("TRUE", false),
            ("Không", true),
            ("No, I cannot", true),
            ("Không, tôi bận", true),
            ("Maybe", true),
            ("false", true),
            ("Từ chối", true),
        ] {
            assert!(is_answer(word), "{word}");
            assert_eq!(is_not_yes(word), is_no, "{word}");
        }
        for word in ["Sáng", "Chay", ""] {
            assert!(!is_answer(word), "{word}");
        }
    }

    #[test]
    fn no_word_says_two_things() {
        let all = [IN, PAID, OUT, UNCLEAR].concat();
        let distinct: std::collections::HashSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
        assert!(all.iter().all(|word| plain(word) == **word));
    }

    #[test]
    fn titles_and_marks() {
        for title in [
            "status",
            "attendee status",
            "approval status",
            "trang thai ve",
            "rsvp",
        ] {
            assert!(is_title(title), "{title}");
        }
        for title in ["size ao", "anh chi tham du buoi nao", "company"] {
            assert!(!is_title(title), "{title}");
        }
        for title in [
            "status",
            "ticket status",
            "trang thai",
            "tinh trang don hang",
        ] {
            assert!(is_title(title) && is_state(title), "{title}");
        }
        for title in ["marital status", "tinh trang suc khoe", "state", "ket qua"] {
            assert!(is_title(title) && !is_state(title), "{title}");
        }
        for title in [
            "cancelled",
            "cancelled at",
            "is cancelled",
            "da huy",
            "ngay huy",
        ] {
            assert!(is_mark(title), "{title}");
        }
        assert!(!is_mark("cancellation policy"));
        for title in [
            "ban co tham du khong",
            "will you attend",
            "are you coming",
            "tham gia su kien",
        ] {
            assert!(asks_about_coming(title) && !is_title(title), "{title}");
        }
        for title in ["tham du", "rsvp", "attendee name", "size ao"] {
            assert!(!asks_about_coming(title), "{title}");
        }
        assert_eq!(marked(""), Standing::In);
        assert_eq!(marked("Không"), Standing::In);
        assert_eq!(marked("2026-08-01"), Standing::Out);
    }
}
