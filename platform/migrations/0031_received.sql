-- What was received for a registration, in dong: by transfers, and what organisers noted. Less than the amount after a part
-- of it, or if the organiser took less as enough; more after a move to a cheaper class.
alter table attendance add column received bigint not null default 0 check (received >= 0);
update attendance set received = coalesce(
    (select cast(sum(transfer_payment.amount) as bigint) from transfer_payment
        where transfer_payment.attendance_id = attendance.id),
    case when payment_status = 'paid' then amount else 0 end);

-- Several transfers may pay for one registration.
drop index transfer_payment_attendance;
create index transfer_payment_attendance on transfer_payment (attendance_id);

-- What is due, and what was received: reading these needs no row of the table itself.
drop index attendance_money;
create index attendance_outstanding on attendance (event_id, ticket_id, amount, received)
    where payment_status = 'unpaid' and amount > 0 and deleted_at is null and confirm_by is null;
create index attendance_received on attendance (event_id, paid_at, received, ticket_id, paid_way)
    where received > 0 and deleted_at is null and confirm_by is null;
-- People from whom something was received and who were removed.
drop index attendance_paid_removed;
create index attendance_received_removed on attendance (event_id, search_text, id)
    where received > 0 and deleted_at is not null;
