-- Who started a job, and what its commit says; null for what earlier releases began.
alter table export add column started_by text, add column commit_message text;
alter table edit add column started_by text;

-- Lists are followed too: those of an organization, and the operator's over all. What one transaction says twice is sent once.
create or replace function announce_job() returns trigger language plpgsql as $$
begin
  perform pg_notify('job_changed', new.id);
  perform pg_notify('job_changed', tg_table_name || 's:' || new.organization_id);
  perform pg_notify('job_changed', 'jobs');
  return null;
end $$;
drop trigger export_announce on export;
drop trigger edit_announce on edit;
create trigger export_announce after insert or update on export for each row execute function announce_job();
create trigger edit_announce after insert or update on edit for each row execute function announce_job();
