-- Accounts, their sessions, links, second factor, known origins and allowance of mails.
create table "user" (
    id uuid primary key,
    email text not null,
    -- Lower case; identifies the account at login and must be unique.
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
    -- Mails that the account may cause within a day; null: by the account's age.
    daily_mails bigint check (daily_mails >= 0),
    is_active boolean not null,
    email_verified_at bigint,
    must_change_password boolean not null,
    -- Code of a language in crates/i18n.
    lang text not null,
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

create table second_factor (
    user_id uuid primary key references "user" (id),
    -- The shared secret of the authenticator app, encrypted with a key derived from the installation's secret.
    secret text not null,
    -- Null until the owner has proved with a first code that the app is set up.
    confirmed_at bigint,
    -- The newest 30-second step whose code was accepted: neither it nor an older one is accepted again.
    last_step bigint not null,
    created_at bigint not null
);

create table recovery_code (
    user_id uuid not null references "user" (id),
    hash text not null,
    used_at bigint,
    primary key (user_id, hash)
);

-- Networks and devices from which an account has logged in: strangers' wrong guesses do not lock these out.
create table known_origin (
    user_id uuid not null references "user" (id),
    -- Keyed hash of a network address or of a device cookie.
    origin text not null,
    last_used_at bigint not null,
    primary key (user_id, origin)
);
create index known_origin_age on known_origin (last_used_at);

-- Mails that an account has caused in the day that began at `since`.
create table mail_allowance (
    user_id uuid primary key references "user" (id),
    since bigint not null,
    used bigint not null check (used >= 0)
);

-- When an account last had a mail sent to an address by hand.
create table mail_recipient (
    user_id uuid not null references "user" (id),
    email_key text not null,
    at bigint not null,
    primary key (user_id, email_key)
);
create index mail_recipient_age on mail_recipient (at);
