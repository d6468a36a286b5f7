import type { Service } from './start-service.ts'

interface OrganizationOptions {
  plan?: 'free' | 'enterprise'
  /** Of the organization, in place of the installation's. */
  limits?: Record<string, number>
}

/** Returns the id. Organizations of suites trust each other: without the flag, `organization create` refuses the second. */
export async function createOrganization(
  admin: Service['admin'],
  name: string,
  { plan = 'enterprise', limits = {} }: OrganizationOptions = {},
): Promise<string> {
  const args = ['organization', 'create', '--name', name, '--plan', plan, '--trust-domains']
  const { id } = await admin<{ id: string }>(args)
  for (const [limit, value] of Object.entries(limits)) {
    await admin(['organization', 'set-limit', id, limit, String(value)])
  }
  return id
}
