-- Events with their form, ticket classes, codes, participants and scans.
create table event (
    id uuid primary key,
    owner_id uuid not null references "user" (id),
    title text not null,
    description text not null,
    total_participants bigint not null check (total_participants >= 1),
    open_registration_date bigint not null,
    close_registration_date bigint not null check (close_registration_date > open_registration_date),
    new_closed_date bigint,
    logo_file_id uuid not null references file (id),
    cover_file_id uuid references file (id),
    background_color text,
    turn_off_payment boolean not null,
    account_number text,
    account_holder_name text,
    bank_name text,
    bank_bin text,
    payment_email_content text,
    send_email_after_register boolean not null,
    register_email_content text,
    attachment_file_id uuid references file (id),
    event_start_date bigint not null,
    venue_address text not null,
    cancelled_at bigint,
    cancel_reason text,
    checkin_waiting_time bigint not null check (checkin_waiting_time between 1 and 60),
    -- {"ids": [...]}
    sponsor_logo_file_ids jsonb not null,
    -- {"scheme": [...]}: the organiser's own questions; the four fixed ones are added on reading.
    form jsonb not null,
    form_version bigint not null,
    -- Moved by the registration desk alone. Who is inside is counted instead (index attendance_list): a counter here
    -- would make every scan of an event wait for the one before it.
    registered_count bigint not null check (registered_count >= 0),
    search_text text not null,
    version bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint,
    -- The last line behind the registration desk: a bug fails loudly instead of overselling.
    constraint event_not_oversold check (registered_count <= total_participants)
);
create index event_owner on event (owner_id, created_at) where deleted_at is null;

create table ticket (
    id uuid primary key,
    event_id uuid not null references event (id),
    name text not null,
    name_key text not null,
    description text,
    price bigint not null check (price >= 0),
    quantity bigint not null check (quantity = -1 or quantity >= 1),
    sold bigint not null check (sold >= 0),
    is_hidden boolean not null,
    sort_order bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint,
    constraint ticket_not_oversold check (quantity = -1 or sold <= quantity)
);
create unique index ticket_name on ticket (event_id, name_key) where deleted_at is null;

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
    lang text not null check (lang in ('vi', 'en')),
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

create table invitation_code (
    id uuid primary key,
    event_id uuid not null references event (id),
    ticket_id uuid references ticket (id),
    code text not null,
    code_key text not null,
    owner_attendance_id uuid references attendance (id),
    participation_type text not null
        check (participation_type in ('ORDINARY', 'VIP', 'SPONSOR', 'INVITED', 'COMMITTEE', 'TICKET_OWNER')),
    max_uses bigint not null check (max_uses = -1 or max_uses >= 1),
    times_used bigint not null check (times_used >= 0),
    is_active boolean not null,
    expires_at bigint,
    created_at bigint not null,
    deleted_at bigint,
    constraint invitation_code_not_overused check (max_uses = -1 or times_used <= max_uses)
);
create unique index invitation_code_code on invitation_code (event_id, code_key) where deleted_at is null;

create table cover (
    id uuid primary key,
    owner_id uuid not null references "user" (id),
    file_id uuid not null references file (id),
    is_shared boolean not null,
    created_at bigint not null
);
create index cover_owner on cover (owner_id, created_at);

create table event_activity (
    id uuid primary key,
    event_id uuid not null references event (id),
    actor_id uuid,
    action text not null,
    subject_id uuid,
    data jsonb not null,
    created_at bigint not null
);
create index event_activity_event on event_activity (event_id, created_at, id);

create table checkin_key (
    id uuid primary key,
    event_id uuid not null references event (id),
    hash text not null,
    label text not null,
    created_at bigint not null,
    revoked_at bigint
);
create unique index checkin_key_hash on checkin_key (hash);
create index checkin_key_event on checkin_key (event_id, created_at);

create table scan (
    id uuid primary key,
    event_id uuid not null references event (id),
    attendance_id uuid references attendance (id),
    -- What was read. Kept only when it belongs to nobody: a valid code lets its holder in.
    code text,
    device_id text,
    nonce text,
    occurred_at bigint not null,
    received_at bigint not null,
    result text not null,
    -- The outcome as rules.rs writes it, so that a repeated nonce gets the same answer.
    answer jsonb,
    actor text not null
);
create unique index scan_nonce on scan (event_id, nonce) where nonce is not null;
create index scan_attendance on scan (attendance_id, occurred_at) where attendance_id is not null;
create index scan_event on scan (event_id, received_at);
-- The brake on guessing counts these.
create index scan_not_found on scan (actor, received_at) where result = 'notFound';
