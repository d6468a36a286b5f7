-- Deleted means gone: what a deleted tenant, and what an ended job, has left where a transaction cannot reach.

-- A project or organization whose rows are gone already. Workers end its jobs, then delete its files and what the engine
-- has written down of it; the row goes last, once nothing more is found.
create table deletion (
  id bigint generated always as identity primary key,
  organization_id text not null,
  -- Where its files lie in the bucket.
  prefixes text[] not null,
  -- Its jobs in the engine, without the chunks that they have started.
  workflows text[] not null,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null default now()
);
create index deletion_due on deletion (due_at);

-- Jobs that have ended, until what their steps returned is forgotten: it holds text of files.
create table ended_work (
  workflow_id text primary key,
  export_id text references export (id) on delete cascade,
  edit_id text references edit (id) on delete cascade,
  due_at timestamptz not null default now(),
  check ((export_id is null) <> (edit_id is null))
);
create index ended_work_due on ended_work (due_at);
create index ended_work_export on ended_work (export_id) where export_id is not null;
create index ended_work_edit on ended_work (edit_id) where edit_id is not null;

create function note_ended_export() returns trigger language plpgsql as $$
begin
  insert into ended_work (workflow_id, export_id) values (new.id, new.id) on conflict do nothing;
  return null;
end $$;
create trigger export_work_ended after update on export for each row
  when (old.status in ('queued', 'running') and new.status in ('completed', 'failed'))
  execute function note_ended_export();

-- Each turn of an agent job is work of its own.
create function note_ended_turn() returns trigger language plpgsql as $$
begin
  insert into ended_work (workflow_id, edit_id) values (new.id || ':t' || new.turn, new.id) on conflict do nothing;
  return null;
end $$;
create trigger edit_work_ended after update on edit for each row
  when (old.status = 'active' and new.status <> 'active')
  execute function note_ended_turn();

-- Those that ended before.
insert into ended_work (workflow_id, export_id) select id, id from export where status in ('completed', 'failed');
insert into ended_work (workflow_id, edit_id)
select id || ':t' || n, id from edit cross join lateral generate_series(1, turn - (status = 'active')::int) as n;
