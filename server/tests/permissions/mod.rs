//! Permissions: one line per route of the API. A route without a line fails, and so does a line without a route.
//!
//! Permission is checked before the payload, so most calls are made with an empty body.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use hoi_community::accounts::entity::user;
use hoi_community::groups::{GroupId, GroupRole};
use hoi_server::api_keys::ApiRight;
use sea_orm::{ActiveModelTrait, Iterable as _, Set};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Socket, TestApp, TestUser};

/// Not refused for lack of permission: any answer except 5016, 5018 and 5020, and no internal error.
const OK: u64 = 0;

/// The caller of a route. A caller whose rights depend on something else than an event or a group is a further variant:
/// the rules below treat it as a stranger until they name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Caller {
    /// Without a token.
    Public,
    /// With the token of a suspended account.
    Suspended,
    /// An organiser without a connection to the event or the group.
    Stranger,
    /// The account that owns the event.
    Organiser,
    /// Waits to be admitted to the group.
    GroupPending,
    /// Was a member of the group until a leader ended that.
    GroupRemoved,
    GroupMember,
    GroupManager,
    GroupOwner,
    Admin,
    /// A key of the event's owner with all rights.
    OwnersKey,
    /// A key of the event's owner with all rights but the one that the call needs.
    LackingKey,
    /// A key with all rights of an organiser without a connection to the event.
    StrangersKey,
    /// A key with all rights of an administrator.
    AdminsKey,
}

const CALLERS: [Caller; 14] = [
    Caller::Public,
    Caller::Suspended,
    Caller::OwnersKey,
    Caller::LackingKey,
    Caller::StrangersKey,
    Caller::AdminsKey,
    Caller::Stranger,
    Caller::GroupPending,
    Caller::GroupRemoved,
    Caller::GroupMember,
    Caller::GroupManager,
    Caller::GroupOwner,
    // Last, because their calls may delete things.
    Caller::Organiser,
    Caller::Admin,
];

impl Caller {
    fn is_key(self) -> bool {
        matches!(
            self,
            Self::OwnersKey | Self::LackingKey | Self::StrangersKey | Self::AdminsKey
        )
    }
}

/// Returns the code that answers a caller.
type Rule = fn(Caller) -> u64;

/// The caller is not examined.
fn everyone(_: Caller) -> u64 {
    OK
}

fn signed_in(caller: Caller) -> u64 {
    match caller {
        Caller::Public => 5018,
        Caller::Suspended => 5020,
        key if key.is_key() => 5018,
        _ => OK,
    }
}

/// Any key with the right.
fn key(caller: Caller) -> u64 {
    match caller {
        Caller::LackingKey => 5016,
        key if key.is_key() => OK,
        _ => 5018,
    }
}

/// A key with the right, of the event's owner: not even an administrator's opens the events of others.
fn event_owners_key(caller: Caller) -> u64 {
    match caller {
        Caller::StrangersKey | Caller::AdminsKey => 5016,
        _ => key(caller),
    }
}

/// Accounts with a role in the event: each role has all rights.
fn in_event(caller: Caller) -> u64 {
    match caller {
        Caller::Public | Caller::Suspended | Caller::Organiser | Caller::Admin => signed_in(caller),
        key if key.is_key() => signed_in(key),
        _ => 5016,
    }
}

fn admin(caller: Caller) -> u64 {
    match caller {
        Caller::Public | Caller::Suspended | Caller::Admin => signed_in(caller),
        key if key.is_key() => signed_in(key),
        _ => 5016,
    }
}

/// Administrators are members of no group.
fn joiner(caller: Caller) -> u64 {
    match caller {
        Caller::Admin => 5016,
        _ => signed_in(caller),
    }
}

fn group_reader(caller: Caller) -> u64 {
    match caller {
        Caller::Stranger | Caller::Organiser | Caller::GroupPending | Caller::GroupRemoved => 5016,
        _ => signed_in(caller),
    }
}

fn group_leader(caller: Caller) -> u64 {
    match caller {
        Caller::GroupMember => 5016,
        _ => group_reader(caller),
    }
}

fn group_owner(caller: Caller) -> u64 {
    match caller {
        Caller::GroupManager => 5016,
        _ => group_leader(caller),
    }
}

/// Members, but not administrators, who moderate only.
fn group_member(caller: Caller) -> u64 {
    match caller {
        Caller::Admin => 5016,
        _ => group_reader(caller),
    }
}

/// No caller can send a request again, not even its maker.
fn resender(caller: Caller) -> u64 {
    match caller {
        Caller::Public | Caller::Suspended => signed_in(caller),
        key if key.is_key() => signed_in(key),
        _ => 5016,
    }
}

