-- Organizations, their projects and domains, and the keys that open the API.

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
  -- One git credential, sealed with the operator's key; nothing but the fetch step opens it.
  credential bytea,
  created_at timestamptz not null default now()
);
create index project_organization on project (organization_id);

create table domain (
  name text primary key check (name = lower(name)),
  organization_id text not null references organization (id) on delete cascade,
  project_id text not null references project (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index domain_organization on domain (organization_id);
create index domain_project on domain (project_id);

create table api_key (
  id text primary key,
  organization_id text not null references organization (id) on delete cascade,
  name text not null,
  -- The first characters, for display; the key itself is stored nowhere.
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
  created_at timestamptz not null default now()
);
create index api_key_organization on api_key (organization_id);

-- How much of an hourly quota is used. One row for each organization (or project), quota and hour.
create table quota (
  subject text not null,
  name text not null,
  hour timestamptz not null,
  used integer not null,
  primary key (subject, name, hour)
);

-- The first answer to each Idempotency-Key, kept 24 h.
create table idempotency (
  organization_id text not null references organization (id) on delete cascade,
  key text not null,
  operation text not null,
  body_hash bytea not null,
  -- Not jsonb: the answer is given again byte for byte, in the order of its fields.
  answer json not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);
create index idempotency_age on idempotency (created_at);

-- Who did what, from where, with which outcome. Rows outlive what they speak of, hence no foreign keys.
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
create index audit_organization on audit (organization_id, at desc);
