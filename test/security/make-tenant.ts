import type { Service } from '../../deploy/local/start-service.ts'

export interface Tenant {
  organization: string
  key: string
}

/** An organization whose quotas do not get in the way, and a key with all rights. */
export async function makeTenant({ admin }: Pick<Service, 'admin'>): Promise<Tenant> {
  const { id: organization } = await admin<{ id: string }>([
    'organization',
    'create',
    '--name',
    'Security',
    '--plan',
    'enterprise',
  ])
  for (const limit of ['exportStartsPerHour', 'requestsPerMinute', 'keyCreationsPerHour']) {
    await admin(['organization', 'set-limit', organization, limit, '1000000'])
  }
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
