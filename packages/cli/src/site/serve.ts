import { once } from 'node:events'
import { reasonOf } from '@bindery/bundle'
import { servePath } from '@bindery/host'
import { choosePort } from '../terminal/choose-port.ts'

export interface ServeFlags {
  port?: string
  base?: string
}

/** `bindery serve BUNDLE_OR_FOLDER`: what a deployment would serve, on this machine. */
export async function serve(path: string, { port, base }: ServeFlags): Promise<void> {
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await using served = await servePath({
    path,
    port: await choosePort(port),
    ...(base === undefined ? {} : { basePath: base }),
    fail: (error, url) => process.stderr.write(`${url}: ${reasonOf(error)}\n`),
  })
  const version = served.version === undefined ? '' : ` of version ${served.version}`
  process.stdout.write(`${served.files.toLocaleString('en')} files${version} at ${served.url} (Ctrl+C ends it)\n`)
  await interrupted
}
