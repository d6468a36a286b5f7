import { styleText } from 'node:util'
import type { Client, PageDifference } from '@bindery/client'
import { plainText } from '../terminal/plain-text.ts'
import { printJson, printTable } from '../terminal/print-table.ts'
import { connectService, type ServiceFlags } from './connect-service.ts'
import { readExportId } from './read-id.ts'
import { readPage } from './read-page.ts'

/** `bindery diff A B [PAGE]`: the pages that differ, or the text of one. */
export async function compareExports(
  before: string,
  after: string,
  page: string | undefined,
  flags: ServiceFlags,
): Promise<void> {
  const [since, jobId] = [readExportId(before), readExportId(after)]
  const { exports } = await connectService(flags)
  if (page !== undefined) return comparePage(exports, { since, jobId, page }, flags)
  const pages = await Array.fromAsync(exports.listAllChanges(jobId, { since }))
  if (flags.json) return printJson(pages)
  printTable(
    ['CHANGE', 'PAGE', 'FROM'],
    pages.map(({ kind, path, from }) => [kind, path, from ?? '']),
  )
  if (process.stdout.isTTY && pages.length === 0) process.stdout.write('No page differs.\n')
}

async function comparePage(
  exports: Client['exports'],
  { since, jobId, page }: { since: string; jobId: string; page: string },
  { json }: ServiceFlags,
): Promise<void> {
  const difference = await exports.pageDifference(jobId, readPage(page), { since })
  if (json) printJson(difference)
  else process.stdout.write(formatDifference(difference))
}

const styles = { same: undefined, removed: ['-', 'red'], added: ['+', 'green'] } as const

function formatDifference({ blocks, path }: PageDifference): string {
  if (blocks === null) return `The text of ${path} is too long to compare.\n`
  if (blocks.length === 0) return `The text of ${path} is the same.\n`
  const lines = blocks.flatMap(({ mark, text, skipped }) => {
    const [sign, color] = styles[mark] ?? [' ', undefined]
    const marked = text.split('\n').map((line) => `${sign} ${plainText(line)}`)
    const shown = color && process.stdout.isTTY ? marked.map((line) => styleText(color, line)) : marked
    return [...(skipped > 0 ? [`  … ${skipped} unchanged …`, ''] : []), ...shown, '']
  })
  return `${lines.join('\n')}\n`
}
