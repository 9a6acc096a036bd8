//! Everything that is stored of an account, collected for its owner. Others who were part of it are not named.

use std::collections::HashMap;

use hoi_community::accounts::Gender;
use hoi_community::accounts::entity::{session, user};
use hoi_community::groups::entity::{group, group_member, group_request};
use hoi_community::groups::{self, PageOf};
use hoi_community::notifications::entity::notification_preference;
use hoi_community::points::entity as point;
use hoi_community::posts::entity::{comment, like, post};
use hoi_db::Timestamp;
use hoi_i18n::{Lang, format_date_time, format_day, format_money};
use hoi_platform::app::App;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::ids::{GroupId, UserId};
use hoi_platform::mails;
use hoi_ticketing::bank_accounts::entity::bank_account;
use hoi_ticketing::events::beginning;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::participants::OwnFact;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
};
use uuid::Uuid;

use super::dto::OwnData;
use super::own_data::{fact, link_files};
use super::store::{self, Person};
use crate::api_keys::entity as api_key;

/// The most characters of a text, not below the bound of any field that holds one.
const MAX_TEXT: usize = 20_000;
/// The most rows of one kind, the latest.
const ROWS: u64 = 5000;

/// Collects the stored data of the account.
pub async fn collect(app: &App, user: user::Model, lang: Lang) -> Result<OwnData> {
    let conn = app.db.read();
    let id = user.id;
    let files = [
        ("avatar", "sheet.avatar", user.avatar_file_id),
        ("logo", "sheet.logo", user.app_logo_file_id),
        (
            "businessLicense",
            "sheet.businessLicense",
            user.business_license_file_id,
        ),
    ];
    let mut facts = profile(user, lang);
    for (name, key, file) in files {
        let empty = file.map(|_| String::new());
        facts.extend(fact(lang, name, key, empty).map(|fact| OwnFact { file, ..fact }));
    }
    link_files(app, None, &mut facts).await?;
    add_memberships(conn, id, lang, &mut facts).await?;
    add_group_requests(conn, id, lang, &mut facts).await?;
    add_writings(conn, id, lang, &mut facts).await?;
    add_reactions(conn, id, lang, &mut facts).await?;
    add_points(conn, id, lang, &mut facts).await?;
    add_events(conn, id, lang, &mut facts).await?;
    add_bank_accounts(conn, id, lang, &mut facts).await?;
    add_settings(conn, id, lang, &mut facts).await?;
    Ok(OwnData {
        event_id: None,
        event_title: None,
        organiser: mails::host(&app.config),
        contact: None,
        facts,
        requests: store::of_person(conn, Person::Account(id)).await?,
    })
}

fn profile(user: user::Model, lang: Lang) -> Vec<OwnFact> {
    let moment = |at: Timestamp| format_date_time(lang, at.0);
    let given = |text: String| Some(text).filter(|text| !text.is_empty());
    let rows = [
        ("fullName", "sheet.fullName", given(user.full_name)),
        ("email", "sheet.email", given(user.email)),
        ("phone", "sheet.phone", given(user.phone)),
        ("company", "sheet.company", given(user.company)),
        ("country", "sheet.country", user.country),
        (
            "dateOfBirth",
            "sheet.dateOfBirth",
            user.date_of_birth.map(|day| format_day(lang, &day)),
        ),
        (
            "gender",
            "sheet.gender",
            user.gender.map(|gender| {
                let key = match gender {
                    Gender::Male => "sheet.male",
                    Gender::Female => "sheet.female",
                    Gender::Others => "sheet.others",
                };
                LocalizedText::new(key).in_language(lang)
            }),
        ),
        (
            "identificationNumber",
            "sheet.identificationNumber",
            user.identification_number,
        ),
        ("taxNumber", "sheet.taxNumber", user.tax_number),
        (
            "businessField",
            "privacy.businessField",
            user.business_field,
        ),
        ("position", "sheet.role", user.position),
        ("userCode", "privacy.userCode", given(user.user_code)),
        (
            "createdAt",
            "privacy.createdAt",
            Some(moment(user.created_at)),
        ),
        (
            "lastSeenAt",
            "privacy.lastSeenAt",
            user.last_seen_at.map(moment),
        ),
    ];
    let rows = rows.into_iter();
    rows.filter_map(|(name, key, value)| fact(lang, name, key, value))
        .collect()
}

async fn add_memberships(
    conn: &impl ConnectionTrait,
    id: UserId,
    lang: Lang,
    facts: &mut Vec<OwnFact>,
) -> Result<()> {
    let found = group_member::Entity::find()
        .filter(group_member::Column::UserId.eq(id))
        .order_by_asc(group_member::Column::JoinedAt)
        .limit(ROWS)
        .all(conn)
        .await?;
    let names = group_names(conn, found.iter().map(|member| member.group_id)).await?;
    for member in found {
        let name = name_of(&names, member.group_id);
        let role = LocalizedText::new(member.role.text()).in_language(lang);
        let joined = format_date_time(lang, member.joined_at.0);
        let left = member.left_at.map(|at| format_date_time(lang, at.0));
        let details = [
            Some(name),
            Some(role),
            Some(joined),
            left.map(|left| format!("→ {left}")),
            member.business_field,
            member.position,
        ];
        let value = details
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" · ");
        facts.extend(fact(lang, "membership", "privacy.membership", Some(value)));
    }
    Ok(())
}

