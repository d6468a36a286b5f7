import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Serves a folder with `bindery serve`, asks for its first page, and ends it. */
export async function serveOnce(folder: string, site: string): Promise<{ status: number; html: string }> {
  const child = spawn(join(folder, 'node_modules/.bin/bindery'), ['serve', site, '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [''])])
    const url = /http:\/\/\S+/.exec(String(line))?.[0]
    if (url === undefined) throw new Error(`bindery serve printed no address: ${line}`)
    const response = await fetch(url)
    return { status: response.status, html: await response.text() }
  } finally {
    child.kill('SIGINT')
    if (child.exitCode === null) await once(child, 'exit')
  }
}
