-- Who noted that the amount due has arrived, and how it came; null for payments noted before this was kept.
alter table attendance add column paid_way text check (paid_way in ('webhook', 'statement', 'hand', 'door'));
-- An account; not a reference, because checking it would lock accounts in an order of its own.
alter table attendance add column paid_by uuid;
-- Who has paid lately, for open pages that wait for it.
create index attendance_paid on attendance (paid_at) where paid_at is not null and deleted_at is null;

-- Accounts of organisers at banks. An event names one by its account number.
create table bank_account (
    id uuid primary key,
    owner_id uuid not null references "user" (id),
    bank_name text not null,
    bank_bin text,
    account_number text not null,
    holder_name text not null,
    -- The service that reports transfers, with its encrypted key; both or none.
    service text check (service in ('sepay', 'sepaySigned', 'casso', 'cassoV1', 'payos', 'pay2s')),
    sealed_key text,
    -- Part of the address that the service calls, so that another number ends the address.
    address_version bigint not null,
    -- Which column of a statement says what: {"columns": {…}}, as it was last used; null before.
    statement_mapping jsonb,
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint,
    constraint bank_account_connection check ((service is null) = (sealed_key is null))
);
create unique index bank_account_number on bank_account (owner_id, account_number) where deleted_at is null;

-- What services sent, as it came.
create table bank_delivery (
    id uuid primary key,
    bank_account_id uuid not null references bank_account (id),
    service text not null,
    body text not null,
    is_test boolean not null,
    received_at bigint not null,
    -- {"transfers": […], "outgoing", "problem"}: what was understood; null until it was worked on.
    outcome jsonb,
    worked_at bigint
);
create index bank_delivery_latest on bank_delivery (bank_account_id, received_at, id);

-- Transfers that arrived, each once, whatever reported it.
create table transfer (
    id uuid primary key,
    bank_account_id uuid not null references bank_account (id),
    -- The service that reported it, and what the service calls it; null if only a statement lists it.
    service text,
    service_id text,
    in_statement boolean not null,
    -- In dong.
    amount bigint not null check (amount > 0),
    arrived_at bigint not null,
    -- The day in Vietnam, YYYY-MM-DD.
    day text not null,
    content text not null,
    bank_number text,
    balance bigint,
    payer text,
    payer_account text,
    payer_bank text,
    -- new: not judged yet; used: it pays for registrations; waiting: somebody decides; aside: it pays for nothing here.
    state text not null check (state in ('new', 'used', 'waiting', 'aside')),
    -- Why somebody decides; null for new transfers and those that paid without anybody.
    reason text,
    -- What it is probably for. Not references: both may be removed.
    event_id uuid,
    attendance_id uuid,
    decided_by uuid,
    decided_at bigint,
    created_at bigint not null
);
create unique index transfer_service on transfer (bank_account_id, service, service_id) where service_id is not null;
create index transfer_state on transfer (bank_account_id, state, arrived_at, id);
create index transfer_day on transfer (bank_account_id, day);
create index transfer_event on transfer (event_id, state) where event_id is not null;

-- Which registrations a transfer pays for.
create table transfer_payment (
    transfer_id uuid not null references transfer (id),
    attendance_id uuid not null references attendance (id),
    event_id uuid not null references event (id),
    -- The part of the transfer, in dong.
    amount bigint not null check (amount > 0),
    primary key (transfer_id, attendance_id)
);
-- No registration is paid twice.
create unique index transfer_payment_attendance on transfer_payment (attendance_id);
