-- People with a login, their sessions, one-time links and the brake on guessing. Times are epoch milliseconds.
create table file (
    id uuid primary key,
    -- Who uploaded it; null for a visitor.
    owner_id uuid,
    -- The event whose form a visitor uploaded it for. No foreign key: events come later and refer to files themselves.
    event_id uuid,
    purpose text not null,
    mime text not null,
    bytes bigint not null check (bytes >= 0),
    sha256 text not null,
    visibility text not null check (visibility in ('public', 'private')),
    created_at bigint not null,
    deleted_at bigint
);
create index file_event on file (event_id, created_at) where event_id is not null;
create index file_age on file (created_at) where deleted_at is null;

create table "user" (
    id uuid primary key,
    email text not null,
    -- Lower case; what uniqueness and login go by.
    email_key text not null,
    password_hash text not null,
    role text not null check (role in ('COMMITTEE', 'ADMIN')),
    full_name text not null,
    phone text not null,
    country text,
    company text not null,
    avatar_file_id uuid references file (id),
    app_logo_file_id uuid references file (id),
    gender text check (gender in ('MALE', 'FEMALE', 'OTHERS')),
    date_of_birth text,
    identification_number text,
    tax_number text,
    business_license_file_id uuid references file (id),
    business_field text,
    position text,
    user_code text not null,
    event_limit bigint not null check (event_limit >= -1),
    is_active boolean not null,
    email_verified_at bigint,
    must_change_password boolean not null,
    lang text not null check (lang in ('vi', 'en')),
    search_text text not null,
    last_seen_at bigint,
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint
);
create unique index user_email on "user" (email_key) where deleted_at is null;
create unique index user_code on "user" (user_code);

create table session (
    id uuid primary key,
    user_id uuid not null references "user" (id),
    refresh_hash text not null,
    expires_at bigint not null,
    remember boolean not null,
    user_agent text,
    ip text,
    created_at bigint not null,
    last_used_at bigint not null,
    revoked_at bigint
);
create unique index session_refresh on session (refresh_hash);
create index session_of_user on session (user_id) where revoked_at is null;

create table one_time_token (
    id uuid primary key,
    user_id uuid not null references "user" (id),
    kind text not null check (kind in ('verifyEmail', 'resetPassword')),
    hash text not null,
    expires_at bigint not null,
    used_at bigint,
    created_at bigint not null
);
create unique index one_time_token_hash on one_time_token (hash);
create index one_time_token_user on one_time_token (user_id, kind) where used_at is null;

-- Counted per key (an address or a network peer) in a sliding window; see accounts/throttle.rs.
create table throttle (
    key text primary key,
    failures bigint not null,
    locked_until bigint,
    updated_at bigint not null
);

create table audit_log (
    id uuid primary key,
    actor_id uuid,
    action text not null,
    subject_id uuid,
    ip text,
    created_at bigint not null
);

-- Answers kept for a day, so that a repeated request gets the first answer (header Idempotency-Key).
create table idempotency (
    caller text not null,
    path text not null,
    key text not null,
    request_hash text not null,
    status bigint not null,
    body text not null,
    expires_at bigint not null,
    primary key (caller, path, key)
);
create index idempotency_expiry on idempotency (expires_at);
