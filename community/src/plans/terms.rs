//! The terms of a plan and of an account's copy of it: every number with its meaning and its bounds.

use hoi_platform::error::LocalizedText;
use hoi_platform::fields;
use hoi_platform::fields::flattened;
use hoi_platform::quota::UNLIMITED;
use hoi_platform::validation::Check;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::entity::{personal_plan, plan};

/// The most characters of a plan's name.
const MAX_NAME: usize = 255;
/// The highest price in dong, the same as that of a ticket class.
const MAX_PRICE: i64 = 9_999_999_999_999;
/// The highest limit that is not "unlimited".
const MAX_NUMBER: i64 = 1_000_000;
/// The most months of a plan.
const MAX_MONTHS: i64 = 120;

fields! {
    /// The offer of a plan: name, price, period of sale and duration.
    PlanOffer, changed by PlanOfferChange, kept in plan {
        /// The name of the plan, 1–255 characters.
        #[schema(extensions(("max" = json!(MAX_NAME))))]
        base_name: String,
        /// The price in dong, at least 0.
        #[schema(minimum = 0, extensions(("max" = json!(MAX_PRICE))))]
        price: i64,
        /// The first day on which it is sold, as `YYYY-MM-DD`.
        #[schema(format = Date)]
        start_date: String,
        /// The last day on which it is sold, as `YYYY-MM-DD`; not before the first.
        #[schema(format = Date)]
        expiration_date: String,
        /// Months for which an account has the plan, 1–120.
        #[schema(minimum = 1, extensions(("max" = json!(MAX_MONTHS))))]
        duration: i64,
        /// How many accounts can have it, at least 0; −1 = any number.
        #[schema(extensions(("min" = json!(UNLIMITED)), ("max" = json!(MAX_NUMBER))))]
        number_of_packages: i64,
    }
}

fields! {
    /// The part of a plan for events.
    EventItem, changed by EventItemChange, kept in plan {
        /// Events in addition to those of other plans, at least 0; −1 = unlimited.
        #[schema(extensions(("min" = json!(UNLIMITED)), ("max" = json!(MAX_NUMBER))))]
        number_of_events: i64,
        /// Participants of one event, at least 0; −1 = unlimited.
        #[schema(extensions(("min" = json!(UNLIMITED)), ("max" = json!(MAX_NUMBER))))]
        attendees_per_event: i64,
        /// The share of the price in dong, at least 0.
        #[serde(rename = "price")]
        #[schema(minimum = 0, extensions(("max" = json!(MAX_PRICE))))]
        event_price: i64,
    }
}

fields! {
    /// The part of a plan for groups.
    GroupItem, changed by GroupItemChange, kept in plan {
        /// Groups in addition to those of other plans, at least 0; −1 = unlimited.
        #[schema(extensions(("min" = json!(UNLIMITED)), ("max" = json!(MAX_NUMBER))))]
        number_of_groups: i64,
        /// Members of one group, at least 0; −1 = unlimited.
        #[schema(extensions(("min" = json!(UNLIMITED)), ("max" = json!(MAX_NUMBER))))]
        users_per_group: i64,
        /// Whether reports of groups can be downloaded.
        has_report: bool,
        /// The share of the price in dong, at least 0.
        #[serde(rename = "price")]
        #[schema(minimum = 0, extensions(("max" = json!(MAX_PRICE))))]
        group_price: i64,
    }
}

fields! {
    /// The terms under which one account has a plan: copied from it when it is added, and changed for this account
    /// alone.
    PersonalPlanTerms, changed by PersonalPlanChange, kept in personal_plan {
        /// The first day, as `YYYY-MM-DD`.
        #[schema(format = Date)]
        start_date: String,
        /// The last day, as `YYYY-MM-DD`; not before the first.
        #[schema(format = Date)]
        expiration_date: String,
        /// Events in addition to those of other plans, at least 0; −1 = unlimited.
        #[schema(extensions(("min" = json!(UNLIMITED)), ("max" = json!(MAX_NUMBER))))]
        event_limit: i64,
        /// Participants of one event, at least 0; −1 = unlimited.
        #[schema(extensions(("min" = json!(UNLIMITED)), ("max" = json!(MAX_NUMBER))))]
        max_attendees_per_event: i64,
        /// Groups in addition to those of other plans, at least 0; −1 = unlimited.
        #[schema(extensions(("min" = json!(UNLIMITED)), ("max" = json!(MAX_NUMBER))))]
        group_limit: i64,
        /// Members of one group, at least 0; −1 = unlimited.
        #[schema(extensions(("min" = json!(UNLIMITED)), ("max" = json!(MAX_NUMBER))))]
        max_members_per_group: i64,
        /// Whether reports of groups can be downloaded.
        has_report: bool,
    }
}

/// Everything that an administrator decides about a plan.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanTerms {
    #[serde(flatten)]
    pub offer: PlanOffer,
    pub event_item: EventItem,
    pub group_item: GroupItem,
}

