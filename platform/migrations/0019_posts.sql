-- Posts of groups with their images, comments, likes and reports.
create table post (
    id uuid primary key,
    group_id uuid not null references "group" (id),
    author_id uuid not null references "user" (id),
    text text not null,
    status text not null check (status in ('pending', 'approved', 'rejected')),
    is_closed boolean not null,
    -- Since when it stands on top of its group.
    pinned_at bigint,
    -- When it was sent, or last sent again, for approval.
    submitted_at bigint not null,
    -- When it was first approved. Approval after an edit does not bring it to the top again.
    approved_at bigint,
    -- The later of approval and last comment; null while it was never approved.
    active_at bigint,
    -- The leader who decided last; null when nobody had to decide.
    decided_by uuid,
    -- Why it was rejected.
    reason text,
    edited_at bigint,
    -- Changes with text and images, so that nobody approves what they have not read.
    version bigint not null,
    comment_count bigint not null check (comment_count >= 0),
    like_count bigint not null check (like_count >= 0),
    created_at bigint not null,
    deleted_at bigint,
    check (status <> 'approved' or (approved_at is not null and active_at is not null))
);
-- The feed and the lists of a group are read along these indexes, so that a part costs the same in a group of any age.
create index post_newest on post (group_id, status, approved_at, id) where deleted_at is null;
create index post_active on post (group_id, status, active_at, id) where deleted_at is null;
create index post_submitted on post (group_id, status, submitted_at, id) where deleted_at is null;
create index post_author on post (group_id, author_id, status, submitted_at, id) where deleted_at is null;
create index post_pinned on post (group_id, pinned_at) where pinned_at is not null;

create table post_image (
    post_id uuid not null references post (id),
    -- From 0, in the author's order.
    position bigint not null,
    file_id uuid not null references file (id),
    primary key (post_id, position)
);
create index post_image_file on post_image (file_id);

create table post_comment (
    id uuid primary key,
    post_id uuid not null references post (id),
    author_id uuid not null references "user" (id),
    -- The comment that it answers, or itself.
    thread_id uuid not null references post_comment (id),
    text text not null,
    like_count bigint not null check (like_count >= 0),
    created_at bigint not null,
    edited_at bigint,
    deleted_at bigint
);
create index post_comment_thread on post_comment (post_id, thread_id, id);
create index post_comment_live on post_comment (post_id, created_at) where deleted_at is null;

create table post_like (
    -- A post or a comment.
    target_id uuid not null,
    user_id uuid not null references "user" (id),
    created_at bigint not null,
    primary key (target_id, user_id)
);

create table post_report (
    id uuid primary key,
    group_id uuid not null references "group" (id),
    post_id uuid not null references post (id),
    -- The reported comment of the post; null when the post itself is reported.
    comment_id uuid references post_comment (id),
    -- The reported comment or post.
    target_id uuid not null,
    reporter_id uuid not null references "user" (id),
    reason text not null,
    created_at bigint not null,
    resolved_by uuid,
    resolved_at bigint
);
create unique index post_report_once on post_report (target_id, reporter_id);
create index post_report_open on post_report (group_id, created_at, id) where resolved_at is null;
