//! The schema as steps: plain SQL that runs on both engines. A step that has landed never changes.

use hoi_db::{Migration, SchemaFault};

use crate::terminal::plain;

/// The most differences that a text names.
const SHOWN: usize = 5;

macro_rules! steps {
    ($($name:literal),* $(,)?) => {
        &[$(Migration { name: $name, sql: include_str!(concat!("../migrations/", $name, ".sql")) }),*]
    };
}

/// All steps in order.
pub const MIGRATIONS: &[Migration] = steps![
    "0001_installation",
    "0002_jobs",
    "0003_limits",
    "0004_audit",
    "0005_files",
    "0006_accounts",
    "0007_events",
    "0008_attendances",
    "0009_invitations",
    "0010_registration",
    "0011_checkin",
    "0012_lucky_draw",
    "0013_messages",
    "0014_plans",
    "0015_statistics",
    "0016_notifications",
    "0017_system",
    "0018_groups",
    "0019_posts",
    "0020_points",
    "0021_group_events",
    "0022_meetings",
    "0023_push",
    "0024_unconfirmed",
    "0025_visits",
    "0026_public_page",
    "0027_community",
    "0028_transfers",
    "0029_money",
    "0030_event_page",
    "0031_received",
    "0032_given_names",
    "0033_invoice_requests",
    "0034_lists",
    "0035_payments",
    "0036_page_blocks",
    "0037_picture_previews",
    "0038_told",
    "0039_member_days",
    "0040_broadcast",
    "0041_form_and_cash",
    "0042_door_rights",
    "0043_fewer_indexes",
    "0044_door_indexes",
    "0045_chosen_columns",
    "0046_surplus",
    "0047_imported",
    "0048_letters",
    "0049_calendar",
    "0050_opt_outs",
    "0051_told_at",
    "0052_keyed_marks",
    "0053_networks",
    "0054_erased",
    "0055_versions",
    "0056_retention",
    "0057_consent_address",
    "0058_data_requests",
    "0059_api_keys",
    "0060_webhooks",
    "0061_organiser_pages",
    "0062_forgetting",
    "0063_embedding",
    "0064_invoice_versions",
    "0065_fewer_indexes",
    "0066_refund_versions",
    "0067_group_requests",
    "0068_group_recaps",
    "0069_reactions",
    "0070_erasing",
    "0071_mails_about",
    "0072_named",
];

/// Names the first of the differences between a database and the steps, and how many more there are; None if there are
/// none.
#[must_use]
pub fn describe(faults: &[SchemaFault]) -> Option<String> {
    let mut named: Vec<String> = faults
        .iter()
        .take(SHOWN)
        .map(|fault| plain(&fault.to_string()))
        .collect();
    if let Some(more @ 1..) = faults.len().checked_sub(SHOWN) {
        named.push(format!("and {more} more"));
    }
    (!named.is_empty()).then(|| named.join(", "))
}

#[cfg(test)]
mod tests {
    use hoi_db::{Difference, SchemaFault};

    use super::{MIGRATIONS, describe};

    #[test]
    fn differences_are_named_without_steering_the_terminal() {
        assert_eq!(describe(&[]), None);
        let fault = SchemaFault {
            kind: "trigger".to_owned(),
            name: "a\u{1b}[2J\n".to_owned(),
            difference: Difference::Foreign,
        };
        let named = "the trigger `a\\u{1b}[2J\\u{a}` does not belong to it";
        for (count, rest) in [(5, ""), (6, ", and 1 more"), (7, ", and 2 more")] {
            assert_eq!(
                describe(&vec![fault.clone(); count]).unwrap(),
                [named; 5].join(", ") + rest
            );
        }
    }

    #[test]
    fn every_file_is_a_step() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| {
                entry
                    .unwrap()
                    .path()
                    .file_stem()
                    .unwrap()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        files.sort();
        assert_eq!(
            files,
            MIGRATIONS.iter().map(|step| step.name).collect::<Vec<_>>()
        );
    }
}
