//! The public form.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use hoi_community::accounts::email_key;
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::consent::Consent;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{ClientIp, Envelope, ValidatedJson};
use hoi_platform::idempotency::{IdempotentRequest, KeyHeader};
use hoi_platform::language;
use hoi_platform::limits::throttle::{self, Counter, Limit};
use hoi_platform::routes;
use hoi_platform::validation::Check;
use utoipa_axum::router::OpenApiRouter;

use super::dto::{Confirmation, Invitation, RegisterBody, TicketOnIt};
use super::new_registration::NewRegistration;
use super::paid;
use super::payment_info::PaymentInfo;
use super::rate_limits::RateLimits;
use super::waiting_room::{self, Held};
use super::{Refusal, Registered, address_hash, mailings, own_key, own_page, rows, seats};
use crate::attendances::{PaymentMethod, Source, attendance};
use crate::events::entity::ticket;
use crate::events::{self, EventId, PublishedEvent, RegistrableEvent, VisibleEvent, code_key};
use crate::invoice_requests::offers_invoice;
use crate::registration::AppWithDesk;

/// Routes of visitors.
pub fn routes() -> OpenApiRouter<AppWithDesk> {
    OpenApiRouter::new()
        .routes(routes!(register))
        .routes(routes!(get_invitation))
        .routes(routes!(paid::get_payment_news))
        .routes(routes!(waiting_room::routes::get_place))
        .merge(own_page::routes())
        .merge(mailings::routes())
}

/// Registrations of one e-mail address at events that ask for confirmation. A seat that is not confirmed ends by
/// itself, so that strangers could have the address mailed again and again.
const CONFIRM_OF_EMAIL: Limit = Limit {
    name: "confirmOwn",
    attempts_without_pause: 5,
    first_pause: Duration::from_hours(1),
    longest_pause: Duration::from_hours(24),
    reset_after: Duration::from_hours(24),
};

/// Registers a visitor. When very many register at the same time, the answer is 5003 (HTTP 503) with
/// `data.place`, a `WaitingPlace`: `GET …/registration/place` tells when to send the request again, with the place's
/// token in `X-Place`. A place is for the `Idempotency-Key` that it was given to, and requests without a key get none. A
/// place that is not good anymore is replaced by one at the end. Refusals, in this order: 5016 (the
/// event is for members of its group: neither an invitation code nor the token of a member came along; a token that is not
/// good there is refused with 5018, 5020, and a code with 5002 where the group is not listed); 5014, 5015; 5013; 5011; 5002 (invitation code); 5003.
#[utoipa::path(post, path = "/event/{eventId}/register", tag = "registration", params(("eventId" = EventId, Path), KeyHeader, ("X-Place" = Option<String>, Header, description = "The token of a place in the waiting room")),
    request_body = RegisterBody, responses((status = 200, body = Envelope<Confirmation>)))]
