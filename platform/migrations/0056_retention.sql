-- What an organiser decided about how long the personal data of an event's participants is kept; no row: nothing.
create table event_retention (
    event_id uuid primary key references event (id),
    -- Days from the event's end until the data is erased; null: the usual time. The platform's maximum may be shorter.
    keep_days bigint check (keep_days between 30 and 3650),
    -- Why identity numbers and documents are kept as long as the rest; null: they are erased earlier.
    documents_reason text,
    updated_at bigint not null
);

-- The last announcement of each part that is erased. Nothing is erased that was not announced for its date.
create table erasure_notice (
    event_id uuid not null references event (id),
    part text not null check (part in ('everything', 'documents')),
    -- The date for which it was announced; another date needs another announcement.
    due_at bigint not null,
    announced_at bigint not null,
    -- When the erasure was last ordered; null: not yet.
    ordered_at bigint,
    -- When nothing was left; null: not yet.
    ended_at bigint,
    primary key (event_id, part)
);
