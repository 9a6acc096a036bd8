//! Requests and responses of the calls on accounts and sessions.

use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::fields::sent;
use hoi_platform::files::FileUrl;
use hoi_platform::http::SortOrder;
use hoi_platform::ids::GroupId;
use hoi_platform::password_hashing::PASSWORD_MAX;
use hoi_platform::validation::{Check, EMAIL_MAX, Validate, is_phone};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::entity::user;
use super::rules::{KEYWORD_MIN, PASSWORD_MIN, mask_email};
use super::{Gender, Role, UserId, weak_passwords};

/// The most characters of a full name or company.
const NAME_MAX: usize = 999;
/// The most characters of a phone number.
const PHONE_MAX: usize = 99;
const SHORT_MAX: usize = 255;

#[derive(Debug, Deserialize, ToSchema)]
pub struct Login {
    #[schema(min_length = 1, extensions(("max" = json!(NAME_MAX))))]
    pub email: String,
    pub password: String,
    /// Whether the refresh token lasts 30 days instead of 12 hours.
    #[serde(default)]
    pub remember: bool,
}

impl Validate for Login {
    /// Requires both values and checks nothing else: other impossible values are wrong credentials (5019).
    fn validate(&mut self, check: &mut Check) {
        check.required_text("email", &mut self.email, NAME_MAX);
        present(check, "password", &self.password);
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginResult {
    pub user: LoginUser,
    pub token: AccessGrant,
    pub refresh_token: RefreshGrant,
}

/// The account as the application shows it while logged in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginUser {
    pub id: UserId,
    pub full_name: String,
    pub email: String,
    pub company: String,
    pub role: Role,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
    #[schema(required)]
    pub app_logo: Option<FileUrl>,
    /// True if an administrator had the password generated; it must be replaced.
    pub must_change_password: bool,
    /// True if the installation requires a second factor of this administrator, who has none yet.
    pub must_set_up_second_factor: bool,
}

/// The account has a second factor, so `POST /auth/login/second-factor` is the next step.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeNeeded {
    /// Must be sent with the code.
    pub challenge: String,
    /// Seconds from now until the challenge ends.
    pub challenge_expires_in: u64,
}

