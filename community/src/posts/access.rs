//! The rights to posts and comments, as argument types.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use hoi_db::Tx;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::path_id;
use hoi_platform::ids::UserId;

use super::entity::{comment, post};
use super::rules::{PostState, Standing};
use super::{CommentId, PostId, comments, store};
use crate::groups::{InGroup, Member, Reader, Right};

/// The post `{postId}` of the path, in whose group the caller has the right `R`. 5005 when there is no such post or the
/// caller may not see it.
pub struct InPost<R> {
    pub caller: InGroup<R>,
    pub post: post::Model,
}

/// A post that the caller wrote, or of a group that the caller leads (5016 for others). The handler judges whether a leader
/// still may change it.
pub struct EditedPost(pub InPost<Reader>);

/// The comment `{id}` on a post, in whose group the caller has the right `R`. 5005 when it was removed.
pub struct OnComment<R> {
    pub post: InPost<R>,
    pub comment: comment::Model,
}

/// A comment that the caller wrote (5016 for others).
pub struct OwnComment(pub OnComment<Member>);

pub fn no_post() -> Error {
    Error::NotFound(LocalizedText::new("post.notFound"))
}

pub fn no_comment() -> Error {
    Error::NotFound(LocalizedText::new("post.commentNotFound"))
}

/// Returns the caller's relation to something that `author` wrote in the group.
pub fn standing<R>(caller: &InGroup<R>, author: UserId) -> Standing {
    Standing::of(caller.user.id == author, caller.role(), caller.is_admin())
}

/// 5016 unless `may` is true.
pub fn require(may: bool) -> Result<()> {
    if may {
        Ok(())
    } else {
        Err(Error::InsufficientPermission)
    }
}

impl<R> InPost<R> {
    pub fn standing(&self) -> Standing {
        standing(&self.caller, self.post.author_id)
    }

    pub fn state(&self) -> PostState {
        store::state(&self.post, self.caller.group.archived_at.is_some())
    }
}

impl<R: Right> InPost<R> {
    /// Locks the group until the transaction ends and reads the post again, so that a member removed meanwhile cannot
    /// answer, and a post closed meanwhile gets no answer. 5005: the post is gone; 5008: it is not approved; 5009: it
    /// is closed, or the group is archived; 5016: the caller has lost the right.
    pub async fn lock_answerable(&mut self, tx: &Tx) -> Result<()> {
        self.caller.lock(tx).await?;
        let found = store::find(tx, self.caller.group.id, self.post.id).await?;
        self.post = found.ok_or_else(no_post)?;
        self.state().check_takes_answers()
    }
}

impl<S: Send + Sync, R: Right> FromRequestParts<S> for InPost<R>
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let caller = InGroup::<R>::from_request_parts(parts, state).await?;
        let id: PostId = path_id(parts, state, "postId")
            .await
            .map_err(|_| no_post())?;
        let app = App::from_ref(state);
        let post = store::find(app.db.read(), caller.group.id, id).await?;
        let post = post.filter(|post| standing(&caller, post.author_id).may_see(post.status));
        Ok(Self {
            post: post.ok_or_else(no_post)?,
            caller,
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for EditedPost
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let found = InPost::<Reader>::from_request_parts(parts, state).await?;
        require(found.standing().may_withdraw())?;
        Ok(Self(found))
    }
}

impl<S: Send + Sync, R: Right> FromRequestParts<S> for OnComment<R>
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let post = InPost::<R>::from_request_parts(parts, state).await?;
        let id: CommentId = path_id(parts, state, "id")
            .await
            .map_err(|_| no_comment())?;
        let app = App::from_ref(state);
        let found = comments::find(app.db.read(), post.post.id, id).await?;
        Ok(Self {
            comment: found.ok_or_else(no_comment)?,
            post,
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for OwnComment
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let found = OnComment::<Member>::from_request_parts(parts, state).await?;
        require(found.comment.author_id == found.post.caller.user.id)?;
        Ok(Self(found))
    }
}
