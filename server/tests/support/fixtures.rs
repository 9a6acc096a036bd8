//! Accounts and events that most tests start from, written directly into the database.

use std::time::Duration;

use axum::http::Method;
use hoi_community::accounts::entity::{session, user};
use hoi_community::accounts::{AccessToken, Role, SessionId, UserId};
use hoi_community::groups::entity::{group, group_member};
use hoi_community::groups::{
    GroupId, GroupMemberId, GroupRole, JoinPolicy, PointValueVisibility, PostApproval,
};
use hoi_i18n::Lang;
use hoi_platform::clock::new_id;
use hoi_platform::error::Result;
use hoi_platform::files::entity::file;
use hoi_platform::files::{FileId, FileUrl, Visibility};
use hoi_platform::ids::AttendanceId;
use hoi_ticketing::attendances::{Source, attendance};
use hoi_ticketing::events::entity::{event, ticket};
use hoi_ticketing::events::{EventId, TicketId};
use hoi_ticketing::registration::{NewRegistration, Registered, add_by_hand, release};
use sea_orm::{ActiveModelTrait, EntityTrait, Set};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::TestApp;

const DAY: Duration = Duration::from_hours(24);

/// An account with a session.
#[derive(Debug, Clone)]
pub struct TestUser {
    pub id: UserId,
    pub email: String,
    pub session: SessionId,
    /// Valid for [`ACCESS_LIFETIME`](hoi_community::accounts::ACCESS_LIFETIME); see [`TestApp::fresh_token`].
    pub token: String,
}

/// The value of a JSON column, as the type in its row.
pub fn typed<T: DeserializeOwned>(json: Value) -> T {
    serde_json::from_value(json).unwrap()
}

/// A person to be added to `event` by its organiser, who gets the event's mails.
pub fn new_registration(event: EventId, name: &str, ticket: Option<TicketId>) -> NewRegistration {
    NewRegistration {
        ticket_id: ticket,
        ..NewRegistration::new(
            event,
            format!("Trần {name}"),
            format!("{name}@example.vn"),
            "0912345678".to_owned(),
            "Công ty Sao".to_owned(),
            Source::Manual,
            Lang::VI,
        )
    }
}

impl TestApp {
    pub async fn committee(&self, name: &str) -> TestUser {
        self.user(name, Role::Committee).await
    }

    pub async fn admin(&self) -> TestUser {
        self.admin_called("admin").await
    }

    pub async fn admin_called(&self, name: &str) -> TestUser {
        self.user(name, Role::Admin).await
    }

