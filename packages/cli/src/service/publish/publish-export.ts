import { connectService, type ServiceFlags } from '../connect-service.ts'
import { readExportId } from '../read-id.ts'
import { printCurrent } from './print-current.ts'

export interface PublishFlags extends ServiceFlags {
  pin?: string
}

/** `bindery publish EXPORT` */
export async function publishExport(id: string, flags: PublishFlags): Promise<void> {
  const jobId = readExportId(id)
  const { exports, domains } = await connectService(flags)
  const { domain } = await exports.get(jobId)
  printCurrent(await domains.publish(domain, { jobId, pin: flags.pin }), flags)
}
