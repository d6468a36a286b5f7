import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRenderPool, PlanMemory } from '@bindery/site'
import { createSpecFetcher } from '../site/fetch-specs.ts'
import { DevSession } from './dev-session.ts'
import { listen } from './listen.ts'
import { type PlannerInput, planEditions } from './plan-editions.ts'
import { RemarkPrinter } from './print-remarks.ts'
import { serveSite } from './serve-site.ts'
import { watchFolder } from './watch-folder.ts'

export interface DevOptions {
  root: string
  /** The first free one from 3000 on, unless given. */
  port?: number
  /** Fetch OpenAPI files that the site names by URL, each once. */
  allowFetch?: boolean
  /** Whether the folder's own code runs in the browser. */
  authorCode?: 'off' | 'browser' | undefined
  /** Takes what the author is told. */
  write(text: string): void
}

export interface DevServer extends AsyncDisposable {
  url: string
  pages: number
}

/** Serves a docs folder and keeps what is served as new as its files. */
export async function startDev(options: DevOptions): Promise<DevServer> {
  const { root, port } = options
  await using parts = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'bindery-dev-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const opening = openSession(options, folder, parts)
  // Before the folder has been read: what is saved meanwhile is a change too.
  parts.use(watchFolder(root, (paths) => void opening.then((session) => session.change(paths)).catch(() => {})))
  const session = parts.use(await opening)
  const server = serveSite(session)
  const url = await listen(server, port)
  parts.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const stop = parts.move()
  return { url, pages: session.edition.plan.pages.length, [Symbol.asyncDispose]: () => stop.disposeAsync() }
}

async function openSession(
  { root, allowFetch, authorCode, write }: DevOptions,
  folder: string,
  parts: AsyncDisposableStack,
): Promise<DevSession> {
  // One process for pages that are asked for: it has compiled the grammars of the page that is saved again and again.
  const pool = parts.use(createRenderPool({ processes: 1 }))
  const walkers = Math.max(1, availableParallelism() - 1)
  const printer = new RemarkPrinter(write)
  const memory = new PlanMemory()
  const onRendered: PlannerInput['onRendered'] = (page, { remarks }) => {
    printer.showRemarks(page.file, remarks)
    session.walkSoon()
  }
  const fetchSpecs = allowFetch ? createSpecFetcher(root, join(folder, 'specs'), memory) : undefined
  const plan = planEditions({ root, folder, memory, fetchSpecs, authorCode, pool, walkers, onRendered })
  const edition = await plan()
  if (!edition) throw new Error('The first plan cannot be the same as one before it.')
  printer.showAdvice(edition.plan.advice)
  const session = new DevSession({ root, edition, plan, memory, printer })
  return session
}
