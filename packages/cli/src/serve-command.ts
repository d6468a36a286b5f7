import { once } from 'node:events'
import { reasonOf } from '@bindery/bundle'
import { servePath } from '@bindery/host'
import { Command } from 'commander'
import { readPort } from './read-port.ts'

interface ServeFlags {
  port: string
  base?: string
}

/** `bindery serve BUNDLE_OR_FOLDER`: what a deployment would serve, on this machine. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Serve a bundle, or a folder that holds a site, as a deployment would.')
    .argument('<path>', 'a .tar.gz, the folder that it was extracted to, or what `bindery build` made')
    .option('--port <n>', 'where to listen; 0 takes any free port', '8080')
    .option('--base <path>', 'where the site stands, as in /docs')
    .action(serve)
}

async function serve(path: string, { port, base }: ServeFlags): Promise<void> {
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await using served = await servePath({
    path,
    port: readPort(port),
    ...(base === undefined ? {} : { basePath: base }),
    fail: (error, url) => process.stderr.write(`${url}: ${reasonOf(error)}\n`),
  })
  const version = served.version === undefined ? '' : ` of version ${served.version}`
  process.stdout.write(`${served.files.toLocaleString('en')} files${version} at ${served.url} (Ctrl+C ends it)\n`)
  await interrupted
}
