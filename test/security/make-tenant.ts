import { createOrganization } from '../../deploy/local/create-organization.ts'
import type { Service } from '../../deploy/local/start-service.ts'

export interface Tenant {
  organization: string
  key: string
}

/** An organization whose quotas do not get in the way, and a key with all rights. */
export async function makeTenant({ admin }: Pick<Service, 'admin'>): Promise<Tenant> {
  const names = ['exportStartsPerHour', 'requestsPerMinute', 'keyCreationsPerHour']
  const limits = Object.fromEntries(names.map((name) => [name, 1_000_000]))
  const organization = await createOrganization(admin, 'Security', { limits })
  const { key } = await makeKey({ admin }, organization)
  return { organization, key }
}

export function makeKey(
  { admin }: Pick<Service, 'admin'>,
  organization: string,
  ...options: string[]
): Promise<{ id: string; key: string }> {
  return admin(['key', 'create', '--organization', organization, '--name', 'security', ...options])
}
