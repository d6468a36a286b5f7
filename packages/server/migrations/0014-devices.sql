-- Browsers in which a person has signed in before: each has sign-in attempts of its own, which nobody else can use up.
-- The cookie holds the token; only its hash is here.
create table device (
  hash bytea primary key,
  person_id text not null references person (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index device_person on device (person_id, created_at);
create index device_age on device (expires_at);
