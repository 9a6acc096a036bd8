-- What was received for registrations, payment by payment: parts of transfers, and what organisers noted.
create table payment (
    attendance_id uuid not null references attendance (id),
    -- From 1, in the order in which the payments of a registration became known.
    number bigint not null,
    event_id uuid not null references event (id),
    -- In dong.
    amount bigint not null check (amount > 0),
    way text not null check (way in ('webhook', 'statement', 'hand', 'door')),
    -- Null if somebody noted it.
    transfer_id uuid references transfer (id),
    -- When the transfer arrived, or when it was noted.
    paid_at bigint not null,
    noted_by uuid references "user" (id),
    primary key (attendance_id, number)
);
insert into payment
select transfer_payment.attendance_id,
    row_number() over (partition by transfer_payment.attendance_id order by transfer.arrived_at, transfer.id),
    transfer_payment.event_id, transfer_payment.amount,
    case when transfer.service is null then 'statement' else 'webhook' end,
    transfer.id, transfer.arrived_at, transfer.decided_by
from transfer_payment join transfer on transfer.id = transfer_payment.transfer_id;
insert into payment
select attendance.id, 1 + coalesce(sums.number, 0), attendance.event_id,
    attendance.received - coalesce(sums.amount, 0),
    case when attendance.paid_way = 'door' then 'door' else 'hand' end,
    null, coalesce(attendance.paid_at, attendance.registration_time),
    case when attendance.paid_way in ('hand', 'door') then attendance.paid_by end
from attendance
left join (select attendance_id, max(number) as number, cast(sum(amount) as bigint) as amount
    from payment group by attendance_id) as sums on sums.attendance_id = attendance.id
where attendance.received > coalesce(sums.amount, 0);
drop table transfer_payment;
-- A transfer pays once for a registration.
create unique index payment_transfer on payment (transfer_id, attendance_id) where transfer_id is not null;
create index payment_event on payment (event_id, attendance_id, paid_at, way, amount);

-- The amount of an invoice, as it was when it was issued.
alter table invoice_request add column amount bigint;
update invoice_request set amount = (select attendance.amount from attendance
    where attendance.id = invoice_request.attendance_id) where issued_at is not null;

-- Sums of what is due read the index alone.
drop index attendance_outstanding;
create index attendance_outstanding on attendance (event_id, payment_status, ticket_id, amount, received)
    where payment_status = 'unpaid' and amount > 0 and deleted_at is null and confirm_by is null;
