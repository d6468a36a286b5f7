import { hash, randomBytes } from 'node:crypto'
import { inventKey } from '../invent-key.ts'
import type { World } from '../prepare-world.ts'
import { coin, coinId, type Words } from './words.ts'

export interface DeletedTenant {
  id: string
  key: string
  /** Of the organization as such; those of its projects are apart. */
  words: Words
}

export interface TenantProject {
  id: string
  domain: string
  words: Words
}

/** An organization with a key and people. Straight into the tables, since each command of the operator takes a second. */
export async function plantTenant({ database }: World): Promise<DeletedTenant> {
  const words: Words = new Map()
  const id = coinId(words, 'organization', 'org')
  await database.query(`insert into organization (id, name, plan) values ($1, $2, 'enterprise')`, [
    id,
    coin(words, 'name of the organization'),
  ])
  const key = await plantKey(database, id, null, words)
  await plantPeople(database, id, words)
  return { id, key, words }
}

export async function plantProject(
  world: World,
  organization: string,
  { repository, token }: { repository: string; token?: string },
): Promise<TenantProject> {
  const words: Words = new Map()
  const id = coinId(words, 'project', 'prj')
  const domain = `${coin(words, 'domain')}.example.com`
  await world.database.query(INSERT, [id, organization, coin(words, 'name of the project'), repository, domain])
  await plantKey(world.database, organization, id, words)
  if (token !== undefined) await world.service.admin(['project', 'credential', 'set', id], token)
  return { id, domain, words }
}

const INSERT = `
  with planted as (
    insert into project (id, organization_id, name, repository, branch, git_host)
    values ($1, $2, $3, $4, 'main', 'gitea') returning *)
  insert into domain (name, organization_id, project_id) select $5, organization_id, id from planted`

async function plantKey(
  database: World['database'],
  organization: string,
  project: string | null,
  words: Words,
): Promise<string> {
  const key = inventKey()
  await database.query(
    `insert into api_key (id, organization_id, name, prefix, hash, scopes, project_ids)
     values ($1, $2, $3, $4, $5, '{read,write}', $6)`,
    [
      coinId(words, 'key', 'key'),
      organization,
      coin(words, 'name of the key'),
      key.slice(0, 10),
      hash('sha256', key, 'buffer'),
      project && [project],
    ],
  )
  return key
}

/** Somebody who is signed in, somebody who is invited, and somebody on the way in. */
async function plantPeople(database: World['database'], organization: string, words: Words): Promise<void> {
  const person = coinId(words, 'person', 'usr')
  const email = `${coin(words, 'address of the person')}@example.com`
  const later = new Date(Date.now() + 3_600_000)
  const run = (text: string, ...values: unknown[]) => database.query(text, values)
  await run(
    'insert into person (id, email, name) values ($1, $2, $3)',
    person,
    email,
    coin(words, 'name of the person'),
  )
  await run(`insert into membership (person_id, organization_id, role) values ($1, $2, 'admin')`, person, organization)
  await run(
    'insert into session (hash, person_id, agent, expires_at) values ($1, $2, $3, $4)',
    randomBytes(32),
    person,
    coin(words, 'browser of the person'),
    later,
  )
  await run(
    `insert into invitation (hash, kind, email, organization_id, role, invited_by, expires_at)
     values ($1, 'join', $2, $3, 'viewer', $4, $5)`,
    randomBytes(32),
    `${coin(words, 'address of the invited')}@example.com`,
    organization,
    person,
    later,
  )
  await run(
    'insert into sign_in (hash, return_to, expires_at) values ($1, $2, $3)',
    randomBytes(32),
    `/dashboard/${organization}/exports`,
    later,
  )
}
