import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedRepository } from '../../../deploy/local/seed-repository.ts'
import type { Service } from '../../../deploy/local/start-service.ts'
import { listSites } from '../../conformance/list-sites.ts'
import { makeTenant, type Tenant } from '../../support/make-tenant.ts'

/** A site as files that a bench may change, and the means to push it. */
export interface BenchSite extends AsyncDisposable {
  /** Where docs.json stands. */
  root: string
  push(): Promise<string>
}

/** One of the corpora, or of this repository's own sites, by its name. */
export async function openBenchSite(name: string, corpora: string | undefined): Promise<BenchSite> {
  const site = (await listSites({ corpora })).find((one) => one.name === name)
  if (!site) throw new Error(`There is no site "${name}" among the corpora.`)
  const work = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  const root = await site.unpack(join(work, 'docs'))
  return {
    root,
    push: async () => (await seedRepository(`public/bench-${name}-${process.pid}`, root)).url,
    [Symbol.asyncDispose]: () => rm(work, { recursive: true, force: true }),
  }
}

/** An organization of its own with one project, and quotas that do not get in the way. */
export async function makeBenchTenant(service: Service, repository: string): Promise<Tenant> {
  const domain = `docs-${process.pid}-${Math.random().toString(36).slice(2, 8)}.example.com`
  const tenant = await makeTenant(service, { domain, repository })
  await service.admin(['organization', 'set-limit', tenant.organizationId, 'requestsPerMinute', '1000000'])
  return tenant
}
