//! All actions that an event's log can record. The list is closed: a feature cannot log any other action, and the front
//! end does not compile without a text for each.

use sea_orm::{DeriveActiveEnum, EnumIter, Iterable};
use serde::de::IntoDeserializer as _;
use serde::de::value::{Error as ValueError, StrDeserializer};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Writes down each action once, with its name in the database and in the API, under the kind of thing it is done to.
macro_rules! actions {
    ($($(#[$of:meta])* $kind:ident { $($(#[$what:meta])* $action:ident = $name:tt,)+ })+) => {
        /// The action. Names never change: they are stored.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, ToSchema,
        )]
        #[sea_orm(rs_type = "String", db_type = "Text")]
        pub enum EventAction {
            $($($(#[$what])* #[serde(rename = $name)] #[sea_orm(string_value = $name)] $action,)+)+
        }

        /// The kind of thing that an action is done to.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub enum ActionKind {
            $($(#[$of])* $kind,)+
        }

        impl EventAction {
            /// Returns the kind of thing that the action is done to.
            #[must_use]
            pub fn kind(self) -> ActionKind {
                match self {
                    $($(Self::$action)|+ => ActionKind::$kind,)+
                }
            }
        }
    };
}

actions! {
    /// The event itself and its form.
    Event {
        /// The event was created.
        EventCreated = "event.created",
        /// The event or its form was changed; `fields` names the changed fields.
        EventUpdated = "event.updated",
        /// A question of the form is no longer sensitive, so all answers to it are shown openly; `question` names it.
        EventAnswersOpened = "event.answersOpened",
        /// Registration was reopened; `until` is its new end.
        EventReopened = "event.reopened",
        /// The event was cancelled; `reason` is the organiser's text.
        EventCancelled = "event.cancelled",
        /// `count` people are told by mail of a new time or place.
        EventChangeTold = "event.changeTold",
        /// The organiser decided that participants are not told of a new time or place.
        EventChangeUntold = "event.changeUntold",
        /// `count` people were reminded of the event; `kind` is `dayBefore` or `hoursBefore`. `missed` is the number of
        /// people for whom the account had no mails left in time.
        EventReminded = "event.reminded",
        /// The event was deleted.
        EventDeleted = "event.deleted",
        /// The organiser decided that participants' data is kept for `count` days after the event's end; `reason` is
        /// the reason for keeping documents as long, and null if they are not.
        EventRetentionChanged = "event.retentionChanged",
        /// The organiser was told that the data of `count` participants is erased at the moment `at`.
        EventErasureAnnounced = "event.erasureAnnounced",
        /// The organiser was told that the documents of `count` participants are erased at the moment `at`.
        EventDocumentsErasureAnnounced = "event.documentsErasureAnnounced",
        /// The time for which participants' data is kept was over: that of `count` was erased.
        EventDataErased = "event.dataErased",
        /// The time for which identity numbers and documents are kept was over: they were erased.
        EventDocumentsErased = "event.documentsErased",
        /// A webhook was added; `label` is its host, as of the following.
        WebhookAdded = "webhook.added",
        /// A webhook was changed, or switched on or off.
        WebhookChanged = "webhook.changed",
        /// A webhook got a new secret.
        WebhookRenewed = "webhook.renewed",
        /// A webhook was removed.
        WebhookRemoved = "webhook.removed",
    }
    /// A ticket class.
    Ticket {
        /// A class was added.
        TicketCreated = "ticket.created",
        /// A class was changed.
        TicketUpdated = "ticket.updated",
        /// A class was deleted.
        TicketDeleted = "ticket.deleted",
    }
    /// Invitation codes.
    InvitationCode {
        /// `count` codes were created.
        CodeCreated = "invitationCode.created",
        /// A code was changed.
        CodeUpdated = "invitationCode.updated",
        /// `count` codes were switched on.
        CodeActivated = "invitationCode.activated",
        /// `count` codes were switched off.
        CodeDeactivated = "invitationCode.deactivated",
        /// `count` codes were deleted.
        CodeDeleted = "invitationCode.deleted",
        /// `count` codes were downloaded.
        CodeExported = "invitationCode.exported",
    }
    /// Participants.
    Participant {
        /// A visitor registered; `source` says how.
        ParticipantRegistered = "participant.registered",
        /// The organiser added a participant.
        ParticipantAdded = "participant.added",
        /// The organiser changed a participant's details; `fields` names the changed fields.
        ParticipantChanged = "participant.changed",
        /// The organiser removed a participant, or `count` of them.
        ParticipantRemoved = "participant.removed",
        /// The organiser, or the person themselves, had the personal data erased.
        ParticipantErased = "participant.erased",
        /// The organiser looked at a sensitive answer; `question` names its question, or `fields` an identification or
        /// tax number.
        ParticipantAnswerSeen = "participant.answerSeen",
        /// `count` people were imported from a file.
        ParticipantImported = "participant.imported",
        /// The list of `count` people was downloaded.
        ParticipantExported = "participant.exported",
        /// The list was downloaded with identity numbers, sensitive answers and private files.
        ParticipantExportedSensitive = "participant.exportedSensitive",
        /// The `amount` has arrived and nothing is due any more; `way` says how it became known.
        ParticipantPaid = "participant.paid",
        /// The `amount` has arrived, which is a part of the amount due.
        ParticipantPaidPart = "participant.paidPart",
        /// The `amount` has arrived, which exceeds the amount due by the `surplus`.
        ParticipantPaidMore = "participant.paidMore",
        /// The `amount` has arrived for a cancelled registration or event, and is owed back.
        ParticipantPaidLate = "participant.paidLate",
        /// The organiser took back a payment of the `amount`.
        ParticipantUnpaid = "participant.unpaid",
        /// The organiser gave the `amount` back, which was owed.
        ParticipantRefunded = "participant.refunded",
        /// The organiser decided that the `amount` is not owed back.
        ParticipantRefundWaived = "participant.refundWaived",
        /// The organiser took back either of the two.
        ParticipantRefundUndone = "participant.refundUndone",
        /// A visitor named the account to which they want their money back.
        ParticipantRefundAccount = "participant.refundAccount",
        /// The organiser changed or removed the invoice request of a participant.
        ParticipantInvoiceChanged = "participant.invoiceChanged",
        /// The organiser noted that an invoice was issued; `number` is its number if known.
        ParticipantInvoiceIssued = "participant.invoiceIssued",
        /// The organiser took that back.
        ParticipantInvoiceUndone = "participant.invoiceUndone",
        /// The requests of invoices were downloaded.
        ParticipantInvoicesExported = "participant.invoicesExported",
        /// The money owed back and given back was downloaded.
        ParticipantRefundsExported = "participant.refundsExported",
        /// The ledger was downloaded.
        ParticipantLedgerExported = "participant.ledgerExported",
        /// The organiser let a participant in by hand.
        ParticipantCheckedIn = "participant.checkedIn",
        /// The organiser undid a check-in.
        ParticipantCheckinUndone = "participant.checkinUndone",
        /// The organiser had a participant's ticket mailed once more.
        ParticipantResent = "participant.resent",
        /// The organiser reminded a participant of the payment.
        ParticipantPaymentReminded = "participant.paymentReminded",
        /// A visitor corrected their own registration; `fields` names the changed fields.
        ParticipantSelfChanged = "participant.selfChanged",
        /// A visitor, or the organiser for them, confirmed a registration.
        ParticipantConfirmed = "participant.confirmed",
        /// A registration was not confirmed in time; its seat is free again.
        ParticipantUnconfirmed = "participant.unconfirmed",
        /// A visitor did not pay in time; the seat is free again.
        ParticipantUnpaidReleased = "participant.unpaidReleased",
        /// More than `count` visitors registered from one network address within `minutes`.
        ParticipantBurst = "participant.burst",
        /// A visitor gave their own seat back.
        ParticipantSelfCancelled = "participant.selfCancelled",
    }
    /// The door: its welcome screen, its devices and their scans.
    Checkin {
        /// The welcome screen was changed.
        ScreenChanged = "checkin.screenChanged",
        /// A key was created for a device.
        KeyCreated = "checkinKey.created",
        /// A device was given or lost the right to serve guests without a ticket; `servesGuests` says which.
        KeyChanged = "checkinKey.changed",
        /// A device's key was revoked.
        KeyRevoked = "checkinKey.revoked",
        /// A ticket let its participant in. This and the following are read from the log of scans, for the history of
        /// one participant; the event's own log has none of them.
        ScanOk = "scan.ok",
        /// A ticket let in a participant whose payment is still due.
        ScanUnpaid = "scan.unpaid",
        /// A used ticket was shown again.
        ScanAlready = "scan.already",
        /// A used ticket let a person in at a gate that could not know of the first use.
        ScanConflict = "scan.conflict",
        /// A check-in was undone.
        ScanUndone = "scan.undone",
        /// The ticket of a cancelled registration was shown.
        ScanCancelled = "scan.cancelled",
    }
    /// The lucky draw.
    LuckyDraw {
        /// The settings or prizes of the draw were changed.
        DrawChanged = "luckyDraw.changed",
        /// The list of a `round` was fixed.
        DrawOpened = "luckyDraw.opened",
        /// A winner was drawn.
        DrawDrawn = "luckyDraw.drawn",
        /// A win was voided.
        DrawVoided = "luckyDraw.voided",
    }
    /// Messages to participants.
    Message {
        /// A draft was written.
        MessageCreated = "message.created",
        /// A draft was changed.
        MessageUpdated = "message.updated",
        /// A draft was deleted.
        MessageDeleted = "message.deleted",
        /// A message was scheduled.
        MessageScheduled = "message.scheduled",
        /// The message is being sent to `count` people.
        MessageSent = "message.sent",
        /// A scheduled message was cancelled before it was sent.
        MessageCancelled = "message.cancelled",
        /// The mails of a message that failed were sent again, to `count` people.
        MessageRetried = "message.retried",
        /// A scheduled message was not sent, because the account had no mails left for the day.
        MessageHeldBack = "message.heldBack",
    }
}

impl ActionKind {
    /// Returns the kinds whose names stand in `list`, separated by commas; `None` when it names something else.
    #[must_use]
    pub fn read_list(list: &str) -> Option<Vec<Self>> {
        let names = list.split(',').filter(|name| !name.is_empty());
        names.map(Self::read).collect()
    }

    fn read(name: &str) -> Option<Self> {
        let name: StrDeserializer<'_, ValueError> = name.into_deserializer();
        Self::deserialize(name).ok()
    }
}

impl EventAction {
    /// Returns all actions except `left_out`.
    #[must_use]
    pub fn all_but(left_out: &[Self]) -> Vec<Self> {
        Self::iter()
            .filter(|action| !left_out.contains(action))
            .collect()
    }

    /// Returns all actions on things of these kinds.
    #[must_use]
    pub fn of_kinds(kinds: &[ActionKind]) -> Vec<Self> {
        Self::iter()
            .filter(|action| kinds.contains(&action.kind()))
            .collect()
    }
}
