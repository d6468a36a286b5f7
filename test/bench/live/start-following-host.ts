import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Service } from '../../../deploy/local/start-service.ts'
import { type HostProcess, startHost } from '../../deployments/start-host.ts'
import type { Tenant } from '../../support/make-tenant.ts'

/** With the default interval: without a message from the service the host looks once a minute. */
export async function startFollowingHost(
  { url }: Pick<Service, 'url'>,
  { domain, key }: Tenant,
  folder: string,
): Promise<HostProcess> {
  await mkdir(folder)
  await writeFile(join(folder, 'key'), key)
  const follow = { url, domain, apiKeyFile: 'key' }
  return startHost(folder, { staticExport: { enabled: true, allowHttp: true, follow } })
}

const timeoutMs = 120_000

/** Returns when the page contains the words. */
export async function untilServed(url: URL, words: string): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined)
    if ((await answer?.text())?.includes(words)) return
    await wait(10)
  }
  throw new Error(`${url} does not serve “${words}” after ${timeoutMs / 1000} s.`)
}
