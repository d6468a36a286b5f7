-- The schema of the first release. Later changes are new files; they are squashed into this one before the first tag.

-- Organizations, their projects and domains, and the keys of the API.

create table organization (
  id text primary key,
  name text not null,
  plan text not null check (plan in ('free', 'pro', 'enterprise')),
  -- Overrides of the installation's limits, by name; see core/limits.
  limits jsonb not null default '{}',
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);

create table project (
  id text primary key,
  organization_id text not null references organization (id) on delete cascade,
  name text not null,
  repository text not null,
  branch text not null,
  docs_path text not null default '',
  -- One git credential, sealed with the operator's key; only the steps that fetch and push open it.
  credential bytea,
  -- A page that is not valid MDX is rendered as far as it can be read, or fails the export.
  page_rule text not null default 'lenient' check (page_rule in ('lenient', 'strict')),
  -- What an export does when a document contains a secret of another service.
  secrets_found text not null default 'warn' check (secrets_found in ('warn', 'fail')),
  -- page:pattern, a star for any; see core/secrets.
  secret_exceptions text[] not null default '{}',
  -- Files of other hosts that pages show: stored in the bundle, left as links, or an error when one is missing.
  assets text not null default 'vendor' check (assets in ('vendor', 'link', 'strict')),
  -- Whether scripts of the docs folder run in the reader's browser.
  author_code text not null default 'off' check (author_code in ('off', 'browser')),
  -- Null: derived from the repository's host, github.com or gitlab.com. Forgejo has the interface of Gitea.
  git_host text check (git_host in ('github', 'gitlab', 'gitea')),
  git_api_url text,
  -- Replaces the installation's model: provider, and model and base URL where they differ.
  model jsonb,
  -- The key of that model, sealed like the git credential.
  model_credential bytea,
  created_at timestamptz not null default now()
);
create index project_organization on project (organization_id);

-- Claims of domains. Any number of organizations can claim a name; the one with the newest proof owns it.
create table domain (
  name text not null check (name = lower(name)),
  organization_id text not null references organization (id) on delete cascade,
  project_id text not null references project (id) on delete cascade,
  -- The value of the DNS record or file that proves control.
  token text not null default replace(gen_random_uuid()::text, '-', ''),
  -- Null: claimed, not proven. Without proofs (BINDERY_DOMAINS=trusted) a claim counts as proven.
  verified_at timestamptz default now(),
  -- The export that hosts serve.
  current_export text,
  published_at timestamptz,
  -- Exports that were started before this time do not become current by themselves.
  follows_after timestamptz,
  pinned_at timestamptz,
  pinned_by text,
  pin_reason text,
  -- Changes with every change of what is current or pinned: the ETag of clients that wait for one.
  publication_revision integer not null default 0,
  -- The transaction that last changed what hosts read of the domain. A host that has read everything that ended before the
  -- oldest open transaction of that moment misses nothing when it continues there, in whatever order transactions end.
  changed_in xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  primary key (organization_id, name),
  check ((pinned_at is null) = (pinned_by is null))
);
create index domain_project on domain (project_id);
create unique index domain_proven on domain (name) where verified_at is not null;
create index domain_current_export on domain (current_export);
create index domain_changed on domain (changed_in);

-- Counts over all domains.
create sequence publication_revision as integer;

create table api_key (
  id text primary key,
  organization_id text not null references organization (id) on delete cascade,
  name text not null,
  -- The first characters, for display; the key itself is not stored.
  prefix text not null,
  hash bytea not null unique,
  scopes text[] not null check (scopes <@ array['read', 'write'] and cardinality(scopes) > 0),
  -- Null: every project of the organization.
  project_ids text[],
  -- Null: every address.
  addresses text[],
  expires_at timestamptz,
  revoked_at timestamptz,
  rotated_to text references api_key (id) on delete set null,
  last_used_at timestamptz,
  last_used_address text,
  created_by text,
  created_at timestamptz not null default now()
);
create index api_key_organization on api_key (organization_id);

-- Keys of hosts that serve every domain of the installation; they belong to no organization.
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

