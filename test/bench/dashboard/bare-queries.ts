import type pg from 'pg'

export type PageName = 'projects' | 'exports' | 'edits'

/** With the renewal of the session, which is part of looking at it. */
const session = `
  with seen as (
    update session set seen_at = now(), expires_at = least(now() + interval '12 hours', created_at + interval '7 days')
    where hash = $1 and expires_at > now() and seen_at < now() - interval '1 minute'
  )
  select encode(s.hash, 'hex') as id, json_build_object('id', p.id, 'email', p.email, 'name', p.name) as person,
    (select json_agg(json_build_object('id', o.id, 'name', o.name, 'plan', o.plan, 'suspended', o.suspended_at is not null,
        'limits', o.limits, 'role', m.role) order by o.name)
      from membership m join organization o on o.id = m.organization_id where m.person_id = p.id) as memberships
  from session s join person p on p.id = s.person_id where s.hash = $1 and s.expires_at > now()`

/** Of the person or the key that started a job. */
const nameOf = (column: string) => `coalesce((select name from person where person.id = substr(${column}, 8)),
  (select name from api_key where api_key.id = substr(${column}, 5)), ${column}) as started_by`

/** What each page must know to be rendered, asked for plainly. */
const queries: Record<PageName, string[]> = {
  projects: [
    `select id, name, repository, branch, created_at from project where organization_id = $1 order by name, id limit 21`,
  ],
  exports: [
    `select id, domain, status, error_code, version, commit, commit_message, coalesce(ref, requested_ref) as ref,
       pages_rendered, pages_reused, errors, warnings, created_at, started_at, ended_at,
       (select name from project where project.id = export.project_id) as project, ${nameOf('export.started_by')}
     from export where organization_id = $1 order by created_at desc, id desc limit 21`,
    'select name from domain where organization_id = $1 order by name limit 51',
  ],
  edits: [
    `select e.id, e.status, e.title, left(e.prompt, 200) as prompt, e.pr_link, e.usage, e.created_at, p.name,
       ${nameOf('e.started_by')} from edit e
     join project p on p.id = e.project_id where e.organization_id = $1
     order by e.created_at desc, e.id desc limit 21`,
    'select id, name from project where organization_id = $1 order by name, id limit 51',
  ],
}

/** The session's query and the page's own, one after the other. */
export async function runBareQueries(
  client: pg.Client,
  page: PageName,
  { organizationId, sessionHash }: { organizationId: string; sessionHash: Buffer },
): Promise<void> {
  await client.query(session, [sessionHash])
  for (const text of queries[page]) await client.query(text, [organizationId])
}
