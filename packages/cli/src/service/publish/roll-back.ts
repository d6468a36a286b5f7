import type { RollBackResult } from '@bindery/client'
import { formatMany } from '../../terminal/format.ts'
import { connectService, printNote, type ServiceFlags } from '../connect-service.ts'
import { readExportId } from '../read-id.ts'
import { chooseDomain } from './choose-domain.ts'
import { printCurrent } from './print-current.ts'

export interface RollBackFlags extends ServiceFlags {
  to?: string
  domain?: string
  pin?: string
}

/** `bindery rollback` */
export async function rollBack(flags: RollBackFlags): Promise<void> {
  const { to, pin } = flags
  const jobId = to === undefined ? undefined : readExportId(to, '--to ')
  const client = await connectService(flags)
  const domain = flags.domain ?? (jobId ? (await client.exports.get(jobId)).domain : await chooseDomain(client))
  const current: RollBackResult = await client.domains.rollBack(domain, { jobId, pin })
  printCurrent(current, flags)
  printNote(describeRollBack(current))
  if (current.pin === null) {
    printNote(
      `Exports of ${domain} that are started from now on replace it. To stay, run: bindery pin --domain ${domain}`,
    )
  }
}

/** “4ed54e1 → 286fccc, 2 pages change.” */
function describeRollBack({ replaced, commit, pageChanges }: RollBackResult): string {
  const [from, to] = [replaced?.commit, commit].map((id) => id?.slice(0, 7) ?? 'unknown commit')
  if (pageChanges === null) return `${from} → ${to}.`
  const { rendered, ...content } = pageChanges
  const count = Object.values(content).reduce((sum, pages) => sum + pages, 0)
  const pages =
    count === 0 ? 'no page text changes' : `${formatMany(count, 'page')} ${count === 1 ? 'changes' : 'change'}`
  const others = rendered > 0 ? `, ${formatMany(rendered, 'page')} with the same text rendered differently` : ''
  return `${from} → ${to}, ${pages}${others}.`
}
