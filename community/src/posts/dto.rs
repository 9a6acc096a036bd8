//! Request and response bodies of the calls on posts.

use std::collections::{BTreeMap, BTreeSet};

use hoi_db::Timestamp;
use hoi_platform::error::LocalizedText;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::UserId;
use hoi_platform::validation::{Check, Validate};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::feed::FeedSort;
use super::{CommentId, PostId, PostStatus, ReactionKind, ReportId};
use crate::groups::GroupName;

/// The most characters of a post.
const MAX_TEXT: usize = 10_000;
/// The most images of a post.
const MAX_IMAGES: usize = 10;
/// The most characters of a comment.
const MAX_COMMENT: usize = 2_000;
/// The most characters of a reason.
const MAX_REASON: usize = 500;
/// The most posts that one call approves or rejects.
const MAX_REVIEWED: usize = 100;

/// A post in a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Post {
    pub id: PostId,
    pub group: GroupName,
    /// Null when the author's account was deleted.
    #[schema(required)]
    pub author: Option<PostAuthor>,
    /// Plain text; may be empty if there are images.
    pub text: String,
    /// Addresses of private files, at most 10.
    pub images: Vec<FileUrl>,
    /// For each of `images` a preview that is shown until it arrives, as a `data:` address; null where that is not
    /// known.
    pub previews: Vec<Option<String>>,
    /// The first of `images`; null without images.
    #[schema(required)]
    pub image: Option<FileUrl>,
    pub status: PostStatus,
    /// Whether the post takes no comments and reactions anymore.
    pub is_closed: bool,
    /// Whether the post stands before all others of its group.
    pub is_pinned: bool,
    /// When the post was first approved; null if it never was.
    #[schema(required)]
    pub approved_at: Option<Timestamp>,
    /// When the post was written, or last sent again for approval.
    pub submitted_at: Timestamp,
    /// Why the post was rejected; null if it is not rejected or no reason was given.
    #[schema(required)]
    pub reason: Option<String>,
    #[schema(required)]
    pub edited_at: Option<Timestamp>,
    pub comment_count: i64,
    /// The number of hearts among the reactions.
    pub like_count: i64,
    /// Whether the caller likes it.
    pub is_liked: bool,
    pub reactions: Reactions,
    /// Counts the changes of text and images and the decisions about the post. A decision or a change that sends it is
    /// refused (5008) if the post has changed since.
    pub version: i64,
    pub created_at: Timestamp,
    /// The month that the program sums up, if it wrote the post in the author's name; null for posts of people.
    #[schema(required)]
    pub recap: Option<Recap>,
    pub rights: PostRights,
}

/// The caller's present rights on a post.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a right of its own")]
pub struct PostRights {
    pub can_edit: bool,
    pub can_remove: bool,
    /// Whether the caller may close the post, or reopen it if it is closed.
    pub can_close: bool,
    /// Whether the caller may pin and unpin the post.
    pub can_pin: bool,
    /// Whether the caller may approve and reject the post.
    pub can_review: bool,
    /// Whether the caller may comment on the post, react to it and like its comments.
    pub can_answer: bool,
    /// Whether the caller may report the post and its comments, each once.
    pub can_report: bool,
}

/// A month of a group that the program sums up in a post.
#[derive(Debug, Serialize, ToSchema)]
pub struct Recap {
    /// As `YYYY-MM`.
    pub month: String,
    /// The up to three members with the largest sales, the best first, as they were when the post was written: by value
    /// if all members could see values, otherwise by number. Deleted accounts are left out.
    pub best: Vec<RecapPlace>,
}

/// One of the members with the largest sales of a month.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecapPlace {
    /// The place, from 1; equal members share it.
    pub rank: u64,
    pub member: PostAuthor,
    /// The number of deals.
    pub count: i64,
    /// Their sum in dong; null where only leaders could see values.
    #[schema(required)]
    pub value: Option<i64>,
}

/// The author of a post or a comment, or a person who reacted to a post.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PostAuthor {
    pub id: UserId,
    pub full_name: String,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
}

/// The reactions to a post. Each account has at most one.
#[derive(Debug, Serialize, ToSchema)]
pub struct Reactions {
    /// How many there are of each kind, the most frequent first. Kinds without any are missing.
    pub counts: Vec<ReactionCount>,
    /// The caller's reaction; null without one.
    #[schema(required)]
    pub own: Option<ReactionKind>,
    /// Up to three others who reacted last. Deleted accounts are left out.
    pub people: Vec<PostAuthor>,
}

/// How many reactions of a kind there are.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReactionCount {
    pub kind: ReactionKind,
    pub count: i64,
}

