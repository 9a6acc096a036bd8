-- Regular meetings of groups: events that were made together, and which members do not come.

-- An event that was made together with others.
create table meeting (
    event_id uuid primary key references event (id),
    series_id uuid not null
);
create index meeting_series on meeting (series_id);

-- A member who does not come to an event of the group: excused, or with somebody who stands in.
create table absence (
    id uuid primary key,
    event_id uuid not null references event (id),
    user_id uuid not null references "user" (id),
    -- The registration of the substitute; null: excused.
    substitute_id uuid references attendance (id),
    -- An account; not a reference, because checking it would lock accounts in an order of its own.
    created_by uuid not null,
    created_at bigint not null
);
create unique index absence_once on absence (event_id, user_id);
