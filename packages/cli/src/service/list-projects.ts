import { printJson, printTable } from '../terminal/print-table.ts'
import { connectService, type ServiceFlags } from './connect-service.ts'
import { findProject } from './find-project.ts'

/** `bindery projects` */
export async function listProjects(flags: ServiceFlags): Promise<void> {
  const client = await connectService(flags)
  const projects = await Array.fromAsync(client.projects.listAll())
  if (flags.json) return printJson(projects)
  printTable(
    ['ID', 'NAME', 'REPOSITORY', 'BRANCH'],
    projects.map(({ id, name, repository, branch }) => [id, name, repository, branch]),
  )
}

/** `bindery domains` */
export async function listDomains(flags: ServiceFlags & { project?: string }): Promise<void> {
  const client = await connectService(flags)
  const projectId = flags.project === undefined ? undefined : await findProject(client, flags.project)
  const domains = await Array.fromAsync(client.domains.listAll({ projectId }))
  if (flags.json) return printJson(domains)
  printTable(
    ['DOMAIN', 'PROJECT', 'STATE', 'CURRENT', 'PINNED'],
    domains.map(({ domain, projectId, verifiedAt, currentJobId, pinned }) => [
      domain,
      projectId,
      verifiedAt ? 'verified' : 'not verified',
      currentJobId ?? '-',
      pinned ? 'pinned' : '-',
    ]),
  )
}
