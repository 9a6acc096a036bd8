-- Many registrations from one network address in a short time, once per burst.
create table registration_burst (
    id uuid primary key,
    event_id uuid not null references event (id),
    address_hash text not null,
    -- When the first of these registrations was made.
    started_at bigint not null,
    noticed_at bigint not null,
    -- When the organiser dismissed the notice.
    dismissed_at bigint
);
create index registration_burst_event on registration_burst (event_id, noticed_at);

-- Responses kept for a day, so that a repeated request gets the first one (header Idempotency-Key).
create table idempotency (
    caller text not null,
    path text not null,
    key text not null,
    request_hash text not null,
    status bigint not null,
    body text not null,
    expires_at bigint not null,
    primary key (caller, path, key)
);
create index idempotency_expiry on idempotency (expires_at);
