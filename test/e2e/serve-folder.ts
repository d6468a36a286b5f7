import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

export interface FolderServer extends AsyncDisposable {
  /** With a slash at its end. */
  url: string
}

const types: Record<string, string> = {
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** The plainest of static servers, under `/` or any other path: it knows no clean addresses, no redirects and no headers. */
export async function serveFolder(folder: string, prefix = '/'): Promise<FolderServer> {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = path.startsWith(prefix) ? await findFile(folder, path.slice(prefix.length)) : undefined
    send(response, file)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function findFile(folder: string, path: string): Promise<string | undefined> {
  const file = join(folder, normalize(`/${path}`), path === '' || path.endsWith('/') ? 'index.html' : '')
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() ? file : undefined
}

function send(response: ServerResponse, file: string | undefined): void {
  if (file === undefined) return void response.writeHead(404).end('There is no such file.')
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
  createReadStream(file).pipe(response)
}
