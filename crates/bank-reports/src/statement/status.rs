//! Whether a bank carried a transfer out, as a column of states says it.

use super::titles::plain;

/// Whether a transfer in a state moved money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// The bank carried the transfer out.
    Settled,
    /// The transfer failed, is pending, or was reversed.
    Unsettled,
    /// The word is not known.
    Unknown,
}

/// States of money that moved, as [`plain`] writes them, where nothing else is said.
const SETTLED: [&str; 22] = [
    "thanh cong",
    "giao dich thanh cong",
    "da thanh cong",
    "chuyen tien thanh cong",
    "hoan thanh",
    "da hoan thanh",
    "hoan tat",
    "da hoan tat",
    "da hach toan",
    "da ghi so",
    "da thanh toan",
    "da nhan",
    "success",
    "successful",
    "succeeded",
    "succeed",
    "completed",
    "complete",
    "settled",
    "posted",
    "booked",
    "thanh cong success",
];
/// Words of which each says that it did not move.
const UNSETTLED: [&str; 46] = [
    "that bai",
    "khong",
    "chua",
    "dang",
    "cho",
    "hoan",
    "hoan tien",
    "hoan tra",
    "huy",
    "tu choi",
    "loi",
    "het han",
    "qua han",
    "tam giu",
    "phong toa",
    "treo",
    "tra soat",
    "dao",
    "fail",
    "failed",
    "failure",
    "unsuccessful",
    "pending",
    "processing",
    "progress",
    "waiting",
    "scheduled",
    "initiated",
    "declined",
    "rejected",
    "denied",
    "refused",
    "reversed",
    "reversal",
    "refund",
    "refunded",
    "returned",
    "chargeback",
    "cancelled",
    "canceled",
    "void",
    "voided",
    "error",
    "expired",
    "hold",
    "not",
];

/// Reads a state, as [`plain`] writes it.
pub(super) fn of_word(word: &str) -> Status {
    if SETTLED.contains(&word) {
        return Status::Settled;
    }
    let padded = format!(" {word} ");
    let says = |known: &&str| padded.contains(&format!(" {known} "));
    if UNSETTLED.iter().any(says) {
        Status::Unsettled
    } else {
        Status::Unknown
    }
}

/// A state as it is compared.
pub(super) fn word(text: &str) -> String {
    let start: String = text.chars().take(100).collect();
    plain(&start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_known_or_asked_about() {
        for (status, texts) in [
            (
                Status::Settled,
                vec![
                    "Thành công",
                    "THÀNH CÔNG",
                    "Hoàn thành",
                    "Completed",
                    "Success.",
                ],
            ),
            (
                Status::Unsettled,
                vec![
                    "Thất bại",
                    "Đang xử lý",
                    "Chờ xử lý",
                    "Chờ duyệt",
                    "Đã huỷ",
                    "Đã hủy",
                    "Từ chối",
                    "Hoàn tiền",
                    "Đã hoàn",
                    "Không thành công",
                    "Chưa hoàn thành",
                    "Failed",
                    "Pending",
                    "Declined",
                    "Reversed",
                    "Not completed",
                ],
            ),
            (
                Status::Unknown,
                vec![
                    "",
                    "Đã xử lý",
                    "Thành công một phần",
                    "OK",
                    "00",
                    "Refundable",
                ],
            ),
        ] {
            for text in texts {
                assert_eq!(of_word(&word(text)), status, "{text}");
            }
        }
    }
}