async fn add_group_requests(
    conn: &impl ConnectionTrait,
    id: UserId,
    lang: Lang,
    facts: &mut Vec<OwnFact>,
) -> Result<()> {
    let asked = group_request::of_account(id)
        .order_by_asc(group_request::Column::CreatedAt)
        .limit(ROWS)
        .all(conn)
        .await?;
    for request in asked {
        let at = format_date_time(lang, request.created_at.0);
        let texts = [
            Some(at),
            Some(request.name),
            request.message,
            request.reason,
        ];
        let value = texts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        facts.extend(fact(
            lang,
            "groupRequest",
            "privacy.groupRequest",
            Some(value),
        ));
    }
    Ok(())
}

async fn add_writings(
    conn: &impl ConnectionTrait,
    id: UserId,
    lang: Lang,
    facts: &mut Vec<OwnFact>,
) -> Result<()> {
    let posts = post::live()
        .filter(post::Column::AuthorId.eq(id))
        .order_by_desc(post::Column::CreatedAt)
        .limit(ROWS)
        .all(conn)
        .await?;
    for post in posts {
        let value = format!(
            "{}\n{}",
            format_date_time(lang, post.created_at.0),
            post.text
        );
        facts.extend(fact(lang, "post", "privacy.post", Some(value)));
    }
    let comments = comment::live()
        .filter(comment::Column::AuthorId.eq(id))
        .order_by_desc(comment::Column::CreatedAt)
        .limit(ROWS)
        .all(conn)
        .await?;
    for comment in comments {
        let at = format_date_time(lang, comment.created_at.0);
        let value = format!("{at}\n{}", comment.text);
        facts.extend(fact(lang, "comment", "privacy.comment", Some(value)));
    }
    Ok(())
}

