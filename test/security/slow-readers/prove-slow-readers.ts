import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Corpus, Tally } from '../corpus.ts'
import { completeSites } from '../export-sites.ts'
import type { World } from '../prepare-world.ts'

const mebibyte = 1024 ** 2
const fileBytes = 20 * mebibyte
const maxMemoryBytes = 512 * mebibyte
/** As many as one key may have open. */
const readers = 60
const maxResponseMs = 5_000

/** One tenant's readers who take nothing neither fill an API process nor keep other tenants out of it. */
export const slowReaders: Corpus = {
  name: 'slow-readers',
  async run(world) {
    const { send, tenant, demo } = world
    const tally = new Tally()
    const site = { 'docs.json': docs, 'index.mdx': '# Data\n\n[Data](/data.zip)', 'data.zip': Buffer.alloc(fileBytes) }
    const [ended] = await completeSites(world, 'slow-readers', [site])
    const { url = '', child } = await world.service.startProcess('api')
    const job = `${url}/v1/static-export/jobs/${ended?.jobId}`
    const file = `${job}/files/${await findData(world, job)}`
    const before = readPeak(child.pid)

    using stack = new DisposableStack()
    const opened = await Promise.all(Array.from({ length: readers }, () => openSlowly(file, tenant.key)))
    for (const response of opened) stack.defer(() => response.destroy())
    await sleep(3_000)
    for (const { statusCode } of opened) tally.check(statusCode === 200, `a slow reader got ${statusCode}`)

    const more = await send({ url: file, key: tenant.key })
    tally.check(more.status === 429 && more.rawHeaders.includes('Retry-After'), `one reader more got ${more.status}`)
    const { body } = await send({ url: `${job}/preview`, key: tenant.key })
    for (const what of [`${job}/report`, body.previewUrl]) {
      const response = await openSlowly(what, tenant.key)
      stack.defer(() => response.destroy())
      tally.check([200, 429].includes(response.statusCode ?? 0), `${what} got ${response.statusCode}`)
    }

    const began = performance.now()
    const theirs = await send({ url: `${url}/v1/static-export/jobs`, key: demo.apiKey })
    const ms = Math.round(performance.now() - began)
    tally.check(theirs.status === 200 && ms < maxResponseMs, `another tenant got ${theirs.status} after ${ms} ms`)

    const peak = readPeak(child.pid)
    tally.check(peak < maxMemoryBytes, `the API process used ${inMebibytes(peak)} MiB`)
    stack.dispose()
    tally.check(await isFreeAgain(world, file), 'the places of readers who left were not free after 10 s')
    console.log(
      `      ${readers} slow readers of 20 MiB: at most ${inMebibytes(peak)} MiB of memory (${inMebibytes(before)} before), another tenant's response after ${ms} ms`,
    )
    return tally
  },
}

const docs = JSON.stringify({ name: 'Slow readers', navigation: { pages: ['index'] } })
const inMebibytes = (bytes: number) => Math.round(bytes / mebibyte)

/** The path of the large file in the export: the list has its content's name. */
async function findData({ send, tenant }: World, job: string): Promise<string> {
  const { body } = await send({ url: `${job}/files?limit=1000`, key: tenant.key })
  const found = body.files.find(({ size }: { size: number }) => size === fileBytes)
  if (!found) throw new Error('The export has no file of 20 MiB.')
  return found.path
}

/** A response of which nothing is read but its head. */
function openSlowly(url: string, key: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent: false, headers: { authorization: `Bearer ${key}` } }, (response) => {
      response.on('error', () => {})
      resolve(response)
    })
    outgoing.on('error', reject).end()
  })
}

/** The most resident memory that a process has ever had. */
function readPeak(pid: number | undefined): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

async function isFreeAgain({ send, tenant }: World, file: string): Promise<boolean> {
  for (let tries = 0; tries < 10; tries++) {
    if ((await send({ url: file, key: tenant.key })).status === 200) return true
    await sleep(1_000)
  }
  return false
}
