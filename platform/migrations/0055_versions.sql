-- The version of what several people may edit: a change that names another one than this is refused. Only changes by a
-- person count, so that a sale or a visitor does not refuse an editor.
alter table plan add column version bigint not null default 1;
alter table personal_plan add column version bigint not null default 1;
alter table "user" add column version bigint not null default 1;
alter table ticket add column version bigint not null default 1;
alter table invitation_code add column version bigint not null default 1;
alter table bank_account add column version bigint not null default 1;
alter table group_member add column version bigint not null default 1;
alter table lucky_draw add column version bigint not null default 1;
-- That of the welcome screen, which has a form of its own.
alter table event add column screen_version bigint not null default 1;
