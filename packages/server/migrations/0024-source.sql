-- The source of a project by difference: a list of its files over packs of their content, of which the next export stores
-- only what it lacks. A process of the release before this one neither reads nor writes it.
create table project_source (
  project_id text primary key references project (id) on delete cascade,
  -- Where the list lies in the bucket, and its digest.
  list_key text not null,
  list_sha256 text not null,
  -- Digest of all paths and what lies at them.
  files text not null,
  -- Names of the packs that the list leads to. No other one of the project is needed once none of its exports runs.
  packs text[] not null,
  -- When the oldest of these packs was written, or earlier.
  begun_at timestamptz not null
);
