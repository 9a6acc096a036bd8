//! All kinds of notifications in one table: a feature cannot send a kind that is not here, and the tests fail without
//! texts for all of them.

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ByEmail, Channels};
use crate::accounts::Role;

/// Writes down each kind once under its category: its name in the database, the API and the keys of its texts, the
/// placeholders of its texts, whether one row tells of several times, whether the browser shows it, and the mail.
macro_rules! kinds {
    ($($(#[$of:meta])* $category:ident {
        $($(#[$what:meta])* $kind:ident = $name:tt [$($param:literal),*] $grouped:literal $browser:literal $email:ident,)+
    })+) => {
        /// The kind of a notification. Names never change: they are stored.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
        )]
        #[sea_orm(rs_type = "String", db_type = "Text")]
        #[schema(as = NotificationType)]
        pub enum Kind {
            $($($(#[$what])* #[serde(rename = $name)] #[sea_orm(string_value = $name)] $kind,)+)+
        }

        /// The headings under which the preferences list kinds of notifications.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        #[schema(as = NotificationCategory)]
        pub enum Category {
            $($(#[$of])* $category,)+
        }

        impl Kind {
            /// Returns the name in the database and in the API.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $($(Self::$kind => $name,)+)+
                }
            }

            #[must_use]
            pub fn category(self) -> Category {
                match self {
                    $($(Self::$kind)|+ => Category::$category,)+
                }
            }

            /// Returns the placeholders of the kind's texts, beside `count`.
            #[must_use]
            pub fn params(self) -> &'static [&'static str] {
                match self {
                    $($(Self::$kind => &[$($param),*],)+)+
                }
            }

            /// Returns whether one unread row counts how often it happened.
            #[must_use]
            pub fn is_grouped(self) -> bool {
                match self {
                    $($(Self::$kind => $grouped,)+)+
                }
            }

            /// Returns the channels for people who have chosen none.
            #[must_use]
            pub fn default_channels(self) -> Channels {
                match self {
                    $($(Self::$kind => Channels { in_app: true, browser: $browser, email: ByEmail::$email },)+)+
                }
            }
        }
    };
}

impl Kind {
    /// Returns whether accounts with this role are told of the kind.
    #[must_use]
    pub fn is_for(self, role: Role) -> bool {
        self.category() != Category::Administration || role == Role::Admin
    }

    /// Returns whether a muted group stops this kind: new posts, comments, likes and events. Notifications that ask for
    /// a decision or announce one are never stopped.
    #[must_use]
    pub fn stops_in_muted_groups(self) -> bool {
        matches!(
            self,
            Self::PostNew | Self::CommentNew | Self::LikeNew | Self::CommentLiked | Self::EventNew
        )
    }
}

kinds! {
    /// The person's own events.
    Event {
        /// Visitors registered.
        RegistrationNew = "registration.new" ["name", "event"] true false Digest,
        /// A ticket class has no seat left.
        TicketSoldOut = "ticket.soldOut" ["ticket", "event"] false true Digest,
        /// An event has no seat left.
        EventFull = "event.full" ["event"] false true Digest,
        /// Seats are free again, because they were not paid in time.
        SeatsReleased = "seats.released" ["event"] true true Digest,
        /// A transfer waits for a decision.
        TransferWaiting = "transfer.waiting" ["event"] true true Digest,
        /// Mails to participants were given up.
        MailUndelivered = "mail.undelivered" ["name", "event"] true false Digest,
        /// The personal data of an event's participants is erased soon.
        DataErasing = "data.erasing" ["event", "people", "day"] false true Instant,
        /// Identity numbers and documents of an event's participants are erased soon.
        DocumentsErasing = "documents.erasing" ["event", "people", "day"] false true Instant,
        /// A participant asks about their personal data.
        DataRequested = "data.requested" ["event", "day"] false true Instant,
        /// The legal time to answer a participant, or to fulfil their request, ends soon.
        DataRequestDue = "data.requestDue" ["event", "day"] false true Instant,
        /// A webhook was switched off, because its receiver is gone or has failed for three days.
        WebhookOff = "webhook.off" ["of", "host"] false true Instant,
    }
    /// The person's plans.
    Plan {
        /// A plan ends soon.
        PlanExpiring = "plan.expiring" ["plan", "end"] false true Instant,
        /// A plan has ended.
        PlanEnded = "plan.ended" ["plan", "end"] false true Instant,
        /// The account has as many events as its plans allow.
        LimitEvents = "limit.events" ["limit"] false true Instant,
        /// The account owns as many groups as its plans allow.
        LimitGroups = "limit.groups" ["limit"] false true Instant,
        /// A group has as many members as the plans of its owner allow.
        LimitMembers = "limit.members" ["group", "limit"] false true Instant,
        /// A request for one more group was approved; to the account that asked.
        GroupRequestApproved = "groupRequest.approved" ["group"] false true Instant,
        /// A request for one more group was declined; to the account that asked.
        GroupRequestDeclined = "groupRequest.declined" ["group", "reason"] false true Instant,
    }
    /// The members of groups.
    Membership {
        /// An account asks to join; to owner and managers.
        JoinRequestCreated = "joinRequest.created" ["name", "group"] false true Instant,
        /// Requests, posts and points have waited for more than a day; to owner and managers.
        GroupWaiting = "group.waiting" ["group", "requests", "posts", "points"] false true Instant,
        /// A request to join was accepted; to the applicant.
        JoinRequestAccepted = "joinRequest.accepted" ["group"] false true Instant,
        /// A request to join was rejected; to the applicant.
        JoinRequestRejected = "joinRequest.rejected" ["group", "reason"] false true Instant,
        /// A leader sent an invitation; to the account that is invited.
        InvitationCreated = "invitation.created" ["name", "group"] false true Instant,
        /// An invitation was accepted; to the inviting leader.
        InvitationAccepted = "invitation.accepted" ["name", "group"] false false Digest,
        /// An invitation was declined; to the inviting leader.
        InvitationDeclined = "invitation.declined" ["name", "group"] false false Digest,
        /// A leader added a member; to the new member.
        MemberAdded = "member.added" ["group"] false true Digest,
        /// A member has another role; to the member.
        MemberRoleChanged = "member.roleChanged" ["group", "role"] false true Instant,
        /// A member was removed; to the former member.
        MemberRemoved = "member.removed" ["group"] false true Instant,
    }
    /// Posts and reactions to them.
    Post {
        /// A post waits for approval; to owner and managers.
        PostPending = "post.pending" ["name", "group"] false true Digest,
        /// A post was approved; to its author.
        PostApproved = "post.approved" ["group", "post"] false true Digest,
        /// A post was rejected; to its author.
        PostRejected = "post.rejected" ["group", "post", "reason"] false true Digest,
        /// An approved post; to all members.
        PostNew = "post.new" ["name", "group"] true false Digest,
        /// A post has a new comment; to its author and to earlier commenters.
        CommentNew = "comment.new" ["name", "group", "post"] true true Digest,
        /// A reaction to a post; to its author.
        LikeNew = "like.new" ["name", "group", "post"] true false Off,
        /// A like of a comment; to its author.
        CommentLiked = "comment.liked" ["name", "group", "comment"] true false Off,
        /// A post or a comment was reported; to owner and managers, except its author.
        PostReported = "post.reported" ["name", "group"] true true Instant,
    }
    /// Points of members.
    Point {
        /// A point waits for a decision; to the people who decide about it and to the other party.
        PointPending = "point.pending" ["name", "group", "seller", "counterparty", "day"] false true Instant,
        /// A point was approved; to both parties.
        PointApproved = "point.approved" ["group", "seller", "counterparty", "day"] false true Instant,
        /// A point was rejected; to both parties.
        PointRejected = "point.rejected" ["group", "seller", "counterparty", "day", "reason"] false true Instant,
        /// An approved point counts no longer; to both parties.
        PointVoided = "point.voided" ["group", "seller", "counterparty", "day", "reason"] false true Instant,
    }
    /// Events of groups.
    GroupEvent {
        /// A group has a new event; to all members.
        EventNew = "event.new" ["event", "group", "start"] false false Digest,
        /// The coming meetings of a series take place at another time or place; to all members.
        SeriesChanged = "series.changed" ["event", "group", "first", "venue"] false true Instant,
        /// The coming meetings of a series were cancelled; to all members.
        SeriesCancelled = "series.cancelled" ["event", "group", "first", "venue"] false true Instant,
    }
    /// The accounts of the platform; to administrators.
    Administration {
        /// An account asks for one more group than its plans allow.
        GroupRequestCreated = "groupRequest.created" ["name", "group"] false true Instant,
        /// An account searched for people more often than it may.
        AccountSearchedTooOften = "account.searchedTooOften" ["name"] false true Digest,
    }
}
