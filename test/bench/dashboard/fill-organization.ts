import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

export interface Filled {
  /** Of somebody who has signed in. */
  cookie: string
  sessionHash: Buffer
}

interface Sizes {
  projects: number
  /** Of each kind: exports and edits. */
  jobs: number
}

/** An organization after years of work: projects with domains, ended exports and edits, and a member who looks at them. */
export async function fillOrganization(client: pg.Client, organizationId: string, sizes: Sizes): Promise<Filled> {
  await fillProjects(client, organizationId, sizes.projects)
  await fillExports(client, organizationId, sizes)
  await fillEdits(client, organizationId, sizes)
  const filled = await signIn(client, organizationId)
  await client.query('vacuum analyze')
  return filled
}

async function fillProjects(client: pg.Client, organizationId: string, projects: number): Promise<void> {
  await client.query(
    `insert into project (id, organization_id, name, repository, branch, created_at)
     select 'prj_' || lpad(to_hex(n), 16, '0'), $1, 'Documentation of product ' || n,
       'https://git.example.com/product-' || n || '/docs.git', 'main', now() - n * interval '1 day'
     from generate_series(1, $2::int) n`,
    [organizationId, projects],
  )
  await client.query(
    `insert into domain (name, organization_id, project_id)
     select 'product-' || n || '.docs.example.com', $1, 'prj_' || lpad(to_hex(n), 16, '0')
     from generate_series(1, $2::int) n`,
    [organizationId, projects],
  )
}

async function fillExports(client: pg.Client, organizationId: string, { projects, jobs }: Sizes): Promise<void> {
  await client.query(
    `insert into export (id, organization_id, project_id, domain, status, progress, page_count, total_pages, pages_rendered,
       version, commit, commit_message, started_by, bundle_key, bundle_sha256, bundle_bytes, created_at, started_at, ended_at)
     select 'se_' || lpad(to_hex(n), 16, '0'), $1, 'prj_' || lpad(to_hex(1 + n % $2::int), 16, '0'),
       'product-' || 1 + n % $2::int || '.docs.example.com', 'completed', 100, n % 5000, n % 5000, n % 5000, 'v' || n,
       md5(n::text), 'Explain flag ' || n, 'person:usr_bench', 'key/' || n, md5(n::text), n, at, at, at + interval '40 seconds'
     from generate_series(1, $3::int) n, lateral (select now() - n * interval '10 minutes' as at) times`,
    [organizationId, projects, jobs],
  )
}

async function fillEdits(client: pg.Client, organizationId: string, { projects, jobs }: Sizes): Promise<void> {
  await client.query(
    `insert into edit (id, organization_id, project_id, status, repository, ref, model, prompt, title, pr_link, usage, created_at, started_by)
     select 'ed_' || lpad(to_hex(n), 16, '0'), $1, 'prj_' || lpad(to_hex(1 + n % $2::int), 16, '0'), 'completed',
       'https://git.example.com/docs.git', 'main', 'm', repeat('Explain the flag. ', 20), 'Explain flag ' || n,
       'https://git.example.com/docs/pulls/' || n, '{"inputTokens": 48000, "outputTokens": 3000, "steps": 9}',
       now() - n * interval '11 minutes', 'person:usr_bench'
     from generate_series(1, $3::int) n`,
    [organizationId, projects, jobs],
  )
}

async function signIn(client: pg.Client, organizationId: string): Promise<Filled> {
  const secret = randomBytes(32).toString('base64url')
  const sessionHash = createHash('sha256').update(secret).digest()
  await client.query(`insert into person (id, email, name) values ('usr_bench', 'ada@example.com', 'Ada Lovelace')`)
  await client.query(`insert into membership (person_id, organization_id, role) values ('usr_bench', $1, 'writer')`, [
    organizationId,
  ])
  await client.query(
    `insert into session (hash, person_id, expires_at) values ($1, 'usr_bench', now() + interval '1 day')`,
    [sessionHash],
  )
  return { cookie: `__Host-bindery-session=${secret}`, sessionHash }
}