-- Signs the addresses of previews. Created here, so that every process has the same one and none has to be configured:
-- 244 random bits.
create table preview_secret (
  only_one boolean primary key default true check (only_one),
  secret bytea not null
);
insert into preview_secret (secret)
values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- Use of hourly quotas. One row for each organization (or project), quota and hour.
create table quota (
  subject text not null,
  name text not null,
  hour timestamptz not null,
  used integer not null,
  primary key (subject, name, hour)
);

-- The first response to each Idempotency-Key, stored for 24 h.
create table idempotency (
  organization_id text not null references organization (id) on delete cascade,
  key text not null,
  operation text not null,
  body_hash bytea not null,
  -- Not jsonb: the response is repeated byte for byte, in the order of its fields.
  answer json not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);
create index idempotency_age on idempotency (created_at);

-- Who did what, from which address, with which outcome. No foreign keys, because rows outlive what they name. Read by
-- organization, newest first; kept for two years.
create table audit (
  id bigint generated always as identity primary key,
  organization_id text,
  actor text not null,
  address text,
  action text not null,
  target text not null,
  outcome text not null,
  request_id text,
  at timestamptz not null default now()
);
create index audit_newest on audit (organization_id, id desc);
create index audit_age on audit (at);

-- Exports and their chunks.

create table export (
  id text primary key,
  organization_id text not null references organization (id) on delete cascade,
  project_id text not null references project (id) on delete cascade,
  domain text not null,
  -- As in the request; null means the default: the production branch, no version, every published page, the project's rules.
  requested_ref text,
  requested_version text,
  requested_paths text[],
  requested_page_rule text check (requested_page_rule in ('lenient', 'strict')),
  requested_assets text check (requested_assets in ('vendor', 'link', 'strict')),
  -- A start can only turn author code off.
  requested_author_code text check (requested_author_code in ('off')),
  -- The actor, as in the audit log.
  started_by text,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed')),
  progress double precision not null default 0 check (progress between 0 and 100),
  page_count integer not null default 0,
  total_pages integer,
  pages_rendered integer not null default 0,
  pages_reused integer not null default 0,
  -- The branch, tag or commit; null until the export begins.
  ref text,
  version text,
  commit text,
  commit_message text,
  errors integer not null default 0,
  warnings integer not null default 0,
  error text,
  error_code text,
  -- Steps that ended a worker process, one entry for each time; a step that does it twice is not tried again.
  ended_processes text[] not null default '{}',
  -- Set when the export becomes current before its archive is written: once all files and the signed manifest are stored,
  -- hosts can apply a delta to what was current.
  published_at timestamptz,
  -- The start of its archive, with manifest and signature, from then on.
  head_key text,
  -- Digest of the manifest's `files`: a rollback skips exports with the content that is live. Null until the site is
  -- finished.
  content_digest text,
  bundle_key text,
  bundle_sha256 text,
  bundle_bytes bigint,
  -- Fixed when the export completes, so that a later setting of the operator does not shorten what the job promised.
  retained_until timestamptz,
  -- While the export is current: how long its files are kept afterwards. Null without a retention.
  retention interval,
  -- Grows with every change: the ETag of a poll.
  revision integer not null default 0,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  started_at timestamptz,
  ended_at timestamptz,
  check ((status = 'failed') = (error_code is not null)),
  check ((status = 'completed') = (progress = 100)),
  check ((status = 'completed') = (bundle_key is not null)),
  check ((published_at is null) = (head_key is null)),
  -- A published export does not fail: its archive is written however long it takes.
  check (published_at is null or status in ('running', 'completed'))
)
-- Room on each page for the next version of a row: progress is written often and touches no index.
with (fillfactor = 70);
create index export_organization on export (organization_id, created_at desc, id desc);
create index export_domain on export (organization_id, domain, created_at desc, id desc);
create index export_status on export (organization_id, status, created_at desc, id desc);
create index export_project on export (project_id);
-- The last completed export of a domain.
create index export_completed on export (project_id, domain, ended_at desc) where status = 'completed';
-- Each worker looks for cancelled exports that still have work in the engine.
create index export_cancelled on export (ended_at) where error_code = 'cancelled';