/// Open without a login, but a login that is there must be good.
fn everyone_or_signed_in(caller: Caller) -> u64 {
    match caller {
        Caller::Public => OK,
        _ => signed_in(caller),
    }
}

/// The maker of the request in the path.
fn requester(caller: Caller) -> u64 {
    match caller {
        Caller::Public | Caller::Suspended | Caller::GroupPending => signed_in(caller),
        key if key.is_key() => signed_in(key),
        _ => 5016,
    }
}

/// A device at check-in has a key instead of a login, so a caller with neither is refused as a device without a key.
fn in_event_or_device(caller: Caller) -> u64 {
    match caller {
        Caller::Public => 5016,
        _ => in_event(caller),
    }
}

#[rustfmt::skip]
fn table() -> Vec<Row> {
    vec![
        row("GET /health", everyone),
        row("GET /health/mail", admin),

        row("POST /auth/login", everyone),
        row("POST /auth/register", everyone),
        row("POST /auth/verify-email/{token}", everyone),
        row("POST /auth/resend-verification", everyone),
        row("POST /auth/forget-password", everyone),
        row("POST /auth/reset-password", everyone),
        row("POST /auth/reset-password/check", everyone),
        row("POST /auth/refresh-token", everyone),
        row("POST /auth/logout", everyone),
        row("PUT /auth/password", signed_in),
        row("POST /auth/password/generate", admin),

        row("POST /auth/login/second-factor", everyone),
        row("GET /users/me/second-factor", signed_in),
        row("POST /users/me/second-factor", signed_in),
        row("PUT /users/me/second-factor", signed_in),
        row("POST /users/me/second-factor/remove", signed_in),
        row("DELETE /users/{id}/second-factor", admin),

        row("GET /users", admin),
        row("POST /users", admin),
        row("PUT /users/{id}", admin),
        row("GET /users/me", signed_in),
        row("GET /users/me/qr-code", signed_in),
        row("GET /users/me/sessions", signed_in),
        row("DELETE /users/me/sessions", signed_in),
        row("DELETE /users/me/sessions/{id}", signed_in),
        row("PUT /users/profile", signed_in),
        // Which pages are shown is tested with organisers.
        row("GET /o/{slug}", everyone),
        row("GET /users/me/page", signed_in),
        row("PUT /users/me/page", signed_in),
        row("GET /users/me/data", signed_in),
        row("GET /users/me/data/file", signed_in),
        row("POST /users/me/data-requests", signed_in),
        row("GET /system/data-requests", admin),
        row("POST /system/data-requests/{id}/answer", admin),
        row("POST /system/data-requests/{id}/close", admin),
        row("POST /system/data-requests/{id}/erase", admin),
        row("GET /users/search", signed_in),

        // Each account has its own notifications; access to those of others is tested with them.
        row("GET /notification", signed_in),
        row("PUT /notification/{id}/read", signed_in),
        row("PUT /notification/read-all", signed_in),
        row("GET /notification/preference", signed_in),
        row("PUT /notification/preference", signed_in),
        row("GET /notification/push-key", signed_in),
        row("POST /notification/push-subscription", signed_in),
        row("DELETE /notification/push-subscription", signed_in),
        // Opened by the key in a mail instead of a login.
        row("GET /notification/mail/unsubscribe/{token}", everyone),
        row("POST /notification/mail/unsubscribe/{token}", everyone),
        row("GET /messages/subscription/{token}", everyone),
        row("GET /messages/unsubscribe/{token}", everyone),
        row("POST /messages/unsubscribe/{token}", everyone),
        row("DELETE /messages/unsubscribe/{token}", everyone),

        row("GET /plan", admin),
        row("POST /plan", admin),
        row("GET /plan/mine", signed_in),
        row("GET /plan/{planId}", admin),
        row("PUT /plan/{planId}", admin),
        row("DELETE /plan/{planId}", admin),
        row("GET /plan/{planId}/users", admin),
        row("POST /plan/{planId}/users", admin),
        row("PUT /plan/{planId}/users/{userId}", admin),
        row("DELETE /plan/{planId}/users/{userId}", admin),

        // Groups that are not listed, and members as the target, are tested with groups.
        row("GET /group", admin),
        row("POST /group", signed_in),
        row("GET /group/mine", signed_in),
        row("GET /group/search", joiner),
        row("GET /group/suggestion", joiner),
        row("GET /group/request/mine", signed_in),
        // Opened by the key in a mail, and by the secret part of a link.
        row("GET /group-invitation/{token}", everyone),
        row("POST /group-invitation/{token}/decline", everyone),
        row("GET /group-join/{token}", everyone_or_signed_in),
        row("POST /group-join/{token}", joiner),
        row("GET /group-requests", admin),
        row("POST /group-requests", signed_in),
        row("POST /group-requests/{id}/approve", admin),
        row("POST /group-requests/{id}/decline", admin),
        row("GET /group/{groupId}", signed_in),
        row("PUT /group/{groupId}", group_owner),
        row("DELETE /group/{groupId}", group_owner),
        row("GET /group/{groupId}/page", group_owner),
        row("PUT /group/{groupId}/page", group_owner),
        row("POST /group/{groupId}/archive", group_owner),
        row("POST /group/{groupId}/restore", group_owner),
        row("POST /group/{groupId}/transfer", group_owner),
        row("GET /group/{groupId}/log", group_leader),
        row("GET /group/{groupId}/member", group_reader),
        row("POST /group/{groupId}/member", group_leader),
        row("POST /group/{groupId}/member/import", group_leader),
        row("GET /group/{groupId}/member/import/template", group_leader),
        row("PUT /group/{groupId}/member/{userId}", group_reader),
        row("DELETE /group/{groupId}/member/{userId}", group_reader),
        row("POST /group/{groupId}/invitation", group_leader),
        row("POST /group/{groupId}/invitation/email", group_leader),
        row("GET /group/{groupId}/join-link", group_leader),
        row("POST /group/{groupId}/join-link", group_leader),
        row("DELETE /group/{groupId}/join-link", group_leader),
        // Requests are never sent again, for any caller; invitations are tested with groups.
        row("POST /group/{groupId}/join-request/{id}/resend", resender),
        row("GET /group/{groupId}/join-request", group_leader),
        row("POST /group/{groupId}/join-request", joiner),
        row("PUT /group/{groupId}/join-request/{id}", group_leader),
        row("DELETE /group/{groupId}/join-request/{id}", requester),

        // Rules about the author and the approval of a post are tested with posts.
        row("GET /group/feed", signed_in),
        row("GET /group/{groupId}/post", group_reader),
        row("POST /group/{groupId}/post", group_member),
        row("PUT /group/{groupId}/post/review", group_leader),
        row("GET /group/{groupId}/post/{postId}", group_reader),
        row("PUT /group/{groupId}/post/{postId}", group_reader),
        row("DELETE /group/{groupId}/post/{postId}", group_reader),
        row("PUT /group/{groupId}/post/{postId}/approve", group_leader),
        row("PUT /group/{groupId}/post/{postId}/reject", group_leader),
        row("PUT /group/{groupId}/post/{postId}/close", group_reader),
        row("PUT /group/{groupId}/post/{postId}/reopen", group_leader),
        row("PUT /group/{groupId}/post/{postId}/pin", group_leader),
        row("PUT /group/{groupId}/post/{postId}/unpin", group_leader),
        row("PUT /group/{groupId}/post/{postId}/like", group_member),
        row("DELETE /group/{groupId}/post/{postId}/like", group_member),
        row("GET /group/{groupId}/post/{postId}/reaction", group_reader),
        row("PUT /group/{groupId}/post/{postId}/reaction", group_member),
        row("DELETE /group/{groupId}/post/{postId}/reaction", group_member),
        row("POST /group/{groupId}/post/{postId}/report", group_member),
        row("GET /group/{groupId}/post/{postId}/comment", group_reader),
        row("POST /group/{groupId}/post/{postId}/comment", group_member),
        row("PUT /group/{groupId}/post/{postId}/comment/{id}", group_member),
        row("DELETE /group/{groupId}/post/{postId}/comment/{id}", group_reader),
        row("PUT /group/{groupId}/post/{postId}/comment/{id}/like", group_member),
        row("DELETE /group/{groupId}/post/{postId}/comment/{id}/like", group_member),
        row("POST /group/{groupId}/post/{postId}/comment/{id}/report", group_member),

        // Rules about the parties and the decision of a point are tested with points.
        row("GET /group/{groupId}/point", group_reader),
        row("POST /group/{groupId}/point", group_member),
        row("GET /group/{groupId}/point/tally", group_reader),
        row("GET /group/{groupId}/point/{id}", group_reader),
        row("PUT /group/{groupId}/point/{id}", group_member),
        row("DELETE /group/{groupId}/point/{id}", group_member),
        row("PUT /group/{groupId}/point/{id}/answer", group_member),
        row("PUT /group/{groupId}/point/{id}/approve", group_leader),
        row("PUT /group/{groupId}/point/{id}/reject", group_leader),
        row("PUT /group/{groupId}/point/{id}/void", group_owner),
        row("GET /group/{groupId}/leaderboard", group_reader),
        row("GET /group/{groupId}/statistic", group_reader),
        row("GET /group/{groupId}/statistic/rows", group_reader),
        row("GET /group/{groupId}/statistic/export", group_leader),
        row("GET /group/{groupId}/report", group_leader),
        row("PUT /group/{groupId}/report/{id}/resolve", group_leader),

        row("GET /group/{groupId}/event", group_reader),
        row("GET /group/{groupId}/front", group_reader),
        row("GET /group/{groupId}/series", group_leader),
        row("POST /group/{groupId}/series", group_leader),
        row("PUT /group/{groupId}/series/{id}", group_leader),
        row("POST /group/{groupId}/series/{id}/cancel", group_leader),
        row("GET /group/{groupId}/event/{eventId}/roll-call", group_leader),
        row("PUT /group/{groupId}/event/{eventId}/roll-call/{userId}", group_leader),
        row("POST /group/{groupId}/event/{eventId}/roll-call/guest", group_leader),
        row("PUT /group/{groupId}/event/{eventId}/roll-call/guest/{id}", group_leader),
        row("DELETE /group/{groupId}/event/{eventId}/roll-call/guest/{id}", group_leader),
        row("GET /group/{groupId}/attendance", group_reader),

        row("POST /upload", signed_in),
        row("GET /upload/{id}", everyone),
        row("GET /upload/{id}/{width}", everyone),
        row("DELETE /upload/{id}", signed_in),
        // Opened by the signature in the address.
        row("GET /files/{token}", everyone),
        row("GET /bank", everyone),
        row("GET /cover", signed_in),
        row("POST /cover", signed_in),
        row("DELETE /cover/{id}", signed_in),

        row("GET /event", signed_in),
        row("POST /event", signed_in),
        row("GET /event-draft", signed_in),
        row("POST /event-draft", signed_in),
        row("GET /event-draft/{id}", signed_in),
        row("PUT /event-draft/{id}", signed_in),
        row("DELETE /event-draft/{id}", signed_in),
        row("GET /event/{eventId}", in_event),
        row("GET /event/{eventId}/share-picture", everyone),
        row("GET /event/{eventId}/calendar.ics", everyone),
        row("GET /event/{eventId}/opening.ics", everyone),
        row("GET /event/{eventId}/poster", in_event),
        row("PUT /event/{eventId}", in_event),
        row("DELETE /event/{eventId}", in_event),
        row("POST /event/{eventId}/reopen", in_event),
        row("POST /event/{eventId}/cancel", in_event),
        row("POST /event/{eventId}/cancel/preview", in_event),
        row("GET /event/{eventId}/todo", in_event),
        row("GET /event/{eventId}/letter", in_event),
        row("DELETE /event/{eventId}/letter", in_event),
        row("GET /event/{eventId}/letter/preview", in_event),
        row("POST /event/{eventId}/letter/send", in_event),
        row("PUT /event/{eventId}/form", in_event),
        row("GET /event/{eventId}/page", in_event),
        row("PUT /event/{eventId}/page", in_event),
        row("GET /event/{eventId}/activities", in_event),
        row("GET /event/{eventId}/activities/actors", in_event),
        row("GET /event/{eventId}/public", everyone),
        row("GET /event/{eventId}/preview", in_event),
        row("POST /event/{eventId}/upload", everyone),
        row("GET /event/{eventId}/tickets", in_event),
        row("POST /event/{eventId}/tickets", in_event),
        row("PUT /event/{eventId}/tickets/{id}", in_event),
        row("DELETE /event/{eventId}/tickets/{id}", in_event),

        row("GET /event/{eventId}/invitation-codes", in_event),
        row("POST /event/{eventId}/invitation-codes", in_event),
        row("PUT /event/{eventId}/invitation-codes", in_event),
        row("DELETE /event/{eventId}/invitation-codes", in_event),
        row("PUT /event/{eventId}/invitation-codes/{id}", in_event),
        row("DELETE /event/{eventId}/invitation-codes/{id}", in_event),
        row("GET /event/{eventId}/invitation-codes/export", in_event),
        row("POST /event/{eventId}/invitation-codes/export", in_event),

        row("GET /event/{eventId}/attendances", in_event),
        row("POST /event/{eventId}/attendances", in_event),
        row("DELETE /event/{eventId}/attendances", in_event),
        row("POST /event/{eventId}/attendances/import", in_event),
        row("GET /event/{eventId}/attendances/import/template", in_event),
        row("GET /event/{eventId}/attendances/export", in_event),
        row("POST /event/{eventId}/attendances/export", in_event),
        row("GET /event/{eventId}/attendances/ids", in_event),
        row("POST /event/{eventId}/attendances/bulk", in_event),
        row("GET /event/{eventId}/attendances/{id}", in_event),
        row("GET /event/{eventId}/attendances/{id}/history", in_event),
        row("PUT /event/{eventId}/attendances/{id}", in_event),
        row("POST /event/{eventId}/attendances/{id}/resend", in_event),
        row("GET /event/{eventId}/payment-reminders", in_event),
        row("POST /event/{eventId}/payment-reminders", in_event),
        row("GET /event/{eventId}/attendances/undelivered", in_event),
        row("POST /event/{eventId}/attendances/undelivered/resend", in_event),
        row("POST /event/{eventId}/attendances/{id}/confirm", in_event),
        row("POST /event/{eventId}/attendances/{id}/erase", in_event),
        row("GET /event/{eventId}/retention", in_event),
        row("PUT /event/{eventId}/retention", in_event),
        row("GET /event/{eventId}/retention/preview", in_event),
        row("POST /event/{eventId}/attendances/{id}/answer", in_event),
        row("GET /event/{eventId}/data-requests", in_event),
        row("POST /event/{eventId}/data-requests/{id}/answer", in_event),
        row("POST /event/{eventId}/data-requests/{id}/close", in_event),
        row("POST /event/{eventId}/data-requests/{id}/erase", in_event),
        row("GET /event/{eventId}/registration-bursts", in_event),
        row("DELETE /event/{eventId}/registration-bursts/{id}", in_event),

        row("POST /event/{eventId}/register", everyone),
        row("GET /event/{eventId}/invitation/{code}", everyone),
        // Opened by its own key instead of a login; its rules are tested with the registration.
        row("GET /event/{eventId}/registration", everyone),
        row("PUT /event/{eventId}/registration", everyone),
        row("DELETE /event/{eventId}/registration", everyone),
        row("POST /event/{eventId}/registration/confirm", everyone),
        row("POST /event/{eventId}/registration/upload", everyone),
        row("GET /event/{eventId}/registration/data", everyone),
        row("GET /event/{eventId}/registration/data/file", everyone),
        row("POST /event/{eventId}/registration/data-requests", everyone),
        row("POST /event/{eventId}/find-ticket", everyone),

        // The rules of devices are tested with check-in.
        row("POST /event/checkin", in_event_or_device).body(|event| json!({ "eventId": event, "code": "0000000000AA" })),
        row("GET /event/{eventId}/checkin", everyone),
        row("PUT /event/{eventId}/checkin", in_event),
        row("GET /event/{eventId}/checkin-conflicts", in_event),
        row("GET /event/{eventId}/arrivals", in_event),
        row("GET /event/{eventId}/checkin-keys", in_event),
        row("POST /event/{eventId}/checkin-keys", in_event),
        row("DELETE /event/{eventId}/checkin-keys", in_event),
        row("PUT /event/{eventId}/checkin-keys/{id}", in_event),
        row("DELETE /event/{eventId}/checkin-keys/{id}", in_event),
        row("GET /event/{eventId}/checkin/device", in_event_or_device),
        row("GET /event/{eventId}/checkin/guests", in_event_or_device),
        row("POST /event/{eventId}/checkin/cash", in_event_or_device),
        row("POST /event/{eventId}/checkin/practice", in_event_or_device),

        // Rules about the owner of an account and a transfer are tested with transfers.
        row("GET /bank-accounts", signed_in),
        row("POST /bank-accounts", signed_in),
        row("PUT /bank-accounts/{id}", signed_in),
        row("DELETE /bank-accounts/{id}", signed_in),
        row("PUT /bank-accounts/{id}/connection", signed_in),
        row("DELETE /bank-accounts/{id}/connection", signed_in),
        row("POST /bank-accounts/{id}/address", signed_in),
        row("POST /bank-accounts/{id}/test", signed_in),
        row("GET /bank-accounts/{id}/deliveries", signed_in),
        row("POST /bank-accounts/{id}/deliveries/{deliveryId}/replay", signed_in),
        row("POST /bank-accounts/{id}/statement", signed_in),
        row("GET /bank-accounts/{id}/statement", signed_in),
        row("POST /bank-webhook/{token}", everyone),
        row("GET /transfers", signed_in),
        row("POST /transfers/decide", signed_in),
        row("GET /money", signed_in),
        row("GET /money/export", signed_in),
        row("GET /event/{eventId}/money", in_event),
        row("GET /event/{eventId}/money/export", in_event),
        row("GET /event/{eventId}/registration/receipt", everyone),
        row("GET /event/{eventId}/registration/calendar.ics", everyone),
        row("GET /event/{eventId}/attendances/{id}/receipt", in_event),
        row("GET /event/{eventId}/attendances/{id}/payments", in_event),
        row("POST /event/{eventId}/attendances/{id}/payments", in_event),
        row("DELETE /event/{eventId}/attendances/{id}/payments/{number}", in_event),
        row("GET /event/{eventId}/refunds", in_event),
        row("PUT /event/{eventId}/refunds/{id}", in_event),
        row("POST /event/{eventId}/refunds/decide", in_event),
        row("GET /event/{eventId}/refunds/export", in_event),
        row("GET /event/{eventId}/registration/refund", everyone),
        row("PUT /event/{eventId}/registration/refund", everyone),
        row("PUT /event/{eventId}/registration/invoice", everyone),
        row("DELETE /event/{eventId}/registration/invoice", everyone),
        row("GET /event/{eventId}/attendances/{id}/invoice", in_event),
        row("PUT /event/{eventId}/attendances/{id}/invoice", in_event),
        row("DELETE /event/{eventId}/attendances/{id}/invoice", in_event),
        row("GET /event/{eventId}/invoices", in_event),
        row("POST /event/{eventId}/invoices/decide", in_event),
        row("GET /event/{eventId}/invoices/export", in_event),
        row("GET /event/{eventId}/registration/paid", everyone),
        row("GET /event/{eventId}/registration/place", everyone),
        row("GET /event/{eventId}/lucky-draw", everyone),
        row("PUT /event/{eventId}/lucky-draw", in_event),
        row("GET /event/{eventId}/lucky-draw/settings", in_event),
        row("POST /event/{eventId}/lucky-draw/rounds", in_event),
        row("GET /event/{eventId}/lucky-draw/rounds/{id}", everyone),
        row("POST /event/{eventId}/lucky-draw/draw", in_event),
        row("DELETE /event/{eventId}/lucky-draw/winners/{id}", in_event),

        row("GET /event/{eventId}/messages", in_event),
        row("POST /event/{eventId}/messages", in_event),
        row("GET /event/{eventId}/messages/count", in_event),
        row("GET /event/{eventId}/messages/starters", in_event),
        row("POST /event/{eventId}/messages/preview", in_event),
        row("GET /event/{eventId}/messages/{id}", in_event),
        row("PUT /event/{eventId}/messages/{id}", in_event),
        row("DELETE /event/{eventId}/messages/{id}", in_event),
        row("POST /event/{eventId}/messages/{id}/send", in_event),
        row("POST /event/{eventId}/messages/{id}/cancel", in_event),
        row("GET /event/{eventId}/messages/{id}/deliveries", in_event),
        row("POST /event/{eventId}/messages/{id}/retry", in_event),
        row("POST /event/{eventId}/messages/{id}/test", in_event),

        // Rules about the owner of a webhook are tested with webhooks.
        row("GET /event/{eventId}/webhooks", in_event),
        row("POST /event/{eventId}/webhooks", in_event),
        row("PUT /event/{eventId}/webhooks/{id}", in_event),
        row("DELETE /event/{eventId}/webhooks/{id}", in_event),
        row("POST /event/{eventId}/webhooks/{id}/secret", in_event),
        row("POST /event/{eventId}/webhooks/{id}/test", in_event),
        row("GET /event/{eventId}/webhooks/{id}/deliveries", in_event),
        row("POST /event/{eventId}/webhooks/{id}/deliveries/{deliveryId}/replay", in_event),
        row("POST /event/{eventId}/webhooks/{id}/replay", in_event),
        row("GET /group/{groupId}/webhooks", group_leader),
        row("POST /group/{groupId}/webhooks", group_leader),
        row("PUT /group/{groupId}/webhooks/{id}", group_leader),
        row("DELETE /group/{groupId}/webhooks/{id}", group_leader),
        row("POST /group/{groupId}/webhooks/{id}/secret", group_leader),
        row("POST /group/{groupId}/webhooks/{id}/test", group_leader),
        row("GET /group/{groupId}/webhooks/{id}/deliveries", group_leader),
        row("POST /group/{groupId}/webhooks/{id}/deliveries/{deliveryId}/replay", group_leader),
        row("POST /group/{groupId}/webhooks/{id}/replay", group_leader),

        // Other people's figures are left out rather than refused; that of an event is tested with the statistics.
        row("GET /statistic/overview", signed_in),
        row("GET /statistic/chart", signed_in),
        row("GET /statistic/export", signed_in),
        row("GET /event/{eventId}/report", in_event),

        row("GET /system", admin),
        row("GET /system/needs", admin),
        row("GET /system/needs/things", admin),
        row("GET /system/jobs", admin),
        row("POST /system/jobs/{id}/retry", admin),
        row("POST /system/jobs/retry-dead", admin),
        row("GET /system/mails", admin),
        row("GET /system/audit", admin),
        row("GET /users/{id}/activity", admin),

        row("GET /users/me/api-keys", signed_in),
        row("POST /users/me/api-keys", signed_in),
        row("DELETE /users/me/api-keys/{id}", signed_in),
        // Sessions do not open these, and keys nothing else.
        row("GET /v1/events", key).needs(ApiRight::ReadEvents),
        row("GET /v1/events/{eventId}", event_owners_key).needs(ApiRight::ReadEvents),
        row("GET /v1/events/{eventId}/participants", event_owners_key).needs(ApiRight::ReadGuests),
        row("GET /v1/events/{eventId}/participants/{id}", event_owners_key).needs(ApiRight::ReadGuests),
        row("POST /v1/events/{eventId}/participants", event_owners_key).needs(ApiRight::WriteGuests),
        row("POST /v1/events/{eventId}/check-ins", event_owners_key).needs(ApiRight::CheckIn),
        row("GET /v1/events/{eventId}/payments", event_owners_key).needs(ApiRight::ReadMoney),
    ]
}

