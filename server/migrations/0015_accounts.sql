-- Known networks and devices, the second factor, and refusals in the audit log. Times are epoch milliseconds.

-- Networks and devices from which an account has logged in: strangers' wrong guesses do not lock these out.
create table known_origin (
    user_id uuid not null references "user" (id),
    -- Keyed hash of a network address or of a device cookie.
    origin text not null,
    last_used_at bigint not null,
    primary key (user_id, origin)
);
create index known_origin_age on known_origin (last_used_at);

-- What refused requests repeat is one row per hour: how often it happened, and what the row is found by.
alter table audit_log add column times bigint not null default 1;
alter table audit_log add column hourly_key text;
create unique index audit_log_hourly on audit_log (hourly_key);
create index audit_log_hourly_age on audit_log (created_at) where hourly_key is not null;

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
