import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { chromiumArguments, chromiumPath } from '../support/launch-chromium.ts'
import { type Corpus, Tally } from './corpus.ts'
import { type GeneratedPage, generatePage } from './generate-sealed-pages.ts'

const siteHost = 'site.invalid'
const pagesPerTab = 40
// Two files at most, so that the command names all of them.
const pagesPerBundle = 10
// The longest delay of a generated redirect is half a second.
const settleMs = 900
const command = resolve(import.meta.dirname, '../../packages/cli/dist/main.js')

/** `bindery verify --sealed` reports every page that makes Chromium contact another host. */
export function createSealedFuzz(pages: number, seed: number): Corpus {
  return {
    name: 'sealed-fuzz',
    async run() {
      const tally = new Tally()
      const generated = Array.from({ length: pages }, (_, index) =>
        generatePage(seed * 1_000_003 + index * 7919, `p${index}.outside.example`, `p${index}`),
      )
      const contacted = await openAll(generated)
      if (contacted.size < pages / 10)
        throw new Error(`Chromium contacted other hosts for only ${contacted.size} pages.`)
      const reported = await verifyAll(generated)
      for (const page of generated) tally.check(isReported(page) || !contacted.has(page.host), describe(page))
      const inVain = generated.filter((page) => isReported(page) && !contacted.has(page.host))
      const harmless = generated.filter((page) => page.isHarmless)
      console.log(
        `      sealed-fuzz: seed ${seed}, ${pages} pages: ${contacted.size} contacted another host, ${inVain.length} of the others were reported, and ${harmless.filter(isReported).length} of ${harmless.length} that name no other host`,
      )
      if (process.env.SEALED_FUZZ_LIST) for (const page of inVain) console.log(`      in vain: ${describe(page)}`)
      return tally

      function isReported({ files }: GeneratedPage): boolean {
        return files.some(({ path }) => reported.has(path))
      }
    },
  }
}

function describe({ files }: GeneratedPage): string {
  return files.map(({ path, text }) => `${path} ${JSON.stringify(text)}`).join(' ')
}

/** The files that the command reports. */
async function verifyAll(pages: readonly GeneratedPage[]): Promise<Set<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-sealed-'))
  try {
    const reported = new Set<string>()
    for (let start = 0; start < pages.length; start += pagesPerBundle) {
      const bundle = join(folder, String(start))
      await writeBundle(
        bundle,
        pages.slice(start, start + pagesPerBundle).flatMap(({ files }) => files),
      )
      for (const path of await verify(bundle)) reported.add(path)
    }
    return reported
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function writeBundle(folder: string, files: GeneratedPage['files']): Promise<void> {
  await mkdir(folder)
  const lines: string[] = []
  for (const { path, text } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    await writeFile(join(folder, path), text)
    const sha256 = createHash('sha256').update(text).digest('hex')
    lines.push(JSON.stringify({ path, size: Buffer.byteLength(text), sha256, type: typeOf(path) }))
  }
  const site = JSON.stringify({
    domain: siteHost,
    version: 'v1',
    commit: 'c0ffee',
    committedAt: null,
    renderer: 'test/1',
  })
  const manifest = `{"format":"bindery-bundle/1","site":${site},"files":[\n${lines.join(',\n')}\n]}\n`
  await writeFile(join(folder, 'manifest.json'), manifest)
}

function verify(folder: string): Promise<string[]> {
  return new Promise((done, fail) => {
    execFile(process.execPath, [command, 'verify', folder, '--sealed'], (error, stdout, stderr) => {
      const paths = Array.from(stderr.matchAll(/^ {2}(\S+): /gm), ([, path = '']) => path)
      if (/^It is sealed/m.test(stdout) || (error?.code === 1 && paths.length > 0)) done(paths)
      else fail(new Error(`The bundle could not be judged: ${stderr || stdout}`))
    })
  })
}

/** The hosts that Chromium contacted. All its connections end at a proxy of ours. */
async function openAll(pages: readonly GeneratedPage[]): Promise<Set<string>> {
  const files = new Map(pages.flatMap((page) => page.files.map(({ path, text }) => [`/${path}`, text] as const)))
  await using proxy = await startProxy(files)
  await using browser: Browser = await chromium.launch({
    executablePath: chromiumPath,
    args: chromiumArguments,
    timeout: 120_000,
    proxy: { server: proxy.origin },
  })
  for (let start = 0; start < pages.length; start += pagesPerTab) {
    const names = pages.slice(start, start + pagesPerTab).map(({ files: [first] }) => first?.path)
    files.set('/all.html', names.map((name) => `<iframe width=150 height=60 src="${name}"></iframe>`).join(''))
    await using context = await browser.newContext({ deviceScaleFactor: 1.5 })
    const page = await context.newPage()
    await page.goto(`http://${siteHost}/all.html`, { waitUntil: 'load', timeout: 60_000 })
    await page.waitForTimeout(settleMs)
  }
  return proxy.contacted
}

function typeOf(path: string): string {
  const types: Readonly<Record<string, string>> = { css: 'text/css', html: 'text/html', svg: 'image/svg+xml' }
  return types[path.replace(/^.*\./, '')] ?? 'text/plain'
}

async function startProxy(files: ReadonlyMap<string, string>) {
  const contacted = new Set<string>()
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '', 'http://none.invalid')
    if (url === null) return void response.writeHead(400).end()
    if (url.hostname !== siteHost) {
      contacted.add(url.hostname.toLowerCase())
      return void response.writeHead(204).end()
    }
    const text = files.get(url.pathname)
    if (text === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': typeOf(url.pathname), 'cache-control': 'no-store' }).end(text)
  })
  server.on('connect', (request, socket) => {
    contacted.add((request.url ?? '').replace(/:\d+$/, '').toLowerCase())
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 502 Refused\r\n\r\n')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    contacted,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