/// The result of the first step of a login.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum LoginAnswer {
    /// The session is open.
    Done(Box<LoginResult>),
    /// A code is required.
    CodeNeeded(CodeNeeded),
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessGrant {
    pub access_token: String,
    /// Seconds from now until the token ends.
    pub expires_in: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefreshGrant {
    pub refresh_token: String,
    /// Seconds from now until the token ends.
    pub expires_in: u64,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Register {
    #[schema(min_length = 1, extensions(("max" = json!(NAME_MAX))))]
    pub full_name: String,
    #[schema(extensions(("max" = json!(EMAIL_MAX))))]
    pub email: String,
    #[schema(min_length = 1, extensions(("max" = json!(PHONE_MAX))))]
    pub phone: String,
    #[schema(min_length = 1, extensions(("max" = json!(NAME_MAX))))]
    pub company: String,
    /// 8–128 characters, not a common password, and not derived from the name or address.
    #[schema(extensions(("min" = json!(PASSWORD_MIN)), ("max" = json!(PASSWORD_MAX))))]
    pub password: String,
}

impl Validate for Register {
    fn validate(&mut self, check: &mut Check) {
        check.required_line("fullName", &mut self.full_name, NAME_MAX);
        check.no_web_address("fullName", &self.full_name);
        check.email("email", &mut self.email);
        phone(check, "phone", &mut self.phone);
        check.required_line("company", &mut self.company, NAME_MAX);
        new_password(check, "password", &self.password);
        let personal = weak_passwords::personal(&self.password, &self.email, &self.full_name);
        if let Some(message) = personal {
            check.fail("password", message);
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Registered {
    pub id: UserId,
    pub email: String,
}

/// An address to send a mail to.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EmailOnly {
    #[schema(extensions(("max" = json!(EMAIL_MAX))))]
    pub email: String,
}

impl Validate for EmailOnly {
    fn validate(&mut self, check: &mut Check) {
        check.email("email", &mut self.email);
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct ResetPassword {
    /// The token in the mailed link.
    pub token: String,
    /// The new password, under the rules of registration; the name `newPassword` is accepted too.
    #[serde(alias = "newPassword")]
    #[schema(extensions(("min" = json!(PASSWORD_MIN)), ("max" = json!(PASSWORD_MAX))))]
    pub password: String,
}

impl Validate for ResetPassword {
    fn validate(&mut self, check: &mut Check) {
        present(check, "token", &self.token);
        new_password(check, "password", &self.password);
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct CheckLink {
    /// The token in the mailed link.
    pub token: String,
}

impl Validate for CheckLink {
    fn validate(&mut self, check: &mut Check) {
        present(check, "token", &self.token);
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePassword {
    pub old_password: String,
    /// The new password, under the rules of registration and different from the old one.
    #[schema(extensions(("min" = json!(PASSWORD_MIN)), ("max" = json!(PASSWORD_MAX))))]
    pub new_password: String,
}

impl Validate for ChangePassword {
    fn validate(&mut self, check: &mut Check) {
        present(check, "oldPassword", &self.old_password);
        new_password(check, "newPassword", &self.new_password);
        check.ensure(
            self.old_password != self.new_password,
            "newPassword",
            LocalizedText::new("auth.samePassword"),
        );
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefreshToken {
    pub refresh_token: String,
}

impl Validate for RefreshToken {
    /// Accepts any text: a text that is no refresh token is refused as an invalid one (5017).
    fn validate(&mut self, _: &mut Check) {}
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Refreshed {
    pub token: AccessGrant,
}

/// Options of confirming an address.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyEmail {
    /// The address with which the account was created in this browser. Logs in only if it is the confirmed address, so
    /// that a link sent by an attacker does not log the reader in to the attacker's account.
    #[serde(default)]
    pub log_in_as: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailVerified {
    /// The opened session, which is remembered as by default after a login. None if none was asked for, if the account
    /// has another address, or if it needs the code of a second factor.
    pub login: Option<LoginResult>,
}

/// The session to end besides that of the bearer token.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Logout {
    #[serde(default)]
    pub refresh_token: Option<String>,
}

/// The caller's own fields. Absent fields stay unchanged; null or an empty text clears a field. Full name, phone,
/// company, gender, date of birth, identification number, tax number and language cannot be cleared.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateProfile {
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(min_length = 1, extensions(("max" = json!(NAME_MAX))))]
    pub full_name: Option<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(min_length = 1, extensions(("max" = json!(PHONE_MAX))))]
    pub phone: Option<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>)]
    #[schema(extensions(("max" = json!(NAME_MAX))))]
    pub country: Option<Option<String>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(min_length = 1, extensions(("max" = json!(NAME_MAX))))]
    pub company: Option<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>)]
    pub avatar: Option<Option<FileUrl>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>)]
    pub app_logo: Option<Option<FileUrl>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<Gender>)]
    pub gender: Option<Option<Gender>>,
    /// Date as `YYYY-MM-DD`.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>)]
    pub date_of_birth: Option<Option<String>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>)]
    #[schema(extensions(("max" = json!(SHORT_MAX))))]
    pub identification_number: Option<Option<String>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>)]
    #[schema(extensions(("max" = json!(SHORT_MAX))))]
    pub tax_number: Option<Option<String>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>)]
    pub business_license: Option<Option<FileUrl>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>)]
    #[schema(extensions(("max" = json!(SHORT_MAX))))]
    pub business_field: Option<Option<String>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>)]
    #[schema(extensions(("max" = json!(SHORT_MAX))))]
    pub position: Option<Option<String>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub lang: Option<Lang>,
    /// The version that the caller read; 5008 if there is a later one, which the refusal contains. Absent: any version.
    #[serde(default)]
    pub version: Option<i64>,
    // The specification names these as fields that are ignored here: they are taken, and change nothing, because only an
    // administrator may set them.
    #[allow(dead_code, reason = "passed over")]
    #[schema(ignore)]
    pub role: Option<Value>,
    #[allow(dead_code, reason = "passed over")]
    #[schema(ignore)]
    pub email: Option<Value>,
    #[allow(dead_code, reason = "passed over")]
    #[schema(ignore)]
    pub event_limit: Option<Value>,
    #[allow(dead_code, reason = "passed over")]
    #[schema(ignore)]
    pub is_active: Option<Value>,
}

impl Validate for UpdateProfile {
    fn validate(&mut self, check: &mut Check) {
        if let Some(text) = &mut self.full_name {
            check.required_line("fullName", text, NAME_MAX);
            check.no_web_address("fullName", text);
        }
        if let Some(text) = &mut self.phone {
            phone(check, "phone", text);
        }
        if let Some(text) = &mut self.company {
            check.required_line("company", text, NAME_MAX);
        }
        if let Some(text) = &mut self.country {
            check.optional_line("country", text, NAME_MAX);
        }
        for (field, text) in [
            ("identificationNumber", &mut self.identification_number),
            ("taxNumber", &mut self.tax_number),
            ("businessField", &mut self.business_field),
            ("position", &mut self.position),
            ("dateOfBirth", &mut self.date_of_birth),
        ] {
            if let Some(text) = text {
                check.optional_line(field, text, SHORT_MAX);
            }
        }
        for (field, is_blank) in [
            ("gender", self.gender == Some(None)),
            ("dateOfBirth", self.date_of_birth == Some(None)),
            (
                "identificationNumber",
                self.identification_number == Some(None),
            ),
            ("taxNumber", self.tax_number == Some(None)),
        ] {
            check.ensure(!is_blank, field, LocalizedText::new("field.required"));
        }
        if let Some(Some(date)) = &self.date_of_birth {
            let is_date = date.len() == 10 && date.parse::<jiff::civil::Date>().is_ok();
            check.ensure(is_date, "dateOfBirth", LocalizedText::new("field.date"));
        }
    }
}