async fn register(
    State(server): State<AppWithDesk>,
    RegistrableEvent {
        published,
        needs_code,
        reads_all,
        email_key: own_email,
    }: RegistrableEvent,
    ClientIp(address): ClientIp,
    headers: HeaderMap,
    ValidatedJson(mut body): ValidatedJson<RegisterBody>,
) -> Result<Envelope<Confirmation>> {
    let AppWithDesk {
        app,
        desk,
        waiting_room,
        rate_limits,
        ..
    } = server;
    let now = app.clock.now();
    let held = Held::for_registration(&app, published.event.id, &headers);
    let limit = match held {
        Held::Place(_) => &rate_limits.called,
        Held::Nothing | Held::Worthless => &rate_limits.register,
    };
    limit.count(address, app.clock.monotonic())?;
    // The desk decides whether a code is valid.
    let has_code = |code: &String| !code.trim().is_empty();
    let has_code = body.invitation_code.as_ref().is_some_and(has_code);
    if needs_code && !has_code {
        return Err(Error::MembersOnly);
    }
    // Only callers who may read the form are told its faults.
    if let (false, Some(code)) = (reads_all, &body.invitation_code) {
        let (conn, event) = (app.db.read(), published.event.id);
        rate_limits.code.check(address, app.clock.monotonic())?;
        if !events::opens_page(conn, event, code, now).await? {
            rate_limits.code.charge(address, app.clock.monotonic());
            return Err(Refusal::InvalidCode.into());
        }
    }
    if !has_code && own_email.is_some_and(|own| own != email_key(&body.email)) {
        let message = LocalizedText::new("registration.ownAddress");
        return Err(Error::field("email", message));
    }
    let event = &published.event;
    let path = format!("/event/{}/register", event.id);
    let mut person =
        new_registration(&app, &rate_limits, &published, address, &mut body, now).await?;
    person.address_hash = Some(address_hash(&app.secrets, event.id, address));
    let idempotency =
        IdempotentRequest::from_headers(&app.secrets, &headers, "visitor", &path, &body)?;
    app.vitals.require_space()?;
    let at_desk = waiting_room.enter(&app, &desk, &published, held, idempotency.as_ref());
    let at_desk = at_desk.await.inspect_err(|error| {
        app.metrics.registration(match error {
            Error::MustWait { .. } => "waiting",
            error => error.name(),
        });
    })?;
    let email = email_key(&person.email);
    if event.confirm_by_mail_minutes.is_some() {
        let counter = Counter::of_email(&CONFIRM_OF_EMAIL, &email);
        throttle::attempt(&app.db, &[counter], now).await?;
    }
    desk.count_visitor();
    let registered = desk.submit(seats::register(person, idempotency)).await;
    drop(at_desk);
    app.metrics.registration(match &registered {
        Ok(Registered::Now(_)) => "accepted",
        Ok(Registered::Before(_)) => "repeated",
        Err(error) => error.name(),
    });
    let confirmation = match registered? {
        Registered::Now(row) => confirm(&app, &published, *row).await?,
        Registered::Before(id) => {
            // Its ticket opens no door any more, so the first answer would be a wrong one now.
            let gone = || Error::Conflict(LocalizedText::new("registration.goneSince"));
            let row = rows::find_attendance(app.db.read(), id).await?;
            let row = row.filter(|row| row.erased_at.is_none()).ok_or_else(gone)?;
            // The sender of the form gets no data that only the reader of a mail may know: the address was to be
            // confirmed, or has changed since.
            if event.confirm_by_mail_minutes.is_some() || row.email_key != email {
                let class = find_class(&app, &published, &row).await?;
                to_be_confirmed(&row, class)
            } else {
                confirm(&app, &published, row).await?
            }
        }
    };
    let messages = vec![confirmation.message.clone()];
    Ok(Envelope {
        messages,
        ..Envelope::ok(confirmation)
    })
}

/// Checks all fields that the visitor sent, and reports all faults at once.
async fn new_registration(
    app: &App,
    rate_limits: &RateLimits,
    PublishedEvent { event, classes }: &PublishedEvent,
    address: IpAddr,
    body: &mut RegisterBody,
    now: Timestamp,
) -> Result<NewRegistration> {
    let conn = app.db.read();
    let mut check = Check::default();
    body.check(event, &mut check);

    let code = match &body.invitation_code {
        Some(code) => {
            let found = rows::find_code(conn, event.id, &code_key(code)).await?;
            if !found.as_ref().is_some_and(|code| code.is_usable(now)) {
                // Registering must not be a quicker way to guess codes than asking for them.
                rate_limits.code.count(address, app.clock.monotonic())?;
            }
            found
        }
        None => None,
    };
    let wanted = body.ticket_id.or(code.and_then(|code| code.ticket));
    let class = classes.iter().find(|class| Some(class.id) == wanted);
    match (wanted, class) {
        (None, _) if !classes.is_empty() => {
            check.fail("ticketId", LocalizedText::new("registration.chooseClass"));
        }
        (Some(_), None) => check.fail("ticketId", LocalizedText::new("registration.noSuchClass")),
        _ => {}
    }
    let due = !event.turn_off_payment && class.is_some_and(|class| class.price > 0);
    check.ensure(
        !due || body.payment_method.is_some(),
        "paymentMethod",
        LocalizedText::new("registration.choosePayment"),
    );
    check.ensure(
        !due || !event.turn_off_cash || body.payment_method != Some(PaymentMethod::CashAtVenue),
        "paymentMethod",
        LocalizedText::new("registration.noCash"),
    );

    let price = class.map_or(0, |class| class.price);
    body.invoice = body.invoice.take().filter(|_| offers_invoice(event, price));
    if let Some(invoice) = &mut body.invoice {
        invoice.check(&mut check, "invoice.");
    }

    let mut answers = own_page::kept_answers(conn, event, &body.answers, &mut check).await?;
    check.finish()?;
    events::seal_answers(
        &app.secrets,
        event.id,
        &event.form.scheme,
        &mut answers,
        &[],
    )?;

    let lang = language::current();
    let mut person = NewRegistration::new(
        event.id,
        body.full_name.clone(),
        body.email.clone(),
        body.phone.clone(),
        body.company.clone(),
        Source::Form,
        lang,
    );
    person.ticket_id = wanted;
    person.payment_method = body.payment_method.filter(|_| due);
    person.invitation_code.clone_from(&body.invitation_code);
    person.answers = answers;
    person.invoice.clone_from(&body.invoice);
    person.consent = Some(Consent::wording(lang).given(now));
    Ok(person)
}

