-- Whose paper a file is: asked whenever somebody else than its uploader reads it.
create index attendance_license on attendance (business_license_file_id) where business_license_file_id is not null;
-- How much an account has uploaded lately.
create index file_owner on file (owner_id, created_at) where owner_id is not null;
