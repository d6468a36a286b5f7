import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedRepository } from '../../../deploy/local/seed-repository.ts'
import { startService } from '../../../deploy/local/start-service.ts'
import { makeTenant } from '../../support/make-tenant.ts'

/** A service with one project, and what a pipeline and a host that follows it know: its address and their keys. */
export interface World extends AsyncDisposable {
  url: string
  domain: string
  /** For a pipeline. */
  writeKey: string
  /** PEM: bundles are signed with its other half. */
  publicKey: string
  /** For a host. */
  createReadKey(): Promise<{ id: string; key: string }>
  revokeKey(id: string): Promise<void>
  completedAt(jobId: string): Promise<number>
  /** Commits a site whose first page says this. */
  commit(text: string): Promise<void>
}

// Over before a host is started again.
const linkLifetime = '10s'

export async function openWorld(): Promise<World> {
  const env = { BINDERY_BUNDLE_LINK_LIFETIME: linkLifetime, BINDERY_ALLOW_SHORT_LINKS: 'true' }
  const service = await startService({ env })
  try {
    const domain = 'docs.example.com'
    const repository = `public/following-${randomBytes(4).toString('hex')}`
    const { admin } = service
    const { url } = await commitSite(repository, 'nothing yet')
    const { organizationId, key: writeKey } = await makeTenant(service, { domain, repository: url })
    const { publicKey } = await admin<{ publicKey: string }>(['signing-key', 'show'])
    return {
      url: service.url,
      domain,
      writeKey,
      publicKey,
      createReadKey: () =>
        admin(['key', 'create', '--organization', organizationId, '--name', 'host', '--scope', 'read']),
      revokeKey: (id) => admin(['key', 'revoke', id]),
      async completedAt(jobId) {
        const headers = { authorization: `Bearer ${writeKey}` }
        const answer = await fetch(`${service.url}/v1/static-export/jobs/${jobId}`, { headers })
        return Date.parse(((await answer.json()) as { updatedAt: string }).updatedAt)
      },
      async commit(text) {
        await commitSite(repository, text)
      },
      [Symbol.asyncDispose]: () => service.stop(),
    }
  } catch (error) {
    await service.stop()
    throw error
  }
}

async function commitSite(repository: string, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-following-'))
  try {
    const pages = ['index', 'guide']
    await writeFile(join(folder, 'docs.json'), JSON.stringify({ name: 'Harbor', navigation: { pages } }))
    await writeFile(join(folder, 'index.mdx'), `---\ntitle: Harbor\n---\n\n${text}\n`)
    await writeFile(join(folder, 'guide.mdx'), '---\ntitle: Guide\n---\n\nThe same in every version.\n')
    return await seedRepository(repository, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
