import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createListener } from 'node:net'
import { gzipSync } from 'node:zlib'
import { makePicture } from './make-picture.ts'

/** A host that does everything but send a picture, and a place that nobody may connect to. */
export interface HostileHosts extends AsyncDisposable {
  origin: string
  /** Addresses for pages to name. */
  urls: string[]
  /** Those whose bytes must be in the bundle after all: redirects that are allowed, and pictures with a false name. */
  harmless: Set<string>
  /** Connections to what is forbidden. */
  caught: string[]
}

const marker = 'ESCAPED-7f3a'
const png = makePicture('https://hostile.example/').bytes

export async function startHostileHosts(): Promise<HostileHosts> {
  const caught: string[] = []
  const trap = createListener((socket) => {
    caught.push(`connection from ${socket.remotePort}`)
    socket.end(`HTTP/1.1 200 OK\r\n\r\n${marker}`)
  })
  await once(trap.listen(0, '127.0.0.1'), 'listening')
  const inside = (trap.address() as AddressInfo).port
  const redirects = listForbidden(inside)
  const server = createServer((request, response) => {
    const [, kind = '', rest = ''] = /^\/([a-z-]+)\/?(.*)$/.exec(request.url ?? '') ?? []
    const at = Number.parseInt(rest, 10)
    if (kind === 'redirect') return void response.writeHead(302, { location: redirects[at] }).end()
    const act = acts[kind]
    if (act) act(response, rest)
    else response.writeHead(404).end(marker)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const own = Object.keys(acts).map((kind) => `${origin}/${kind}/1.png`)
  return {
    origin,
    urls: [...redirects.map((_, at) => `${origin}/redirect/${at}.png`), ...redirects.filter(isWeb), ...own],
    harmless: new Set([`${origin}/once/1.png`, `${origin}/false-type/1.png`]),
    caught,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      trap.close()
    },
  }
}

export const escapeMarker = marker

function isWeb(url: string): boolean {
  return /^https?:/.test(url)
}

/** Ways to say: this machine, its network, or its cloud. */
function listForbidden(port: number): string[] {
  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '127.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    'localhost.',
    'a.localhost',
  ]
  return [
    ...hosts.map((host) => `http://${host}:${port}/x.png`),
    'http://169.254.169.254/latest/meta-data/x.png',
    'http://[fd00:ec2::254]/x.png',
    'http://10.0.0.1/x.png',
    'http://192.168.0.1/x.png',
    'http://172.16.0.1/x.png',
    'http://100.64.0.1/x.png',
    `https://user:password@127.0.0.1:${port}/x.png`,
    'file:///etc/passwd',
    'ftp://127.0.0.1/x.png',
    'data:image/png;base64,RVNDQVBFRA==',
    `gopher://127.0.0.1:${port}/x`,
  ]
}

const acts: Record<string, (response: ServerResponse, rest: string) => void> = {
  once: (response) => response.writeHead(302, { location: '/false-type/1.png' }).end(),
  'false-type': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(png),
  loop: (response) => response.writeHead(302, { location: '/loop/1.png' }).end(),
  page: (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(`<html>${marker}<script>1</script>`),
  script: (response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(`alert("${marker}")`),
  'svg-script': (response) => response.end(`<svg xmlns="http://www.w3.org/2000/svg"><script>${marker}</script></svg>`),
  'svg-handler': (response) => response.end(`<svg xmlns="http://www.w3.org/2000/svg" onload="${marker}"/>`),
  'svg-outside': (response) =>
    response.end(`<svg xmlns="http://www.w3.org/2000/svg"><image href="https://x.example/${marker}"/></svg>`),
  'svg-entities': (response) =>
    response.end(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${marker}"><!ENTITY b "&a;&a;">]><svg>&b;</svg>`),
  'html-in-svg': (response) => response.end(`<!doctype html><svg>${marker}</svg>`),
  endless: (response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write(Buffer.concat([png, Buffer.alloc(1024 ** 2)])));
    }
    response.on('drain', more)
    more()
  },
  slow: (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 500)
    response.on('close', () => clearInterval(timer))
  },
  silent: () => {},
  'no-body': (response) => response.writeHead(200).end(),
  short: (response) => {
    response.writeHead(200, { 'content-length': 10_000 })
    response.write(png)
    setTimeout(() => response.destroy(), 100)
  },
  bomb: (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50 * 1024 ** 2))),
  'not-modified': (response) => response.writeHead(304).end(),
  partial: (response) => response.writeHead(206, { 'content-range': 'bytes 0-9/100' }).end(png),
  unauthorized: (response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(marker),
  cookies: (response) => response.writeHead(404, { 'set-cookie': 'a=b' }).end(marker),
  'long-header': (response) => response.writeHead(200, { 'x-long': 'x'.repeat(15_000) }).end(marker),
  refresh: (response) => response.writeHead(200, { refresh: '0; url=http://127.0.0.1/' }).end(marker),
}
