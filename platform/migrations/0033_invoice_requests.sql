-- Whether people who pay can ask for an invoice.
alter table event add column offers_invoices boolean not null default false;

-- What participants want to stand on the invoice that the organiser issues elsewhere.
create table invoice_request (
    attendance_id uuid primary key references attendance (id),
    event_id uuid not null references event (id),
    buyer text not null check (buyer in ('person', 'company')),
    name text not null,
    tax_number text,
    address text,
    -- Null for the participant's own address.
    email text,
    asked_at bigint not null,
    issued_at bigint,
    issued_by uuid references "user" (id),
    -- The number of the invoice, as the organiser notes it.
    invoice_number text,
    constraint invoice_request_issued check ((issued_at is null) = (issued_by is null)),
    constraint invoice_request_number check (invoice_number is null or issued_at is not null),
    constraint invoice_request_company check (buyer = 'person' or (tax_number is not null and address is not null))
);
create index invoice_request_event on invoice_request (event_id, asked_at, attendance_id);
