import type { CurrentExport } from '@bindery/client'
import { formatTime } from '../../terminal/format.ts'
import { printFacts, printJson } from '../../terminal/print-table.ts'
import type { ServiceFlags } from '../connect-service.ts'

/** What is current of a domain. */
export function printCurrent(current: CurrentExport, { json }: ServiceFlags): void {
  if (json) printJson(current)
  else printFacts(factsOf(current))
}

function factsOf({ domain, jobId, version, commit, publishedAt, pin }: CurrentExport) {
  const why = pin?.reason ? `: ${pin.reason}` : ''
  return {
    Domain: domain,
    Current: jobId ?? 'none yet',
    Version: version,
    Commit: commit,
    Published: publishedAt && formatTime(publishedAt),
    Pinned: pin && `since ${formatTime(pin.pinnedAt)}${why}`,
  }
}
