-- The program sums up each month of a group in a post, unless the owner has switched that off.
alter table "group" add column writes_recap boolean not null default true;

-- One row for each group and month that was looked at, so that several servers write one post. Without anything to sum
-- up it has no post.
create table group_recap (
    group_id uuid not null references "group" (id),
    -- As YYYY-MM.
    month text not null,
    post_id uuid references post (id),
    -- The members with the largest sales by identifier, with what they had sold when the post was written.
    best jsonb not null,
    created_at bigint not null,
    primary key (group_id, month)
);
create unique index group_recap_post on group_recap (post_id) where post_id is not null;
