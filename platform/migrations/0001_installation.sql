-- What the server checks at its start and while it runs. Times in all tables are milliseconds since 1970 UTC.
create table installation (
    id bigint primary key check (id = 1),
    -- Of the file `secret` in the data folder; tells only whether the file is still the same.
    secret_fingerprint text not null
);

-- One row that every server increments and reads back, to notice a commit that does not reach the disk.
create table commit_check (
    id bigint primary key,
    count bigint not null
);
