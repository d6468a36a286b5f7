-- For somebody who has lost the app that shows codes. Each works once in its place; only hashes are stored.
create table recovery_code (
  person_id text not null references person (id) on delete cascade,
  hash bytea not null,
  primary key (person_id, hash)
);
