-- Events of groups. An event keeps its group when the group is archived or deleted, or when its owner no longer leads it.
alter table event add column group_id uuid references "group" (id);
-- Only members of the group, and guests with an invitation code, can register.
alter table event add column members_only boolean not null default false;
create index event_group on event (group_id, event_start_date, id) where group_id is not null and deleted_at is null;
