-- What registered people know of time and place of an event that was changed, until they are told or the organiser
-- decides not to tell them; see server/src/events/letters.
create table event_letter (
    event_id uuid primary key references event (id),
    -- What was known until when, from the first change to the last one. Who registered after that knows.
    known jsonb not null
);

-- A mail to everybody who is registered for an event, and how far it has got, so that nobody gets it twice.
create table event_mailing (
    id uuid primary key,
    event_id uuid not null references event (id),
    kind text not null check (kind in ('cancellation', 'change', 'dayBefore', 'hoursBefore')),
    -- Of a reminder, the beginning that it reminds of; of others, when the event was changed or cancelled.
    about bigint not null,
    -- Of a change, what was known until when.
    known jsonb,
    -- Only who registered before gets it.
    registered_before bigint not null,
    -- The last participant who was taken; they are taken in the order of their identifiers.
    told_until uuid,
    mails bigint not null default 0,
    -- When everybody had been taken.
    ended_at bigint,
    unique (event_id, kind, about)
);

-- Until when reminders have been looked for: one row. What was due before the first look is not caught up on.
create table reminder_look (
    id bigint primary key check (id = 1),
    looked_until bigint not null
);

alter table event add column turn_off_day_reminder boolean not null default false;
alter table event add column turn_off_hours_reminder boolean not null default false;
-- The events that begin soon.
create index event_start on event (event_start_date, id) where cancelled_at is null and deleted_at is null;
