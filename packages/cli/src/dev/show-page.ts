import { createHash } from 'node:crypto'
import type { RenderedPage, SiteFile } from '@bindery/site'
import { addScript } from './add-script.ts'
import { renderFailure } from './render-failure.ts'

/** What an author is told about a page, on the page and in the terminal. */
export interface Remark {
  severity: 'error' | 'warning'
  file: string
  line: number
  column: number
  message: string
}

export interface ShownPage {
  /** Of its HTML: the same version is the same page. */
  version: string
  failed: boolean
  /** The page and what stands beside it, such as its Markdown; paths are those of the site. */
  files: SiteFile[]
  remarks: Remark[]
}

/** A rendered page as the browser gets it: with the script that reloads it, or with the reason why there is none. */
export async function showPage(root: string, { files, facts, failure }: RenderedPage): Promise<ShownPage> {
  const made = failure ? [await renderFailure(root, facts, failure)] : files
  const page = made.find(({ path }) => path === facts.output)
  const version = createHash('sha256')
    .update(page?.bytes ?? '')
    .digest('hex')
    .slice(0, 12)
  return {
    version,
    failed: failure !== undefined,
    files: made.map((file) => (file === page ? addScript(file, version) : file)),
    remarks: [
      ...(failure ? [{ ...failure, severity: 'error' as const, message: failure.reason }] : []),
      ...facts.diagnostics.map(({ severity, message, at }) => ({ severity, message, ...at })),
    ].map(({ severity, file, line, column, message }) => ({ severity, file, line, column, message })),
  }
}
