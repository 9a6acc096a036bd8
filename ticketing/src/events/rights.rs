//! The rights in an event, and the roles that hold them. A handler takes its right as an argument type,
//! [`InEvent`](super::InEvent).

use hoi_community::accounts::Role;
use hoi_community::accounts::entity::user;
use hoi_platform::ids::UserId;
use sea_orm::{ColumnTrait, Condition};
use serde::Serialize;
use utoipa::ToSchema;

use super::entity::event;

/// The right that a call needs.
pub trait Right: Send + Sync + 'static {
    const RIGHT: EventRight;
}

macro_rules! rights {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A right in an event.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub enum EventRight {
            $($(#[$doc])* $name,)*
        }

        impl EventRight {
            const ALL: &'static [Self] = &[$(Self::$name,)*];
        }

        $(
            $(#[$doc])*
            pub enum $name {}

            impl Right for $name {
                const RIGHT: EventRight = EventRight::$name;
            }
        )*
    };
}

rights! {
    /// To read the event with its settings, its figures, sums of money included, and its log.
    Overview,
    /// To see and change participants with their payment status, export and import them, and send their tickets again.
    Guests,
    /// To see documents, sealed numbers and sensitive answers of participants, to decide about their requests about
    /// data, and to erase their data.
    PersonalData,
    /// To see and decide about payments, transfers, refunds and invoices, and to remind of payments.
    Money,
    /// To change ticket classes and invitation codes.
    Tickets,
    /// To write to participants.
    Messages,
    /// To check in, to take money at the door, and to prepare the door: device keys, welcome screen, practice.
    Door,
    /// To prepare and carry out the lucky draw.
    Draw,
    /// To change the event, its page, its form and its webhooks, which tell programs of guests and payments, and to cancel
    /// and delete it.
    Settings,
}

/// The relation of an account to an event.
#[derive(Debug, Clone, Copy)]
enum EventRole {
    Owner,
    /// An administrator has this role in every event.
    Admin,
}

/// The rights of each role. An account has those of all its roles.
const ROLES: &[(EventRole, &[EventRight])] = &[
    (EventRole::Owner, EventRight::ALL),
    (EventRole::Admin, EventRight::ALL),
];

impl EventRole {
    fn is_of(self, (account, role): (UserId, Role), owner: UserId) -> bool {
        match self {
            Self::Owner => account == owner,
            Self::Admin => role == Role::Admin,
        }
    }
}

/// Returns the rights of an account in an event with this owner.
fn held(account: (UserId, Role), owner: UserId) -> impl Iterator<Item = EventRight> {
    let all = EventRight::ALL.iter().copied();
    all.filter(move |right| {
        let mut roles = ROLES.iter();
        roles.any(|(role, rights)| role.is_of(account, owner) && rights.contains(right))
    })
}

/// Returns the rights of the account in the event; none without a role in it.
#[must_use]
pub fn rights_of(user: &user::Model, event: &event::Model) -> Vec<EventRight> {
    held((user.id, user.role), event.owner_id).collect()
}

/// Returns whether the account has the right in the event.
#[must_use]
pub fn has_right(user: &user::Model, event: &event::Model, right: EventRight) -> bool {
    held((user.id, user.role), event.owner_id).any(|held| held == right)
}

/// Returns which rows of `event` the account has a role in. Each query for the events that a caller may see starts here.
#[must_use]
pub fn visible_to(user: &user::Model) -> Condition {
    let mut visible = Condition::any();
    for (role, _) in ROLES {
        match role {
            EventRole::Owner => visible = visible.add(event::Column::OwnerId.eq(user.id)),
            EventRole::Admin if user.role == Role::Admin => return Condition::all(),
            EventRole::Admin => {}
        }
    }
    visible
}

#[cfg(test)]
mod tests {
    use hoi_platform::clock::new_id;

    use super::*;

    #[test]
    fn the_owner_and_administrators_have_each_right_and_others_none() {
        let (owner, other) = (new_id(), new_id());
        let rights = |account| held(account, owner).collect::<Vec<_>>();
        assert_eq!(rights((owner, Role::Committee)), EventRight::ALL);
        assert_eq!(rights((other, Role::Admin)), EventRight::ALL);
        assert_eq!(rights((owner, Role::Admin)), EventRight::ALL);
        assert!(rights((other, Role::Committee)).is_empty());
    }
}
