import { createHash } from 'node:crypto'
import {
  type PageFacts,
  type PageFailure,
  type RenderedPage,
  type Severity,
  type SiteFile,
  severityOf,
} from '@bindery/site'
import { addScript } from './add-script.ts'
import { renderFailure } from './render-failure.ts'

/** What an author is told about a page, on the page and in the terminal. */
export interface Remark {
  severity: Severity
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
export async function showPage(root: string, { files, facts, ...rendered }: RenderedPage): Promise<ShownPage> {
  const failure = rendered.failure ?? findError(facts)
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
      ...(rendered.failure
        ? [{ ...rendered.failure, severity: 'error' as const, message: rendered.failure.reason }]
        : []),
      ...facts.diagnostics.map(({ code, message, at }) => ({ severity: severityOf(code), message, ...at })),
    ].map(({ severity, file, line, column, message }) => ({ severity, file, line, column, message })),
  }
}

/** A published page shows as much of itself as can be read; its author sees what is wrong instead. */
function findError({ diagnostics }: PageFacts): PageFailure | undefined {
  const found = diagnostics.find(({ code }) => severityOf(code) === 'error')
  return found && { ...found.at, reason: found.message }
}
