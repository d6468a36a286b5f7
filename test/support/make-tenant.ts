import { createOrganization } from '../../deploy/local/create-organization.ts'
import type { Service } from '../../deploy/local/start-service.ts'

export interface Tenant {
  organizationId: string
  domain: string
  /** Of all scopes. */
  key: string
}

/** An organization of its own with one project and its domain. */
export async function makeTenant(
  { admin }: Pick<Service, 'admin'>,
  { domain, repository }: { domain: string; repository: string },
): Promise<Tenant> {
  const create = <Made>(what: string, ...rest: string[]) => admin<Made>([what, 'create', ...rest])
  const id = await createOrganization(admin, domain)
  const owned = ['--organization', id, '--name', 'Docs']
  const project = await create<{ id: string }>('project', ...owned, '--repository', repository)
  await admin(['domain', 'add', domain, '--project', project.id])
  const { key } = await create<{ key: string }>('key', ...owned)
  return { organizationId: id, domain, key }
}
