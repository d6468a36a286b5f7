import type { Service } from './start-service.ts'

interface OrganizationOptions {
  plan?: 'free' | 'enterprise'
  /** Limits of the organization; they replace those of the installation. */
  limits?: Record<string, number>
}

/** Returns the id. Passes `--trust-domains`, because `organization create` refuses a second organization without it. */
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
