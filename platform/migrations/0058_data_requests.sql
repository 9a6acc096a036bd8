-- What people ask of those who keep their personal data (Law 91/2025/QH15). The row stays as a record after the person
-- was erased; then it holds kind, dates, result and who decided, and no text.
create table data_request (
    id uuid primary key,
    -- The event whose organiser decides, and the registration that asks; null: administrators decide about an account.
    event_id uuid references event (id),
    attendance_id uuid references attendance (id),
    user_id uuid references "user" (id),
    kind text not null check (kind in ('correction', 'erasure', 'consent', 'other')),
    content text not null,
    asked_at bigint not null,
    answer_by bigint not null,
    done_by bigint not null,
    answer text,
    answered_at bigint,
    -- Null while it is open.
    result text check (result in ('done', 'refused')),
    reason text,
    closed_at bigint,
    -- Null also for what nobody pressed a button for.
    closed_by uuid references "user" (id),
    answer_reminded_at bigint,
    done_reminded_at bigint,
    constraint data_request_of check ((event_id is null) = (attendance_id is null) and (event_id is null) = (user_id is not null)),
    constraint data_request_closed check ((result is null) = (closed_at is null))
);
create unique index data_request_of_participant on data_request (attendance_id, kind) where closed_at is null;
create unique index data_request_of_account on data_request (user_id, kind) where closed_at is null;
create index data_request_participant on data_request (attendance_id);
create index data_request_event on data_request (event_id, asked_at, id);
create index data_request_open on data_request (answer_by) where closed_at is null;
