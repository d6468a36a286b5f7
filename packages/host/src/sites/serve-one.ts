import type { CurrentConfig } from '../config/config.ts'
import type { Log } from '../ops/log.ts'
import type { Metrics } from '../ops/metrics.ts'
import { createMemory } from '../serve/create-memory.ts'
import type { Deployment } from './deployment.ts'
import { openServedSite } from './open-served-site.ts'

/** One site, whatever name it is asked for by. */
export async function serveOneSite(config: CurrentConfig, log: Log, metrics: Metrics): Promise<Deployment> {
  const { dataFolder, memoryBytes } = config()
  const site = await openServedSite({ dataFolder, memory: createMemory(memoryBytes), config, log, metrics })
  const facts = () => site.versions.current?.facts
  return {
    answer: (question) => site.answer(question),
    describe: () => ({
      ready: site.versions.current !== undefined,
      version: facts()?.version,
      commit: facts()?.commit,
      domain: facts()?.domain,
      manifestSha256: facts()?.manifestSha256,
      ...site.status,
    }),
    gauges: () => ({ ...site.status, version: facts()?.version, commit: facts()?.commit, sites: undefined }),
    configure: () => site.follow(config().staticExport),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}
