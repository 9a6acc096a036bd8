-- Events that somebody is still writing. Nobody but their author sees them.
create table event_draft (
    id uuid primary key,
    owner_id uuid not null references "user" (id),
    title text not null,
    -- What the wizard keeps, as JSON; nothing here reads it.
    content text not null,
    version bigint not null,
    created_at bigint not null,
    updated_at bigint not null
);
create index event_draft_owner on event_draft (owner_id, updated_at, id);

-- Where people reach the organiser by e-mail; null: at the address of the owner's account.
alter table event add column contact_email text;