/// The fields of a plan: a new one needs all but the prices of its items and `hasReport`; in a change, absent fields
/// stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlanBody {
    #[serde(flatten, deserialize_with = "flattened")]
    pub offer: PlanOfferChange,
    #[serde(default)]
    pub event_item: EventItemChange,
    #[serde(default)]
    pub group_item: GroupItemChange,
    /// The version that the caller read; 5008 if there is a later one, which the refusal contains. Absent: any version.
    #[serde(default)]
    pub version: Option<i64>,
}

/// A change of the terms under which one account has a plan: absent fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonalPlanBody {
    #[serde(flatten, deserialize_with = "flattened")]
    pub terms: PersonalPlanChange,
    /// The version that the caller read; 5008 if there is a later one, which the refusal contains. Absent: any version.
    #[serde(default)]
    pub version: Option<i64>,
}

impl PlanBody {
    /// Reports missing fields that a new plan needs. The name is not among them: an empty one is reported anyway.
    pub fn check_new(&self, check: &mut Check) {
        let (offer, events, groups) = (&self.offer, &self.event_item, &self.group_item);
        for (field, is_sent) in [
            ("price", offer.price.is_some()),
            ("startDate", offer.start_date.is_some()),
            ("expirationDate", offer.expiration_date.is_some()),
            ("duration", offer.duration.is_some()),
            ("numberOfPackages", offer.number_of_packages.is_some()),
            (
                "eventItem.numberOfEvents",
                events.number_of_events.is_some(),
            ),
            (
                "eventItem.attendeesPerEvent",
                events.attendees_per_event.is_some(),
            ),
            (
                "groupItem.numberOfGroups",
                groups.number_of_groups.is_some(),
            ),
            ("groupItem.usersPerGroup", groups.users_per_group.is_some()),
        ] {
            check.required(field, is_sent);
        }
    }
}

impl From<&plan::Model> for PlanTerms {
    fn from(row: &plan::Model) -> Self {
        Self {
            offer: row.into(),
            event_item: row.into(),
            group_item: row.into(),
        }
    }
}

impl PlanTerms {
    /// Replaces the fields that `change` contains.
    pub fn apply(&mut self, change: PlanBody) {
        self.offer.apply(change.offer);
        self.event_item.apply(change.event_item);
        self.group_item.apply(change.group_item);
    }

    /// Trims the name and reports every field that breaks a rule.
    pub fn check(&mut self, check: &mut Check) {
        let offer = &mut self.offer;
        check.required_line("baseName", &mut offer.base_name, MAX_NAME);
        check_days(check, &offer.start_date, &offer.expiration_date);
        check.between("duration", offer.duration, 1, MAX_MONTHS);
        for (field, price) in [
            ("price", offer.price),
            ("eventItem.price", self.event_item.event_price),
            ("groupItem.price", self.group_item.group_price),
        ] {
            check.between(field, price, 0, MAX_PRICE);
        }
        for (field, number) in [
            ("numberOfPackages", offer.number_of_packages),
            ("eventItem.numberOfEvents", self.event_item.number_of_events),
            (
                "eventItem.attendeesPerEvent",
                self.event_item.attendees_per_event,
            ),
            ("groupItem.numberOfGroups", self.group_item.number_of_groups),
            ("groupItem.usersPerGroup", self.group_item.users_per_group),
        ] {
            check.between(field, number, UNLIMITED, MAX_NUMBER);
        }
    }

    /// Writes the differences from `before` into `row`, or everything if there was nothing before, and returns whether
    /// anything was written.
    pub fn write(&self, before: Option<&Self>, row: &mut plan::ActiveModel) -> bool {
        let offer = self.offer.write(before.map(|before| &before.offer), row);
        let events = before.map(|before| &before.event_item);
        let groups = before.map(|before| &before.group_item);
        let items = [
            self.event_item.write(events, row),
            self.group_item.write(groups, row),
        ];
        !offer.is_empty() || items.iter().any(|written| !written.is_empty())
    }

    /// Returns the terms of an account that has the plan from `start_date` to `expiration_date`.
    pub fn personal(&self, start_date: String, expiration_date: String) -> PersonalPlanTerms {
        PersonalPlanTerms {
            start_date,
            expiration_date,
            event_limit: self.event_item.number_of_events,
            max_attendees_per_event: self.event_item.attendees_per_event,
            group_limit: self.group_item.number_of_groups,
            max_members_per_group: self.group_item.users_per_group,
            has_report: self.group_item.has_report,
        }
    }
}

impl PersonalPlanTerms {
    pub fn check(&self, check: &mut Check) {
        check_days(check, &self.start_date, &self.expiration_date);
        for (field, number) in [
            ("eventLimit", self.event_limit),
            ("maxAttendeesPerEvent", self.max_attendees_per_event),
            ("groupLimit", self.group_limit),
            ("maxMembersPerGroup", self.max_members_per_group),
        ] {
            check.between(field, number, UNLIMITED, MAX_NUMBER);
        }
    }
}

fn check_days(check: &mut Check, start: &str, end: &str) {
    for (field, day) in [("startDate", start), ("expirationDate", end)] {
        let is_day = day.len() == 10 && day.parse::<jiff::civil::Date>().is_ok();
        check.ensure(is_day, field, LocalizedText::new("field.date"));
    }
    let message = LocalizedText::new("plan.endsBeforeStart");
    check.ensure(start <= end, "expirationDate", message);
}
