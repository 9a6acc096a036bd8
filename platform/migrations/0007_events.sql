-- Events with their forms and ticket classes, the organisers' albums, and the log of each event.
create table event (
    id uuid primary key,
    owner_id uuid not null references "user" (id),
    title text not null,
    description text not null,
    total_participants bigint not null check (total_participants >= 1),
    open_registration_date bigint not null,
    close_registration_date bigint not null check (close_registration_date > open_registration_date),
    new_closed_date bigint,
    event_start_date bigint not null,
    -- After the start; null if the organiser gives no end.
    end_date bigint,
    venue_address text not null,
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
    cancelled_at bigint,
    cancel_reason text,
    checkin_waiting_time bigint not null check (checkin_waiting_time between 1 and 60),
    -- {"ids": [...]}
    sponsor_logo_file_ids jsonb not null,
    -- {"scheme": [...]}: the organiser's own questions; the four fixed ones are added on reading.
    form jsonb not null,
    form_version bigint not null,
    -- Until when visitors may change or cancel their own registration; null: until the event starts.
    turn_off_visitor_changes boolean not null default false,
    visitor_changes_until bigint,
    -- How many may register from one network address within a day; null: any number.
    registrations_per_address bigint check (registrations_per_address between 1 and 1000),
    -- Minutes for which a visitor's registration holds its seat until the link in the mail is opened; null: no confirmation.
    confirm_by_mail_minutes bigint check (confirm_by_mail_minutes between 5 and 1440),
    -- Changed by the registration desk alone. How many are inside is counted instead (index attendance_list): a counter
    -- here would make every scan of an event wait for the one before it.
    registered_count bigint not null check (registered_count >= 0),
    search_text text not null,
    version bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint,
    -- Behind the checks of the registration desk: a bug fails loudly instead of overselling.
    constraint event_not_oversold check (registered_count <= total_participants)
);
create index event_owner on event (owner_id, created_at) where deleted_at is null;

-- Ticket classes.
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

-- The images in an organiser's album.
create table cover (
    id uuid primary key,
    owner_id uuid not null references "user" (id),
    file_id uuid not null references file (id),
    is_shared boolean not null,
    created_at bigint not null
);
create index cover_owner on cover (owner_id, created_at);
-- An album has an image once, also when it is added twice at the same moment.
create unique index cover_once on cover (owner_id, file_id);

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
-- What one participant or code went through.
create index event_activity_subject on event_activity (subject_id, created_at) where subject_id is not null;
-- What somebody with an account did: most entries of a large event are registrations, which have no actor.
create index event_activity_actor on event_activity (event_id, actor_id, created_at, id) where actor_id is not null;
