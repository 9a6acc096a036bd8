-- How long visitors may change or cancel their own registration. Without a moment of its own: until the event starts.
alter table event add column turn_off_visitor_changes boolean not null default false;
alter table event add column visitor_changes_until bigint;
