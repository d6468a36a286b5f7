import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDemoSite } from '../../deploy/local/make-demo-site.ts'
import { seedRepository } from '../../deploy/local/seed-repository.ts'
import type { Service } from '../../deploy/local/start-service.ts'

export interface Tenant {
  key: string
  domains: string[]
}

const siteSizes = [10, 60, 160]

/** Seeded once: another commit in the middle of a run would change what its archives must be. */
let repositories: Promise<string[]> | undefined

/** Organizations with sites of several sizes, and quotas that do not get in the way. */
export async function makeTenants(service: Service, count: number, prefix = 't'): Promise<Tenant[]> {
  repositories ??= Promise.all(siteSizes.map((pages) => seedSite(pages)))
  const seeded = await repositories
  return Promise.all(Array.from({ length: count }, (_, i) => makeTenant(service, `${prefix}${i}`, seeded)))
}

async function seedSite(pages: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-site-'))
  makeDemoSite(folder, pages)
  return (await seedRepository(`public/chaos-${pages}`, folder)).url
}

async function makeTenant({ admin }: Service, name: string, repositories: string[]): Promise<Tenant> {
  const { id } = await admin<{ id: string }>(['organization', 'create', '--name', name, '--plan', 'enterprise'])
  await admin(['organization', 'set-limit', id, 'exportStartsPerHour', '1000000'])
  await admin(['organization', 'set-limit', id, 'requestsPerMinute', '10000000'])
  const domains: string[] = []
  for (const [site, repository] of repositories.entries()) {
    const args = ['project', 'create', '--organization', id, '--name', `S${site}`, '--repository', repository]
    const project = await admin<{ id: string }>(args)
    const domain = `s${site}.${name}.example.com`
    await admin(['domain', 'add', domain, '--project', project.id])
    domains.push(domain)
  }
  const { key } = await admin<{ key: string }>(['key', 'create', '--organization', id, '--name', 'chaos'])
  return { key, domains }
}
