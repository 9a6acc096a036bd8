//! The rights in a group, as argument types.

use std::marker::PhantomData;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use hoi_db::Tx;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::path_id;
use hoi_platform::ids::UserId;

use super::entity::{group, group_member, join_request};
use super::{GroupId, GroupRole, JoinRequestId, RequestKind, requests, rules, store};
use crate::accounts::entity::user;
use crate::accounts::{Role, Signed};

/// The caller in the group `{groupId}` of the path, where they have the right `R`.
///
/// 5005 when there is no such group, or the caller may not know of it (see [`Visitor`]); 5016 without the right.
pub struct InGroup<R> {
    /// Never a deleted group; it may be archived.
    pub group: group::Model,
    pub user: user::Model,
    /// The caller's membership; None for administrators, and for visitors who are not members.
    pub member: Option<group_member::Model>,
    right: PhantomData<fn() -> R>,
}

/// A right in a group.
pub trait Right: Send + Sync + 'static {
    /// Returns whether an account with this role has the right; `role` is None for accounts that are not members.
    fn is_held(is_admin: bool, role: Option<GroupRole>) -> bool;
}

/// Any account that may know of the group: it is listed, or the account is a member, an administrator, invited, or
/// waits to be admitted.
pub enum Visitor {}
/// Members and administrators, who may read the group's content.
pub enum Reader {}
/// Members, but not administrators: for posting, commenting and the like.
pub enum Member {}
/// The owner, managers and administrators.
pub enum Leader {}
/// The owner and administrators.
pub enum Owner {}

impl Right for Visitor {
    fn is_held(_: bool, _: Option<GroupRole>) -> bool {
        true
    }
}

impl Right for Reader {
    fn is_held(is_admin: bool, role: Option<GroupRole>) -> bool {
        is_admin || role.is_some()
    }
}

impl Right for Member {
    fn is_held(is_admin: bool, role: Option<GroupRole>) -> bool {
        !is_admin && role.is_some()
    }
}

impl Right for Leader {
    fn is_held(is_admin: bool, role: Option<GroupRole>) -> bool {
        is_admin || role.is_some_and(GroupRole::leads)
    }
}

impl Right for Owner {
    fn is_held(is_admin: bool, role: Option<GroupRole>) -> bool {
        is_admin || role == Some(GroupRole::Owner)
    }
}

impl<R> InGroup<R> {
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.user.role == Role::Admin
    }

    /// 5009 when the group is archived.
    pub fn check_open(&self) -> Result<()> {
        rules::check_not_archived(self.group.archived_at.is_some())
    }

    /// Returns the caller's role; None without a membership.
    #[must_use]
    pub fn role(&self) -> Option<GroupRole> {
        self.member.as_ref().map(|member| member.role)
    }

    /// Returns whether the caller also has the right `Other`.
    #[must_use]
    pub fn has<Other: Right>(&self) -> bool {
        Other::is_held(self.is_admin(), self.role())
    }
}

impl InGroup<Leader> {
    /// Returns whether the caller may give this role: only the owner makes managers.
    #[must_use]
    pub fn may_give(&self, role: GroupRole) -> bool {
        role == GroupRole::Member || self.has::<Owner>()
    }

    /// 5016 when the caller may not give this role.
    pub fn check_may_give(&self, role: GroupRole) -> Result<()> {
        if self.may_give(role) {
            Ok(())
        } else {
            Err(Error::InsufficientPermission)
        }
    }
}

impl<R: Right> InGroup<R> {
    /// Locks the group until the transaction ends and reads it and the caller's membership again; 5016 when the caller
    /// has lost the right meanwhile.
    pub async fn lock(&mut self, tx: &Tx) -> Result<()> {
        self.group = store::lock(tx, self.group.id).await?;
        self.member = store::find_member(tx, self.group.id, self.user.id).await?;
        if self.has::<R>() {
            Ok(())
        } else {
            Err(Error::InsufficientPermission)
        }
    }

    /// As [`Self::lock`], for changes that an archived group does not take (5009).
    pub async fn lock_open(&mut self, tx: &Tx) -> Result<()> {
        self.lock(tx).await?;
        self.check_open()
    }
}

fn missing() -> Error {
    Error::NotFound(LocalizedText::new("group.notFound"))
}

/// Returns the group `id` if `user` has the right `R` in it. For calls that name the group elsewhere than in their
/// path.
pub async fn in_group<R: Right>(app: &App, id: GroupId, user: user::Model) -> Result<InGroup<R>> {
    let conn = app.db.read();
    let group = store::find(conn, id).await?.ok_or_else(missing)?;
    let member = store::find_member(conn, id, user.id).await?;
    let caller = InGroup {
        group,
        user,
        member,
        right: PhantomData,
    };
    let may_know = caller.group.is_listed
        || caller.has::<Reader>()
        || requests::find_pending(conn, id, &caller.user)
            .await?
            .is_some();
    if !may_know {
        Err(missing())
    } else if caller.has::<R>() {
        Ok(caller)
    } else {
        Err(Error::InsufficientPermission)
    }
}

