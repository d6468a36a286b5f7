-- Workers, and the steps that they run. With these rows, no query needs the tables of the job engine.

-- Inserted on the connection that holds the worker's lock. When the lock is free, the process has ended.
create table worker (
  -- The engine's id of the process, which is new at each start.
  id text primary key,
  since timestamptz not null default now(),
  -- Null: on the database's own host.
  address text default host(inet_client_addr()),
  cores integer not null,
  -- Maximum of its connections to the database.
  connections integer not null,
  -- Time at which another worker took over. The row stays for two minutes, in case the process was only frozen.
  lost_at timestamptz
);

-- One row for each step of a job and each attempt, written at its start and updated at its end.
create table job_step (
  -- se_…, se_…:c3 for a chunk, aj_…:t2 for a turn. Collated by bytes, so that a range finds all rows of a job.
  workflow_id text collate "C" not null,
  number integer not null,
  name text not null,
  attempt integer not null,
  worker text not null,
  -- The attempt ran alone in its process, because workers had ended during earlier ones.
  alone boolean not null default false,
  started_at timestamptz not null default clock_timestamp(),
  -- Null: it is running, or its worker ended during it.
  ended_at timestamptz,
  failed boolean,
  primary key (workflow_id, number, name, attempt)
);
create index job_step_running on job_step (worker) where ended_at is null;
create index job_step_age on job_step using brin (started_at);

-- Number of chunks to render; null until the export is planned.
alter table export add column open_chunks integer;
create index export_open on export (status) where status in ('queued', 'running');

-- One notification for each change; db/watch-jobs.ts passes it on to those who wait for the job or for a list.
create or replace function announce_job() returns trigger language plpgsql as $$
begin
  perform pg_notify('job_changed', 'job:' || tg_table_name || 's:' || new.organization_id || ':' || new.id);
  return null;
end $$;

-- Cancelled jobs are found through ended_work.
drop index export_cancelled;
drop index agent_job_cancelled;
