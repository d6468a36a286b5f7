import { getCurrentExport } from '@bindery/contract'
import { domainChannel } from '../../core/publications/domain-channel.ts'
import { domainNotFound } from '../../core/publications/hold-domain.ts'
import { pollCurrent } from '../../db/statements/poll-current.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readKnownRevision } from '../etag.ts'
import { pollJob } from '../poll-job.ts'
import { readDomain } from '../read-ids.ts'

export function bindGetCurrentExport(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, getCurrentExport, {
    find(hash, { c }) {
      const domain = readDomain(c)
      return pollCurrent(deps.pool, hash, { domain, knownRevision: readKnownRevision(c, domain) })
    },
    answer(call) {
      const domain = readDomain(call.exchange.c)
      const channel = domainChannel(call.caller.organization_id, domain)
      return pollJob(call, { ...deps, id: domain, channel, notFound: domainNotFound })
    },
  })
}
