import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { createGzip } from 'node:zlib'

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

interface ServeOptions {
  /** With a slash at its end. */
  prefix?: string
  /** Text goes out as gzip, as every host sends it. */
  isCompressed?: boolean
}

/** The plainest of static servers, under `/` or any other path: it knows no clean addresses and no redirects. */
export async function serveFolder(folder: string, options: ServeOptions = {}): Promise<FolderServer> {
  const { prefix = '/', isCompressed = false } = options
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = path.startsWith(prefix) ? await findFile(folder, path.slice(prefix.length)) : undefined
    send(response, file, isCompressed)
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

function send(response: ServerResponse, file: string | undefined, isCompressed: boolean): void {
  if (file === undefined) return void response.writeHead(404).end('There is no such file.')
  const type = types[extname(file)] ?? 'application/octet-stream'
  const isText = /^text|json|svg/.test(type)
  const content = createReadStream(file)
  if (isCompressed && isText) {
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' })
    content.pipe(createGzip()).pipe(response)
  } else {
    response.writeHead(200, { 'content-type': type })
    content.pipe(response)
  }
}
