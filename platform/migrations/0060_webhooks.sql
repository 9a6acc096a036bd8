-- Addresses to which changes are sent. A webhook belongs to an event or to a group.
create table webhook (
    id uuid primary key,
    event_id uuid references event (id),
    group_id uuid references "group" (id),
    url text not null,
    sealed_secret text not null,
    -- The secret before the present one, by which is signed beside it until the moment after it.
    sealed_old_secret text,
    old_secret_until bigint,
    -- Names of what is sent.
    kinds jsonb not null,
    -- When its first waiting delivery is due; null while none waits. A server that sends has set it to the end of its lease.
    next_at bigint,
    -- The position of its newest delivery.
    last_position bigint not null,
    -- Since when all attempts have failed.
    failing_since bigint,
    off_since bigint,
    off_reason text check (off_reason in ('organiser', 'gone', 'failing')),
    version bigint not null,
    created_by uuid not null references "user" (id),
    created_at bigint not null,
    updated_at bigint not null,
    constraint webhook_of check ((event_id is null) <> (group_id is null)),
    constraint webhook_off check ((off_since is null) = (off_reason is null))
);
create index webhook_event on webhook (event_id) where event_id is not null;
create index webhook_group on webhook (group_id) where group_id is not null;
create index webhook_due on webhook (next_at) where next_at is not null;

-- What has happened, written with the change and taken from here for each webhook that wants it.
create table webhook_news (
    id uuid primary key,
    -- The event or the group.
    scope_id uuid not null,
    news jsonb not null,
    created_at bigint not null
);

create table webhook_delivery (
    id uuid primary key,
    webhook_id uuid not null references webhook (id),
    -- The order in which deliveries are sent. Identifiers would follow the clocks of several servers.
    position bigint not null,
    kind text not null,
    payload text not null,
    created_at bigint not null,
    attempts bigint not null,
    tried_at bigint,
    -- What the last attempt was answered, or why there is no answer.
    status bigint,
    answer text,
    fault text check (fault in ('refused', 'slow', 'failed', 'unsigned')),
    took_ms bigint,
    delivered_at bigint,
    given_up_at bigint
);
create index webhook_delivery_log on webhook_delivery (webhook_id, created_at, id);
create unique index webhook_delivery_position on webhook_delivery (webhook_id, position);
create index webhook_delivery_waiting on webhook_delivery (webhook_id, position) where delivered_at is null and given_up_at is null;
create index webhook_delivery_given_up on webhook_delivery (webhook_id) where given_up_at is not null;
create index webhook_delivery_old on webhook_delivery (created_at);
