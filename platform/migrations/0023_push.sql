-- Groups of which an account hears only what concerns it alone.
create table muted_group (
    user_id uuid not null references "user" (id),
    -- Not a reference: what is muted may be any group, also one that the account has left or that was deleted.
    group_id uuid not null,
    primary key (user_id, group_id)
);

-- The key with which this installation signs what it hands to push services, encrypted with the installation's secret.
create table push_key (
    id bigint primary key check (id = 1),
    sealed text not null
);

-- Browsers that show notifications while no page is open.
create table push_subscription (
    id uuid primary key,
    user_id uuid not null references "user" (id),
    -- The login that made it, and with which it ends; not a reference, because logins are removed when they are over.
    session_id uuid not null,
    -- An address of a push service, which is as good as a password.
    endpoint text not null,
    -- With these the browser decrypts: a point of P-256 and a secret, in base64url.
    p256dh text not null,
    auth text not null,
    created_at bigint not null
);
create unique index push_subscription_endpoint on push_subscription (endpoint);
create index push_subscription_user on push_subscription (user_id, created_at);

-- When the leaders of a group were last reminded of what waits for their decision.
create table waiting_reminder (
    group_id uuid primary key references "group" (id),
    reminded_at bigint not null
);
create index join_request_waiting on join_request (created_at) where status = 'pending';
create index post_waiting on post (submitted_at) where status = 'pending' and deleted_at is null;
