-- People of the dashboard: who they are, where they belong, how they came in.

create table person (
  id text primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  -- argon2id in its own notation; null for somebody who comes by the identity provider alone.
  password text,
  -- Sealed with the operator's key; the step that was used last cannot be used again.
  totp_secret bytea,
  totp_step bigint,
  -- Whoever the identity provider says it is.
  oidc_issuer text,
  oidc_subject text,
  -- Sees every organization, and the health of the installation.
  is_operator boolean not null default false,
  created_at timestamptz not null default now(),
  unique (oidc_issuer, oidc_subject)
);

create table membership (
  person_id text not null references person (id) on delete cascade,
  organization_id text not null references organization (id) on delete cascade,
  role text not null check (role in ('viewer', 'writer', 'admin')),
  -- Given by a group of the identity provider, and taken away with it at the next sign-in.
  from_group boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (person_id, organization_id)
);
create index membership_organization on membership (organization_id);

-- The cookie holds the secret; only its hash is here.
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

-- A link that lets somebody in once: to join an organization, or to set a new password.
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

-- What must be remembered between two pages of a sign-in: the second factor still owed, or the provider's answer awaited.
create table sign_in (
  hash bytea primary key,
  person_id text references person (id) on delete cascade,
  oidc json,
  return_to text not null,
  expires_at timestamptz not null
);
create index sign_in_age on sign_in (expires_at);

-- The one-time codes that the server printed while there was nobody yet.
create table setup_code (
  hash bytea primary key,
  expires_at timestamptz not null
);

alter table api_key add column created_by text;

-- The audit log is read by organization, newest first, and kept two years.
create index audit_newest on audit (organization_id, id desc);
create index audit_age on audit (at);
drop index audit_organization;
