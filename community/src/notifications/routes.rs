//! Calls on the caller's own notifications.

use axum::extract::State;
use axum::response::Redirect;
use axum::routing::get;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{
    Cursor, Envelope, MAX_LIMIT, Nothing, PathId, PathToken, ValidatedJson, ValidatedQuery,
    part_limit,
};
use hoi_platform::ids::NotificationId;
use hoi_platform::routes;
use sea_orm::Iterable as _;
use utoipa_axum::router::OpenApiRouter;

use super::dto::{
    ChangeNotificationPreferences, Notification, NotificationList, NotificationPreference,
    NotificationPreferences, NotificationQuery, Unread,
};
use super::{Kind, push, store, unsubscribe};
use crate::accounts::Signed;
use crate::accounts::entity::user;

/// Calls on notifications.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_notifications))
        .routes(routes!(read_notification))
        .routes(routes!(read_all_notifications))
        .routes(routes!(
            get_notification_preferences,
            update_notification_preferences
        ))
        .routes(routes!(open_unsubscribe_page, stop_mails))
        // Mails of earlier versions carry this address.
        .route(
            "/notification/unsubscribe/{token}",
            get(open_unsubscribe_page).post(stop_mails),
        )
        .merge(push::routes())
}

/// Lists the caller's notifications, newest first. They are kept for 180 days.
#[utoipa::path(get, path = "/notification", tag = "notification", params(NotificationQuery),
    responses((status = 200, body = Envelope<NotificationList>)), security(("bearer" = [])))]
async fn list_notifications(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    ValidatedQuery(query): ValidatedQuery<NotificationQuery>,
) -> Result<Envelope<NotificationList>> {
    let conn = app.db.read();
    let limit = part_limit(query.limit, 20, MAX_LIMIT)?;
    let is_unread = query.unread.unwrap_or(false);
    let before = query.cursor.as_deref().map(Cursor::read).transpose()?;
    let rows = store::list(conn, user.id, is_unread, before, limit + 1).await?;
    let (rows, next_cursor) = Cursor::cut(rows, limit, |row| (row.happened_at, row.id.0));
    Ok(Envelope::ok(NotificationList {
        items: rows.iter().map(Notification::from).collect(),
        next_cursor,
        unread: store::count_unread(conn, user.id).await?,
    }))
}

/// Marks a notification of the caller as read. 5005 for a notification of another account.
#[utoipa::path(put, path = "/notification/{id}/read", tag = "notification", params(("id" = NotificationId, Path)),
    responses((status = 200, body = Envelope<Unread>)), security(("bearer" = [])))]
async fn read_notification(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    PathId(id): PathId<NotificationId>,
) -> Result<Envelope<Unread>> {
    let tx = app.db.write().await?;
    store::mark_read(&tx, user.id, id, app.clock.now()).await?;
    let unread = store::count_unread(&tx, user.id).await?;
    tx.commit().await?;
    Ok(Envelope::ok(Unread { unread }))
}

/// Marks all notifications of the caller as read.
#[utoipa::path(put, path = "/notification/read-all", tag = "notification",
    responses((status = 200, body = Envelope<Unread>)), security(("bearer" = [])))]
async fn read_all_notifications(
    State(app): State<App>,
    Signed { user, .. }: Signed,
) -> Result<Envelope<Unread>> {
    let tx = app.db.write().await?;
    store::mark_all_read(&tx, user.id, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Envelope::ok(Unread { unread: 0 }))
}

/// Returns the caller's channels for every type of notification that they can get, the frequency of digests, and the
/// muted groups. Mails about the account's security are always sent.
#[utoipa::path(get, path = "/notification/preference", tag = "notification",
    responses((status = 200, body = Envelope<NotificationPreferences>)), security(("bearer" = [])))]
async fn get_notification_preferences(
    State(app): State<App>,
    Signed { user, .. }: Signed,
) -> Result<Envelope<NotificationPreferences>> {
    preferences(&app, &user).await.map(Envelope::ok)
}

/// Changes the caller's channels for some types of notifications, the frequency of digests, and the muted groups: at
/// most 500 (5002).
#[utoipa::path(put, path = "/notification/preference", tag = "notification",
    request_body = ChangeNotificationPreferences,
    responses((status = 200, body = Envelope<NotificationPreferences>)), security(("bearer" = [])))]
async fn update_notification_preferences(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    ValidatedJson(body): ValidatedJson<ChangeNotificationPreferences>,
) -> Result<Envelope<NotificationPreferences>> {
    let tx = app.db.write().await?;
    let mut chosen = store::chosen_by(&tx, user.id).await?;
    for change in body.items {
        let channels = chosen
            .entry(change.kind)
            .or_insert_with(|| change.kind.default_channels());
        channels.in_app = change.in_app.unwrap_or(channels.in_app);
        channels.browser = change.browser.unwrap_or(channels.browser);
        channels.email = change.email.unwrap_or(channels.email);
        store::set_channels(&tx, user.id, change.kind, *channels).await?;
    }
    if let Some(frequency) = body.digest {
        store::set_frequency(&tx, user.id, frequency).await?;
    }
    for change in body.groups {
        if change.is_muted {
            store::mute(&tx, user.id, change.id).await?;
        } else {
            store::unmute(&tx, user.id, change.id).await?;
        }
    }
    tx.commit().await?;
    let preferences = preferences(&app, &user).await?;
    Ok(Envelope::said(
        preferences,
        "notifications.preferencesSaved",
    ))
}

async fn preferences(app: &App, user: &user::Model) -> Result<NotificationPreferences> {
    let conn = app.db.read();
    let chosen = store::chosen_by(conn, user.id).await?;
    let kinds = Kind::iter().filter(|kind| kind.is_for(user.role));
    let items = kinds.map(|kind| {
        let channels = chosen.get(&kind).copied();
        NotificationPreference::new(kind, channels.unwrap_or_else(|| kind.default_channels()))
    });
    Ok(NotificationPreferences {
        items: items.collect(),
        digest: store::frequency_of(conn, user.id).await?,
        muted_groups: store::muted_by(conn, user.id).await?,
    })
}

/// Leads readers who follow the address in a mail as a link to the page that asks first. 5005 when the address is not
/// one that a mail carried.
#[utoipa::path(get, path = "/notification/mail/unsubscribe/{token}", tag = "notification", params(("token" = String, Path)),
    responses((status = 303, description = "To the page")))]
async fn open_unsubscribe_page(
    State(app): State<App>,
    PathToken(token): PathToken,
) -> Result<Redirect> {
    unsubscribe::open(app.db.read(), &app.secrets, &token).await?;
    let page = unsubscribe::page(&app.config.public_url, &token);
    Ok(Redirect::to(&page))
}

/// Stops mails of the kind that carried this address, without a login and whatever the body says (RFC 8058). 5005 when
/// the address is not one that a mail carried.
#[utoipa::path(post, path = "/notification/mail/unsubscribe/{token}", tag = "notification", params(("token" = String, Path)),
    responses((status = 200, body = Envelope<Nothing>)))]
async fn stop_mails(
    State(app): State<App>,
    PathToken(token): PathToken,
) -> Result<Envelope<Nothing>> {
    let tx = app.db.write().await?;
    unsubscribe::stop_mails(&tx, &app.secrets, &token).await?;
    tx.commit().await?;
    Ok(Envelope::done("notifications.mailsStopped"))
}
