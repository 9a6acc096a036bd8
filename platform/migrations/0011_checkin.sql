-- Keys of the devices at the door, and the log of scans.
create table checkin_key (
    id uuid primary key,
    event_id uuid not null references event (id),
    hash text not null,
    label text not null,
    created_at bigint not null,
    revoked_at bigint
);
create unique index checkin_key_hash on checkin_key (hash);
create index checkin_key_event on checkin_key (event_id, created_at);

create table scan (
    id uuid primary key,
    event_id uuid not null references event (id),
    attendance_id uuid references attendance (id),
    -- What was read. Kept only if no participant has this code: a valid code lets its holder in.
    code text,
    device_id text,
    nonce text,
    occurred_at bigint not null,
    received_at bigint not null,
    result text not null,
    -- The outcome as rules.rs writes it, so that a repeated nonce gets the same answer.
    answer jsonb,
    actor text not null
);
create unique index scan_nonce on scan (event_id, nonce) where nonce is not null;
create index scan_attendance on scan (attendance_id, occurred_at) where attendance_id is not null;
create index scan_event on scan (event_id, received_at);
-- The limit on guessing counts these.
create index scan_not_found on scan (actor, received_at) where result = 'notFound';
