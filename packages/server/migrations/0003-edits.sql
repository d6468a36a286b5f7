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
  pr_link text,
  error text,
  error_code text,
  revision integer not null default 0,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  archived_at timestamptz,
  check ((status = 'archived') = (archived_at is not null)),
  check (status <> 'active' or pr_link is null)
);
create index edit_project on edit (project_id, created_at desc, id desc);

create function guard_edit() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  new.updated_at := date_trunc('milliseconds', clock_timestamp());
  return new;
end $$;
create trigger edit_guard before update on edit for each row execute function guard_edit();
create trigger edit_announce after update on edit for each row execute function announce_job();
