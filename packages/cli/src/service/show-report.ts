import { printReport } from '../site/report/print-report.ts'
import { connectService, type ServiceFlags } from './connect-service.ts'
import { readExportId } from './read-id.ts'

/** `bindery exports report ID`: what `bindery check` would report, of the pages as they were exported. */
export async function showReport(id: string, flags: ServiceFlags): Promise<void> {
  const { exports } = await connectService(flags)
  printReport(await exports.report(readExportId(id)), flags.json ? 'json' : 'text')
}
