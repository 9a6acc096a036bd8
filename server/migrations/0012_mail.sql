-- Mail that keeps trying, and that no account can use to write to strangers without bound.
-- Which jobs it runs beside: see Lane in crates/jobs.
alter table job add column lane text not null default 'normal';
-- When it was first due; how long it has been tried counts from here.
alter table job add column due_at bigint not null default 0;
-- When it was last tried.
alter table job add column tried_at bigint;
-- What the job is about, as the server means it (a registration), so that a dead letter can be told to its organiser.
alter table job add column subject uuid;
-- Why it is dead: 'refused' for good, or 'expired' after trying for as long as its kind is tried.
alter table job add column cause text;
update job set due_at = created_at where attempts > 0 or state = 'dead';
update job set due_at = run_at where due_at = 0;
update job set cause = 'expired' where state = 'dead';
update job set lane = 'urgent' where name like 'accounts.%';
update job set lane = 'bulk' where name in
    ('events.tellParticipants', 'events.mailCancellation', 'messages.expand', 'messages.sendMails');
drop index job_due;
create index job_due on job (lane, run_at, id) where state = 'waiting';
create index job_dead on job (subject) where state = 'dead';

-- A service that jobs need and that does not work now; no row while it works.
create table outage (
    service text primary key,
    since bigint not null,
    -- Probes that have failed, the first failure included.
    failures bigint not null check (failures >= 1),
    probed_at bigint not null,
    -- What the service said; for administrators.
    reason text not null
);

-- Mails that an account may cause within a day; null: by the account's age.
alter table "user" add column daily_mails bigint check (daily_mails >= 0);
-- What of it was used in the day that began at `since`.
create table mail_allowance (
    user_id uuid primary key references "user" (id),
    since bigint not null,
    used bigint not null check (used >= 0)
);
-- When an account last had a mail sent to an address by hand.
create table mail_recipient (
    user_id uuid not null references "user" (id),
    email_key text not null,
    at bigint not null,
    primary key (user_id, email_key)
);
create index mail_recipient_age on mail_recipient (at);
