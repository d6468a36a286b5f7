import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import type { ServedFile } from '@bindery/bundle'
import type { Encoding } from './choose-encoding.ts'
import type { Held, Memory } from './create-memory.ts'

/** In memory, or where it lies on the disk. */
export type Body = Held | { place: string; size: number }

export function isHeld(body: Body): body is Held {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

/** A file in one encoding. `key` names its content: made for every request, it would be hashed for every request. */
export interface Form {
  key: string
  file: ServedFile
  encoding: Encoding
}

export function formOf(file: ServedFile, encoding: Encoding): Form {
  return { key: `${file.sha256}.${encoding}`, file, encoding }
}

export interface Bodies {
  /** What is in memory is there at once: most requests are answered without waiting for anything. */
  read(siteFolder: string, form: Form): Body | Promise<Body>
  /** Removes the encoded forms of all but these contents. */
  prune(needed: ReadonlySet<string>): Promise<void>
  /** On the disk, of the encoded forms that were asked for so far. */
  readonly encodedBytes: number
}

// Larger files are sent from the disk as they go, which costs ten times as much of the processor.
const mostInMemory = 4 * 1024 * 1024
// A string leaves with its head in one write, where a buffer beside the head takes two that are gathered: a page costs
// 40 µs in place of 48. Node copies what is longer once more.
const mostInString = 16 * 1024

/**
 * The bytes of files, as they are and encoded. Each encoded form is made when it is first asked for and kept in
 * `folder` under the digest of its content, so that a newer site makes only what has changed.
 */
export function createBodies(folder: string, memory: Memory): Bodies {
  const mostHeld = Math.min(mostInMemory, memory.mostBytes / 8)
  // A form that has left the memory is read again: each counts once.
  const encodedSizes = new Map<string, number>()
  const underWay = new Map<string, Promise<Body>>()
  const load = async (place: string, { key, file, encoding }: Form): Promise<Body> => {
    const source = encoding === 'identity' ? place : await encodeOnce(place, join(folder, key), encoding)
    const size = encoding === 'identity' ? file.size : (await stat(source)).size
    if (encoding !== 'identity') encodedSizes.set(key, size)
    if (size > mostHeld) return { place: source, size }
    const held = await readFile(source, size > mostInString ? null : 'latin1')
    memory.put(key, held)
    return held
  }
  return {
    get encodedBytes() {
      return [...encodedSizes.values()].reduce((sum, size) => sum + size, 0)
    },
    read(siteFolder, form) {
      const held = memory.get(form.key)
      if (held !== undefined) return held
      const place = join(siteFolder, form.file.path)
      // Only for this site: another one with the same content may be removed before its file is sent.
      const work = `${form.encoding} ${place}`
      const loading = underWay.get(work) ?? load(place, form).finally(() => underWay.delete(work))
      underWay.set(work, loading)
      return loading
    },
    async prune(needed) {
      for (const name of await readdir(folder).catch(() => [])) {
        if (needed.has(name.replace(/\..*$/, ''))) continue
        encodedSizes.delete(name)
        await rm(join(folder, name), { force: true })
      }
    },
  }
}

async function encodeOnce(source: string, target: string, encoding: Exclude<Encoding, 'identity'>): Promise<string> {
  const isThere = await stat(target).catch(() => undefined)
  if (isThere) return target
  await mkdir(join(target, '..'), { recursive: true })
  const making = `${target}.${randomUUID()}`
  try {
    await pipeline(createReadStream(source), createEncoder(encoding), createWriteStream(making))
    await rename(making, target)
  } finally {
    await rm(making, { force: true })
  }
  return target
}

/**
 * The first reader of a page waits for it. Of a page of 16.6 KB gzip makes 5.6 KB; brotli 5.3 KB at level 5 and 5.2 KB at
 * level 9, which takes twelve times as long; level 11 makes 4.6 KB and takes 35 times as long. zstd is at 5.6 KB from 9 on.
 */
function createEncoder(encoding: Exclude<Encoding, 'identity'>) {
  if (encoding === 'gzip') return createGzip({ level: 9 })
  if (encoding === 'zstd') return createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 9 } })
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}
