-- What visitors read of an event's host, whether search engines may list its page, and its short address.
alter table event add column host_name text;
alter table event add column host_contact text;
alter table event add column hide_from_search boolean not null default false;
-- The last part of the address `/e/{slug}`; null for events that have not been saved since there are short addresses.
alter table event add column slug text;
create unique index event_slug on event (slug);
