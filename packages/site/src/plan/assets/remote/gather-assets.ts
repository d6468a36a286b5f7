import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FontFace, RemoteAssets } from '../../../model/remote-assets.ts'
import { mapConcurrently } from '../../files/map-concurrently.ts'
import {
  type AskRemote,
  askFollowing,
  formatNotFetched,
  NotFetched,
  type RemoteAnswer,
  withDeadline,
} from '../../remote/ask-remote.ts'
import { familyOfSheet, withoutWeights } from './fonts/font-sheet.ts'
import { readFaces } from './fonts/read-faces.ts'
import { isLiveAddress, isLiveAnswer } from './is-live.ts'
import { readMediaType } from './read-media-type.ts'

/** What a host said of a file, by which it can tell whether ours is still the same. */
export interface Validator {
  name: string
  etag?: string
  lastModified?: string
}

export interface GatherAssetsInput {
  ask: AskRemote
  /** Takes the files; those of earlier times may lie there. */
  folder: string
  /** Of earlier times, by URL. */
  known?: Readonly<Record<string, Validator>>
  limits?: Partial<AssetLimits>
  signal?: AbortSignal
}

export interface AssetLimits {
  files: number
  fileBytes: number
  totalBytes: number
  fileMs: number
  totalMs: number
}

const defaults: AssetLimits = {
  files: 5_000,
  fileBytes: 25 * 1024 ** 2,
  totalBytes: 500 * 1024 ** 2,
  fileMs: 30_000,
  totalMs: 10 * 60_000,
}
const redirects = 3
const atOnce = 8
// Enough for every kind to tell itself, and for what may stand before a drawing.
const headBytes = 4096
// One of Chinese letters in seven weights has 500 KB.
const sheetBytes = 2 * 1024 ** 2
// The host of fonts sends each browser the form that it reads; all of today read this one's.
const asBrowser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36' }

export interface GatheredAssets {
  assets: RemoteAssets
  validators: Record<string, Validator>
}

type Outcome = { saved: Validator } | { live: true } | { failure: string }

/** Fetches what a site names on other hosts. One that fails is noted with its reason, and the others go on. */
export async function gatherAssets(urls: readonly string[], input: GatherAssetsInput): Promise<GatheredAssets> {
  const { folder, signal } = input
  const gathering = new Gathering(input)
  if (urls.length > 0) await mkdir(folder, { recursive: true })
  const assets: RemoteAssets = { folder, files: {}, live: {}, failures: {} }
  const fonts = await gatherFaces(urls, gathering)
  const faces = [...fonts.values()].flatMap((read) => (typeof read === 'string' ? [] : read.map(({ url }) => url)))
  const files = [...new Set([...urls.filter((url) => familyOfSheet(url) === undefined), ...faces])]
  const validators: Record<string, Validator> = {}
  const outcomes = mapConcurrently([...files.entries()], atOnce, async ([index, url]) => ({
    url,
    outcome: await gathering.gather(url, index),
  }))
  for await (const { url, outcome } of outcomes) {
    signal?.throwIfAborted()
    if ('live' in outcome) assets.live[url] = true
    else if ('failure' in outcome) assets.failures[url] = outcome.failure
    else {
      assets.files[url] = outcome.saved.name
      validators[url] = outcome.saved
    }
  }
  return { assets: { ...assets, ...describeFonts(fonts, assets) }, validators }
}

/** What the sheets of fonts say, by family, or why they say nothing. */
async function gatherFaces(urls: readonly string[], gathering: Gathering): Promise<Map<string, FontFace[] | string>> {
  const fonts = new Map<string, FontFace[] | string>()
  for (const url of urls) {
    const family = familyOfSheet(url)
    if (family !== undefined) fonts.set(family, await gathering.readSheet(url))
  }
  return fonts
}

/** Faces without their file are left out. */
function describeFonts(fonts: Map<string, FontFace[] | string>, { files }: RemoteAssets) {
  const carried: Record<string, FontFace[]> = {}
  const missing: Record<string, string> = {}
  for (const [family, read] of fonts) {
    const faces = typeof read === 'string' ? [] : read.filter(({ url }) => files[url] !== undefined)
    if (faces.length > 0) carried[family] = faces
    else missing[family] = typeof read === 'string' ? read : 'none of its files could be fetched'
  }
  return {
    ...(Object.keys(carried).length > 0 && { fonts: carried }),
    ...(Object.keys(missing).length > 0 && { missingFonts: missing }),
  }
}

