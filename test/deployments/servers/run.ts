import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listSites, type Site } from '../../conformance/list-sites.ts'
import { buildFolder } from '../../e2e/build-folder.ts'
import { type Address, chooseAddresses } from './choose-addresses.ts'
import { compareWithHost } from './compare-with-host.ts'
import { runCloudFront } from './run-cloudfront.ts'
import type { Mount, Server } from './server.ts'
import { startApache } from './start-apache.ts'
import { startCaddy } from './start-caddy.ts'
import { startHost } from './start-host.ts'
import { startNginx } from './start-nginx.ts'
import { startS3 } from './start-s3.ts'

/**
 * `--only servers [--sites turso,mcp] [--urls 200]`: the same addresses of each site on the host and on every server
 * that an export brings settings for, at the root and below `/docs`. A small site with every kind of moved address is
 * always among them; the others are archives of the corpora, or our own documentation.
 */
export async function run(args: string[]): Promise<{ summary: Record<string, unknown>; failed: number }> {
  const { values } = parseArgs({
    args,
    options: { sites: { type: 'string', default: 'docs' }, urls: { type: 'string', default: '200' } },
    strict: false,
  })
  const work = await mkdtemp(join(tmpdir(), 'bindery-servers-'))
  try {
    // Apache gives up its rights when it has started.
    await chmod(work, 0o755)
    await using stack = new AsyncDisposableStack()
    const mounts = await buildMounts(await chooseSites(String(values.sites).split(',')), work)
    const addresses = new Map<string, Address[]>()
    for (const { folder } of mounts) addresses.set(folder, await chooseAddresses(folder, Number(values.urls)))
    const host = stack.use(await startHost(mounts))
    const servers = await startAll(mounts, work, stack)
    const outcome = await compareWithHost({ host, servers, mounts, addresses })
    const { differing } = outcome
    return { summary: { ...outcome, servers: servers.map(({ name }) => name) }, failed: differing }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function chooseSites(names: string[]): Promise<Site[]> {
  const moved: Site = {
    name: 'moved',
    async unpack(folder) {
      await cp(join(import.meta.dirname, 'site'), folder, { recursive: true })
      return folder
    },
  }
  const others = await listSites({})
  const wanted = names.map((name) => {
    const site = others.find((one) => one.name === name)
    if (!site) throw new Error(`There is no site “${name}”. Choose of: ${others.map((one) => one.name).join(', ')}.`)
    return site
  })
  return [moved, ...wanted]
}

async function buildMounts(sites: Site[], work: string): Promise<Mount[]> {
  const mounts: Mount[] = []
  for (const { name, unpack } of sites) {
    const folder = join(work, `${name}-built`)
    const built = await buildFolder(await unpack(join(work, name)), folder)
    if (built.status !== 0) throw new Error(`${name} was not built:\n${built.stderr}`)
    for (const base of ['', '/docs'] as const) mounts.push({ site: name, folder, base })
  }
  return mounts
}

async function startAll(mounts: Mount[], work: string, stack: AsyncDisposableStack): Promise<Server[]> {
  const servers: Server[] = []
  for (const [name, start] of Object.entries({
    nginx: startNginx,
    caddy: startCaddy,
    apache: startApache,
    s3: startS3,
  })) {
    servers.push(stack.use(await start(mounts, join(work, name))))
  }
  return [...servers, await runCloudFront(mounts)]
}
