-- Exports and their chunks.

create table export (
  id text primary key,
  organization_id text not null references organization (id) on delete cascade,
  project_id text not null references project (id) on delete cascade,
  domain text not null,
  -- What the caller asked for; null means the default.
  requested_ref text,
  requested_version text,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed')),
  progress double precision not null default 0 check (progress between 0 and 100),
  page_count integer not null default 0,
  total_pages integer,
  pages_rendered integer not null default 0,
  pages_reused integer not null default 0,
  version text,
  commit text,
  warnings integer not null default 0,
  error text,
  error_code text,
  bundle_key text,
  bundle_sha256 text,
  bundle_bytes bigint,
  -- Grows with every change: the ETag of a poll.
  revision integer not null default 0,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  started_at timestamptz,
  ended_at timestamptz,
  check ((status = 'failed') = (error_code is not null)),
  check ((status = 'completed') = (progress = 100)),
  check ((status = 'completed') = (bundle_key is not null))
)
-- Room on each page for the next version of a row: progress is written often and touches no index.
with (fillfactor = 70);
create index export_organization on export (organization_id, created_at desc, id desc);
create index export_domain on export (organization_id, domain, created_at desc, id desc);
create index export_status on export (organization_id, status, created_at desc, id desc);
create index export_project on export (project_id);

-- One row for each finished chunk: writing it twice changes nothing, so progress counts each page once.
create table export_chunk (
  export_id text not null references export (id) on delete cascade,
  index integer not null,
  pages integer not null,
  warnings integer not null,
  pack_key text not null,
  primary key (export_id, index)
);

-- A finished export is never changed again, whoever wakes up late; and no number of a poll ever falls.
create function guard_export() returns trigger language plpgsql as $$
begin
  if old.status in ('completed', 'failed') then
    raise exception 'export % has ended as %', old.id, old.status using errcode = 'BD001';
  end if;
  new.progress := greatest(new.progress, old.progress);
  new.page_count := greatest(new.page_count, old.page_count);
  new.revision := old.revision + 1;
  new.updated_at := date_trunc('milliseconds', clock_timestamp());
  return new;
end $$;
create trigger export_guard before update on export for each row execute function guard_export();

-- Wakes whoever waits with `Prefer: wait`.
create function announce_job() returns trigger language plpgsql as $$
begin
  perform pg_notify('job_changed', new.id);
  return null;
end $$;
create trigger export_announce after update on export for each row execute function announce_job();
