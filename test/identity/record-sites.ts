import { createPrivateKey } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { seedRepository } from '../../deploy/local/seed-repository.ts'
import { type Service, startService } from '../../deploy/local/start-service.ts'
import { linkBundle, startExport, waitForExport } from '../bench/export/time-export.ts'
import type { Site } from '../conformance/list-sites.ts'
import { makeTenant } from '../support/make-tenant.ts'
import { unpackBundle } from '../support/unpack-bundle.ts'
import { buildSite } from './build-site.ts'
import { type Digests, hashFiles } from './hash-files.ts'

export interface SiteRecord {
  build: Digests
  export: Digests
}

/** Builds each site with `bindery build`, and exports it for the first time with a fixed key, domain and commit. */
export async function recordSites(sites: readonly Site[]): Promise<Record<string, SiteRecord>> {
  const work = await mkdtemp(join(tmpdir(), 'bindery-identity-'))
  const keyFile = join(work, 'key.pem')
  await writeFile(keyFile, fixedKey(), { mode: 0o600 })
  const service = await startService({ workers: 1, env: { BINDERY_SIGNING_KEY_FILE: keyFile } })
  const records: Record<string, SiteRecord> = {}
  try {
    for (const site of sites) {
      console.log(`${site.name} …`)
      const folder = join(work, site.name)
      const root = await site.unpack(join(folder, 'docs'))
      const built = await buildSite(root, join(folder, 'built'), { processes: availableParallelism() })
      records[site.name] = {
        build: built,
        export: await exportSite(service, { name: site.name, root, target: join(folder, 'exported') }),
      }
      await rm(folder, { recursive: true })
    }
    return records
  } finally {
    await service.stop()
    await rm(work, { recursive: true })
  }
}

async function exportSite(service: Service, site: { name: string; root: string; target: string }): Promise<Digests> {
  const { url: repository } = await seedRepository(`public/identity-${site.name}-${process.pid}`, site.root)
  const tenant = await makeTenant(service, { domain: `${site.name}.example.com`, repository })
  const jobId = await startExport(service.url, tenant, { assets: 'link' })
  await waitForExport(service.url, tenant, jobId)
  const { bundleUrl, sha256 } = await linkBundle(service.url, tenant, jobId)
  unpackBundle(gunzipSync(await (await fetch(bundleUrl)).arrayBuffer()), site.target)
  return { 'the archive': sha256, ...(await hashFiles(site.target)) }
}

/** An Ed25519 key of zeros. */
function fixedKey(): string {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = createPrivateKey({ key: Buffer.concat([prefix, Buffer.alloc(32)]), format: 'der', type: 'pkcs8' })
  return key.export({ format: 'pem', type: 'pkcs8' }).toString()
}
