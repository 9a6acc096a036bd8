-- What servers on one database tell one another; see server/src/broadcast. Rows live for half a minute. Empty where the
-- database belongs to one server.
create table broadcast (
    -- The server that wrote the row, from its start to its end.
    server uuid not null,
    -- Counts the rows of this server.
    number bigint not null,
    messages jsonb not null,
    written_at bigint not null,
    primary key (server, number)
);
