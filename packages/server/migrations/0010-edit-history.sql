-- Edits of a whole organization, newest first: the dashboard's list. It also serves whoever asks for the organization alone.

create index edit_history on edit (organization_id, created_at desc, id desc);
drop index edit_organization;
