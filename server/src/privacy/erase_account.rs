//! Erasing an account, in one transaction: the row stays without a name, so that deals, minutes of meetings and logs
//! still count. The owner's registrations for events belong to the organisers and are erased there.

use std::collections::HashSet;
use std::net::IpAddr;

use hoi_community::accounts::SendLink;
use hoi_community::accounts::entity::{
    known_origin, one_time_token, recovery_code, second_factor, session, user,
};
use hoi_community::groups::entity::{
    group, group_member, group_request, join_request, organiser_page,
};
use hoi_community::groups::{self, GroupAction, GroupRole, RequestStatus};
use hoi_community::notifications::entity::{
    digest_setting, muted_group, notification, notification_preference, push_subscription,
};
use hoi_community::points::entity as point;
use hoi_community::posts::entity::{comment, like, post, post_image, report};
use hoi_community::{accounts, notifications};
use hoi_db::{Timestamp, Tx, containing};
use hoi_jobs::Job as _;
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::FileUrl;
use hoi_platform::idempotency::{self, IdempotencyKey};
use hoi_platform::ids::{
    EventId, FileId, GroupId, GroupRequestId, JoinRequestId, NotificationId, PostId, UserId,
};
use hoi_platform::{clock, mails};
use hoi_ticketing::attendances::{ERASED_NAME, attendance};
use hoi_ticketing::bank_accounts::entity::bank_account;
use hoi_ticketing::events;
use hoi_ticketing::events::entity::{event, event_draft};
use sea_orm::sea_query::{Expr, ExprTrait as _, LockType, Query};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Set,
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::erase::{LOOKED_AT_AGAIN, remove_unused};
use super::list::KeepInList;
use super::store::{self, Person};
use super::{MailErased, RemoveStoredMails};
use crate::api_keys::entity as api_key;
use hoi_organising::checkin::ACCOUNT;
use hoi_organising::checkin::entity::scan;
use hoi_organising::transfers::{self, ErasedPeople, FoundBefore, Mark, Search};

/// Identifiers in one statement, below the engines' limits on bound values.
const CHUNK: usize = 500;

/// Parts of the paths of calls whose stored answers may name another account than the caller's.
const ABOUT_OTHERS: [&str; 3] = ["/data-requests/", "/users", "/group"];

/// The mails that an account gets; a message to try it out, too.
const TEMPLATES: [&str; 13] = [
    "account_activated",
    "account_created",
    "account_suspended",
    "data_answer",
    "digest",
    "group_invitation",
    "message",
    "notification",
    "password_changed",
    "password_generated",
    "plan_ends",
    "reset_password",
    "verify_email",
];

