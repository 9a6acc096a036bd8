-- The rows of registered people.
create table attendance (
    id uuid primary key,
    event_id uuid not null references event (id),
    ticket_id uuid references ticket (id),
    user_id uuid references "user" (id),
    full_name text not null,
    email text not null,
    email_key text not null,
    phone text not null,
    country text,
    company text not null,
    role text,
    note text,
    participation_type text not null
        check (participation_type in ('ORDINARY', 'VIP', 'SPONSOR', 'INVITED', 'COMMITTEE', 'TICKET_OWNER')),
    invitation_code_id uuid,
    invited_by text,
    invited_by_attendance_id uuid,
    ticket_code text not null,
    checked_in_time bigint,
    checked_in_by text,
    registration_time bigint not null,
    -- Until when a registration that is not confirmed holds its seat; null: confirmed, or never had to be.
    confirm_by bigint,
    -- From which network the person registered: a keyed hash, kept for a week.
    address_hash text,
    payment_status text not null check (payment_status in ('paid', 'unpaid')),
    payment_method text check (payment_method in ('BANK_TRANSFER', 'CASH_AT_VENUE')),
    payment_ref text not null,
    paid_at bigint,
    amount bigint not null check (amount >= 0),
    date_of_birth text,
    gender text check (gender in ('MALE', 'FEMALE', 'OTHERS')),
    identification_number text,
    tax_number text,
    business_license_file_id uuid references file (id),
    avatar_file_id uuid references file (id),
    logo_file_id uuid references file (id),
    source text not null check (source in ('form', 'manual', 'import', 'invitation')),
    -- {"answers": [{questionId, question, type, answer}]}: a snapshot, so that later edits of the form change nothing.
    answers jsonb not null,
    -- {"wording", "version", "at"}: what the visitor agreed to; null for people added by the organiser.
    consent jsonb,
    -- Code of a language in crates/i18n.
    lang text not null,
    search_text text not null,
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint
);
create unique index attendance_email on attendance (event_id, email_key) where deleted_at is null;
create unique index attendance_ticket_code on attendance (ticket_code);
create unique index attendance_payment_ref on attendance (payment_ref);
create index attendance_list on attendance (event_id, checked_in_time, registration_time) where deleted_at is null;
create index attendance_ticket on attendance (ticket_id) where deleted_at is null;
create index attendance_address on attendance (event_id, address_hash, registration_time) where address_hash is not null;
create index attendance_unconfirmed on attendance (confirm_by) where confirm_by is not null and deleted_at is null;
-- To whom a document belongs: asked whenever somebody other than its uploader reads it.
create index attendance_license on attendance (business_license_file_id) where business_license_file_id is not null;
-- The guests of one participant.
create index attendance_inviter on attendance (invited_by_attendance_id) where invited_by_attendance_id is not null;
-- The list as it is shown: who is inside comes first, the latest of them on top. Any page is a range of it.
create index attendance_page on attendance
    (event_id, (checked_in_time is not null), checked_in_time, registration_time, id) where deleted_at is null;
-- The same list sorted by name or by the time of registration.
create index attendance_by_name on attendance (event_id, search_text, id) where deleted_at is null;
create index attendance_by_registration on attendance (event_id, registration_time, id) where deleted_at is null;
-- How many there are under a filter, and how many of them are inside, without reading the rows.
create index attendance_filter on attendance
    (event_id, participation_type, payment_status, ticket_id, checked_in_time)
    where deleted_at is null;
-- An export reads an event's participants a page at a time in the order of their identifiers.
create index attendance_export on attendance (event_id, id) where deleted_at is null;
-- Payment references are random: the first hundreds in their order are a fair sample for the lucky draw's page.
create index attendance_glimpse on attendance (event_id, payment_ref) where deleted_at is null;
