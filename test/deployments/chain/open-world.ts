import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedRepository } from '../../../deploy/local/seed-repository.ts'
import { startService } from '../../../deploy/local/start-service.ts'
import { makeTenant } from '../../support/make-tenant.ts'

export interface Link {
  bundleUrl: string
  expiresAt: string
  sha256: string
}

/** A running service with one project, of which versions are published as a pipeline does it. */
export interface World extends AsyncDisposable {
  /** Commits a site whose first page tells the version, exports it, and returns the job. */
  publish(version: string): Promise<string>
  link(jobId: string): Promise<Link>
  /** PEM: bundles are signed with its other half. */
  publicKey: string
  domain: string
}

// Long enough for a host to fetch it on a busy machine, short enough to be waited for.
const lifetimeSeconds = 20

export async function openWorld(): Promise<World> {
  const service = await startService({
    env: { BINDERY_BUNDLE_LINK_LIFETIME: `${lifetimeSeconds}s`, BINDERY_ALLOW_SHORT_LINKS: 'true' },
  })
  try {
    const domain = 'docs.example.com'
    const repository = `public/deployment-${randomBytes(4).toString('hex')}`
    const { url } = await commitSite(repository, 'v0')
    const { key } = await makeTenant(service, { domain, repository: url })
    const { publicKey } = await service.admin<{ publicKey: string }>(['signing-key', 'show'])
    const ask = createAsk(`${service.url}/v1/static-export/jobs`, key)
    return {
      publicKey,
      domain,
      async publish(version) {
        await commitSite(repository, version)
        const { jobId } = await ask<{ jobId: string }>('', { domain, version })
        await waitUntilCompleted(() => ask(`/${jobId}`))
        return jobId
      },
      link: (jobId) => ask(`/${jobId}/bundle`, {}),
      [Symbol.asyncDispose]: () => service.stop(),
    }
  } catch (error) {
    await service.stop()
    throw error
  }
}

export function createAsk(jobs: string, key: string) {
  return async <Answer>(path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${jobs}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=30' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}

export async function waitUntilCompleted(read: () => Promise<{ status: string; error: string | null }>): Promise<void> {
  for (let polls = 0; polls < 20; polls++) {
    const { status, error } = await read()
    if (status === 'completed') return
    if (status === 'failed') throw new Error(`The export failed: ${error}`)
  }
  throw new Error('The export did not end within ten minutes.')
}

export async function commitSite(repository: string, version: string) {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-chain-'))
  try {
    await mkdir(join(folder, 'guides'))
    for (const [path, text] of Object.entries(renderSite(version))) await writeFile(join(folder, path), text)
    return await seedRepository(repository, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function renderSite(version: string): Record<string, string> {
  const config = {
    name: 'Harbor',
    theme: 'book',
    colors: { primary: '#0b6e99' },
    navigation: { groups: [{ group: 'Guides', pages: ['index', 'guides/moor', 'guides/cast-off'] }] },
    redirects: [{ source: '/old/mooring', destination: '/guides/moor', permanent: true }],
  }
  return {
    'docs.json': JSON.stringify(config),
    'index.mdx': `---\ntitle: Harbor ${version}\n---\n\nThis is ${version}. Begin with [mooring](/guides/moor).\n`,
    'guides/moor.mdx': '---\ntitle: Moor a boat\n---\n\nPass the hawser around the northern bollard twice.\n',
    'guides/cast-off.mdx': '---\ntitle: Cast off\n---\n\n```sh\nharbor leave --tide high\n```\n',
  }
}
