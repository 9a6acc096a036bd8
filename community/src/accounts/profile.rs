//! Changes of a person's own profile.

use hoi_db::{Timestamp, Tx};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::{self, FileId, FileUrl, Visibility};
use sea_orm::ActiveValue::{self, NotSet};
use sea_orm::Set;

use super::dto::UpdateProfile;
use super::entity::user;
use super::{UserId, store};

/// Stores the given fields. Refuses with 5002 a file that does not exist or that another account uploaded.
pub async fn update_profile(
    tx: &Tx,
    id: UserId,
    body: UpdateProfile,
    now: Timestamp,
) -> Result<user::Model> {
    let user = store::lock(tx, id)
        .await?
        .ok_or(Error::InvalidAccessToken)?;
    let full_name = body.full_name.unwrap_or(user.full_name);
    let company = body.company.unwrap_or(user.company);
    let change = user::ActiveModel {
        id: Set(id),
        search_text: Set(store::search_text(&full_name, &company)),
        name_key: Set(Some(store::name_key(&full_name))),
        full_name: Set(full_name),
        company: Set(company),
        phone: changed(body.phone),
        country: changed(body.country),
        avatar_file_id: own_file(tx, id, "avatar", body.avatar, Visibility::Public).await?,
        app_logo_file_id: own_file(tx, id, "appLogo", body.app_logo, Visibility::Public).await?,
        business_license_file_id: own_file(
            tx,
            id,
            "businessLicense",
            body.business_license,
            Visibility::Private,
        )
        .await?,
        gender: changed(body.gender),
        date_of_birth: changed(body.date_of_birth),
        identification_number: changed(body.identification_number),
        tax_number: changed(body.tax_number),
        business_field: changed(body.business_field),
        position: changed(body.position),
        lang: changed(body.lang),
        version: Set(user.version + 1),
        updated_at: Set(now),
        ..Default::default()
    };
    store::update(tx, change).await
}

fn changed<T: Into<sea_orm::Value>>(value: Option<T>) -> ActiveValue<T> {
    value.map_or(NotSet, Set)
}

#[expect(
    clippy::option_option,
    reason = "absent, null and a value mean three different things"
)]
async fn own_file(
    tx: &Tx,
    owner: UserId,
    field: &str,
    given: Option<Option<FileUrl>>,
    visibility: Visibility,
) -> Result<ActiveValue<Option<FileId>>> {
    let Some(given) = given else {
        return Ok(NotSet);
    };
    let Some(FileUrl(id)) = given else {
        return Ok(Set(None));
    };
    // A profile may show only its owner's uploads, even when an administrator edits it.
    if files::is_usable(tx, id, owner, false, visibility).await? {
        Ok(Set(Some(id)))
    } else {
        Err(Error::field(field, LocalizedText::new("field.unknownFile")))
    }
}
