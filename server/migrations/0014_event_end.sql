-- When an event ends, if its organiser says so; after it starts.
alter table event add column end_date bigint;
