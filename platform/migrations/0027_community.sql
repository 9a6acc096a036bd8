-- Invitations by e-mail address, links to join groups, contacts that members show, and lateness.

-- As before, and besides: invitations to an e-mail address, whose account is known once somebody accepts.
create table join_request_by_address (
    id uuid primary key,
    group_id uuid not null references "group" (id),
    -- Null: an invitation to `email` that nobody has accepted.
    user_id uuid references "user" (id),
    -- The address as it was typed, and in the form that identifies accounts; null: it was made to an account.
    email text,
    email_key text,
    -- What the leader knows of the invited person; the person decides what becomes of it.
    full_name text,
    phone text,
    attend_date text,
    -- When the invitation was last sent, and when it ends; null: it was made to an account and does not end.
    sent_at bigint,
    expires_at bigint,
    kind text not null check (kind in ('request', 'invitation')),
    -- What an invitation makes of somebody; who asks becomes a member.
    role text not null check (role in ('manager', 'member')),
    status text not null check
        (status in ('pending', 'accepted', 'rejected', 'cancelled', 'declined', 'revoked', 'expired')),
    message text,
    membership_certificate_file_id uuid references file (id),
    business_license_file_id uuid references file (id),
    business_field text,
    position text,
    -- Who asked or invited.
    created_by uuid not null,
    -- Who decided; null while it waits, where the group admits everybody, and where no account did.
    decided_by uuid,
    decided_at bigint,
    reason text,
    created_at bigint not null,
    check (user_id is not null or email_key is not null)
);
insert into join_request_by_address (id, group_id, user_id, kind, role, status, message, membership_certificate_file_id,
    business_license_file_id, business_field, position, created_by, decided_by, decided_at, reason, created_at)
    select id, group_id, user_id, kind, role, status, message, membership_certificate_file_id,
    business_license_file_id, business_field, position, created_by, decided_by, decided_at, reason, created_at
    from join_request;
drop table join_request;
alter table join_request_by_address rename to join_request;
create unique index join_request_pending on join_request (group_id, user_id) where status = 'pending';
create unique index join_request_invited on join_request (group_id, email_key) where status = 'pending';
create index join_request_group on join_request (group_id, created_at);
create index join_request_user on join_request (user_id, created_at);
create index join_request_email on join_request (email_key) where email_key is not null;
create index join_request_expiry on join_request (expires_at) where status = 'pending' and expires_at is not null;
create index join_request_waiting on join_request (created_at) where status = 'pending';
create index join_request_certificate on join_request (membership_certificate_file_id)
    where membership_certificate_file_id is not null;
create index join_request_license on join_request (business_license_file_id)
    where business_license_file_id is not null;

-- The secret part of the link with which everybody can ask to join; null: there is none.
alter table "group" add column join_key text;
create unique index group_join_key on "group" (join_key) where join_key is not null;

-- Whether other members see the member's address and phone number.
alter table group_member add column shows_email boolean not null default false;
alter table group_member add column shows_phone boolean not null default false;

-- What a leader noted of a member: away with an excuse, away without, or late. With a substitute it is 'excused'.
alter table absence add column kind text not null default 'excused' check (kind in ('excused', 'absent', 'late'));
