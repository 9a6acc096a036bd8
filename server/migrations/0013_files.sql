-- What the server checks at its start.
create table installation (
    id bigint primary key check (id = 1),
    -- Of the file `secret` in the data folder; says nothing about it but whether it is the same.
    secret_fingerprint text not null
);

-- An image stands in an album once, also when it is added twice at the same moment.
delete from cover where exists (
    select 1 from cover earlier
    where earlier.owner_id = cover.owner_id and earlier.file_id = cover.file_id and earlier.id < cover.id
);
create unique index cover_once on cover (owner_id, file_id);
