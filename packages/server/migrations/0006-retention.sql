-- How long the files of an export are kept, and what is to be deleted when.

-- Fixed when the export completes: what its job has promised stands, whatever the operator sets later.
alter table export add column retained_until timestamptz;

-- What an ended export leaves in the bucket, and from when it may go. Workers take rows that are due, each its own.
create table export_remains (
  export_id text not null references export (id) on delete cascade,
  kind text not null check (kind in ('leftovers', 'source', 'files')),
  due_at timestamptz not null,
  primary key (export_id, kind)
);
create index export_remains_due on export_remains (due_at);

-- A day is longer than any step, link or download that began before: whoever is late finds what he needs.
create function leave_remains() returns trigger language plpgsql as $$
begin
  insert into export_remains (export_id, kind, due_at)
  values (new.id, 'leftovers', now() + interval '1 day'), (new.id, 'source', now() + interval '7 days');
  if new.retained_until is not null then
    insert into export_remains (export_id, kind, due_at) values (new.id, 'files', new.retained_until + interval '1 day');
  end if;
  return null;
end $$;
create trigger export_ended after update on export for each row
  when (old.status in ('queued', 'running') and new.status in ('completed', 'failed'))
  execute function leave_remains();

insert into export_remains (export_id, kind, due_at)
select id, kind, now() from export cross join (values ('leftovers'), ('source')) as kinds (kind)
where status in ('completed', 'failed');

-- As before, but the time of an ended export's files may be ended early. Nothing else of it ever changes.
create or replace function guard_export() returns trigger language plpgsql as $$
begin
  if old.status in ('completed', 'failed') and to_jsonb(new) - 'retained_until' <> to_jsonb(old) - 'retained_until' then
    raise exception 'export % has ended as %', old.id, old.status using errcode = 'BD001';
  end if;
  new.progress := greatest(new.progress, old.progress);
  new.page_count := greatest(new.page_count, old.page_count);
  new.revision := old.revision + 1;
  new.updated_at := date_trunc('milliseconds', clock_timestamp());
  return new;
end $$;
