import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOrganization } from '../../deploy/local/create-organization.ts'
import { makeDemoSite, smallSource } from '../../deploy/local/make-demo-site.ts'
import { seedRepository } from '../../deploy/local/seed-repository.ts'
import type { Service } from '../../deploy/local/start-service.ts'

export interface Site {
  domain: string
  /** An export of some paths is never taken over by a later one: each has all its pages to render. */
  paths?: string[]
  ref?: string
}

export interface Tenant {
  key: string
  sites: [whole: Site, middle: Site, large: Site]
}

const siteSizes = [100, 60, 160]

/** Seeded once: another commit in the middle of a run would change what its archives must be. */
let repositories: Promise<string[]> | undefined

/**
 * Organizations with sites of several sizes. The first is exported whole, so
 * that its exports take over pages of earlier ones; of the others the made pages are, anew each time.
 */
export async function makeTenants(service: Service, count: number, prefix = 't'): Promise<Tenant[]> {
  repositories ??= Promise.all(siteSizes.map((pages) => seedSite(pages)))
  const seeded = await repositories
  return Promise.all(Array.from({ length: count }, (_, i) => makeTenant(service, `${prefix}${i}`, seeded)))
}

async function seedSite(pages: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-site-'))
  try {
    makeDemoSite(folder, pages, smallSource)
    return (await seedRepository(`public/chaos-${pages}`, folder)).url
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function makeTenant({ admin }: Service, name: string, repositories: string[]): Promise<Tenant> {
  const id = await createOrganization(admin, name)
  const makeSite = async (repository: string, site: number): Promise<Site> => {
    const args = ['project', 'create', '--organization', id, '--name', `S${site}`, '--repository', repository]
    const project = await admin<{ id: string }>(args)
    const domain = `s${site}.${name}.example.com`
    await admin(['domain', 'add', domain, '--project', project.id])
    return { domain, ...(site > 0 && { paths: listMadePages(siteSizes[site] ?? 0) }) }
  }
  const [{ key }, ...sites] = await Promise.all([
    admin<{ key: string }>(['key', 'create', '--organization', id, '--name', 'chaos']),
    ...repositories.map(makeSite),
  ])
  return { key, sites: sites as Tenant['sites'] }
}

/** Of a demo site of so many. */
export function listMadePages(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `library/shelf-${Math.floor(i / 20) + 1}-volume-${(i % 20) + 1}`)
}
