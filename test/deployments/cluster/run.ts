import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pollAlways } from '../in-flight/poll-always.ts'
import { findChangeFaults } from './change-release.ts'
import { findCluster, runInCluster } from './enter-cluster.ts'
import { openInstallation, prepareNamespace } from './install.ts'
import { helm, kubectl, namespace, release } from './tools.ts'
import { upgradeChart } from './upgrade.ts'
import { askAgent, exportSite, makeTenant, serveSite, siteSettings } from './use-product.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

type Outcome = { summary: Record<string, unknown>; failed: number }

/**
 * The chart on a Kubernetes of one node, in a namespace that enforces the strictest rules for pods: install, export, agent job, a
 * site beside the service, changes of the release while a client asks all the time, uninstall.
 *
 * `--where-cached` runs only where Kubernetes is built already. `--upgrade REF` upgrades the commit REF instead, with jobs
 * in flight.
 */
export async function run(args: string[]): Promise<Outcome> {
  const { values } = parseArgs({ args, options, strict: false })
  const cluster = findCluster(values['where-cached'] === true)
  if (cluster === 'missing') return { summary: { notRun: 'Kubernetes is not built in the cache.' }, failed: 0 }
  const ref = values.upgrade?.toString()
  if (cluster === 'own') return runInCluster(root, args, ref)
  return ref === undefined ? play() : upgradeChart(root, ref)
}

const options = { 'where-cached': { type: 'boolean' }, upgrade: { type: 'string' } } as const

async function play(): Promise<Outcome> {
  const { token } = await prepareNamespace()
  const installation = openInstallation(token, async () => {})
  const secondsToInstall = await time(() => release('install'))
  console.log(`ok    installed in ${secondsToInstall} s`)
  const tenant = await makeTenant(installation)
  const bundleBytes = await exportSite(installation, tenant, 'v1')
  const pullRequest = await askAgent(installation, tenant)
  console.log(`ok    bundle of ${bundleBytes} bytes, pull request ${pullRequest}`)
  const polls = pollAlways(installation.url, tenant.writeKey)
  const site = await serveSite(tenant)
  console.log(`ok    hosts follow: ${site.version}`)
  const faults = await findChangeFaults(siteSettings(tenant.domain))
  await exportSite(installation, tenant, 'v2')
  await polls.stop()
  faults.push(...polls.failed, ...(await uninstall()))
  for (const fault of faults) console.log(`FAIL  ${fault}`)
  const summary = {
    secondsToInstall,
    bundleBytes,
    pullRequest,
    requests: polls.sent,
    failed: polls.failed.length,
    busy: polls.busy,
    longestMs: polls.longestMs,
  }
  return { summary, failed: faults.length }
}

/** All goes but the claims of the hosts, which hold the last good bundles. */
async function uninstall(): Promise<string[]> {
  await helm('uninstall', 'bindery', '--wait', '--timeout', '5m')
  const selector = ['--selector', 'app.kubernetes.io/instance=bindery']
  // Pods may end what they have begun.
  await kubectl(['--namespace', namespace, 'wait', 'pod', ...selector, '--for=delete', '--timeout=120s'])
  const kinds = 'pods,deployments,statefulsets,jobs,cronjobs,services,configmaps,secrets,networkpolicies,hpa,pdb,pvc'
  const left = (await kubectl(['--namespace', namespace, 'get', kinds, ...selector, '--output', 'name']))
    .split('\n')
    .filter(Boolean)
  const claims = left.filter((one) => one.startsWith('persistentvolumeclaim/'))
  const others = left.filter((one) => !claims.includes(one))
  return [
    ...others.map((one) => `left by uninstall: ${one}`),
    ...(claims.length === 2 ? [] : [`${claims.length} claims of hosts stayed, not 2.`]),
  ]
}

async function time(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return Math.round((performance.now() - began) / 1000)
}