/// The highest daily limit that an administrator may set.
const MOST_DAILY_MAILS: i64 = 1_000_000;

/// An account as administrators see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    pub id: UserId,
    pub full_name: String,
    pub email: String,
    pub phone: String,
    #[schema(required)]
    pub country: Option<String>,
    pub company: String,
    pub role: Role,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
    /// Events that the account may have; −1 = unlimited.
    pub event_limit: i64,
    /// Mails that the account may cause within a day; null = by the account's age.
    #[schema(required)]
    pub daily_mails: Option<i64>,
    /// False if the account is suspended.
    pub is_active: bool,
    pub is_email_verified: bool,
    /// Whether a login asks for a code, too.
    pub has_second_factor: bool,
    /// Send it back with a change; a change that names an older one is refused.
    pub version: i64,
    pub created_at: Timestamp,
    #[schema(required)]
    pub last_seen_at: Option<Timestamp>,
}

/// The keys by which the list of accounts can be sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AccountSort {
    /// By full name, without regard to case and accents.
    FullName,
    Email,
    CreatedAt,
    /// By the time last seen; accounts never seen come first.
    LastSeenAt,
}

/// Filters and order of the list of accounts.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct AccountQuery {
    /// Part of a name, company, e-mail or phone; case and accents do not matter.
    pub search: Option<String>,
    pub role: Option<Role>,
    pub is_active: Option<bool>,
    pub country: Option<String>,
    /// The order; if absent, the newest accounts come first.
    #[param(inline)]
    pub sort: Option<AccountSort>,
    /// The direction of `sort`, default `asc`.
    #[param(inline)]
    pub order: Option<SortOrder>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateAccount {
    #[schema(min_length = 1, extensions(("max" = json!(NAME_MAX))))]
    pub full_name: String,
    #[schema(min_length = 1, extensions(("max" = json!(PHONE_MAX))))]
    pub phone: String,
    #[serde(default)]
    #[schema(extensions(("max" = json!(NAME_MAX))))]
    pub country: Option<String>,
    #[schema(extensions(("max" = json!(EMAIL_MAX))))]
    pub email: String,
    #[schema(min_length = 1, extensions(("max" = json!(NAME_MAX))))]
    pub company: String,
    /// Events that the account may have; −1 = unlimited.
    #[schema(minimum = -1)]
    pub event_limit: i64,
}

impl Validate for CreateAccount {
    fn validate(&mut self, check: &mut Check) {
        check.required_line("fullName", &mut self.full_name, NAME_MAX);
        check.no_web_address("fullName", &self.full_name);
        phone(check, "phone", &mut self.phone);
        check.optional_line("country", &mut self.country, NAME_MAX);
        check.email("email", &mut self.email);
        check.required_line("company", &mut self.company, NAME_MAX);
        event_limit(check, self.event_limit);
    }
}

/// The fields that an administrator may change; absent fields stay unchanged.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateAccount {
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(min_length = 1, extensions(("max" = json!(NAME_MAX))))]
    pub full_name: Option<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(min_length = 1, extensions(("max" = json!(PHONE_MAX))))]
    pub phone: Option<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>)]
    #[schema(extensions(("max" = json!(NAME_MAX))))]
    pub country: Option<Option<String>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(extensions(("max" = json!(EMAIL_MAX))))]
    pub email: Option<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(min_length = 1, extensions(("max" = json!(NAME_MAX))))]
    pub company: Option<String>,
    /// Events that the account may have; −1 = unlimited.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(minimum = -1)]
    pub event_limit: Option<i64>,
    /// Mails that the account may cause within a day, 0–1,000,000; null = by the account's age.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<i64>)]
    #[schema(minimum = 0, extensions(("max" = json!(MOST_DAILY_MAILS))))]
    pub daily_mails: Option<Option<i64>>,
    /// False suspends the account and ends all its sessions at once.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub is_active: Option<bool>,
    /// The version that the caller read; 5008 if there is a later one, which the refusal contains. Absent: any version.
    #[serde(default)]
    pub version: Option<i64>,
}

