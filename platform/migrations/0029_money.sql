-- Days in which visitors pay by transfer; null without a deadline.
alter table event add column payment_days bigint check (payment_days between 1 and 60);
alter table event add column turn_off_payment_reminder boolean not null default false;
-- Whether the seat of who has not paid by the deadline is given to others.
alter table event add column release_unpaid boolean not null default false;
-- When this was last changed: no deadline ends within a day of it.
alter table event add column payment_deadline_set_at bigint;
create index event_payment_deadline on event (id) where payment_days is not null and deleted_at is null;

-- Since when the amount is due; null = since the registration.
alter table attendance add column due_since bigint;
-- When the participant was reminded that it is due; null until then, and again when the deadline changes.
alter table attendance add column payment_reminded_at bigint;
create index attendance_due on attendance (event_id, registration_time)
    where payment_status = 'unpaid' and payment_method = 'BANK_TRANSFER' and deleted_at is null;

-- What the organiser wrote or decided about money that is owed back to people who paid and do not come. Without a row,
-- all that was received is owed to the account from which it came.
create table refund (
    attendance_id uuid primary key references attendance (id),
    event_id uuid not null references event (id),
    state text not null check (state in ('owed', 'returned', 'notOwed')),
    -- In dong; null for all that was received.
    amount bigint check (amount > 0),
    way text check (way in ('transfer', 'cash')),
    -- Why nothing is owed.
    reason text,
    bank_name text,
    bank_bin text,
    account_number text,
    holder_name text,
    decided_by uuid references "user" (id),
    decided_at bigint,
    updated_at bigint not null,
    constraint refund_decision check ((state = 'owed') = (decided_at is null))
);
create index refund_event on refund (event_id, state);
-- People who paid and were removed.
create index attendance_paid_removed on attendance (event_id, search_text, id)
    where payment_status = 'paid' and amount > 0 and deleted_at is not null;
