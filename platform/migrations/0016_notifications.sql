-- What accounts are told, and how each of them wants to be told.
create table notification (
    id uuid primary key,
    -- Not a reference: checking it would lock the accounts of many people, in an order of its own.
    user_id uuid not null,
    -- See server/src/notifications/kind.rs.
    kind text not null,
    -- What it is about; its kind says which table that is.
    object_id uuid not null,
    -- {name: {"text" | "moment" | "money": value}}: what fills the placeholders of the kind's texts.
    params jsonb not null,
    -- How often it happened, where one row tells of several times.
    times bigint not null check (times >= 1),
    -- A path in the application.
    link text not null,
    -- Whether the list shows it, and whether the browser does when it arrives.
    in_app boolean not null,
    browser boolean not null,
    -- Whether the next digest contains it, unless it is read before.
    in_digest boolean not null,
    -- When it last happened.
    happened_at bigint not null,
    -- When the person was last alerted; null if the list alone tells of it, because the person was alerted just before.
    told_at bigint,
    read_at bigint
);
-- What is told again while it is unread changes its row.
create unique index notification_once on notification (object_id, kind, user_id) where read_at is null;
create index notification_list on notification (user_id, happened_at, id) where in_app;
create index notification_unread on notification (user_id, happened_at, id) where in_app and read_at is null;
create index notification_digest on notification (user_id) where in_digest and read_at is null;
create index notification_told on notification (told_at, object_id, kind, user_id) where told_at is not null;
create index notification_age on notification (happened_at);

-- What an account has chosen for a kind, instead of what is usual.
create table notification_preference (
    user_id uuid not null references "user" (id),
    kind text not null,
    in_app boolean not null,
    browser boolean not null,
    email text not null check (email in ('off', 'digest', 'instant')),
    primary key (user_id, kind)
);

-- How often an account gets a digest, and when it got the last one.
create table digest_setting (
    user_id uuid primary key references "user" (id),
    frequency text not null check (frequency in ('off', 'daily', 'weekly')),
    last_sent_at bigint
);

-- Who registered for an event since its owner was last told; written by the desk, and removed when the owner is told.
create table untold_registrations (
    event_id uuid primary key references event (id),
    number bigint not null check (number >= 1),
    -- Who registered last.
    full_name text not null
);