impl<S: Send + Sync, R: Right> FromRequestParts<S> for InGroup<R>
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Signed { user, .. } =
            <Signed as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        let id = path_id(parts, state, "groupId")
            .await
            .map_err(|_| missing())?;
        in_group(&App::from_ref(state), id, user).await
    }
}

/// The caller's account, if it can be a member of groups. 5016 for administrators, who cannot.
pub struct Joiner(pub user::Model);

impl<S: Send + Sync> FromRequestParts<S> for Joiner
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let signed = <Signed as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        if signed.is_admin() {
            return Err(Error::InsufficientPermission);
        }
        Ok(Self(signed.user))
    }
}

/// The member `{userId}` of the group, whose details the caller may change: the caller leads the group or is that
/// member.
pub struct MayChangeMember {
    pub caller: InGroup<Reader>,
    pub user_id: UserId,
}

/// The member `{userId}` of the group, whom the caller may remove. The owner and administrators may remove any member,
/// managers may remove ordinary members, and every member may leave.
pub struct MayRemoveMember {
    pub caller: InGroup<Reader>,
    pub user_id: UserId,
}

async fn target<S: Send + Sync>(
    parts: &mut Parts,
    state: &S,
) -> Result<(InGroup<Reader>, group_member::Model)>
where
    App: FromRef<S>,
{
    let caller = InGroup::<Reader>::from_request_parts(parts, state).await?;
    let user: UserId = path_id(parts, state, "userId")
        .await
        .map_err(|_| store::no_member())?;
    let app = App::from_ref(state);
    let found = store::find_member(app.db.read(), caller.group.id, user).await?;
    Ok((caller, found.ok_or_else(store::no_member)?))
}

impl<S: Send + Sync> FromRequestParts<S> for MayChangeMember
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let (caller, target) = target(parts, state).await?;
        if !caller.has::<Leader>() && target.user_id != caller.user.id {
            return Err(Error::InsufficientPermission);
        }
        Ok(Self {
            caller,
            user_id: target.user_id,
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for MayRemoveMember
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let (caller, target) = target(parts, state).await?;
        caller.check_may_remove(&target)?;
        Ok(Self {
            caller,
            user_id: target.user_id,
        })
    }
}

impl<R> InGroup<R> {
    /// 5016 when the caller may not remove `target`, as [`MayRemoveMember`] says.
    pub fn check_may_remove(&self, target: &group_member::Model) -> Result<()> {
        let may = target.user_id == self.user.id
            || self.has::<Owner>()
            || self.has::<Leader>() && target.role == GroupRole::Member;
        if may {
            Ok(())
        } else {
            Err(Error::InsufficientPermission)
        }
    }
}

/// The request or invitation `{id}` of the group, which the caller may decide: leaders decide requests, invited persons
/// their invitations.
pub struct MayDecideRequest {
    pub caller: InGroup<Visitor>,
    pub request: join_request::Model,
}

/// The request or invitation `{id}` of the group, which the caller may withdraw: applicants withdraw their requests,
/// leaders invitations.
pub struct MayWithdrawRequest {
    pub caller: InGroup<Visitor>,
    pub request: join_request::Model,
}

async fn request<S: Send + Sync>(
    parts: &mut Parts,
    state: &S,
) -> Result<(InGroup<Visitor>, join_request::Model)>
where
    App: FromRef<S>,
{
    let caller = InGroup::<Visitor>::from_request_parts(parts, state).await?;
    let missing = || Error::NotFound(LocalizedText::new("group.requestNotFound"));
    let id: JoinRequestId = path_id(parts, state, "id").await.map_err(|_| missing())?;
    let app = App::from_ref(state);
    let found = requests::find(app.db.read(), caller.group.id, id).await?;
    Ok((caller, found.ok_or_else(missing)?))
}

impl<S: Send + Sync> FromRequestParts<S> for MayDecideRequest
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let (caller, request) = request(parts, state).await?;
        let may = match request.kind {
            RequestKind::Request => caller.has::<Leader>(),
            RequestKind::Invitation => request.is_of(&caller.user),
        };
        if may {
            Ok(Self { caller, request })
        } else {
            Err(Error::InsufficientPermission)
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for MayWithdrawRequest
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let (caller, request) = request(parts, state).await?;
        let may = match request.kind {
            RequestKind::Request => request.is_of(&caller.user),
            RequestKind::Invitation => caller.has::<Leader>(),
        };
        if may {
            Ok(Self { caller, request })
        } else {
            Err(Error::InsufficientPermission)
        }
    }
}