/// Erases an account; nothing if it is erased. `by` is the administrator; None after a restore. Ends its owner's
/// requests; an owner who asked to be erased gets a last mail.
///
/// # Errors
/// 5005: there is no such account; 5008: it is the last active administrator's, owns a group, or has an event that is not
/// over.
#[tracing::instrument(name = "privacy.erase_account", skip_all)]
pub async fn erase_account(
    app: &App,
    id: UserId,
    by: Option<UserId>,
    ip: Option<IpAddr>,
) -> Result<()> {
    let now = app.clock.now();
    let before = Before::look(app, id, now).await?;
    let tx = app.db.write().await?;
    // Groups before accounts, as everywhere.
    let groups = lock_groups(&tx, id).await?;
    let admins = accounts::lock_active_admins(&tx).await?;
    let user = user::Entity::find_by_id(id)
        .lock_exclusive()
        .one(&tx)
        .await?;
    let user = user.ok_or_else(|| Error::NotFound(LocalizedText::new("account.notFound")))?;
    if user.deleted_at.is_some() {
        return Ok(tx.rollback().await?);
    }
    if admins == [id] {
        return Err(Error::Conflict(LocalizedText::new("account.lastAdmin")));
    }
    check_owns_nothing(&tx, id, now).await?;

    let mut files: HashSet<FileId> = [
        user.avatar_file_id,
        user.app_logo_file_id,
        user.business_license_file_id,
    ]
    .into_iter()
    .flatten()
    .collect();
    clear_user(&tx, &user, now).await?;
    clear_access(&tx, id, now).await?;
    end_memberships(&tx, id, &groups, now).await?;
    let (requests, documents) = clear_join_requests(&tx, &user, now).await?;
    files.extend(documents);
    let mailed = [&requests[..], &[id.0]].concat();
    let (writings, images) = clear_writings(&tx, id, now).await?;
    files.extend(images);
    let points = clear_points(&tx, id).await?;
    clear_parties(&tx, id).await?;
    clear_group_requests(&tx, id).await?;
    clear_notifications(&tx, id).await?;
    for own in writings.chunks(CHUNK) {
        notifications::replace_quotes(&tx, own, ERASED_NAME).await?;
    }
    let others = touched(&tx, id).await?;
    let objects = [requests, writings, points, others, vec![id.0]].concat();
    let names = HashSet::from([user.full_name.clone()]);
    for objects in objects.chunks(CHUNK) {
        notifications::replace_texts(&tx, objects, &names, ERASED_NAME).await?;
    }
    clear_former_names(&tx, id, before.as_ref()).await?;
    // Events before registrations, and these before transfers, as the desk locks them.
    clear_owned_events(&tx, id).await?;
    clear_doors(&tx, &user).await?;
    // No transfer is taken in from here on.
    clear_bank_accounts(&tx, id, now).await?;
    let account = ErasedPeople {
        ids: &[],
        names: &names,
        references: &[],
        search: &naming(&user),
    };
    let found = before.as_ref().map(|before| &before.transfers);
    transfers::erase_texts(&tx, account, found, now).await?;
    clear_traces(app, &tx, &user, &mailed).await?;
    forget_records(app, &tx, (&user, &mailed), before).await?;
    remove_unused(&tx, files, now).await?;
    let has_asked = store::end_of_erased(&tx, &[Person::Account(id)], by, now).await?;
    if has_asked {
        let mail = MailErased {
            event: None,
            to: user.email.clone(),
            lang: user.lang,
        };
        hoi_jobs::enqueue(&tx, &mail, now).await?;
    }
    audit::record(&tx, by, AuditAction::AccountErased, id, ip, now).await?;
    hoi_jobs::enqueue(&tx, &KeepInList::account(id), now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    app.snapshots.forget_all();
    accounts::dismiss_ended_sockets(app, id).await;
    Ok(())
}

/// The search for texts that name an account's owner in transfers to their own bank account, such as those to try it
/// out. Transfers to other organisers belong to the owner's registrations, and are erased with them.
fn naming(user: &user::Model) -> Search {
    let marks = Mark::of(&user.email, &user.phone).chain(Mark::name(&user.full_name));
    Search {
        owner: user.id,
        marks: marks.collect(),
        own_name: Some(user.full_name.clone()),
    }
}

/// Records of the owner that were found before the transaction, because no index helps and it would keep out all others.
struct Before {
    /// The owner's address and name that were looked for.
    email: String,
    full_name: String,
    /// The transaction looks again at everything that was stored from then on.
    since: Timestamp,
    transfers: FoundBefore,
    /// Those that name the owner, perhaps by a former name.
    notifications: Vec<NotificationId>,
    /// Entries of the mail log.
    mails: Vec<Uuid>,
    answers: Vec<IdempotencyKey>,
}

impl Before {
    /// None if there is no such account.
    async fn look(app: &App, id: UserId, now: Timestamp) -> Result<Option<Self>> {
        let conn = app.db.read();
        let user = user::Entity::find_by_id(id).one(conn).await?;
        let Some(user) = user.filter(|user| user.deleted_at.is_none()) else {
            return Ok(None);
        };
        let account = ErasedPeople {
            ids: &[],
            names: &HashSet::new(),
            references: &[],
            search: &naming(&user),
        };
        let since = now.minus(LOOKED_AT_AGAIN);
        let requests: Vec<JoinRequestId> = join_request::Entity::find()
            .select_only()
            .column(join_request::Column::Id)
            .filter(join_request::is_of(&user))
            .into_tuple()
            .all(conn)
            .await?;
        let requests = requests.into_iter().map(|id| id.0);
        let mailed: Vec<Uuid> = requests.chain([user.id.0]).collect();
        Ok(Some(Self {
            since,
            transfers: transfers::find_before(conn, account, since).await?,
            notifications: notifications::find_naming(conn, id, None).await?,
            mails: find_mails(conn, (&user, &mailed), None).await?,
            answers: find_answers(app, conn, &user, None).await?,
            email: user.email,
            full_name: user.full_name,
        }))
    }
}

/// Finds the entries of the mail log about the account or its invitations, which `mailed` names, or with its address.
async fn find_mails(
    conn: &impl ConnectionTrait,
    (user, mailed): (&user::Model, &[Uuid]),
    since: Option<Timestamp>,
) -> Result<Vec<Uuid>, DbErr> {
    mails::find_recipients(conn, mailed, &[user.email.as_str()], &TEMPLATES, since).await
}

/// Finds the stored answers to others that are about the owner; see [`idempotency::find_answers`].
async fn find_answers(
    app: &App,
    conn: &impl ConnectionTrait,
    user: &user::Model,
    since: Option<Timestamp>,
) -> Result<Vec<IdempotencyKey>> {
    let id = user.id.to_string();
    let words = [&id, &user.full_name, &user.email];
    let is_about = |answer: &str| words.iter().any(|word| answer.contains(word.as_str()));
    let [requests, users, groups] = ABOUT_OTHERS;
    let parts = [requests, users, groups, &id];
    idempotency::find_answers(conn, &app.secrets, (user.id, &parts), since, is_about).await
}

/// Removes the owner from the mail log and from answers to others: what was found before, and what was stored since. Looks
/// for everything if the owner had another address or name before.
async fn forget_records(
    app: &App,
    tx: &Tx,
    (user, mailed): (&user::Model, &[Uuid]),
    before: Option<Before>,
) -> Result<()> {
    let before =
        before.filter(|before| before.email == user.email && before.full_name == user.full_name);
    let since = before.as_ref().map(|before| before.since);
    let mut mails = find_mails(tx, (user, mailed), since).await?;
    let mut answers = find_answers(app, tx, user, since).await?;
    if let Some(before) = before {
        mails.extend(before.mails);
        answers.extend(before.answers);
    }
    mails::forget_recipients(tx, &mails).await?;
    idempotency::forget_answers(tx, answers).await
}

/// The groups of which the account is a member, locked in the order of their identifiers.
async fn lock_groups(tx: &Tx, id: UserId) -> Result<Vec<GroupId>> {
    let mine: Vec<GroupId> = group_member::live()
        .select_only()
        .column(group_member::Column::GroupId)
        .filter(group_member::Column::UserId.eq(id))
        .into_tuple()
        .all(tx)
        .await?;
    let locked = group::Entity::find()
        .filter(group::Column::Id.is_in(mine))
        .order_by_asc(group::Column::Id)
        .lock_exclusive()
        .all(tx)
        .await?;
    Ok(locked.into_iter().map(|group| group.id).collect())
}

async fn check_owns_nothing(tx: &Tx, id: UserId, now: Timestamp) -> Result<()> {
    let owned = group_member::live()
        .filter(group_member::Column::UserId.eq(id))
        .filter(group_member::Column::Role.eq(GroupRole::Owner));
    if owned.count(tx).await? > 0 {
        return Err(Error::Conflict(LocalizedText::new("privacy.ownsGroups")));
    }
    let events: Vec<(Timestamp, Option<Timestamp>)> = event::owned_by(id)
        .select_only()
        .columns([event::Column::EventStartDate, event::Column::EndDate])
        .filter(event::Column::CancelledAt.is_null())
        .into_tuple()
        .all(tx)
        .await?;
    let is_ahead =
        |(start, end): &(Timestamp, Option<Timestamp>)| events::end_of(*start, *end) > now;
    if events.iter().any(is_ahead) {
        return Err(Error::Conflict(LocalizedText::new("privacy.ownsEvents")));
    }
    Ok(())
}

async fn clear_user(tx: &Tx, user: &user::Model, now: Timestamp) -> Result<()> {
    let nobody: Uuid = clock::new_id();
    let columns = user::ActiveModel {
        email: Set(String::new()),
        email_key: Set(nobody.to_string()),
        // No password has this hash.
        password_hash: Set(String::new()),
        full_name: Set(ERASED_NAME.to_owned()),
        phone: Set(String::new()),
        country: Set(None),
        company: Set(String::new()),
        avatar_file_id: Set(None),
        app_logo_file_id: Set(None),
        gender: Set(None),
        date_of_birth: Set(None),
        identification_number: Set(None),
        tax_number: Set(None),
        business_license_file_id: Set(None),
        business_field: Set(None),
        position: Set(None),
        user_code: Set(nobody.to_string()),
        is_active: Set(false),
        email_verified_at: Set(None),
        search_text: Set(String::new()),
        name_key: Set(Some(String::new())),
        last_seen_at: Set(None),
        updated_at: Set(now),
        deleted_at: Set(Some(now)),
        ..Default::default()
    };
    user::Entity::update_many()
        .set(columns)
        .filter(user::Column::Id.eq(user.id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Ends all sessions, and removes everything with which the account was entered, and its public page.
async fn clear_access(tx: &Tx, id: UserId, now: Timestamp) -> Result<()> {
    let ended = session::ActiveModel {
        user_agent: Set(None),
        ip: Set(None),
        revoked_at: Set(Some(now)),
        ..Default::default()
    };
    session::Entity::update_many()
        .set(ended)
        .filter(session::Column::UserId.eq(id))
        .exec(tx)
        .await?;
    one_time_token::Entity::delete_many()
        .filter(one_time_token::Column::UserId.eq(id))
        .exec(tx)
        .await?;
    second_factor::Entity::delete_many()
        .filter(second_factor::Column::UserId.eq(id))
        .exec(tx)
        .await?;
    recovery_code::Entity::delete_many()
        .filter(recovery_code::Column::UserId.eq(id))
        .exec(tx)
        .await?;
    api_key::Entity::delete_many()
        .filter(api_key::Column::UserId.eq(id))
        .exec(tx)
        .await?;
    organiser_page::Entity::delete_many()
        .filter(organiser_page::Column::UserId.eq(id))
        .exec(tx)
        .await?;
    known_origin::Entity::delete_many()
        .filter(known_origin::Column::UserId.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

async fn end_memberships(tx: &Tx, id: UserId, groups: &[GroupId], now: Timestamp) -> Result<()> {
    group_member::Entity::update_many()
        .col_expr(group_member::Column::LeftAt, Expr::value(now))
        .filter(group_member::Column::UserId.eq(id))
        .filter(group_member::Column::LeftAt.is_null())
        .exec(tx)
        .await?;
    let nothing = || Expr::value(Option::<String>::None);
    group_member::Entity::update_many()
        .col_expr(group_member::Column::BusinessField, nothing())
        .col_expr(group_member::Column::BusinessFieldKey, nothing())
        .col_expr(group_member::Column::Position, nothing())
        .filter(group_member::Column::UserId.eq(id))
        .exec(tx)
        .await?;
    let left = groups.iter().map(|group| groups::LogEntry {
        group: *group,
        actor: None,
        action: GroupAction::MemberLeft,
        subject: Some(id.0),
        data: json!({}),
    });
    groups::log(tx, left, now).await
}

/// Withdraws waiting requests to join and invitations, and clears the texts of all. Returns them with their documents.
async fn clear_join_requests(
    tx: &Tx,
    user: &user::Model,
    now: Timestamp,
) -> Result<(Vec<Uuid>, Vec<FileId>)> {
    use join_request::Column::{DecidedAt, EmailKey, Id, Status};
    let rows = join_request::Entity::find()
        .filter(join_request::is_of(user))
        .all(tx)
        .await?;
    let ids: Vec<JoinRequestId> = rows.iter().map(|row| row.id).collect();
    let documents = rows
        .iter()
        .flat_map(|row| [row.membership_certificate, row.business_license]);
    let documents = documents.flatten().map(|FileUrl(id)| id).collect();
    join_request::Entity::update_many()
        .col_expr(Status, Expr::value(RequestStatus::Cancelled))
        .col_expr(DecidedAt, Expr::value(now))
        .filter(Id.is_in(ids.iter().copied()))
        .filter(Status.eq(RequestStatus::Pending))
        .exec(tx)
        .await?;
    for row in &rows {
        let nobody: Uuid = clock::new_id();
        let columns = join_request::ActiveModel {
            email: Set(None),
            full_name: Set(None),
            phone: Set(None),
            message: Set(None),
            membership_certificate: Set(None),
            business_license: Set(None),
            business_field: Set(None),
            position: Set(None),
            reason: Set(None),
            ..Default::default()
        };
        join_request::Entity::update_many()
            .set(columns)
            .col_expr(
                EmailKey,
                Expr::value(row.email_key.as_ref().map(|_| nobody.to_string())),
            )
            .filter(Id.eq(row.id))
            .exec(tx)
            .await?;
    }
    Ok((ids.iter().map(|id| id.0).collect(), documents))
}

/// Removes the account's requests for one more group, and what administrators were told of them.
async fn clear_group_requests(tx: &Tx, id: UserId) -> Result<()> {
    let asked: Vec<GroupRequestId> = group_request::of_account(id)
        .select_only()
        .column(group_request::Column::Id)
        .into_tuple()
        .all(tx)
        .await?;
    for asked in asked.chunks(CHUNK) {
        let asked = asked.iter().map(|id| id.0);
        notification::Entity::delete_many()
            .filter(notification::Column::ObjectId.is_in(asked))
            .exec(tx)
            .await?;
    }
    group_request::Entity::delete_many()
        .filter(group_request::Column::UserId.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Takes the text out of posts, comments and reports, so that threads stay. Returns posts and comments with their images.
async fn clear_writings(tx: &Tx, id: UserId, now: Timestamp) -> Result<(Vec<Uuid>, Vec<FileId>)> {
    let posts: Vec<PostId> = post::Entity::find()
        .select_only()
        .column(post::Column::Id)
        .filter(post::Column::AuthorId.eq(id))
        .into_tuple()
        .all(tx)
        .await?;
    let mut images = Vec::new();
    for chunk in posts.chunks(CHUNK) {
        let theirs = || post_image::Column::PostId.is_in(chunk.iter().copied());
        let rows = post_image::Entity::find().filter(theirs()).all(tx).await?;
        images.extend(rows.into_iter().map(|row| row.image.0));
        post_image::Entity::delete_many()
            .filter(theirs())
            .exec(tx)
            .await?;
    }
    post::Entity::update_many()
        .col_expr(post::Column::Text, Expr::value(ERASED_NAME))
        .col_expr(post::Column::EditedAt, Expr::value(now))
        // A dialog that shows the former text does not store it again.
        .col_expr(
            post::Column::Version,
            Expr::col((post::Entity, post::Column::Version)).add(1),
        )
        .filter(post::Column::AuthorId.eq(id))
        .exec(tx)
        .await?;
    let comments: Vec<Uuid> = comment::Entity::find()
        .select_only()
        .column(comment::Column::Id)
        .filter(comment::Column::AuthorId.eq(id))
        .into_tuple()
        .all(tx)
        .await?;
    comment::Entity::update_many()
        .col_expr(comment::Column::Text, Expr::value(ERASED_NAME))
        .col_expr(comment::Column::EditedAt, Expr::value(now))
        .filter(comment::Column::AuthorId.eq(id))
        .exec(tx)
        .await?;
    report::Entity::update_many()
        .col_expr(report::Column::Reason, Expr::value(ERASED_NAME))
        .filter(report::Column::ReporterId.eq(id))
        .exec(tx)
        .await?;
    let posts = posts.into_iter().map(|id| id.0);
    Ok((posts.chain(comments).collect(), images))
}

/// Takes out the account's texts about deals; the parties, the value and the day still count.
async fn clear_points(tx: &Tx, id: UserId) -> Result<Vec<Uuid>> {
    let nothing = Expr::value(Option::<String>::None);
    point::Entity::update_many()
        .col_expr(point::Column::Note, nothing)
        .filter(point::Column::SubmittedBy.eq(id))
        .exec(tx)
        .await?;
    let part = Condition::any()
        .add(point::Column::SellerId.eq(id))
        .add(point::Column::CounterpartyId.eq(id))
        .add(point::Column::SubmittedBy.eq(id));
    let points: Vec<Uuid> = point::Entity::find()
        .select_only()
        .column(point::Column::Id)
        .filter(part)
        .into_tuple()
        .all(tx)
        .await?;
    Ok(points)
}

/// Takes out the names that the account had when it became a party to deals.
async fn clear_parties(tx: &Tx, id: UserId) -> Result<()> {
    use point::Column::{CounterpartyId, Id, SellerId};
    for (party, param) in [(SellerId, "seller"), (CounterpartyId, "counterparty")] {
        let points: Vec<Uuid> = point::Entity::find()
            .select_only()
            .column(Id)
            .filter(party.eq(id))
            .into_tuple()
            .all(tx)
            .await?;
        for points in points.chunks(CHUNK) {
            notifications::replace_params(tx, points, &[param], ERASED_NAME).await?;
        }
    }
    Ok(())
}

/// Takes out the names that the account had when others were told of what it did: where it was found before, and where
/// it was told since.
async fn clear_former_names(tx: &Tx, id: UserId, before: Option<&Before>) -> Result<()> {
    let since = before.map(|before| before.since);
    let mut found = notifications::find_naming(tx, id, since).await?;
    if let Some(before) = before {
        found.extend_from_slice(&before.notifications);
    }
    notifications::forget_names(tx, id, &found, ERASED_NAME).await
}

/// Returns things of others about which people may have been told with the account's name: groups, posts and comments
/// that it answered, reacted to or reported, and invitations that it wrote.
async fn touched(tx: &Tx, id: UserId) -> Result<Vec<Uuid>> {
    let groups: Vec<GroupId> = group_member::Entity::find()
        .select_only()
        .column(group_member::Column::GroupId)
        .distinct()
        .filter(group_member::Column::UserId.eq(id))
        .into_tuple()
        .all(tx)
        .await?;
    let answered: Vec<PostId> = comment::Entity::find()
        .select_only()
        .column(comment::Column::PostId)
        .distinct()
        .filter(comment::Column::AuthorId.eq(id))
        .into_tuple()
        .all(tx)
        .await?;
    let reacted: Vec<Uuid> = like::Entity::find()
        .select_only()
        .column(like::Column::TargetId)
        .filter(like::Column::UserId.eq(id))
        .into_tuple()
        .all(tx)
        .await?;
    let reported: Vec<Uuid> = report::Entity::find()
        .select_only()
        .column(report::Column::TargetId)
        .filter(report::Column::ReporterId.eq(id))
        .into_tuple()
        .all(tx)
        .await?;
    let invited: Vec<JoinRequestId> = join_request::Entity::find()
        .select_only()
        .column(join_request::Column::Id)
        .filter(join_request::Column::CreatedBy.eq(id))
        .into_tuple()
        .all(tx)
        .await?;
    let groups = groups.into_iter().map(|id| id.0);
    let answered = answered.into_iter().map(|id| id.0);
    let invited = invited.into_iter().map(|id| id.0);
    let theirs = groups.chain(answered).chain(invited);
    Ok(theirs.chain(reacted).chain(reported).collect())
}

async fn clear_notifications(tx: &Tx, id: UserId) -> Result<()> {
    notification::Entity::delete_many()
        .filter(notification::Column::UserId.eq(id))
        .exec(tx)
        .await?;
    notification_preference::Entity::delete_many()
        .filter(notification_preference::Column::UserId.eq(id))
        .exec(tx)
        .await?;
    digest_setting::Entity::delete_many()
        .filter(digest_setting::Column::UserId.eq(id))
        .exec(tx)
        .await?;
    muted_group::Entity::delete_many()
        .filter(muted_group::Column::UserId.eq(id))
        .exec(tx)
        .await?;
    push_subscription::Entity::delete_many()
        .filter(push_subscription::Column::UserId.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Removes the accounts at banks with their connections. Transfers received on them stay where they paid for something.
async fn clear_bank_accounts(tx: &Tx, id: UserId, now: Timestamp) -> Result<()> {
    let columns = bank_account::ActiveModel {
        account_number: Set(String::new()),
        holder_name: Set(ERASED_NAME.to_owned()),
        service: Set(None),
        sealed_key: Set(None),
        updated_at: Set(now),
        deleted_at: Set(Some(now)),
        ..Default::default()
    };
    bank_account::Entity::update_many()
        .set(columns)
        .filter(bank_account::Column::OwnerId.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Events that are over keep their guests and money; how to reach and pay their organiser goes.
async fn clear_owned_events(tx: &Tx, id: UserId) -> Result<()> {
    // In one order, as the desk does.
    event::Entity::find()
        .select_only()
        .column(event::Column::Id)
        .filter(event::Column::OwnerId.eq(id))
        .order_by_asc(event::Column::Id)
        .lock(LockType::NoKeyUpdate)
        .into_tuple::<EventId>()
        .all(tx)
        .await?;
    let columns = event::ActiveModel {
        host_name: Set(None),
        host_contact: Set(None),
        contact_email: Set(None),
        account_number: Set(None),
        account_holder_name: Set(None),
        bank_name: Set(None),
        bank_bin: Set(None),
        ..Default::default()
    };
    event::Entity::update_many()
        .set(columns)
        // A dialog that shows them does not store them again.
        .col_expr(
            event::Column::Version,
            Expr::col((event::Entity, event::Column::Version)).add(1),
        )
        .filter(event::Column::OwnerId.eq(id))
        .exec(tx)
        .await?;
    event_draft::Entity::delete_many()
        .filter(event_draft::Column::OwnerId.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Takes out the name where it says who let guests in, also at events of others.
async fn clear_doors(tx: &Tx, user: &user::Model) -> Result<()> {
    let actor = format!("{ACCOUNT}{}", user.id);
    let doors = Query::select()
        .column(scan::Column::EventId)
        .from(scan::Entity)
        .and_where(scan::Column::Actor.eq(actor.as_str()))
        .to_owned();
    let name = || Expr::value(Some(ERASED_NAME.to_owned()));
    attendance::Entity::update_many()
        .col_expr(attendance::Column::CheckedInBy, name())
        .filter(attendance::Column::CheckedInBy.eq(user.full_name.as_str()))
        .filter(attendance::Column::EventId.in_subquery(doors.clone()))
        .exec(tx)
        .await?;
    // The answer to a later scan of the same ticket names the account that had read it before.
    let answer = Expr::col(scan::Column::Answer).cast_as("text");
    let told: Vec<(Uuid, Value)> = scan::Entity::find()
        .select_only()
        .columns([scan::Column::Id, scan::Column::Answer])
        .filter(scan::Column::EventId.in_subquery(doors))
        .filter(answer.like(containing(&user.full_name)))
        .into_tuple()
        .all(tx)
        .await?;
    for (id, mut answer) in told {
        replace_text(&mut answer, &user.full_name);
        let columns = scan::ActiveModel {
            answer: Set(Some(answer)),
            ..Default::default()
        };
        scan::Entity::update_many()
            .set(columns)
            .filter(scan::Column::Id.eq(id))
            .exec(tx)
            .await?;
    }
    scan::Entity::update_many()
        .col_expr(scan::Column::DeviceId, name())
        .filter(scan::Column::Actor.eq(actor))
        .filter(scan::Column::DeviceId.eq(user.full_name.as_str()))
        .exec(tx)
        .await?;
    Ok(())
}

fn replace_text(value: &mut Value, former: &str) {
    match value {
        Value::String(text) if text.as_str() == former => ERASED_NAME.clone_into(text),
        Value::Array(values) => {
            for one in values {
                replace_text(one, former);
            }
        }
        Value::Object(fields) => {
            for one in fields.values_mut() {
                replace_text(one, former);
            }
        }
        _ => {}
    }
}

/// Forgets the address in stored mails, network addresses in the audit log, waiting jobs, and stored answers to the owner.
async fn clear_traces(app: &App, tx: &Tx, user: &user::Model, mailed: &[Uuid]) -> Result<()> {
    RemoveStoredMails::order(app, tx, mailed.to_vec(), &[user.email.as_str()]).await?;
    accounts::forget_address(tx, &user.email_key).await?;
    audit::entity::Entity::update_many()
        .col_expr(
            audit::entity::Column::Ip,
            Expr::value(Option::<String>::None),
        )
        .filter(audit::entity::Column::ActorId.eq(user.id))
        .exec(tx)
        .await?;
    // Refused logins; the key names the network, too.
    audit::entity::Entity::delete_many()
        .filter(audit::entity::Column::SubjectId.eq(user.id.0))
        .filter(audit::entity::Column::HourlyKey.is_not_null())
        .exec(tx)
        .await?;
    hoi_jobs::remove_about(tx, [user.id.0]).await?;
    remove_links(tx, &user.email_key).await?;
    idempotency::entity::Entity::delete_many()
        .filter(idempotency::entity::Column::Caller.eq(user.id.to_string()))
        .exec(tx)
        .await?;
    Ok(())
}

/// Removes the jobs that mail a link to this address. They hold it as it was typed, and are about no account, because only
/// the job looks for one.
async fn remove_links(tx: &Tx, email_key: &str) -> Result<()> {
    use hoi_jobs::entity::Column::{Id, Name, Payload};
    let jobs: Vec<(Uuid, Value)> = hoi_jobs::entity::Entity::find()
        .select_only()
        .columns([Id, Payload])
        .filter(Name.eq(SendLink::NAME))
        .into_tuple()
        .all(tx)
        .await?;
    let theirs = jobs.into_iter().filter(|(_, payload)| {
        let typed = payload.get("email").and_then(Value::as_str);
        typed.is_some_and(|typed| accounts::email_key(typed) == email_key)
    });
    let theirs: Vec<Uuid> = theirs.map(|(id, _)| id).collect();
    for chunk in theirs.chunks(CHUNK) {
        hoi_jobs::entity::Entity::delete_many()
            .filter(Id.is_in(chunk.iter().copied()))
            .exec(tx)
            .await?;
    }
    Ok(())
}
