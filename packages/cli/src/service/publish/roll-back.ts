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
  const current = await client.domains.rollBack(domain, { jobId, pin })
  printCurrent(current, flags)
  if (current.pin === null) {
    printNote(
      `Exports of ${domain} that are started from now on replace it. To stay, run: bindery pin --domain ${domain}`,
    )
  }
}