struct Row {
    method: Method,
    path: &'static str,
    rule: Rule,
    body: fn(&str) -> Value,
    /// The right that a key needs; None where no key is taken.
    right: Option<ApiRight>,
}

fn row(route: &'static str, rule: Rule) -> Row {
    let (method, path) = route.split_once(' ').unwrap();
    Row {
        method: method.parse().unwrap(),
        path,
        rule,
        body: |_| json!({}),
        right: None,
    }
}

impl Row {
    /// Sets a body for calls that name the event in it.
    fn body(mut self, body: fn(&str) -> Value) -> Self {
        self.body = body;
        self
    }

    fn needs(mut self, right: ApiRight) -> Self {
        self.right = Some(right);
        self
    }

    fn route(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Returns the path with this event, group and request to join; other identifiers in it do not exist.
    fn path_for(&self, event: &str, group: &TestGroup) -> String {
        let unknown = Uuid::from_u128(7).to_string();
        let path = self.path.replace("{groupId}", &group.id.to_string());
        let path = path.replace(
            "join-request/{id}",
            &format!("join-request/{}", group.request),
        );
        let names = ["{id}", "{planId}", "{postId}", "{userId}", "{deliveryId}"];
        let path = names
            .iter()
            .fold(path, |path, name| path.replace(name, &unknown));
        path.replace("{eventId}", event)
            .replace("{token}", "nothing")
            .replace("{slug}", "nothing")
            .replace("{code}", "NOTHING1")
    }
}

/// A listed group with an account in each relation to it.
struct TestGroup {
    id: GroupId,
    /// Made by `pending`.
    request: String,
    pending: TestUser,
    removed: TestUser,
    member: TestUser,
    manager: TestUser,
    owner: TestUser,
}

impl TestGroup {
    async fn new(app: &TestApp, at: usize) -> Self {
        let account = async |name: &str| app.committee(&format!("{name}{at}")).await;
        let owner = account("groupowner").await;
        let (manager, member) = (account("manager").await, account("member").await);
        let (pending, removed) = (account("pending").await, account("removed").await);
        let id = app.group(&owner).await;
        app.join_group(id, &manager, GroupRole::Manager).await;
        app.join_group(id, &member, GroupRole::Member).await;
        app.join_group(id, &removed, GroupRole::Member).await;
        let path = format!("/api/group/{id}/member/{}", removed.id);
        let removal = app.send_as(&owner, Method::DELETE, &path, json!({}));
        removal.await.data();
        let path = format!("/api/group/{id}/join-request");
        let asked = app.send_as(&pending, Method::POST, &path, json!({})).await;
        Self {
            id,
            request: asked.data()["request"]["id"].as_str().unwrap().to_owned(),
            pending,
            removed,
            member,
            manager,
            owner,
        }
    }
}

#[test]
fn every_route_has_a_line() {
    let routes: BTreeSet<String> = crate::support::operations()
        .into_iter()
        .map(|operation| operation.route())
        .collect();
    let lines: Vec<String> = table().iter().map(Row::route).collect();
    let distinct: BTreeSet<String> = lines.iter().cloned().collect();
    assert_eq!(lines.len(), distinct.len(), "a route has two lines");
    let missing: Vec<_> = routes.difference(&distinct).collect();
    let stale: Vec<_> = distinct.difference(&routes).collect();
    assert!(
        missing.is_empty() && stale.is_empty(),
        "without a line: {missing:?}; without a route: {stale:?}"
    );
}

#[tokio::test]
async fn every_caller_gets_what_the_table_says() {
    let app = TestApp::new().await;
    let mut wrong = Vec::new();
    for (at, row) in table().iter().enumerate() {
        // New accounts for every route, because some calls end sessions or change accounts.
        let owner = app.committee(&format!("owner{at}")).await;
        let stranger = app.committee(&format!("stranger{at}")).await;
        let admin = app.admin_called(&format!("admin{at}")).await;
        let suspended = app.committee(&format!("suspended{at}")).await;
        suspend(&app, &suspended).await;
        let event = app.open_event(&owner, 10).await.to_string();
        let group = TestGroup::new(&app, at).await;
        let path = row.path_for(&event, &group);
        let others = ApiRight::iter().filter(|right| row.right != Some(*right));
        let lacking_key = app.key_of(&owner, others, None).await;
        let owners_key = app.full_key(&owner).await;
        let strangers_key = app.full_key(&stranger).await;
        let admins_key = app.full_key(&admin).await;
        for caller in CALLERS {
            let expected = (row.rule)(caller);
            let mut request = app.request(row.method.clone(), &format!("/api{path}"));
            if row.method != Method::GET {
                request = request.json((row.body)(&event));
            }
            let token = match caller {
                Caller::Public => None,
                Caller::Suspended => Some(&suspended.token),
                Caller::Stranger => Some(&stranger.token),
                Caller::Organiser => Some(&owner.token),
                Caller::GroupPending => Some(&group.pending.token),
                Caller::GroupRemoved => Some(&group.removed.token),
                Caller::GroupMember => Some(&group.member.token),
                Caller::GroupManager => Some(&group.manager.token),
                Caller::GroupOwner => Some(&group.owner.token),
                Caller::Admin => Some(&admin.token),
                Caller::OwnersKey => Some(&owners_key),
                Caller::LackingKey => Some(&lacking_key),
                Caller::StrangersKey => Some(&strangers_key),
                Caller::AdminsKey => Some(&admins_key),
            };
            if let Some(token) = token {
                request = request.bearer(token);
            }
            let answer = request.send().await;
            let code = answer.code();
            let is_right = if expected == OK {
                !matches!(code, 5000 | 5016 | 5018 | 5020) && !answer.status.is_server_error()
            } else {
                code == expected
            };
            if !is_right {
                let expected = if expected == OK {
                    "OK".to_owned()
                } else {
                    expected.to_string()
                };
                wrong.push(format!(
                    "{} as {caller:?}: {code}, not {expected}",
                    row.route()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Calls allowed to an account with a generated password: reading itself, and replacing the password. Refreshing and
/// logging out need no access token.
const BEFORE_THE_PASSWORD_IS_REPLACED: [&str; 2] = ["GET /users/me", "PUT /auth/password"];

#[tokio::test(flavor = "multi_thread")]
async fn an_account_with_a_generated_password_may_only_replace_it() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let event = app.open_event(&admin, 10).await.to_string();
    let group = TestGroup::new(&app, 0).await;
    let file = app.uploaded(&admin, "businessLicense").await;
    change(&app, &admin, |user| user.must_change_password = Set(true)).await;
    let mut wrong = Vec::new();
    for row in table()
        .iter()
        .filter(|row| (row.rule)(Caller::Public) == 5018 && row.right.is_none())
    {
        let path = row.path_for(&event, &group);
        let mut request = app.request(row.method.clone(), &format!("/api{path}"));
        if row.method != Method::GET {
            request = request.json((row.body)(&event));
        }
        let answer = request.bearer(&admin.token).send().await;
        let is_refused = (answer.status, answer.code()) == (StatusCode::FORBIDDEN, 5016)
            && answer.json["data"]["reason"] == "MUST_CHANGE_PASSWORD";
        if is_refused == BEFORE_THE_PASSWORD_IS_REPLACED.contains(&row.route().as_str()) {
            wrong.push(format!("{}: {}", row.route(), answer.json));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(app.get_as(&admin, &file).await.code(), 5016);
    let address = app.listen().await;
    let token = json!({ "token": admin.token });
    let refused = Socket::connect(address, "/notification", token).await;
    assert_eq!(refused.err().as_deref(), Some("INSUFFICIENT_PERMISSION"));
}

async fn suspend(app: &TestApp, who: &TestUser) {
    change(app, who, |user| user.is_active = Set(false)).await;
}

async fn change(app: &TestApp, who: &TestUser, what: impl FnOnce(&mut user::ActiveModel)) {
    let tx = app.app.db.write().await.unwrap();
    let mut change = user::ActiveModel {
        id: Set(who.id),
        ..Default::default()
    };
    what(&mut change);
    change.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
}
