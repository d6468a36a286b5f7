import { formatTime } from '../../terminal/format.ts'
import { printJson, printTable } from '../../terminal/print-table.ts'
import { readCount } from '../../terminal/read-count.ts'
import { connectService, type ServiceFlags } from '../connect-service.ts'
import { takeFirst } from '../take-first.ts'
import { chooseDomain } from './choose-domain.ts'
import { printCurrent } from './print-current.ts'

export interface ShowDomainFlags extends ServiceFlags {
  limit: string
}

/** `bindery domains show [DOMAIN]` */
export async function showDomain(named: string | undefined, flags: ShowDomainFlags): Promise<void> {
  const count = readCount('--limit', flags.limit, 10_000)
  const client = await connectService(flags)
  const domain = named ?? (await chooseDomain(client))
  const current = await client.domains.current(domain)
  const publications = await takeFirst(client.domains.listAllPublications(domain), count)
  if (flags.json) return printJson({ ...current, publications })
  printCurrent(current, flags)
  if (publications.length === 0) return
  process.stdout.write('\n')
  printTable(
    ['PUBLISHED', 'EXPORT', 'VERSION', 'COMMIT', 'BY', 'WHY', 'FILES'],
    publications.map((one) => [
      formatTime(one.publishedAt),
      one.jobId,
      one.version ?? '-',
      one.commit?.slice(0, 7) ?? '-',
      one.publishedBy,
      one.cause,
      one.available ? 'kept' : 'gone',
    ]),
  )
}
