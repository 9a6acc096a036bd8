-- Keys with which programs call the API in an account's name.
create table api_key (
    id uuid primary key,
    user_id uuid not null references "user" (id),
    name text not null,
    -- How the key begins, by which its owner recognises it.
    shown text not null,
    -- A plain SHA-256: the secret has 256 random bits, so there is nothing to guess that a slow hash would protect, and each
    -- call is found by it.
    hash text not null,
    rights jsonb not null,
    -- Null: all events of the account, also later ones.
    events jsonb,
    created_at bigint not null,
    -- Null: without an end.
    expires_at bigint,
    last_used_at bigint,
    revoked_at bigint
);
create unique index api_key_hash on api_key (hash);
create index api_key_account on api_key (user_id, created_at);
