-- A site is published before its archive is written: once all of its files and its signed manifest are stored, and hosts
-- can take it as a delta from what was current.

-- When it became current before it had completed; null where it became so by completing, or never.
alter table export add column published_at timestamptz;
-- Where the head of its archive lies, manifest and signature, from when it is published so.
alter table export add column head_key text;
-- What is published so does not fail: its archive is written however long it takes. No row of before has either, so none
-- is looked at.
alter table export
  add check ((published_at is null) = (head_key is null)) not valid,
  add check (published_at is null or status in ('running', 'completed')) not valid;

-- Makes an export current where nothing forbids it. The domain is held from here on.
create function publish_export(next export) returns boolean language plpgsql as $$
declare
  held domain%rowtype;
begin
  select domain.* into held from domain
  where organization_id = next.organization_id and name = next.domain and project_id = next.project_id
  for update;
  if not found or held.pinned_at is not null or next.created_at < held.follows_after then
    return false;
  end if;
  perform from project where id = next.project_id and branch = coalesce(next.ref, next.requested_ref, branch);
  if not found then
    return false;
  end if;
  perform make_current(held.organization_id, held.name, next, 'export', 'service');
  insert into audit (organization_id, actor, action, target, outcome)
  values (held.organization_id, 'service', 'domain.publish', held.name || ' ' || next.id, 'done');
  return true;
end $$;

-- One that was published before its archive was there is not published again: something else may be current by now. While
-- it is current its files are kept.
create or replace function publish_completed_export() returns trigger language plpgsql as $$
begin
  if new.published_at is null then
    perform publish_export(new);
    return null;
  end if;
  perform from domain where current_export = new.id for update;
  if found then
    perform hold_export_files(new.id);
  end if;
  return null;
end $$;
