import { once } from 'node:events'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { readPort } from '../read-port.ts'
import { openBrowser } from './open-browser.ts'
import { startDev } from './start-dev.ts'

interface DevFlags {
  port?: string
  open?: true
  allowFetch?: true
}

/** `bindery dev [DIR]` */
export function devCommand(): Command {
  return new Command('dev')
    .description('Serve the docs folder on this machine, and show each change as it is saved.')
    .argument('[dir]', 'the folder that holds docs.json', '.')
    .option('--port <n>', 'where to listen (default: the first free port from 3000 on)')
    .option('--open', 'open the site in the browser')
    .option('--allow-fetch', 'fetch OpenAPI files that the site names by URL')
    .action(dev)
}

async function dev(dir: string, flags: DevFlags): Promise<void> {
  const port = flags.port === undefined ? {} : { port: readPort(flags.port) }
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await using server = await startDev({
    root: resolve(dir),
    ...port,
    allowFetch: flags.allowFetch === true,
    write: (text) => process.stdout.write(text),
  })
  process.stdout.write(`${server.pages} ${server.pages === 1 ? 'page' : 'pages'} at ${server.url} (Ctrl+C ends it)\n`)
  if (flags.open) openBrowser(server.url)
  await interrupted
}