alter table domain add foreign key (current_export) references export (id) on delete set null;

-- One row for each finished chunk: writing it twice changes nothing, so progress counts each page once.
create table export_chunk (
  export_id text not null references export (id) on delete cascade,
  index integer not null,
  -- The chunk's first page in the order of the bundle; chunks of two exports with the same pages are matched by it.
  first_page text not null default '',
  pages integer not null,
  reused integer not null default 0,
  warnings integer not null,
  -- An unchanged chunk names the pack of the export that made it. A pack is needed while a row names it whose export is
  -- running, or has completed and is kept.
  pack_key text not null,
  -- Null: next to the pack.
  traces_key text,
  primary key (export_id, index)
);
-- Packs below the prefix of an export: org/<organization>/export/<export>/…
create index export_chunk_pack_home on export_chunk (split_part(pack_key, '/', 4));
create index export_chunk_traces_home on export_chunk (split_part(traces_key, '/', 4)) where traces_key is not null;

-- What an ended export leaves in the bucket, and when it may be deleted. Workers take due rows, each a different one.
create table export_remains (
  export_id text not null references export (id) on delete cascade,
  kind text not null check (kind in ('leftovers', 'source', 'files')),
  due_at timestamptz not null,
  -- Until when a worker deletes these objects, without a row lock; an export of the same source waits for it.
  clearing_until timestamptz,
  primary key (export_id, kind)
);
create index export_remains_due on export_remains (due_at);
create index export_remains_clearing on export_remains (export_id) where clearing_until is not null;

-- The source of a project by difference: a list of its files over packs of their content, of which the next export stores
-- only the missing ones.
create table project_source (
  project_id text primary key references project (id) on delete cascade,
  list_key text not null,
  list_sha256 text not null,
  -- Digest of all paths with their contents.
  files text not null,
  -- Packs that the list names. Other packs of the project are not needed once none of its exports runs.
  packs text[] not null,
  -- When the oldest of these packs was written, or earlier.
  begun_at timestamptz not null
);

-- The exports that were current, in the order in which they became so.
create table publication (
  id bigint generated always as identity primary key,
  organization_id text not null,
  domain text not null,
  export_id text not null references export (id) on delete cascade,
  cause text not null check (cause in ('export', 'publish', 'rollback')),
  actor text not null,
  at timestamptz not null default date_trunc('milliseconds', now()),
  foreign key (organization_id, domain) references domain (organization_id, name) on delete cascade
);
create index publication_domain on publication (organization_id, domain, id desc);
create index publication_export on publication (export_id);

-- Agent jobs, their transcript and their use.

create table agent_job (
  id text primary key,
  organization_id text not null references organization (id) on delete cascade,
  project_id text not null references project (id) on delete cascade,
  status text not null default 'active' check (status in ('active', 'completed', 'archived', 'failed')),
  repository text not null,
  ref text,
  model text not null,
  prompt text not null,
  -- The actor, as in the audit log.
  started_by text,
  title text,
  summary text,
  changed_files text[] not null default '{}',
  -- Of the latest pull request; a poll returns it only once the job is no longer active.
  pr_link text,
  error text,
  error_code text,
  -- Use of all turns, and of the turns before the current one, so that a turn can report its use again.
  usage jsonb not null default '{"inputTokens": 0, "outputTokens": 0, "steps": 0}',
  earlier_usage jsonb not null default '{"inputTokens": 0, "outputTokens": 0, "steps": 0}',
  turn integer not null default 1,
  branch text not null generated always as ('bindery/' || id) stored,
  base_commit text,
  head_commit text,
  -- Steps that ended a worker process, one entry for each time.
  ended_processes text[] not null default '{}',
  revision integer not null default 0,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  -- When the last turn ended, by whatever cause; archiving does not change it.
  ended_at timestamptz,
  archived_at timestamptz,
  -- The status before archiving, restored by unarchiving.
  archived_from text check (archived_from in ('completed', 'failed')),
  check ((status = 'archived') = (archived_at is not null)),
  check ((status = 'archived') = (archived_from is not null)),
  check ((coalesce(archived_from, status) = 'failed') = (error_code is not null))
);
create index agent_job_organization on agent_job (organization_id, created_at desc, id desc);
create index agent_job_project on agent_job (project_id, created_at desc, id desc);
create index agent_job_status on agent_job (project_id, status, created_at desc, id desc);
create index agent_job_active on agent_job (organization_id) where status = 'active';
create index agent_job_ended on agent_job (ended_at) where status in ('completed', 'failed');
create index agent_job_cancelled on agent_job (ended_at) where error_code = 'cancelled';

