-- What administrators see of the running platform: mails that left or did not, and the audit log.
create table mail_log (
    -- The job that stands for the mail; its attempts are one row.
    id uuid primary key,
    recipient text not null,
    -- The folder of the mail in server/templates/mail.
    template text not null,
    is_sent boolean not null,
    attempts bigint not null check (attempts >= 1),
    -- Why the last attempt failed, bounded and without links and addresses; null if the mail was sent.
    error text,
    created_at bigint not null,
    -- When it was last tried.
    tried_at bigint not null
);
create index mail_log_tried on mail_log (tried_at, id);
create index mail_log_unsent on mail_log (tried_at, id) where not is_sent;

create index audit_log_time on audit_log (created_at, id);
create index audit_log_actor on audit_log (actor_id);
create index audit_log_subject on audit_log (subject_id);