    /// Creates an active, verified account with a session, and without a usable password.
    async fn user(&self, name: &str, role: Role) -> TestUser {
        let now = self.app.clock.now();
        let (id, session): (UserId, SessionId) = (new_id(), new_id());
        let email = format!("{name}@hoi.example");
        let tx = self.app.db.write().await.unwrap();
        let row = user::ActiveModel {
            id: Set(id),
            email: Set(email.clone()),
            email_key: Set(email.clone()),
            password_hash: Set("-".to_owned()),
            role: Set(role),
            full_name: Set(format!("Nguyễn {name}")),
            phone: Set("0912345678".to_owned()),
            company: Set("Hội".to_owned()),
            user_code: Set(id.0.simple().to_string()),
            event_limit: Set(-1),
            is_active: Set(true),
            email_verified_at: Set(Some(now)),
            must_change_password: Set(false),
            lang: Set(Lang::VI),
            search_text: Set(hoi_i18n::fold_for_search(&format!("Nguyễn {name} Hội"))),
            name_key: Set(Some(hoi_community::accounts::name_key(&format!(
                "Nguyễn {name}"
            )))),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        };
        user::Entity::insert(row)
            .exec_without_returning(&tx)
            .await
            .unwrap();
        let row = session::ActiveModel {
            id: Set(session),
            user_id: Set(id),
            refresh_hash: Set(session.0.simple().to_string()),
            // Longer than tests let pass.
            expires_at: Set(now.plus(365 * DAY)),
            remember: Set(true),
            created_at: Set(now),
            last_used_at: Set(now),
            ..Default::default()
        };
        session::Entity::insert(row)
            .exec_without_returning(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        TestUser {
            id,
            email,
            session,
            token: AccessToken::new(session, now).sign(&self.app.secrets),
        }
    }

    /// Sets an account's daily mails; `None` for the limit by its age.
    pub async fn allow_mails(&self, who: &TestUser, daily: Option<i64>) {
        let tx = self.app.db.write().await.unwrap();
        let change = user::ActiveModel {
            id: Set(who.id),
            daily_mails: Set(daily),
            ..Default::default()
        };
        change.update(&tx).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Returns a new token of `user`, for tests that last longer than a token.
    pub fn fresh_token(&self, user: &TestUser) -> String {
        AccessToken::new(user.session, self.app.clock.now()).sign(&self.app.secrets)
    }

    /// Returns the tasks of the event's organiser.
    pub async fn todo(&self, user: &TestUser, event: EventId) -> Value {
        let path = format!("/api/event/{event}/todo");
        let token = self.fresh_token(user);
        let request = self.request(Method::GET, &path).bearer(&token);
        request.send().await.data().clone()
    }

    /// Creates the row of a file, without content.
    pub async fn file(&self, owner: &TestUser, purpose: &str, visibility: Visibility) -> FileUrl {
        let id: FileId = new_id();
        let row = file::ActiveModel {
            id: Set(id),
            owner_id: Set(Some(owner.id)),
            purpose: Set(purpose.to_owned()),
            mime: Set("image/png".to_owned()),
            bytes: Set(1),
            sha256: Set("-".to_owned()),
            visibility: Set(visibility),
            preview: Set(None),
            created_at: Set(self.app.clock.now()),
            ..Default::default()
        };
        let tx = self.app.db.write().await.unwrap();
        file::Entity::insert(row)
            .exec_without_returning(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        FileUrl(id)
    }

    /// Creates a listed group that decides about requests, with its owner.
    pub async fn group(&self, owner: &TestUser) -> GroupId {
        self.group_with(owner, |_| {}).await
    }

    /// Creates a group changed by `change` before it is stored.
    pub async fn group_with(
        &self,
        owner: &TestUser,
        change: impl FnOnce(&mut group::ActiveModel),
    ) -> GroupId {
        let now = self.app.clock.now();
        let id: GroupId = new_id();
        let avatar = self.file(owner, "groupAvatar", Visibility::Public).await;
        let tx = self.app.db.write().await.unwrap();
        let mut row = group::ActiveModel {
            id: Set(id),
            name: Set("Hội Doanh nhân Đà Nẵng".to_owned()),
            description: Set("Cùng nhau đi xa".to_owned()),
            avatar: Set(avatar),
            founded_date: Set(None),
            require_membership_certificate: Set(false),
            require_business_license: Set(false),
            post_approval: Set(PostApproval::All),
            first_n: Set(3),
            join_policy: Set(JoinPolicy::Request),
            is_listed: Set(true),
            one_per_business_field: Set(false),
            point_value_visibility: Set(PointValueVisibility::Leaders),
            writes_recap: Set(true),
            search_text: Set("hoi doanh nhan da nang cung nhau di xa".to_owned()),
            version: Set(1),
            archived_at: Set(None),
            join_key: Set(None),
            created_by: Set(owner.id),
            created_at: Set(now),
            updated_at: Set(now),
            deleted_at: Set(None),
        };
        change(&mut row);
        row.insert(&tx).await.unwrap();
        tx.commit().await.unwrap();
        self.join_group(id, owner, GroupRole::Owner).await;
        id
    }

    /// Makes an account a member of a group.
    pub async fn join_group(&self, group: GroupId, who: &TestUser, role: GroupRole) {
        let now = self.app.clock.now();
        let row = group_member::ActiveModel {
            id: Set(new_id::<GroupMemberId>()),
            group_id: Set(group),
            user_id: Set(who.id),
            role: Set(role),
            attend_date: Set("2026-03-01".to_owned()),
            joined_at: Set(now),
            ..Default::default()
        };
        let tx = self.app.db.write().await.unwrap();
        group_member::Entity::insert(row)
            .exec_without_returning(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    /// Creates an event for up to `seats` people that is open now, without payment and ticket classes.
    pub async fn open_event(&self, owner: &TestUser, seats: i64) -> EventId {
        self.event(owner, |event| event.total_participants = Set(seats))
            .await
    }

    /// Creates an event that is open now (from yesterday until tomorrow), changed by `change` before it is stored.
    pub async fn event(
        &self,
        owner: &TestUser,
        change: impl FnOnce(&mut event::ActiveModel),
    ) -> EventId {
        let now = self.app.clock.now();
        let id: EventId = new_id();
        let logo = self.file(owner, "eventLogo", Visibility::Public).await;
        let tx = self.app.db.write().await.unwrap();
        let mut row = event::ActiveModel {
            id: Set(id),
            owner_id: Set(owner.id),
            title: Set("Hội nghị Đổi mới".to_owned()),
            description: Set("Một ngày gặp gỡ".to_owned()),
            total_participants: Set(100),
            open_registration_date: Set(now.minus(DAY)),
            close_registration_date: Set(now.plus(DAY)),
            logo: Set(logo),
            turn_off_payment: Set(true),
            send_email_after_register: Set(false),
            event_start_date: Set(now.plus(2 * DAY)),
            venue_address: Set("Nhà hát Lớn, Hà Nội".to_owned()),
            checkin_waiting_time: Set(5),
            sponsor_logos: Set(event::SponsorLogos::default()),
            form: Set(event::Scheme::default()),
            form_version: Set(1),
            registered_count: Set(0),
            search_text: Set("hoi nghi doi moi".to_owned()),
            version: Set(1),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        };
        change(&mut row);
        row.insert(&tx).await.unwrap();
        tx.commit().await.unwrap();
        id
    }

    /// Creates a ticket class; `quantity` −1 is unlimited.
    pub async fn ticket(&self, event: EventId, name: &str, price: i64, quantity: i64) -> TicketId {
        let now = self.app.clock.now();
        let id: TicketId = new_id();
        let tx = self.app.db.write().await.unwrap();
        let row = ticket::ActiveModel {
            id: Set(id),
            event_id: Set(event),
            name: Set(name.to_owned()),
            name_key: Set(name.to_lowercase()),
            price: Set(price),
            quantity: Set(quantity),
            sold: Set(0),
            is_hidden: Set(false),
            sort_order: Set(0),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        };
        ticket::Entity::insert(row)
            .exec_without_returning(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        self.app.snapshots.forget_all();
        id
    }

    /// Adds a participant at the registration desk, as the event's owner.
    pub async fn add(&self, person: NewRegistration) -> attendance::Model {
        let event = event::Entity::find_by_id(person.event_id).one(self.app.db.read());
        let owner = event.await.unwrap().unwrap().owner_id;
        seated(self.desk.submit(add_by_hand(person, owner, None)).await)
    }

    /// Has the organiser `by` remove a participant.
    pub async fn remove(&self, event: EventId, id: AttendanceId, by: UserId) {
        let removed = self.desk.submit(release(event, vec![id], by));
        removed.await.unwrap();
    }

    /// Returns the row of a participant, removed or not.
    pub async fn row(&self, id: AttendanceId) -> attendance::Model {
        let row = attendance::Entity::find_by_id(id).one(self.app.db.read());
        row.await.unwrap().unwrap()
    }

    /// Checks a participant in, or out, without a scan.
    pub async fn set_checked_in(&self, id: AttendanceId, is_in: bool) {
        let tx = self.app.db.write().await.unwrap();
        let change = attendance::ActiveModel {
            id: Set(id),
            checked_in_time: Set(is_in.then(|| self.app.clock.now())),
            ..Default::default()
        };
        change.update(&tx).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Returns the number of seats taken in an event.
    pub async fn registered(&self, event: EventId) -> i64 {
        let row = event::Entity::find_by_id(event)
            .one(self.app.db.read())
            .await;
        row.unwrap().unwrap().registered_count
    }

    /// Returns the number of seats taken in a ticket class.
    pub async fn sold(&self, ticket: TicketId) -> i64 {
        let row = ticket::Entity::find_by_id(ticket)
            .one(self.app.db.read())
            .await;
        row.unwrap().unwrap().sold
    }
}

/// The row of a registration that the desk has just made.
pub fn seated(registered: Result<Registered>) -> attendance::Model {
    match registered.unwrap() {
        Registered::Now(row) => *row,
        Registered::Before(id) => panic!("{id} was registered before"),
    }
}
