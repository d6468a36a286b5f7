-- A host that serves every domain of the installation has a key of its own kind, which belongs to no organization.
create table host_key (
  id text primary key,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_address text,
  created_at timestamptz not null default now()
);

-- The transaction that last changed what hosts see of a domain. Whoever has seen all that had ended before the oldest one
-- still open at that moment misses nothing when he goes on from there, in whatever order they end.
alter table domain add column changed_in xid8 not null default pg_current_xact_id();
create index domain_changed on domain (changed_in);

create function announce_hosting() returns trigger language plpgsql as $$
begin
  perform pg_notify('job_changed', 'hosting');
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
create trigger domain_hosting before insert or delete on domain for each row execute function announce_hosting();
create trigger domain_hosting_changed before update on domain for each row
  when ((old.current_export, old.verified_at, old.project_id) is distinct from (new.current_export, new.verified_at, new.project_id))
  execute function announce_hosting();
