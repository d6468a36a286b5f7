import type { Followed } from '../config/config.ts'
import { HostError } from '../ops/host-error.ts'
import type { BundleStore } from './bundle-store.ts'
import type { FollowedService } from './follow-service.ts'
import type { HostedDomains } from './hosted-domains.ts'
import { linkHosted } from './link-export.ts'
import { createObtainer } from './obtain-export.ts'

const listDelaySeconds = 2

/** One site of a service whose domains are all served: what is current stands in the list that they share. */
export function createHostedService(store: BundleStore, domains: HostedDomains): FollowedService {
  const obtainExport = createObtainer(store, linkHosted)
  return {
    async obtain(desired, follow, signal) {
      for (;;) {
        const jobId = findCurrent(domains, follow)
        try {
          return await obtainExport({ desired, follow, jobId, signal })
        } catch (error) {
          // Something else has become current meanwhile, and the list says so in a moment.
          const isReplaced = error instanceof HostError && error.code === 'export_unavailable'
          const isSame = () => domains.currentOf(follow.domain) === jobId
          if (isReplaced && isSame()) await domains.waitForChange(follow.domain, listDelaySeconds, signal)
          if (!isReplaced || isSame() || signal.aborted) throw error
        }
      }
    },
    waitForChange: ({ domain }, seconds, signal) => domains.waitForChange(domain, seconds, signal),
  }
}

function findCurrent(domains: HostedDomains, { url, domain }: Followed): string {
  const jobId = domains.currentOf(domain)
  if (typeof jobId === 'string') return jobId
  if (jobId === undefined) {
    throw new HostError('service_unreachable', domains.problem?.message ?? `${url} has not named its domains yet.`)
  }
  const next = 'Export its production branch, or publish an export.'
  throw new HostError('export_unavailable', `${url} has no current export of ${domain} yet. ${next}`)
}