async fn find_class(
    app: &App,
    published: &PublishedEvent,
    row: &attendance::Model,
) -> Result<Option<ticket::Model>> {
    let Some(id) = row.ticket_id else {
        return Ok(None);
    };
    match published.classes.iter().find(|class| class.id == id) {
        Some(class) => Ok(Some(class.clone())),
        // Removed since.
        None => Ok(rows::find_class(app.db.read(), id).await?),
    }
}

async fn confirm(
    app: &App,
    published: &PublishedEvent,
    row: attendance::Model,
) -> Result<Confirmation> {
    let class = find_class(app, published, &row).await?;
    let event = &published.event;
    if row.confirm_by.is_some() {
        return Ok(to_be_confirmed(&row, class));
    }
    let payment_info = PaymentInfo::of(event, &row);
    let key = match (event.send_email_after_register, payment_info.is_some()) {
        (true, true) => "registration.ticketAndPaymentMailed",
        (true, false) => "registration.ticketMailed",
        (false, true) => "registration.paymentMailed",
        (false, false) => "registration.done",
    };
    let message = LocalizedText::new(key).with("email", &row.email);
    Ok(Confirmation {
        can_change: events::visitor_changes_end(event).is_some_and(|end| app.clock.now() < end),
        own_key: Some(own_key(&app.secrets, &row)),
        attendance_id: row.id,
        qr: Some(row.ticket_code.clone()),
        ticket_code: Some(row.ticket_code),
        confirm_by: None,
        ticket: class.map(|class| TicketOnIt::of(class, row.amount)),
        payment_info,
        message: message.localized(),
    })
}

/// Neither the ticket nor the link: the sender has to show first that the address is theirs.
fn to_be_confirmed(row: &attendance::Model, class: Option<ticket::Model>) -> Confirmation {
    let message = LocalizedText::new("registration.confirmMailed").with("email", &row.email);
    Confirmation {
        attendance_id: row.id,
        ticket_code: None,
        qr: None,
        ticket: class.map(|class| TicketOnIt::of(class, row.amount)),
        payment_info: None,
        own_key: None,
        can_change: false,
        confirm_by: row.confirm_by,
        message: message.localized(),
    }
}

/// The benefits of an invitation code. 5002 for one that is unknown, switched off, over or used up. 5003 (429): too
/// many unknown codes from this address.
#[utoipa::path(get, path = "/event/{eventId}/invitation/{code}", tag = "registration", params(("eventId" = EventId, Path), ("code" = String, Path)), responses((status = 200, body = Envelope<Invitation>)))]
async fn get_invitation(
    State(app): State<App>,
    State(rate_limits): State<Arc<RateLimits>>,
    VisibleEvent { event }: VisibleEvent,
    Path(path): Path<(String, String)>,
    ClientIp(address): ClientIp,
) -> Result<Envelope<Invitation>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    rate_limits.code.count(address, app.clock.monotonic())?;
    let (_, code) = path;
    let code = rows::find_code(conn, event.id, &code_key(&code)).await?;
    let Some(code) = code.filter(|code| code.is_usable(now)) else {
        return Err(Refusal::InvalidCode.into());
    };
    let ticket = match code.ticket {
        Some(id) => rows::find_class(conn, id).await?,
        None => None,
    };
    Ok(Envelope::ok(Invitation {
        ticket_id: code.ticket,
        ticket: ticket.map(Into::into),
        participation_type: code.invitation.participation_type,
        remaining_uses: code.uses.quota().left_or_unlimited(),
        invited_by: code.invitation.owner.map(|(_, name)| name),
    }))
}
