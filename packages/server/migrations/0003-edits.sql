-- Edits: agent jobs.

create table edit (
  id text primary key,
  organization_id text not null references organization (id) on delete cascade,
  project_id text not null references project (id) on delete cascade,
  status text not null default 'active' check (status in ('active', 'completed', 'archived', 'failed')),
  repository text not null,
  ref text,
  model text not null,
  prompt text not null,
  -- Of the latest pull request; a poll shows it only once the job is no longer active.
  pr_link text,
  error text,
  error_code text,
  revision integer not null default 0,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  archived_at timestamptz,
  -- What an archived job was, and becomes again when it is unarchived.
  archived_from text check (archived_from in ('completed', 'failed')),
  check ((status = 'archived') = (archived_at is not null)),
  check ((status = 'archived') = (archived_from is not null)),
  check ((coalesce(archived_from, status) = 'failed') = (error_code is not null))
);
create index edit_organization on edit (organization_id);
create index edit_project on edit (project_id, created_at desc, id desc);

create function guard_edit() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  new.updated_at := date_trunc('milliseconds', clock_timestamp());
  return new;
end $$;
create trigger edit_guard before update on edit for each row execute function guard_edit();
create trigger edit_announce after update on edit for each row execute function announce_job();
