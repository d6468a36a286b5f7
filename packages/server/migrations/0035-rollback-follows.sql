-- Whatever is under way at the moment of a rollback does not undo it, also when it leads to an export that was started later
-- than the one it replaces.
create or replace function make_current(the_organization text, the_domain text, next export, the_cause text, the_actor text)
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
