import assert from 'node:assert/strict'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@bindery/client'
import { createOrganization } from '../../../deploy/local/create-organization.ts'
import type { Installation } from '../in-flight/installation.ts'
import { kubectl, namespace, release } from './tools.ts'

export interface Tenant {
  domain: string
  project: string
  writeKey: string
  readKey: string
}

/** An organization with the demo's repository, made by the operator's command in a pod. */
export async function makeTenant({ admin, git }: Installation): Promise<Tenant> {
  const domain = 'docs.example.com'
  const make = <Made>(...args: string[]) => admin<Made>(args)
  const id = await createOrganization(admin, 'Docs')
  const owned = ['--organization', id, '--name', 'Docs']
  const repository = ['--repository', `${git.url}/demo/site.git`, '--git-host', 'gitea']
  const { id: project } = await make<{ id: string }>('project', 'create', ...owned, ...repository)
  await admin(['project', 'credential', 'set', project], git.token)
  await make('domain', 'add', domain, '--project', project)
  const { key: writeKey } = await make<{ key: string }>('key', 'create', ...owned)
  const { key: readKey } = await make<{ key: string }>('key', 'create', ...owned, '--scope', 'read')
  return { domain, project, writeKey, readKey }
}

/** Returns the bytes of the bundle; the client compares its digest. */
export async function exportSite(
  { url }: Installation,
  { domain, writeKey }: Tenant,
  version: string,
): Promise<number> {
  const { exports } = createClient({ url, apiKey: writeKey })
  const { jobId } = await exports.start({ domain, version })
  const { status, error } = await exports.waitForEnd(jobId)
  assert.equal(status, 'completed', `The export ended with: ${error}`)
  const room = await mkdtemp(join(tmpdir(), 'bindery-cluster-'))
  try {
    await exports.download(jobId, join(room, 'bundle.tar.gz'))
    return (await stat(join(room, 'bundle.tar.gz'))).size
  } finally {
    await rm(room, { recursive: true })
  }
}

/** Returns the address of the pull request, whose page shows the agent job. */
export async function askAgent({ url }: Installation, { project, writeKey }: Tenant): Promise<string> {
  const { agentJobs } = createClient({ url, apiKey: writeKey })
  const { id } = await agentJobs.create(project, { prompt: 'Say in the quickstart how long it takes.' })
  const { status, prLink, error } = await agentJobs.waitForEnd(project, id)
  assert.equal(status, 'completed', `The agent job ended with: ${error}`)
  assert.match(await (await fetch(prLink ?? '')).text(), /<ins>.*edited by the Demo model/)
  return new URL(prLink ?? '').pathname
}

/** Service, site and schedule in one release: hosts that follow, and the CronJob, run now, makes the next version of it. */
export async function serveSite(tenant: Tenant): Promise<{ version: string }> {
  for (const [name, key] of [
    ['reader', tenant.readKey],
    ['writer', tenant.writeKey],
  ] as const) {
    await kubectl([
      '--namespace',
      namespace,
      'create',
      'secret',
      'generic',
      name,
      `--from-literal=BINDERY_API_KEY=${key}`,
    ])
  }
  await release('upgrade', siteSettings(tenant.domain))
  assert.equal((await fetch('http://bindery-host.bindery.svc.cluster.local/')).status, 200)
  const before = await readVersion()
  const job = ['create', 'job', 'publish-now', '--from=cronjob/bindery-publish']
  await kubectl(['--namespace', namespace, ...job])
  await kubectl(['--namespace', namespace, 'wait', 'job/publish-now', '--for=condition=Complete', '--timeout=300s'])
  return { version: await awaitVersion(before) }
}

export const siteSettings = (domain: string) => [
  'staticExport.enabled=true',
  `staticExport.follow.domain=${domain}`,
  'host.apiKey.name=reader',
  'publish.enabled=true',
  `publish.domain=${domain}`,
  'publish.apiKey.name=writer',
]

/** Of both hosts. */
async function readVersion(): Promise<string> {
  const each = [0, 1].map(async (host) => {
    const path = `/api/v1/namespaces/${namespace}/pods/bindery-host-${host}:9090/proxy/readyz`
    return (JSON.parse(await kubectl(['get', '--raw', path])) as { version: string }).version
  })
  return (await Promise.all(each)).join(' and ')
}

async function awaitVersion(before: string): Promise<string> {
  const deadline = Date.now() + 180_000
  const [old = ''] = before.split(' and ')
  for (;;) {
    const version = await readVersion()
    if (!version.includes(old)) return version
    if (Date.now() > deadline) throw new Error(`Three minutes, and the hosts still serve ${version}.`)
    await delay(500)
  }
}
