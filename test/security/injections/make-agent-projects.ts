import { randomBytes } from 'node:crypto'
import type { World } from '../prepare-world.ts'

/** Projects for the repository of the injections, by the folder in which they have their pages. */
type AgentProjects = ReadonlyMap<string, string>

/** Of the suite's own tenant. Straight into the table, since each command of the operator takes a second. */
export async function makeAgentProjects(
  { database, tenant, service }: World,
  repository: string,
  token: string,
): Promise<AgentProjects> {
  const made = ['', 'docs'].map(async (docsPath) => {
    const id = `prj_${randomBytes(8).toString('hex')}`
    await database.query(INSERT, [id, tenant.organization, `injections ${docsPath}`, repository, docsPath])
    await service.admin(['project', 'credential', 'set', id], token)
    return [docsPath, id] as const
  })
  return new Map(await Promise.all(made))
}

const INSERT = `
  insert into project (id, organization_id, name, repository, branch, docs_path, git_host)
  values ($1, $2, $3, $4, 'main', $5, 'gitea')`
