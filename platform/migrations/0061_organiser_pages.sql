-- Public pages of accounts and groups at /o/{slug}. A row stays when its page is switched off, so that the address is kept.
create table organiser_page (
    id uuid primary key,
    -- Whose page it is: one of the two.
    user_id uuid references "user" (id),
    group_id uuid references "group" (id),
    slug text not null,
    -- The slug as it looks: two that are mistaken for one another have the same.
    slug_key text not null,
    -- Of an account's page; a group's has the group's.
    name text not null,
    content text not null,
    is_on boolean not null,
    version bigint not null,
    updated_at bigint not null,
    constraint organiser_page_of check ((user_id is null) <> (group_id is null))
);
create unique index organiser_page_slug on organiser_page (slug_key);
create unique index organiser_page_user on organiser_page (user_id);
create unique index organiser_page_group on organiser_page (group_id);
