-- What is more than the price of a ticket is owed back, too, to people who come. They may get money back more than once, so
-- each decision is a row of its own.
create table refund_decision (
    attendance_id uuid not null references attendance (id),
    -- From 1, in the order in which it was decided.
    number bigint not null,
    event_id uuid not null references event (id),
    state text not null check (state in ('returned', 'notOwed')),
    -- What was given back, or is not owed, in dong.
    amount bigint not null check (amount > 0),
    -- How much of what is still held it settles: nothing is owed of it any more.
    settles bigint not null check (settles >= 0),
    -- What `attendance.received` is less by it: money given back to somebody who comes.
    deducted bigint not null check (deducted >= 0),
    way text check (way in ('transfer', 'cash')),
    -- Why it is not owed.
    reason text,
    -- The payment with which it was decided; null: it was decided later.
    payment_number bigint,
    decided_by uuid references "user" (id),
    decided_at bigint not null,
    primary key (attendance_id, number)
);
create index refund_decision_event on refund_decision (event_id, state);
insert into refund_decision (attendance_id, number, event_id, state, amount, settles, deducted, way, reason, decided_by,
    decided_at)
    select refund.attendance_id, 1, refund.event_id, refund.state, refund.amount, attendance.received, 0, refund.way,
        refund.reason, refund.decided_by, refund.decided_at
    from refund join attendance on attendance.id = refund.attendance_id
    where refund.state <> 'owed' and refund.amount is not null;

-- What the organiser wrote about money that is owed back. Without a row, all of it goes to the account from which it came.
create table refund_by_person (
    attendance_id uuid primary key references attendance (id),
    event_id uuid not null references event (id),
    -- What does not go back of it, in dong; null: all of it goes back.
    withheld bigint check (withheld > 0),
    bank_name text,
    bank_bin text,
    account_number text,
    holder_name text,
    updated_at bigint not null
);
insert into refund_by_person
    select refund.attendance_id, refund.event_id,
        case when refund.state = 'owed' and refund.amount < attendance.received then attendance.received - refund.amount end,
        refund.bank_name, refund.bank_bin, refund.account_number, refund.holder_name, refund.updated_at
    from refund join attendance on attendance.id = refund.attendance_id;
drop table refund;
alter table refund_by_person rename to refund;

-- Sums of what was received for tickets, without what is more than their price, read the index alone; for that the embedded
-- engine wants every column of the condition in it.
drop index attendance_received;
create index attendance_received on attendance
    (event_id, paid_at, received, amount, ticket_id, paid_way, confirm_by, deleted_at)
    where received > 0 and deleted_at is null and confirm_by is null;
-- People of whom more was received than their tickets cost.
create index attendance_surplus on attendance (event_id, ticket_id, received, amount, confirm_by, deleted_at, id)
    where received > amount and deleted_at is null;
