-- Domains that were there before: what a host would follow today is current, but only a full export of the production
-- branch where there is one.
update domain set (current_export, published_at, follows_after) = (
  select export.id, coalesce(export.ended_at, export.updated_at), export.created_at
  from export join project on project.id = export.project_id
  where export.organization_id = domain.organization_id and export.domain = domain.name
    and export.project_id = domain.project_id and export.status = 'completed'
    and (export.retained_until is null or export.retained_until > now())
  order by export.requested_paths is null and coalesce(export.requested_ref, project.branch) = project.branch desc,
    export.created_at desc, export.id desc
  limit 1)
where current_export is null;

select hold_export_files(current_export) from domain where current_export is not null;

insert into publication (organization_id, domain, export_id, cause, actor, at)
select organization_id, name, current_export, 'upgrade', 'service', published_at from domain
where current_export is not null
  and not exists (select from publication where publication.domain = domain.name
    and publication.organization_id = domain.organization_id);
