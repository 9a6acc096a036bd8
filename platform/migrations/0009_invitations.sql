-- Invitation codes.
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
create index invitation_code_owner on invitation_code (owner_attendance_id) where owner_attendance_id is not null;
