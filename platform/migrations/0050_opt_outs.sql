-- Who wants no more messages of an organiser, whichever of their events they are registered for. Mails about a
-- registration go on.
create table message_opt_out (
    -- The account that owns the events.
    owner_id uuid not null references "user" (id),
    -- As attendance.email_key has it, without the number of people who share an address.
    email_key text not null,
    at bigint not null,
    primary key (owner_id, email_key)
);
