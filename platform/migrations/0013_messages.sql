-- Messages of organisers to their participants: what is written, to whom, and the result for each recipient.
create table message (
    id uuid primary key,
    event_id uuid not null references event (id),
    author_id uuid not null references "user" (id),
    subject text not null,
    content text not null,
    -- {"kind", "ticketId"}
    segment jsonb not null,
    status text not null check (status in ('draft', 'scheduled', 'sending', 'sent', 'cancelled')),
    -- Why it was not sent as planned.
    problem text check (problem in ('dailyLimit', 'eventCancelled')),
    send_at bigint,
    -- When its recipients were decided.
    started_at bigint,
    -- Whether every recipient has a row in message_delivery.
    is_expanded boolean not null,
    recipients bigint not null check (recipients >= 0),
    sent_at bigint,
    tested_at bigint,
    version bigint not null,
    created_at bigint not null,
    updated_at bigint not null
);
create index message_event on message (event_id, created_at);

create table message_delivery (
    message_id uuid not null references message (id),
    attendance_id uuid not null references attendance (id),
    state text not null check (state in ('waiting', 'sent', 'failed', 'skipped')),
    attempts bigint not null check (attempts >= 0),
    -- Not before. Postponed by the server that takes the delivery, so that no other one sends it.
    next_at bigint not null,
    -- Why it failed or was left out; no personal data.
    reason text check (reason in (
        'refused', 'notMade', 'unreachable', 'removed', 'noEmail', 'notAnyMore', 'eventCancelled'
    )),
    sent_at bigint,
    primary key (message_id, attendance_id)
);
create index message_delivery_state on message_delivery (message_id, state, next_at);

-- When an event may send its next mails.
create table message_pace (
    event_id uuid primary key references event (id),
    next_at bigint not null
);
