-- Edits become work: turns, their transcript, and what a project says about its git host and model.

-- Null: told by the host of the repository, github.com or gitlab.com. Forgejo speaks as Gitea does.
alter table project add column git_host text check (git_host in ('github', 'gitlab', 'gitea'));
alter table project add column git_api_url text;
-- In place of the installation's model: provider, and model and base URL where they differ.
alter table project add column model jsonb;
-- The key of that model, sealed as the git credential is.
alter table project add column model_credential bytea;

alter table edit add column title text;
alter table edit add column summary text;
alter table edit add column changed_files text[] not null default '{}';
-- Of all turns; and of those before the present one, so that a turn may say again what it used.
alter table edit add column usage jsonb not null default '{"inputTokens": 0, "outputTokens": 0, "steps": 0}';
alter table edit add column earlier_usage jsonb not null default '{"inputTokens": 0, "outputTokens": 0, "steps": 0}';
alter table edit add column turn integer not null default 1;
alter table edit add column branch text not null generated always as ('bindery/edit-' || id) stored;
alter table edit add column base_commit text;
alter table edit add column head_commit text;
alter table edit add column ended_at timestamptz;
update edit set ended_at = updated_at where status <> 'active';

-- When the last turn ended, whoever ended it; archiving does not change that.
create function stamp_edit_end() returns trigger language plpgsql as $$
begin
  new.ended_at := case when new.status = 'active' then null else coalesce(new.ended_at, now()) end;
  return new;
end $$;
create trigger edit_end before insert or update on edit for each row execute function stamp_edit_end();

-- An organization may have few active ones; and those that ended long ago are archived.
create index edit_active on edit (organization_id) where status = 'active';
create index edit_ended on edit (ended_at) where status in ('completed', 'failed');
create index edit_status on edit (project_id, status, created_at desc, id desc);

-- The transcript. position = turn * 100,000 + n: n = 0 is the instruction, 99,999 how the turn ended. Writing an event
-- twice changes nothing.
create table edit_event (
  edit_id text not null references edit (id) on delete cascade,
  position bigint not null,
  at timestamptz not null default date_trunc('milliseconds', now()),
  kind text not null check (kind in ('instruction', 'answer', 'tool', 'check', 'pull_request', 'ended')),
  body jsonb not null,
  primary key (edit_id, position)
);

insert into edit_event (edit_id, position, at, kind, body)
select id, 100000, created_at, 'instruction', jsonb_build_object('text', prompt) from edit;
