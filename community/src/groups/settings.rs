//! The settings of a group, which its owner decides: each with its meaning and its bounds.

use hoi_platform::error::LocalizedText;
use hoi_platform::fields;
use hoi_platform::files::FileUrl;
use hoi_platform::validation::Check;

use super::entity::group;
use super::{JoinPolicy, PointValueVisibility, PostApproval};

/// The most characters of a group's name.
pub const MAX_NAME: usize = 255;
/// The most characters of a group's description.
const MAX_DESCRIPTION: usize = 20_000;
/// The highest `firstN`.
const MAX_FIRST: i64 = 100;

fields! {
    /// The description of a group and the rules by which it works.
    GroupSettings, changed by GroupSettingsChange, kept in group {
        /// The name of the group, 1–255 characters.
        #[schema(extensions(("max" = json!(MAX_NAME))))]
        name: String,
        /// At most 20,000 characters; may be empty.
        #[schema(extensions(("max" = json!(MAX_DESCRIPTION))))]
        description: String,
        /// Address of an uploaded image.
        avatar: FileUrl,
        /// The day of its foundation as `YYYY-MM-DD`, not in the future; null if unknown.
        #[schema(format = Date)]
        founded_date: Option<String>,
        post_approval: PostApproval,
        /// When `postApproval` is `firstN`, posts of a member with fewer approved posts in the group wait for approval,
        /// 1–100.
        #[schema(minimum = 1, extensions(("max" = json!(MAX_FIRST))))]
        first_n: i64,
        join_policy: JoinPolicy,
        /// Whether accounts outside of the group can find it.
        is_listed: bool,
        /// Whether no two members may have the same business field.
        one_per_business_field: bool,
        point_value_visibility: PointValueVisibility,
        /// Whether the program sums up each month in a post, in the owner's name.
        writes_recap: bool,
    }
}

fields! {
    /// The documents that a request to join must contain.
    ValidationInfo, changed by ValidationInfoChange, kept in group {
        /// Whether a signed consent to join is required.
        require_membership_certificate: bool,
        require_business_license: bool,
    }
}

/// Everything that the owner of a group decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllSettings {
    pub settings: GroupSettings,
    pub validation_info: ValidationInfo,
}

impl From<&group::Model> for AllSettings {
    fn from(row: &group::Model) -> Self {
        Self {
            settings: row.into(),
            validation_info: row.into(),
        }
    }
}

impl AllSettings {
    /// Returns the defaults of a new group.
    pub fn of_new_group() -> Self {
        Self {
            settings: GroupSettings {
                first_n: 3,
                is_listed: true,
                writes_recap: true,
                ..GroupSettings::default()
            },
            validation_info: ValidationInfo::default(),
        }
    }

    /// Replaces the fields that the changes contain.
    pub fn apply(&mut self, settings: GroupSettingsChange, validation: ValidationInfoChange) {
        self.settings.apply(settings);
        self.validation_info.apply(validation);
    }

    /// Trims the texts and reports every field that breaks a rule. `today` is the day in Vietnam, as `YYYY-MM-DD`.
    pub fn check(&mut self, check: &mut Check, today: &str) {
        let settings = &mut self.settings;
        check.required_line("name", &mut settings.name, MAX_NAME);
        // The name stands in mails to people who know no member of the group.
        check.no_web_address("name", &settings.name);
        check.text("description", &mut settings.description, MAX_DESCRIPTION);
        let has_avatar = settings.avatar != FileUrl::default();
        check.required("avatar", has_avatar);
        settings.founded_date.take_if(|day| day.trim().is_empty());
        if let Some(day) = &settings.founded_date {
            if is_day(day) {
                let future = LocalizedText::new("group.foundedInFuture");
                check.ensure(day.as_str() <= today, "foundedDate", future);
            } else {
                check.fail("foundedDate", LocalizedText::new("field.date"));
            }
        }
        check.between("firstN", settings.first_n, 1, MAX_FIRST);
    }

    /// Writes the fields that differ from `before` into `row`, or all of them without `before`, and returns the names
    /// of the written fields, as the API calls them.
    pub fn write(&self, before: Option<&Self>, row: &mut group::ActiveModel) -> Vec<String> {
        let settings = before.map(|before| &before.settings);
        let validation = before.map(|before| &before.validation_info);
        [
            self.settings.write(settings, row),
            self.validation_info.write(validation, row),
        ]
        .concat()
    }
}

/// Checks a day that is written `YYYY-MM-DD`.
pub fn check_day(check: &mut Check, field: &str, day: &str) {
    check.ensure(is_day(day), field, LocalizedText::new("field.date"));
}

fn is_day(day: &str) -> bool {
    day.len() == 10 && day.parse::<jiff::civil::Date>().is_ok()
}
