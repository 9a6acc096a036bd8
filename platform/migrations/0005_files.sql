-- Uploaded files; their contents are in the storage.
create table file (
    id uuid primary key,
    -- Who uploaded it; null for a visitor. No foreign key: accounts refer to files themselves.
    owner_id uuid,
    -- The event whose form a visitor uploaded it for. No foreign key: events refer to files themselves.
    event_id uuid,
    purpose text not null,
    mime text not null,
    bytes bigint not null check (bytes >= 0),
    sha256 text not null,
    visibility text not null check (visibility in ('public', 'private')),
    created_at bigint not null,
    deleted_at bigint
);
create index file_event on file (event_id, created_at) where event_id is not null;
create index file_age on file (created_at) where deleted_at is null;
-- How much an account has uploaded lately.
create index file_owner on file (owner_id, created_at) where owner_id is not null;