/// The reaction of an account to a post.
#[derive(Debug, Serialize, ToSchema)]
pub struct Reaction {
    pub kind: ReactionKind,
    /// Null when the account was deleted.
    #[schema(required)]
    pub person: Option<PostAuthor>,
}

/// A part of the reactions to a post.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReactionList {
    pub items: Vec<Reaction>,
    /// The `cursor` of the next part; null at the end.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// A part of a list of posts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PostList {
    pub items: Vec<Post>,
    /// The `cursor` of the next part; null at the end.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// A post with its first comments.
#[derive(Debug, Serialize, ToSchema)]
pub struct PostDetail {
    #[serde(flatten)]
    pub post: Post,
    pub comments: CommentList,
}

/// A comment on a post, or on another comment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    pub id: CommentId,
    /// The comment that begins the thread; null if this one begins it.
    #[schema(required)]
    pub parent_id: Option<CommentId>,
    /// Null when the author's account was deleted, and for a removed comment.
    #[schema(required)]
    pub author: Option<PostAuthor>,
    /// Plain text; empty for a removed comment.
    pub text: String,
    /// Whether the comment was removed; it is listed because there are answers to it.
    pub is_removed: bool,
    pub like_count: i64,
    /// Whether the caller likes it.
    pub is_liked: bool,
    #[schema(required)]
    pub edited_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub rights: CommentRights,
}

/// The caller's present rights on a comment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommentRights {
    pub can_edit: bool,
    pub can_remove: bool,
}

/// A part of the comments on a post. Threads stand in the order in which they began; the answers to a comment follow
/// it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommentList {
    pub items: Vec<Comment>,
    /// The `cursor` of the next part; null at the end.
    #[schema(required)]
    pub next_cursor: Option<CommentId>,
    /// The `before` of the part before this one; null at the beginning.
    #[schema(required)]
    pub previous_cursor: Option<CommentId>,
}

/// The likes of a post or a comment after a call that changed them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Likes {
    pub like_count: i64,
    pub is_liked: bool,
}

/// A post or a comment that members reported and no leader has dealt with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reported {
    /// The first report of the post or comment. Resolving it resolves all of them.
    pub id: ReportId,
    pub post_id: PostId,
    /// The reported comment; null when the post itself was reported.
    #[schema(required)]
    pub comment_id: Option<CommentId>,
    /// Null when the author's account was deleted.
    #[schema(required)]
    pub author: Option<PostAuthor>,
    pub text: String,
    pub images: Vec<FileUrl>,
    /// All reports of the post or comment, oldest first.
    pub reports: Vec<Report>,
}

/// A member's report of a post or comment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub reporter_name: String,
    pub reason: String,
    pub created_at: Timestamp,
}

/// The result of a decision about several posts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    pub decided: Vec<PostId>,
    /// The posts that nothing was decided about, because they were decided, changed or removed meanwhile.
    pub left: Vec<PostId>,
    /// The names of the leaders who decided about some of these before.
    pub left_decided_by: Vec<String>,
}

/// A new post, which needs a text or an image.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPost {
    /// Plain text, at most 10,000 characters.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_TEXT))))]
    pub text: String,
    /// Uploads of the caller with the purpose `post`, at most 10.
    #[serde(default)]
    #[schema(example = json!({ "max": MAX_IMAGES }))]
    pub images: Vec<FileUrl>,
}

/// A change of a post. Absent fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PostChange {
    /// Plain text, at most 10,000 characters.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_TEXT))))]
    pub text: Option<String>,
    /// All images that the post shall have, at most 10: images that it has, or uploads of the caller with the purpose
    /// `post`.
    #[serde(default)]
    #[schema(example = json!({ "max": MAX_IMAGES }))]
    pub images: Option<Vec<FileUrl>>,
    /// The version that the caller read; 5008 if there is a later one. Absent: any version.
    #[serde(default)]
    pub version: Option<i64>,
}

fn check_text(check: &mut Check, text: &mut String) {
    check.text("text", text, MAX_TEXT);
}

fn check_images(check: &mut Check, images: &[FileUrl]) {
    let most = LocalizedText::new("field.tooMany").with("max", MAX_IMAGES);
    check.ensure(images.len() <= MAX_IMAGES, "images", most);
    let distinct: BTreeSet<_> = images.iter().map(|image| image.0.0).collect();
    let twice = LocalizedText::new("post.imageTwice");
    check.ensure(distinct.len() == images.len(), "images", twice);
}

impl Validate for NewPost {
    fn validate(&mut self, check: &mut Check) {
        check_text(check, &mut self.text);
        check_images(check, &self.images);
        check_not_empty(check, &self.text, &self.images);
    }
}

