import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { HostileSource, Send } from './hostile-source.ts'
import { blobHead, packHead } from './pack.ts'
import { band, begin, line, trickle, write, writeForEver } from './protocol.ts'

const tooLarge = /^repository_too_large$/
const tooLate = /^repository_timeout$/
// A slow machine may meet the end of its time first.
const tooMuch = /^repository_(too_large|timeout)$/

const object = 'a'.repeat(40)
const service = Buffer.concat([line('# service=git-upload-pack\n'), Buffer.from('0000')])
const firstRef = line(`${object} HEAD\0side-band-64k shallow ofs-delta\n`)

function manyRefs(count: number): Buffer {
  const lines = Array.from({ length: 500 }, (_, index) => line(`${object} refs/heads/branch-${count * 500 + index}\n`))
  return Buffer.concat(lines)
}

const noise = randomBytes(65_535)
// A block of zlib that is stored as it is: its length, the same turned round, its bytes.
const storedBlock = Buffer.concat([Buffer.from([0, 0xff, 0xff, 0, 0]), noise])

/** A pack with one blob that is said to have so many bytes, and has. */
function sendNoise(size: number): Send {
  return async (response) => {
    begin(response, 'result')
    await write(response, line('packfile\n'))
    const head = Buffer.concat([packHead(1), blobHead(size), Buffer.from([0x78, 0x01])])
    for (const part of band(1, head)) await write(response, part)
    await writeForEver(response, () => Buffer.concat([...band(1, storedBlock)]))
  }
}

/** Hosts that never come to an end, or take their time. */
export const endless: readonly HostileSource[] = [
  {
    name: 'refs-without-end',
    mustNot: 'hold a list of a million refs in memory',
    endsWith: tooLarge,
    build: () => ({
      async advertise(response) {
        begin(response, 'advertisement')
        await write(response, Buffer.concat([service, firstRef]))
        await writeForEver(response, manyRefs)
      },
    }),
  },
  {
    name: 'refs-without-end-when-asked-again',
    mustNot: 'hold what the newer protocol lists either',
    endsWith: tooLarge,
    build: () => ({
      async listRefs(response) {
        begin(response, 'result')
        await writeForEver(response, manyRefs)
      },
    }),
  },
  {
    name: 'refs-that-unfold',
    mustNot: 'unpack an answer of a few kilobytes to a gigabyte',
    endsWith: /^repository_/,
    build: () => ({
      advertise(response) {
        const type = 'application/x-git-upload-pack-advertisement'
        response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' })
        response.end(gzipSync(Buffer.concat([service, firstRef, Buffer.alloc(64 * 1024 ** 2, manyRefs(0))])))
      },
    }),
  },
  {
    name: 'one-huge-file',
    mustNot: 'fill the disk with one file',
    endsWith: tooMuch,
    build: ({ hugeBytes }) => ({ sendPack: sendNoise(hugeBytes) }),
  },
  {
    name: 'pack-without-end',
    mustNot: 'write a pack that never ends',
    endsWith: tooMuch,
    build: () => ({ sendPack: sendNoise(2 ** 50) }),
  },
  {
    name: 'progress-without-end',
    mustNot: 'listen to words about progress for ever',
    endsWith: tooMuch,
    build: () => ({
      async sendPack(response) {
        begin(response, 'result')
        await write(response, line('packfile\n'))
        await writeForEver(response, () => Buffer.concat([...band(2, noise)]))
      },
    }),
  },
  {
    name: 'silence',
    mustNot: 'wait for a host that says nothing',
    endsWith: tooLate,
    build: () => ({ advertise: () => {} }),
  },
  {
    name: 'refs-now-and-then',
    mustNot: 'wait for a list that comes a line at a time',
    endsWith: tooLate,
    build: () => ({
      async listRefs(response) {
        begin(response, 'result')
        await trickle(response, line(`${object} refs/heads/other\n`))
      },
    }),
  },
  {
    name: 'pack-now-and-then',
    mustNot: 'wait for a pack that comes a byte at a time',
    endsWith: tooLate,
    build: () => ({
      async sendPack(response) {
        begin(response, 'result')
        await write(response, line('packfile\n'))
        await trickle(response, Buffer.concat([...band(2, Buffer.from('.'))]))
      },
    }),
  },
  {
    name: 'pack-that-breaks-off',
    mustNot: 'take half a pack for a whole one',
    endsWith: /^repository_(unreachable|invalid)$/,
    build: () => ({
      async sendPack(response) {
        begin(response, 'result')
        await write(response, Buffer.concat([line('packfile\n'), ...band(1, packHead(3))]))
        response.destroy()
      },
    }),
  },
]
