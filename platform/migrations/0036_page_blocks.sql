-- Programme, speakers and questions on an event's public page. A table of its own, because they are long and only the
-- page needs them. An event without a row has none.
create table event_page (
    event_id uuid primary key references event (id),
    blocks jsonb not null,
    -- From 1, goes up by one with each change.
    version bigint not null,
    updated_at bigint not null
);