class Gathering {
  readonly #input: GatherAssetsInput
  readonly #limits: AssetLimits
  readonly #startedAt = performance.now()
  #bytes = 0

  constructor(input: GatherAssetsInput) {
    this.#input = input
    this.#limits = { ...defaults, ...input.limits }
  }

  async gather(url: string, index: number): Promise<Outcome> {
    const { signal } = this.#input
    const { files, fileMs, totalMs } = this.#limits
    if (isLiveAddress(url)) return { live: true }
    if (index >= files) return { failure: `the site names more than ${files} of them` }
    const left = totalMs - (performance.now() - this.#startedAt)
    if (left <= 0) return { failure: `all of them together took longer than ${totalMs / 1000} s` }
    try {
      return await withDeadline(Math.min(fileMs, Math.ceil(left)), signal, (ending) => this.#fetch(url, ending))
    } catch (error) {
      signal?.throwIfAborted()
      return { failure: formatNotFetched(error) }
    }
  }

  /** Its faces, or why there are none. */
  async readSheet(url: string): Promise<FontFace[] | string> {
    const { signal } = this.#input
    try {
      const css = await withDeadline(this.#limits.fileMs, signal, (ending) => this.#readText(url, ending))
      const faces = readFaces(css)
      return faces.length > 0 ? faces : 'its host names no file of it'
    } catch (error) {
      signal?.throwIfAborted()
      return formatNotFetched(error)
    }
  }

  async #readText(url: string, signal: AbortSignal): Promise<string> {
    const { ask } = this.#input
    const asking = { ask, redirects, signal, headers: asBrowser }
    const answer = await askFollowing(url, asking).catch((error: unknown) => {
      if (!(error instanceof NotFetched)) throw error
      return askFollowing(withoutWeights(url), asking)
    })
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of answer.body) {
      bytes += chunk.length
      if (bytes > sheetBytes) throw new NotFetched(`its style sheet is larger than ${sheetBytes} bytes`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  async #fetch(url: string, signal: AbortSignal): Promise<Outcome> {
    const { ask } = this.#input
    const known = await this.#findKnown(url)
    const headers: Record<string, string> = {
      ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
      ...(known?.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
    }
    const conditional = Object.keys(headers).length > 0 && { headers }
    const answer = await askFollowing(url, { ask, redirects, signal, ...conditional })
    if (isLiveAnswer(answer.headers)) return { live: true }
    if (answer.status === 304 && known) return { saved: known }
    const name = await this.#save(answer.body)
    return { saved: { name, ...readValidators(answer) } }
  }

  async #findKnown(url: string): Promise<Validator | undefined> {
    const { known = {}, folder } = this.#input
    const found = Object.hasOwn(known, url) ? known[url] : undefined
    if (!found) return undefined
    return access(join(folder, found.name)).then(
      () => found,
      () => undefined,
    )
  }

  /** On the disk as it comes, for many are under way at once; gives the name that it has there. */
  async #save(body: RemoteAnswer['body']): Promise<string> {
    const { folder } = this.#input
    const draft = join(folder, `.${randomUUID()}`)
    try {
      const { digest, head } = await this.#write(draft, body)
      const type = readMediaType(head)
      if (type === undefined) throw new NotFetched('it is no picture, font or media file')
      const name = `${digest}.${type}`
      await rename(draft, join(folder, name))
      return name
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  async #write(draft: string, body: RemoteAnswer['body']): Promise<{ digest: string; head: Buffer }> {
    const { fileBytes, totalBytes } = this.#limits
    const digest = createHash('sha256')
    let head: Buffer = Buffer.alloc(0)
    let bytes = 0
    await using file = await open(draft, 'wx')
    for await (const chunk of body) {
      bytes += chunk.length
      this.#bytes += chunk.length
      if (bytes > fileBytes) throw new NotFetched(`it is larger than ${fileBytes} bytes`)
      if (this.#bytes > totalBytes) throw new NotFetched(`all of them together are larger than ${totalBytes} bytes`)
      if (head.length < headBytes) head = Buffer.concat([head, chunk]).subarray(0, headBytes)
      digest.update(chunk)
      await file.writeFile(chunk)
    }
    return { digest: digest.digest('hex'), head }
  }
}

function readValidators({ headers }: RemoteAnswer): Omit<Validator, 'name'> {
  const { etag, 'last-modified': lastModified } = headers
  return {
    ...(typeof etag === 'string' && { etag }),
    ...(typeof lastModified === 'string' && { lastModified }),
  }
}
