import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../deploy/local/free-port.ts'
import { prepareDemo, smallDemo } from '../../../deploy/local/prepare-demo.ts'
import { type Service, startService } from '../../../deploy/local/start-service.ts'
import { createAsk, type Link, waitUntilCompleted } from '../../deployments/chain/open-world.ts'
import type { Demo } from '../../support/demo.ts'
import { writeCommands } from '../../support/write-commands.ts'
import { root } from '../read-pages.ts'

/** A service with two exports of one domain, as the guides assume it, and other content in between: the previous content. */
export interface GuideWorld extends AsyncDisposable {
  /** An empty folder that looks like a clone, with the guide's commands on its path. */
  openFolder(): { folder: string; env: Record<string, string> } & Disposable
  /** The names of things that stand for the reader's own on the pages. */
  names: Record<string, string>
  ports: { site: number; internal: number; look: number }
}

export async function openGuideWorld(): Promise<GuideWorld> {
  const service = await startService()
  try {
    const demo = await prepareDemo(service, { ...smallDemo, site: 'guides' })
    const ask = createAsk(`${service.url}/v1/static-export/jobs`, demo.apiKey)
    const exportOnce = async (extra: object = {}) => {
      const { jobId } = await ask<{ jobId: string }>('', { domain: demo.domain, version: '1.4', ...extra })
      await waitUntilCompleted(() => ask(`/${jobId}`))
      return jobId
    }
    const earlier = await exportOnce()
    const part = await exportOnce({ paths: ['/'] })
    await createAsk(`${service.url}/v1/domains/${demo.domain}`, demo.apiKey)('/publish', { jobId: part })
    const later = await exportOnce()
    const link = await ask<Link>(`/${earlier}/bundle`, {})
    const ports = { site: await freePort(), internal: await freePort(), look: await freePort() }
    return {
      ports,
      names: await nameThings(service, demo, { earlier, later, link, ports }),
      openFolder: () => openFolder(service, demo, { link, ports, earlier }),
      [Symbol.asyncDispose]: () => service.stop(),
    }
  } catch (error) {
    await service.stop()
    throw error
  }
}

interface Made {
  earlier: string
  later: string
  link: Link
  ports: GuideWorld['ports']
}

async function nameThings(service: Service, demo: Demo, { earlier, later, link, ports }: Made) {
  const organizations = await service.admin<{ id: string; name: string }[]>(['organization', 'list'])
  const organization = organizations.find(({ name }) => name === 'Demo')?.id ?? ''
  return {
    '"$ORGANIZATION"': organization,
    'org_…': organization,
    'prj_…': demo.projectId,
    'bnd_…': demo.apiKey,
    se_0123456789abcdef: earlier,
    se_fedcba9876543210: later,
    'guides/start': 'library/shelf-1-volume-1',
    'https://bindery.example.com': service.url,
    'https://git.example.com/docs.git': `${service.env.BINDERY_GIT_URL ?? process.env.BINDERY_GIT_URL}/public/guides.git`,
    'https://bucket.example.com/bundle.tar.gz?X-Amz-Signature=…': link.bundleUrl,
    'https://mirror.example.com/docs/bundle.tar.gz': link.bundleUrl,
    '9a4e…': link.sha256,
    '127.0.0.1:9090': `127.0.0.1:${ports.internal}`,
    '--port 8080': `--port ${ports.look}`,
  }
}

/** Where a page names an absolute path, it is below this folder. */
export const placesOfPages = ['/srv/', '/run/secrets/', '/etc/bindery/']

function openFolder(service: Service, demo: Demo, { link, ports, earlier }: Omit<Made, 'later'>) {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-guide-'))
  for (const name of ['packages', 'deploy']) symlinkSync(join(root, name), join(folder, name))
  for (const place of placesOfPages) mkdirSync(join(folder, place), { recursive: true })
  for (const name of ['srv/bindery/bindery.pem', 'etc/bindery/bindery.pem', 'bindery.pem']) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), demo.signingPublicKey)
  }
  writeFileSync(join(folder, 'run/secrets/bindery-key'), demo.readOnlyKey)
  execFileSync('curl', ['-sf', '-o', join(folder, 'bundle.tar.gz'), link.bundleUrl])
  const env = {
    ...process.env,
    ...service.env,
    PATH: `${writeCommands(folder, commands)}:${process.env.PATH}`,
    BINDERY_URL: service.url,
    BINDERY_API_KEY: demo.apiKey,
    PROJECT: demo.agentProjectId ?? demo.projectId,
    EARLIER_JOB: earlier,
    TOKEN: 'a-token',
    BINDERY_LISTEN: `127.0.0.1:${ports.site}`,
    BINDERY_INTERNAL_LISTEN: `127.0.0.1:${ports.internal}`,
    BINDERY_DRAIN_SECONDS: '0',
    // The local bucket speaks no TLS.
    BINDERY_STATIC_EXPORT_ALLOW_HTTP: 'true',
  } as Record<string, string>
  return { folder, env, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * There is no cluster here: what would be installed is rendered by the real Helm, over the values of an installation that
 * has its database and bucket. The suite `cluster` installs.
 */
const renderInstead = `
PATH=\${PATH#*:}
case $1 in install | upgrade) ;; *) exec helm "$@" ;; esac
shift
for word; do
  shift
  case $word in --install | --reuse-values | --reset-then-reuse-values) ;; *) set -- "$@" "$word" ;; esac
done
exec helm template --kube-version 1.31 --values '${join(root, 'deploy/chart/ci/minimal.yaml')}' "$@" >/dev/null`

const commands = { admin: 'exec bindery-server admin "$@"', helm: renderInstead }
