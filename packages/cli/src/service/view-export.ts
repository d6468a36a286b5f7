import { encodePath } from '@bindery/bundle'
import { openBrowser } from '../terminal/open-browser.ts'
import { printJson } from '../terminal/print-table.ts'
import { connectService, type ServiceFlags } from './connect-service.ts'
import { readExportId } from './read-id.ts'
import { readPage } from './read-page.ts'

export interface ViewFlags extends ServiceFlags {
  open?: boolean
}

/** `bindery exports view ID [PAGE]`: the address alone on stdout, so that a script can use it. */
export async function viewExport(id: string, page: string | undefined, flags: ViewFlags): Promise<void> {
  const { exports } = await connectService(flags)
  const preview = await exports.preview(readExportId(id))
  const address = `${preview.previewUrl}${encodePath(readPage(page ?? ''))}`
  if (flags.json) printJson({ ...preview, previewUrl: address })
  else process.stdout.write(`${address}\n`)
  if (flags.open) openBrowser(address)
}
