-- What people whose plans allow no further group ask administrators for. An approved request allows one group; it is used
-- when that group is made.
create table group_request (
    id uuid primary key,
    user_id uuid not null references "user" (id),
    name text not null,
    message text,
    status text not null check (status in ('pending', 'approved', 'declined', 'used')),
    -- Why it was declined.
    reason text,
    decided_by uuid references "user" (id),
    decided_at bigint,
    created_at bigint not null
);
-- One request waits or is still to be used, so that no account gets more than it asked for.
create unique index group_request_live on group_request (user_id) where status in ('pending', 'approved');
create index group_request_user on group_request (user_id, created_at);
create index group_request_pending on group_request (created_at, id) where status = 'pending';
