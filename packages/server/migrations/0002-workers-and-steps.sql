-- Workers and what they do, in rows of our own: nothing reads the tables of the job engine.

-- Inserted on the connection that holds the worker's lock. When the lock is free, the process has ended.
create table worker (
  -- The engine's id of the process, which is new at each start.
  id text primary key,
  since timestamptz not null default now(),
  -- Null: on the database's own host.
  address text default host(inet_client_addr()),
  cores integer not null,
  -- How many connections to the database it may open.
  connections integer not null,
  -- When others took over its work. The row stays for some minutes, in case the process was only frozen and goes on.
  lost_at timestamptz
);

-- A row for each step of a job and each attempt at it, written when it starts and when it ends.
create table job_step (
  -- The job's id; or with the number of the chunk or of the turn behind it, which a range finds in this order of bytes.
  workflow_id text collate "C" not null,
  number integer not null,
  name text not null,
  attempt integer not null,
  worker text not null,
  -- It ran alone in its process, because workers had ended during it before.
  alone boolean not null default false,
  started_at timestamptz not null default clock_timestamp(),
  -- Null: it runs, or its worker ended during it.
  ended_at timestamptz,
  failed boolean,
  primary key (workflow_id, number, name, attempt)
);
create index job_step_running on job_step (worker) where ended_at is null;
create index job_step_age on job_step using brin (started_at);

-- How many chunks the workers have to render; null until it is known.
alter table export add column open_chunks integer;
create index export_open on export (status) where status in ('queued', 'running');

-- One notification for each change; a process wakes those who wait for the job, its organization's list or the operator's.
create or replace function announce_job() returns trigger language plpgsql as $$
begin
  perform pg_notify('job_changed', 'job:' || tg_table_name || 's:' || new.organization_id || ':' || new.id);
  return null;
end $$;

-- The jobs that were cancelled are found in ended_work.
drop index export_cancelled;
drop index agent_job_cancelled;