/// Names posts and comments by group and time, because their texts may be others'.
async fn add_reactions(
    conn: &impl ConnectionTrait,
    id: UserId,
    lang: Lang,
    facts: &mut Vec<OwnFact>,
) -> Result<()> {
    let found = like::Entity::find()
        .filter(like::Column::UserId.eq(id))
        .order_by_desc(like::Column::CreatedAt)
        .limit(ROWS)
        .all(conn)
        .await?;
    let targets = || found.iter().map(|row| row.target_id);
    let comments: Vec<(Uuid, Uuid, Timestamp)> = comment::Entity::find()
        .select_only()
        .columns([
            comment::Column::Id,
            comment::Column::PostId,
            comment::Column::CreatedAt,
        ])
        .filter(comment::Column::Id.is_in(targets()))
        .into_tuple()
        .all(conn)
        .await?;
    let ids = targets().chain(comments.iter().map(|(_, post, _)| *post));
    let posts: Vec<(Uuid, GroupId, Timestamp)> = post::Entity::find()
        .select_only()
        .columns([
            post::Column::Id,
            post::Column::GroupId,
            post::Column::CreatedAt,
        ])
        .filter(post::Column::Id.is_in(ids))
        .into_tuple()
        .all(conn)
        .await?;
    let names = group_names(conn, posts.iter().map(|(_, group, _)| *group)).await?;
    // The group and the time of each post and comment, by its identifier.
    let mut places: HashMap<Uuid, (GroupId, &'static str, Timestamp)> = posts
        .into_iter()
        .map(|(id, group, at)| (id, (group, "privacy.post", at)))
        .collect();
    for (id, post, at) in comments {
        if let Some((group, ..)) = places.get(&post).copied() {
            places.insert(id, (group, "privacy.comment", at));
        }
    }
    for reaction in found {
        let kind = LocalizedText::new(reaction.kind.text()).in_language(lang);
        let mut value = vec![format_date_time(lang, reaction.created_at.0), kind];
        if let Some((group, thing, at)) = places.get(&reaction.target_id).copied() {
            let thing = LocalizedText::new(thing).in_language(lang);
            let at = format_date_time(lang, at.0);
            value.extend([name_of(&names, group), format!("{thing} {at}")]);
        }
        let value = Some(value.join(" · "));
        facts.extend(fact(lang, "reaction", "privacy.reaction", value));
    }
    Ok(())
}

async fn add_points(
    conn: &impl ConnectionTrait,
    id: UserId,
    lang: Lang,
    facts: &mut Vec<OwnFact>,
) -> Result<()> {
    let part = Condition::any()
        .add(point::Column::SellerId.eq(id))
        .add(point::Column::CounterpartyId.eq(id));
    let found = point::Entity::find()
        .filter(part)
        .order_by_desc(point::Column::CreatedAt)
        .limit(ROWS)
        .all(conn)
        .await?;
    let names = group_names(conn, found.iter().map(|point| point.group_id)).await?;
    for point in found {
        let part = if point.seller_id == id {
            "privacy.seller"
        } else {
            "privacy.counterparty"
        };
        let value = [
            name_of(&names, point.group_id),
            format_day(lang, &point.deal_date),
            LocalizedText::new(part).in_language(lang),
            format_money(lang, point.value),
        ];
        let value = value.join(" · ");
        facts.extend(fact(lang, "point", "privacy.point", Some(value)));
    }
    Ok(())
}

async fn add_events(
    conn: &impl ConnectionTrait,
    id: UserId,
    lang: Lang,
    facts: &mut Vec<OwnFact>,
) -> Result<()> {
    let titles: Vec<String> = event::owned_by(id)
        .select_only()
        .column(event::Column::Title)
        .order_by_desc(event::Column::CreatedAt)
        .limit(ROWS)
        .into_tuple()
        .all(conn)
        .await?;
    for title in titles {
        facts.extend(fact(lang, "event", "receipt.event", Some(title)));
    }
    Ok(())
}

async fn add_bank_accounts(
    conn: &impl ConnectionTrait,
    id: UserId,
    lang: Lang,
    facts: &mut Vec<OwnFact>,
) -> Result<()> {
    let found = bank_account::live()
        .filter(bank_account::Column::OwnerId.eq(id))
        .order_by_asc(bank_account::Column::CreatedAt)
        .limit(ROWS)
        .all(conn)
        .await?;
    for account in found {
        let value = [
            account.bank_name,
            account.account_number,
            account.holder_name,
        ];
        let value = Some(value.join(" · "));
        facts.extend(fact(lang, "bankAccount", "privacy.bankAccount", value));
    }
    Ok(())
}

async fn add_settings(
    conn: &impl ConnectionTrait,
    id: UserId,
    lang: Lang,
    facts: &mut Vec<OwnFact>,
) -> Result<()> {
    let sessions = session::Entity::find()
        .filter(session::Column::UserId.eq(id))
        .order_by_desc(session::Column::LastUsedAt)
        .limit(ROWS)
        .all(conn)
        .await?;
    for session in sessions {
        let used = format_date_time(lang, session.last_used_at.0);
        let value = [Some(used), session.ip, session.user_agent];
        let value = value.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        facts.extend(fact(lang, "session", "privacy.session", Some(value)));
    }
    let keys = api_key::Entity::find()
        .filter(api_key::Column::UserId.eq(id))
        .order_by_desc(api_key::Column::CreatedAt)
        .limit(ROWS)
        .all(conn)
        .await?;
    for key in keys {
        let value = [
            key.name,
            key.shown,
            format_date_time(lang, key.created_at.0),
        ];
        let value = Some(value.join(" · "));
        facts.extend(fact(lang, "apiKey", "privacy.apiKey", value));
    }
    if let Some(page) = groups::page_of(conn, PageOf::Account(id)).await? {
        let value = [
            page.name,
            format!("/o/{}", page.slug),
            beginning(&page.content, MAX_TEXT),
        ];
        let value = value.into_iter().filter(|part| !part.is_empty());
        let value = value.collect::<Vec<_>>().join(" · ");
        facts.extend(fact(lang, "publicPage", "privacy.publicPage", Some(value)));
    }
    let chosen = notification_preference::Entity::find()
        .filter(notification_preference::Column::UserId.eq(id))
        .all(conn)
        .await?;
    for row in chosen {
        let title = format!("notification.{}.title", row.kind.name());
        let title = hoi_platform::language::texts().text(lang, &title, &[]);
        let email = serde_json::to_value(row.email).map_err(anyhow::Error::from)?;
        let email = email.as_str().unwrap_or_default();
        let marked = |is_on: bool| if is_on { "✓" } else { "–" };
        let value = format!(
            "{title}: {} {} {email}",
            marked(row.in_app),
            marked(row.browser)
        );
        facts.extend(fact(lang, "notifications", "privacy.told", Some(value)));
    }
    Ok(())
}

async fn group_names(
    conn: &impl ConnectionTrait,
    ids: impl Iterator<Item = GroupId>,
) -> Result<Vec<(GroupId, String)>> {
    let names = group::Entity::find()
        .select_only()
        .columns([group::Column::Id, group::Column::Name])
        .filter(group::Column::Id.is_in(ids));
    Ok(names.into_tuple().all(conn).await?)
}

fn name_of(names: &[(GroupId, String)], id: GroupId) -> String {
    let mut names = names.iter();
    let found = names.find(|(group, _)| *group == id);
    found.map(|(_, name)| name.clone()).unwrap_or_default()
}