impl Validate for UpdateAccount {
    fn validate(&mut self, check: &mut Check) {
        if let Some(text) = &mut self.full_name {
            check.required_line("fullName", text, NAME_MAX);
            check.no_web_address("fullName", text);
        }
        if let Some(text) = &mut self.phone {
            phone(check, "phone", text);
        }
        if let Some(text) = &mut self.country {
            check.optional_line("country", text, NAME_MAX);
        }
        if let Some(text) = &mut self.email {
            check.email("email", text);
        }
        if let Some(text) = &mut self.company {
            check.required_line("company", text, NAME_MAX);
        }
        if let Some(limit) = self.event_limit {
            event_limit(check, limit);
        }
        if let Some(Some(mails)) = self.daily_mails {
            let least = LocalizedText::new("field.atLeast").with("min", 0);
            check.ensure(mails >= 0, "dailyMails", least);
            let most = LocalizedText::new("field.atMost").with("max", MOST_DAILY_MAILS);
            check.ensure(mails <= MOST_DAILY_MAILS, "dailyMails", most);
        }
    }
}

/// A search for people.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PeopleQuery {
    /// Part of a name or company, or a whole e-mail address; at least 2 characters.
    #[serde(default)]
    pub keyword: String,
    /// Only organizers who are not members of this group, which the caller leads.
    pub exclude_group_id: Option<GroupId>,
}

impl PeopleQuery {
    /// Returns the keyword; 5002 when it is too short.
    pub fn keyword(&self) -> Result<&str> {
        let keyword = self.keyword.trim();
        if keyword.chars().count() < KEYWORD_MIN {
            let message = LocalizedText::new("field.tooShort").with("min", KEYWORD_MIN);
            return Err(Error::field("keyword", message));
        }
        Ok(keyword)
    }
}

/// A person found by a search, with just enough to recognize them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    pub id: UserId,
    pub full_name: String,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
    pub company: String,
    /// Shortened like `n***@congty.vn`.
    pub email_masked: String,
    /// Null unless the caller is an administrator, leads a group of the person, or searched for the whole address.
    #[schema(required)]
    pub email: Option<String>,
}

impl From<&user::Model> for LoginUser {
    fn from(user: &user::Model) -> Self {
        Self {
            id: user.id,
            full_name: user.full_name.clone(),
            email: user.email.clone(),
            company: user.company.clone(),
            role: user.role,
            avatar: user.avatar_file_id.map(FileUrl),
            app_logo: user.app_logo_file_id.map(FileUrl),
            must_change_password: user.must_change_password,
            must_set_up_second_factor: false,
        }
    }
}

impl Account {
    pub fn new(user: user::Model, has_second_factor: bool) -> Self {
        Self {
            id: user.id,
            full_name: user.full_name,
            email: user.email,
            phone: user.phone,
            country: user.country,
            company: user.company,
            role: user.role,
            avatar: user.avatar_file_id.map(FileUrl),
            event_limit: user.event_limit,
            daily_mails: user.daily_mails,
            is_active: user.is_active,
            is_email_verified: user.email_verified_at.is_some(),
            has_second_factor,
            version: user.version,
            created_at: user.created_at,
            last_seen_at: user.last_seen_at,
        }
    }
}

impl Person {
    pub fn new(user: user::Model, with_email: bool) -> Self {
        Self {
            id: user.id,
            full_name: user.full_name,
            avatar: user.avatar_file_id.map(FileUrl),
            company: user.company,
            email_masked: mask_email(&user.email),
            email: with_email.then_some(user.email),
        }
    }
}

fn present(check: &mut Check, field: &str, secret: &str) {
    check.ensure(
        !secret.is_empty(),
        field,
        LocalizedText::new("field.required"),
    );
}

fn new_password(check: &mut Check, field: &str, password: &str) {
    let length = password.chars().count();
    if length == 0 {
        check.fail(field, LocalizedText::new("field.required"));
    } else if length < PASSWORD_MIN {
        check.fail(
            field,
            LocalizedText::new("field.tooShort").with("min", PASSWORD_MIN),
        );
    } else if length > PASSWORD_MAX {
        check.fail(
            field,
            LocalizedText::new("field.tooLong").with("max", PASSWORD_MAX),
        );
    } else if let Some(message) = weak_passwords::common(password) {
        check.fail(field, message);
    }
}

fn phone(check: &mut Check, field: &str, phone: &mut String) {
    check.required_text(field, phone, PHONE_MAX);
    if !phone.is_empty() {
        check.ensure(is_phone(phone), field, LocalizedText::new("field.phone"));
    }
}

fn event_limit(check: &mut Check, limit: i64) {
    check.ensure(
        limit >= -1,
        "eventLimit",
        LocalizedText::new("field.atLeast").with("min", -1),
    );
}
