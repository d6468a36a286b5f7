import { randomBytes } from 'node:crypto'
import type { World } from './prepare-world.ts'

/**
 * Puts projects of the suite's own tenant straight into the table, past the operator's command and its checks: what
 * stands there is for the worker to refuse. Gives the domain of each, or none where Postgres itself refuses the text.
 */
export async function plantProjects(
  { database, tenant }: Pick<World, 'database' | 'tenant'>,
  area: string,
  repositories: readonly string[],
): Promise<(string | undefined)[]> {
  const domains: (string | undefined)[] = []
  for (const [index, repository] of repositories.entries()) {
    const id = `prj_${randomBytes(8).toString('hex')}`
    const domain = `${area}-${index}.example.com`
    const planted = await database.query(INSERT, [id, tenant.organization, domain, repository]).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code === INVALID_TEXT) return false
        throw error
      },
    )
    domains.push(planted ? domain : undefined)
  }
  return domains
}

/** A NUL or another byte sequence that is no text. */
const INVALID_TEXT = '22021'

const INSERT = `
  with planted as (
    insert into project (id, organization_id, name, repository, branch) values ($1, $2, $3, $4, 'main') returning *)
  insert into domain (name, organization_id, project_id) select name, organization_id, id from planted`