-- The transcript. position = turn * 100,000 + n: n = 0 is the instruction, 99,999 how the turn ended. Writing an event
-- twice changes nothing.
create table agent_job_event (
  agent_job_id text not null references agent_job (id) on delete cascade,
  position bigint not null,
  at timestamptz not null default date_trunc('milliseconds', now()),
  kind text not null check (kind in ('instruction', 'answer', 'tool', 'check', 'pull_request', 'ended')),
  body jsonb not null,
  primary key (agent_job_id, position)
);

-- Tokens by day and model. Rows outlive their jobs: deleting a project returns no budget.
create table agent_usage (
  organization_id text not null references organization (id) on delete cascade,
  day date not null,
  model text not null,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  primary key (organization_id, day, model)
);

-- People of the dashboard.

create table person (
  id text primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  -- argon2id in its own notation; null for a person who signs in with the identity provider only.
  password text,
  -- Sealed with the operator's key, and stored when its first code was right; the last used step is not accepted again.
  totp_secret bytea,
  totp_step bigint,
  oidc_issuer text,
  oidc_subject text,
  -- When the identity provider, or a link that the operator handed over, showed that the address is its owner's.
  email_proven_at timestamptz,
  -- Has access to every organization and to the health of the installation.
  is_operator boolean not null default false,
  created_at timestamptz not null default now(),
  unique (oidc_issuer, oidc_subject),
  check ((totp_secret is null) = (totp_step is null))
);

-- Replace the second factor of a person who has lost the app. Each works once; only hashes are stored.
create table recovery_code (
  person_id text not null references person (id) on delete cascade,
  hash bytea not null,
  primary key (person_id, hash)
);

create table membership (
  person_id text not null references person (id) on delete cascade,
  organization_id text not null references organization (id) on delete cascade,
  role text not null check (role in ('viewer', 'writer', 'admin')),
  -- Granted by a group of the identity provider, and removed with it at the next sign-in.
  from_group boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (person_id, organization_id)
);
create index membership_organization on membership (organization_id);

