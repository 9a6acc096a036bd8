-- Deliveries of an event's public page on a day, which begins at midnight in Vietnam. Nothing is stored of who asked.
create table event_visit (
    event_id uuid not null references event (id),
    day bigint not null,
    visits bigint not null,
    primary key (event_id, day)
);
