-- Groups, their members, requests and invitations to join, and the log of each group. Days are written YYYY-MM-DD.
create table "group" (
    id uuid primary key,
    name text not null,
    description text not null,
    avatar_file_id uuid not null references file (id),
    founded_date text,
    require_membership_certificate boolean not null,
    require_business_license boolean not null,
    post_approval text not null check (post_approval in ('all', 'firstN', 'none')),
    first_n bigint not null check (first_n between 1 and 100),
    join_policy text not null check (join_policy in ('open', 'request', 'invite')),
    is_listed boolean not null,
    one_per_business_field boolean not null,
    point_value_visibility text not null check (point_value_visibility in ('leaders', 'members')),
    search_text text not null,
    version bigint not null,
    archived_at bigint,
    -- An account; not a reference, because checking it would lock accounts in an order of its own.
    created_by uuid not null,
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint
);
create index group_age on "group" (created_at) where deleted_at is null;

create table group_member (
    id uuid primary key,
    group_id uuid not null references "group" (id),
    user_id uuid not null references "user" (id),
    role text not null check (role in ('owner', 'manager', 'member')),
    business_field text,
    -- The field as it is compared and searched.
    business_field_key text,
    position text,
    attend_date text not null,
    invited_by uuid,
    joined_at bigint not null,
    -- Set when the membership ends, also when the group is deleted.
    left_at bigint,
    -- Who ended it; null: the member left, or the group was deleted.
    removed_by uuid
);
create unique index group_member_once on group_member (group_id, user_id) where left_at is null;
-- Behind the group's lock: a bug fails loudly instead of making two owners.
create unique index group_member_owner on group_member (group_id) where role = 'owner' and left_at is null;
create index group_member_user on group_member (user_id) where left_at is null;
create index group_member_field on group_member (business_field_key, group_id) where left_at is null;
create index group_member_past on group_member (group_id, user_id, left_at) where left_at is not null;

create table join_request (
    id uuid primary key,
    group_id uuid not null references "group" (id),
    user_id uuid not null references "user" (id),
    kind text not null check (kind in ('request', 'invitation')),
    -- What an invitation makes of somebody; who asks becomes a member.
    role text not null check (role in ('manager', 'member')),
    status text not null check (status in ('pending', 'accepted', 'rejected', 'cancelled', 'declined', 'revoked')),
    message text,
    membership_certificate_file_id uuid references file (id),
    business_license_file_id uuid references file (id),
    business_field text,
    position text,
    -- Who asked or invited.
    created_by uuid not null,
    -- Who decided; null while it waits, and where the group admits everybody.
    decided_by uuid,
    decided_at bigint,
    reason text,
    created_at bigint not null
);
create unique index join_request_pending on join_request (group_id, user_id) where status = 'pending';
create index join_request_group on join_request (group_id, created_at);
create index join_request_user on join_request (user_id, created_at);
create index join_request_certificate on join_request (membership_certificate_file_id)
    where membership_certificate_file_id is not null;
create index join_request_license on join_request (business_license_file_id)
    where business_license_file_id is not null;

-- What was done in a group; rows are only added.
create table group_log (
    id uuid primary key,
    group_id uuid not null references "group" (id),
    actor_id uuid,
    action text not null,
    subject_id uuid,
    data jsonb not null,
    created_at bigint not null
);
create index group_log_order on group_log (group_id, created_at, id);
