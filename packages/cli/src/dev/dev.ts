import { once } from 'node:events'
import { findDocsFolder } from '../site/docs-folder.ts'
import { openBrowser } from '../terminal/open-browser.ts'
import { readPort } from '../terminal/read-port.ts'
import { startDev } from './start-dev.ts'

export interface DevFlags {
  port?: string
  open?: true
  allowFetch?: true
  authorCode?: 'off' | 'browser'
}

/** `bindery dev [DIR]` */
export async function dev(dir: string, flags: DevFlags): Promise<void> {
  const port = flags.port === undefined ? {} : { port: readPort(flags.port) }
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await using server = await startDev({
    root: await findDocsFolder(dir),
    ...port,
    allowFetch: flags.allowFetch === true,
    authorCode: flags.authorCode,
    write: (text) => process.stdout.write(text),
  })
  process.stdout.write(`${server.pages} ${server.pages === 1 ? 'page' : 'pages'} at ${server.url} (Ctrl+C ends it)\n`)
  if (flags.open) openBrowser(server.url)
  await interrupted
}