-- The cookie contains the secret; only its hash is stored.
create table session (
  hash bytea primary key,
  person_id text not null references person (id) on delete cascade,
  address text,
  agent text,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_person on session (person_id);
create index session_age on session (expires_at);

-- Browsers in which a person has signed in before. Each has sign-in attempts of its own that others cannot use up. The
-- cookie contains the token; only its hash is stored.
create table device (
  hash bytea primary key,
  person_id text not null references person (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index device_person on device (person_id, created_at);
create index device_age on device (expires_at);

-- Links that work once: to join an organization, or to set a new password.
create table invitation (
  hash bytea primary key,
  kind text not null check (kind in ('join', 'reset')),
  email text not null check (email = lower(email)),
  organization_id text references organization (id) on delete cascade,
  role text check (role in ('viewer', 'writer', 'admin')),
  invited_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((kind = 'join') = (organization_id is not null and role is not null))
);
create index invitation_organization on invitation (organization_id);

-- State between two pages of a sign-in: the second factor that is still required, or the provider's expected response.
create table sign_in (
  hash bytea primary key,
  person_id text references person (id) on delete cascade,
  oidc json,
  return_to text not null,
  expires_at timestamptz not null
);
create index sign_in_age on sign_in (expires_at);

-- Codes that the server logs while there is no person.
create table setup_code (
  hash bytea primary key,
  expires_at timestamptz not null
);

-- Work that remains after a deletion or the end of a job, outside of the reach of a transaction.

-- A deleted project or organization. Workers end its jobs, then delete its objects and what the engine recorded of it; the
-- row is deleted last, once nothing more is found.
create table deletion (
  id bigint generated always as identity primary key,
  organization_id text not null,
  -- Of its objects in the bucket.
  prefixes text[] not null,
  -- Its jobs in the engine, without the chunks that they started.
  workflows text[] not null,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null default now()
);
create index deletion_due on deletion (due_at);

-- Ended jobs, until the results of their steps are erased, which contain text of files.
create table ended_work (
  workflow_id text primary key,
  export_id text references export (id) on delete cascade,
  agent_job_id text references agent_job (id) on delete cascade,
  due_at timestamptz not null default now(),
  check ((export_id is null) <> (agent_job_id is null))
);
create index ended_work_due on ended_work (due_at);
create index ended_work_export on ended_work (export_id) where export_id is not null;
create index ended_work_agent_job on ended_work (agent_job_id) where agent_job_id is not null;

-- Changes of exports.

-- An ended export is never changed again, except how long its files are kept; and no number of a poll decreases.
create function guard_export() returns trigger language plpgsql as $$
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
create trigger export_guard before update on export for each row execute function guard_export();

-- Wakes clients that wait for a job or for a list: an organization's, or the operator's. Postgres sends equal
-- notifications of one transaction once.
create function announce_job() returns trigger language plpgsql as $$
begin
  perform pg_notify('job_changed', new.id);
  perform pg_notify('job_changed', tg_table_name || 's:' || new.organization_id);
  perform pg_notify('job_changed', 'jobs');
  return null;
end $$;
create trigger export_announce after insert or update on export for each row execute function announce_job();
create trigger agent_job_announce after insert or update on agent_job for each row execute function announce_job();

-- A day is longer than any step, link or download that began before the end.
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

create function note_ended_export() returns trigger language plpgsql as $$
begin
  insert into ended_work (workflow_id, export_id) values (new.id, new.id) on conflict do nothing;
  return null;
end $$;
create trigger export_work_ended after update on export for each row
  when (old.status in ('queued', 'running') and new.status in ('completed', 'failed'))
  execute function note_ended_export();

-- The files of the current export are kept, whatever the retention is.
create function hold_export_files(the_export text) returns void language plpgsql as $$
begin
  update export set retention = retained_until - ended_at, retained_until = null
  where id = the_export and retained_until is not null;
  delete from export_remains where export_id = the_export and kind = 'files';
end $$;

-- When an export is no longer current, its files are kept for as long as those of a new export.
create function release_export_files(the_export text) returns void language plpgsql as $$
begin
  update export set retained_until = now() + retention, retention = null where id = the_export and retention is not null;
  insert into export_remains (export_id, kind, due_at)
  select id, 'files', retained_until + interval '1 day' from export where id = the_export and retained_until is not null
  on conflict (export_id, kind) do update set due_at = excluded.due_at;
end $$;

-- The caller has locked the domain's row. Exports that are running during a rollback do not undo it, also when it leads to
-- an export that was started later than the one it replaces.
create function make_current(the_organization text, the_domain text, next export, the_cause text, the_actor text)
returns void language plpgsql as $$
declare
  before export%rowtype;
begin
  select export.* into before from domain join export on export.id = domain.current_export
  where domain.organization_id = the_organization and domain.name = the_domain;
  perform hold_export_files(next.id);
  update domain set current_export = next.id, published_at = date_trunc('milliseconds', now()),
    follows_after = case when the_cause = 'rollback' or next.created_at < before.created_at then clock_timestamp()
      else greatest(follows_after, next.created_at) end
  where organization_id = the_organization and name = the_domain;
  if before.id <> next.id then
    perform release_export_files(before.id);
  end if;
  insert into publication (organization_id, domain, export_id, cause, actor)
  values (the_organization, the_domain, next.id, the_cause, the_actor);
end $$;

-- Makes an export current where nothing forbids it, and locks the domain's row.
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

-- In the transaction that completes the export: a full export of the production branch is current from the moment it is
-- completed, or not at all. One that was published before its archive existed is not published again, because something
-- else may be current by now.
create function publish_completed_export() returns trigger language plpgsql as $$
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
-- Triggers run in the order of their names: this one after export_ended.
create trigger export_published after update on export for each row
  when (old.status in ('queued', 'running') and new.status = 'completed' and new.requested_paths is null)
  execute function publish_completed_export();

-- Changes of domains.

create function announce_domain() returns trigger language plpgsql as $$
begin
  new.publication_revision := nextval('publication_revision');
  perform pg_notify('job_changed', 'domain:' || new.organization_id || ':' || new.name);
  return new;
end $$;
create trigger domain_announce before update on domain for each row
  when ((old.current_export, old.pinned_at, old.pin_reason) is distinct from (new.current_export, new.pinned_at, new.pin_reason))
  execute function announce_domain();

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

-- Changes of agent jobs.

create function guard_agent_job() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  new.updated_at := date_trunc('milliseconds', clock_timestamp());
  return new;
end $$;
create trigger agent_job_guard before update on agent_job for each row execute function guard_agent_job();

create function stamp_agent_job_end() returns trigger language plpgsql as $$
begin
  new.ended_at := case when new.status = 'active' then null else coalesce(new.ended_at, now()) end;
  return new;
end $$;
create trigger agent_job_end before insert or update on agent_job for each row execute function stamp_agent_job_end();

-- Each turn is a workflow of its own.
create function note_ended_turn() returns trigger language plpgsql as $$
begin
  insert into ended_work (workflow_id, agent_job_id) values (new.id || ':t' || new.turn, new.id) on conflict do nothing;
  return null;
end $$;
create trigger agent_job_work_ended after update on agent_job for each row
  when (old.status = 'active' and new.status <> 'active')
  execute function note_ended_turn();

-- A job contains the total of its turns, so what a step writes twice is counted once. The usage contains an estimate while a
-- model call is under way and falls when the call is settled; the difference is taken from the day of the estimate.
create function count_agent_usage() returns trigger language plpgsql as $$
declare
  input bigint := (new.usage->>'inputTokens')::bigint - (old.usage->>'inputTokens')::bigint;
  output bigint := (new.usage->>'outputTokens')::bigint - (old.usage->>'outputTokens')::bigint;
  at timestamptz := case when input < 0 or output < 0 then old.updated_at else now() end;
begin
  if input = 0 and output = 0 then
    return null;
  end if;
  insert into agent_usage as known (organization_id, day, model, input_tokens, output_tokens)
  values (new.organization_id, (at at time zone 'UTC')::date, new.model, input, output)
  on conflict (organization_id, day, model) do update set
    input_tokens = known.input_tokens + excluded.input_tokens,
    output_tokens = known.output_tokens + excluded.output_tokens;
  return null;
end $$;
create trigger agent_job_usage after update of usage on agent_job for each row execute function count_agent_usage();

-- Changes of people.

-- An invitation or reset link lives as long as its maker may make one: as admin of its organization, or as operator.
create function withdraw_links(who text) returns void language sql as $$
  delete from invitation
  where invited_by = 'person:' || who
    and not exists (select from membership
      where person_id = who and membership.organization_id = invitation.organization_id and role = 'admin')
    and not exists (select from person where id = who and is_operator)
$$;

create function membership_withdraws_links() returns trigger language plpgsql as $$
begin
  perform withdraw_links(old.person_id);
  return null;
end $$;
create trigger membership_links after delete or update of role on membership for each row
  when (old.role = 'admin') execute function membership_withdraws_links();

create function person_withdraws_links() returns trigger language plpgsql as $$
begin
  perform withdraw_links(old.id);
  return null;
end $$;
create trigger person_links after delete or update of is_operator on person for each row
  when (old.is_operator) execute function person_withdraws_links();
