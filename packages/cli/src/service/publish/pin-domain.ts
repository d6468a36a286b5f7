import { connectService, type ServiceFlags } from '../connect-service.ts'
import { chooseDomain } from './choose-domain.ts'
import { printCurrent } from './print-current.ts'

export interface PinFlags extends ServiceFlags {
  domain?: string
  reason?: string
}

/** `bindery pin` */
export async function pinDomain(flags: PinFlags): Promise<void> {
  const client = await connectService(flags)
  const domain = flags.domain ?? (await chooseDomain(client))
  printCurrent(await client.domains.pin(domain, { reason: flags.reason }), flags)
}

/** `bindery unpin` */
export async function unpinDomain(flags: PinFlags): Promise<void> {
  const client = await connectService(flags)
  printCurrent(await client.domains.unpin(flags.domain ?? (await chooseDomain(client))), flags)
}
