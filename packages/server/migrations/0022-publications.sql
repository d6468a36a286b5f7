-- A domain has a current export: what its hosts serve. A full export of the production branch becomes current when it
-- completes, unless the domain is pinned or something newer is current; else only a person changes it.

-- Which branch, tag or commit it is of, as it was when the export began. Null for one that an older release began.
alter table export add column ref text;
-- How long its files are kept from when it is no longer current; null unless it is, and a retention is set.
alter table export add column retention interval;

-- Grows with every change of what is current or pinned, over all domains: the ETag of whoever waits for one.
create sequence publication_revision as integer;

alter table domain
  add column current_export text references export (id) on delete set null,
  add column published_at timestamptz,
  -- What was started before this does not become current by itself.
  add column follows_after timestamptz,
  add column pinned_at timestamptz,
  add column pinned_by text,
  add column pin_reason text,
  add column publication_revision integer not null default 0,
  add check ((pinned_at is null) = (pinned_by is null));
create index domain_current_export on domain (current_export);

-- What was current, in the order in which it became so.
create table publication (
  id bigint generated always as identity primary key,
  organization_id text not null,
  domain text not null,
  export_id text not null references export (id) on delete cascade,
  cause text not null check (cause in ('export', 'publish', 'rollback', 'upgrade')),
  actor text not null,
  at timestamptz not null default date_trunc('milliseconds', now()),
  foreign key (organization_id, domain) references domain (organization_id, name) on delete cascade
);
create index publication_domain on publication (organization_id, domain, id desc);
create index publication_export on publication (export_id);

create function announce_domain() returns trigger language plpgsql as $$
begin
  new.publication_revision := nextval('publication_revision');
  perform pg_notify('job_changed', 'domain:' || new.organization_id || ':' || new.name);
  return new;
end $$;
create trigger domain_announce before update on domain for each row
  when ((old.current_export, old.pinned_at, old.pin_reason) is distinct from (new.current_export, new.pinned_at, new.pin_reason))
  execute function announce_domain();

-- As before, but how long the files of an ended export are kept also depends on whether it is current.
create or replace function guard_export() returns trigger language plpgsql as $$
begin
  if old.status in ('completed', 'failed')
    and to_jsonb(new) - array['retained_until', 'retention'] <> to_jsonb(old) - array['retained_until', 'retention'] then
    raise exception 'export % has ended as %', old.id, old.status using errcode = 'BD001';
  end if;
  new.progress := greatest(new.progress, old.progress);
  new.page_count := greatest(new.page_count, old.page_count);
  new.revision := old.revision + 1;
  new.updated_at := date_trunc('milliseconds', clock_timestamp());
  return new;
end $$;

-- While an export is current its files are kept, whatever the retention is.
create function hold_export_files(the_export text) returns void language plpgsql as $$
begin
  update export set retention = retained_until - ended_at, retained_until = null
  where id = the_export and retained_until is not null;
  delete from export_remains where export_id = the_export and kind = 'files';
end $$;

-- From when it is no longer current its files are kept for as long as a new export's are.
create function release_export_files(the_export text) returns void language plpgsql as $$
begin
  update export set retained_until = now() + retention, retention = null where id = the_export and retention is not null;
  insert into export_remains (export_id, kind, due_at)
  select id, 'files', retained_until + interval '1 day' from export where id = the_export and retained_until is not null
  on conflict (export_id, kind) do update set due_at = excluded.due_at;
end $$;

-- The caller holds the domain's row. Whoever goes back to an older export means it: what is under way at that moment
-- does not undo it.
create function make_current(the_organization text, the_domain text, next export, the_cause text, the_actor text)
returns void language plpgsql as $$
declare
  before export%rowtype;
begin
  select export.* into before from domain join export on export.id = domain.current_export
  where domain.organization_id = the_organization and domain.name = the_domain;
  perform hold_export_files(next.id);
  update domain set current_export = next.id, published_at = date_trunc('milliseconds', now()),
    follows_after = case when next.created_at < before.created_at then clock_timestamp()
      else greatest(follows_after, next.created_at) end
  where organization_id = the_organization and name = the_domain;
  if before.id <> next.id then
    perform release_export_files(before.id);
  end if;
  insert into publication (organization_id, domain, export_id, cause, actor)
  values (the_organization, the_domain, next.id, the_cause, the_actor);
end $$;

-- In the transaction that completes the export, whichever release of the worker does it: it is current from the moment
-- from which it is completed, or not at all.
create function publish_completed_export() returns trigger language plpgsql as $$
declare
  held domain%rowtype;
begin
  select domain.* into held from domain
  where organization_id = new.organization_id and name = new.domain and project_id = new.project_id
  for update;
  if not found or held.pinned_at is not null or new.created_at < held.follows_after then
    return null;
  end if;
  perform from project where id = new.project_id and branch = coalesce(new.ref, new.requested_ref, branch);
  if not found then
    return null;
  end if;
  perform make_current(held.organization_id, held.name, new, 'export', 'service');
  insert into audit (organization_id, actor, action, target, outcome)
  values (held.organization_id, 'service', 'domain.publish', held.name || ' ' || new.id, 'done');
  return null;
end $$;
-- By its name after the one that leaves the remains.
create trigger export_published after update on export for each row
  when (old.status in ('queued', 'running') and new.status = 'completed' and new.requested_paths is null)
  execute function publish_completed_export();
