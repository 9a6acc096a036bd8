-- How the public page of a lucky draw names people, and whether it shows the draw at all. Draws that were under way stay
-- open, with shortened names until their owners choose otherwise.
alter table lucky_draw add column name_form text not null default 'givenInitial'
    check (name_form in ('full', 'givenInitial', 'code'));
alter table lucky_draw add column is_open boolean not null default false;
update lucky_draw set is_open = true
    where exists (select 1 from lucky_draw_round where lucky_draw_round.event_id = lucky_draw.event_id);

-- How many may register from one network address within a day; null = any number.
alter table event add column registrations_per_address bigint check (registrations_per_address between 1 and 1000);
-- From which network somebody registered: a keyed hash, kept for a week.
alter table attendance add column address_hash text;
create index attendance_address on attendance (event_id, address_hash, registration_time) where address_hash is not null;

-- Many registrations from one network address in a short time, once per burst.
create table registration_burst (
    id uuid primary key,
    event_id uuid not null references event (id),
    address_hash text not null,
    -- When the first of these registrations was made.
    started_at bigint not null,
    noticed_at bigint not null,
    -- The organiser has read it and does not want to see it any more.
    dismissed_at bigint
);
create index registration_burst_event on registration_burst (event_id, noticed_at);

-- Minutes for which a visitor's registration holds its seat until the link in the mail is opened; null = no confirmation.
alter table event add column confirm_by_mail_minutes bigint check (confirm_by_mail_minutes between 5 and 1440);
-- Until when a registration that is not confirmed holds its seat; null = confirmed, or never had to be.
alter table attendance add column confirm_by bigint;
create index attendance_unconfirmed on attendance (confirm_by) where confirm_by is not null and deleted_at is null;
