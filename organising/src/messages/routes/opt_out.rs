//! Calls of a message's reader, by the key that the mail carries.

use axum::extract::State;
use axum::response::Redirect;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{Envelope, Nothing, PathToken};
use hoi_ticketing::events;

use crate::messages::dto::MessageSubscription;
use crate::messages::opt_out;

/// Returns the organizer whose messages the key stops, and whether they are stopped. 5005 when the key is not one that
/// a message carried.
#[utoipa::path(get, path = "/messages/subscription/{token}", tag = "message", params(("token" = String, Path)),
    responses((status = 200, body = Envelope<MessageSubscription>)))]
pub async fn get_message_subscription(
    State(app): State<App>,
    PathToken(token): PathToken,
) -> Result<Envelope<MessageSubscription>> {
    let conn = app.db.read();
    let reader = opt_out::open(conn, &app.secrets, &token).await?;
    let dress = events::dress(conn, &reader.event, &app.config.public_url).await?;
    Ok(Envelope::ok(MessageSubscription {
        host: dress.host,
        is_stopped: reader.is_out(conn).await?,
    }))
}

/// Leads readers who follow the address in a mail as a link to the page that asks first. 5005 when the key is not one
/// that a message carried.
#[utoipa::path(get, path = "/messages/unsubscribe/{token}", tag = "message", params(("token" = String, Path)),
    responses((status = 303, description = "To the page")))]
pub async fn open_opt_out_page(
    State(app): State<App>,
    PathToken(token): PathToken,
) -> Result<Redirect> {
    opt_out::open(app.db.read(), &app.secrets, &token).await?;
    let addresses = opt_out::Addresses::of(&app.config.public_url, &token);
    Ok(Redirect::to(&addresses.page))
}

/// Stops the organizer's messages to the address that got this key, without a login and whatever the body says
/// (RFC 8058). Mails about a registration go on. 5005 when the key is not one that a message carried.
#[utoipa::path(post, path = "/messages/unsubscribe/{token}", tag = "message", params(("token" = String, Path)),
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn stop_messages(
    State(app): State<App>,
    PathToken(token): PathToken,
) -> Result<Envelope<Nothing>> {
    // Before anything waits for the writer, which registrations need.
    let reader = opt_out::open(app.db.read(), &app.secrets, &token).await?;
    let tx = app.db.write().await?;
    reader.opt_out(&tx, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Envelope::done("messages.stopped"))
}

/// Takes back that the organizer's messages are stopped. 5005 when the key is not one that a message carried.
#[utoipa::path(delete, path = "/messages/unsubscribe/{token}", tag = "message", params(("token" = String, Path)),
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn resume_messages(
    State(app): State<App>,
    PathToken(token): PathToken,
) -> Result<Envelope<Nothing>> {
    // Before anything waits for the writer, which registrations need.
    let reader = opt_out::open(app.db.read(), &app.secrets, &token).await?;
    let tx = app.db.write().await?;
    reader.opt_in(&tx).await?;
    tx.commit().await?;
    Ok(Envelope::done("messages.resumed"))
}
