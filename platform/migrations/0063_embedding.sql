-- The sites that may show the event's registration form in a frame: origins with spaces between them.
alter table event add column embed_origins text not null default '';