/// Refuses a post without text and images.
pub fn check_not_empty(check: &mut Check, text: &str, images: &[FileUrl]) {
    let empty = text.is_empty() && images.is_empty();
    check.ensure(!empty, "text", LocalizedText::new("post.empty"));
}

impl Validate for PostChange {
    fn validate(&mut self, check: &mut Check) {
        if let Some(text) = &mut self.text {
            check_text(check, text);
        }
        if let Some(images) = &self.images {
            check_images(check, images);
        }
    }
}

/// A decision about one post.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PostDecision {
    /// The reason that the author is given on a rejection, at most 500 characters.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_REASON))))]
    pub reason: Option<String>,
    /// The version that the caller read; 5008 if there is a later one. Absent: any version.
    #[serde(default)]
    pub version: Option<i64>,
}

impl Validate for PostDecision {
    fn validate(&mut self, check: &mut Check) {
        check.optional_text("reason", &mut self.reason, MAX_REASON);
    }
}

/// A leader's decision about posts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewAction {
    Approve,
    Reject,
}

/// A decision about several posts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewBody {
    /// The posts, 1–100.
    #[schema(example = json!({ "max": MAX_REVIEWED }))]
    pub ids: BTreeSet<PostId>,
    pub action: ReviewAction,
    /// The reason that the authors are given on a rejection, at most 500 characters.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_REASON))))]
    pub reason: Option<String>,
    /// The versions that the caller read, by post. A post that has a later one is not decided about.
    #[serde(default)]
    pub versions: BTreeMap<PostId, i64>,
}

impl Validate for ReviewBody {
    fn validate(&mut self, check: &mut Check) {
        check.required("ids", !self.ids.is_empty());
        let most = LocalizedText::new("field.tooMany").with("max", MAX_REVIEWED);
        check.ensure(self.ids.len() <= MAX_REVIEWED, "ids", most);
        check.optional_text("reason", &mut self.reason, MAX_REASON);
    }
}

/// A new comment.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewComment {
    /// Plain text, 1–2,000 characters.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_COMMENT))))]
    pub text: String,
    /// The comment that is answered; absent to comment on the post. An answer to an answer joins the same thread.
    #[serde(default)]
    pub parent_id: Option<CommentId>,
}

impl Validate for NewComment {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("text", &mut self.text, MAX_COMMENT);
    }
}

/// A change of a comment.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CommentChange {
    /// Plain text, 1–2,000 characters.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_COMMENT))))]
    pub text: String,
}

impl Validate for CommentChange {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("text", &mut self.text, MAX_COMMENT);
    }
}

/// The caller's reaction to a post.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewReaction {
    pub kind: ReactionKind,
}

impl Validate for NewReaction {
    fn validate(&mut self, _: &mut Check) {}
}

/// A new report of a post or comment.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewReport {
    /// The reporter's reason, 1–500 characters.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_REASON))))]
    pub reason: String,
}

impl Validate for NewReport {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("reason", &mut self.reason, MAX_REASON);
    }
}

/// The order of the feed, and the part of it to return.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FeedQuery {
    /// Default `newest`.
    #[param(inline)]
    pub sort: Option<FeedSort>,
    /// `nextCursor` of the previous part; absent for the first.
    pub cursor: Option<String>,
    /// The most posts to return, 1–50, default 20.
    #[param(maximum = 50)]
    pub limit: Option<u64>,
}

/// Which posts of a group to return.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PostQuery {
    /// Default `approved`: pinned posts, then the others, newest first. Of `pending` posts (the longest waiting first)
    /// and
    /// `rejected` ones (newest first) ordinary members see only their own.
    pub status: Option<PostStatus>,
    /// `nextCursor` of the previous part; absent for the first.
    pub cursor: Option<String>,
    /// The most posts to return, 1–50, default 20. Pinned posts are not counted.
    #[param(maximum = 50)]
    pub limit: Option<u64>,
}

/// Which reactions to a post to return.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReactionQuery {
    /// Only reactions of this kind; absent for all.
    pub kind: Option<ReactionKind>,
    /// `nextCursor` of the previous part; absent for the first.
    pub cursor: Option<String>,
    /// The most reactions to return, 1–100, default 30.
    pub limit: Option<u64>,
}

/// Which comments on a post to return.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CommentQuery {
    /// `nextCursor` of the part before the wanted one; absent for the first.
    pub cursor: Option<CommentId>,
    /// `previousCursor` of the part after the wanted one.
    pub before: Option<CommentId>,
    /// A comment, also a removed one, that the part shall contain, with some of the comments before and after it. The
    /// first part is returned where the post has no such comment. Goes before `before`, which goes before `cursor`.
    pub around: Option<CommentId>,
    /// The most comments to return, 1–100, default 30.
    pub limit: Option<u64>,
}
