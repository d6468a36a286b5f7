import type { IncomingHttpHeaders } from 'node:http'
import type { OwnHeaders } from '../config/config.ts'
import type { Site } from '../versions/open-site.ts'
import type { ServedFile } from '../versions/served-file.ts'
import type { Shelf } from '../versions/shelf.ts'
import { chooseEncoding, type Encoding } from './choose-encoding.ts'
import { drawHead, drawTextHead, type HeaderLines, tagOf } from './draw-head.ts'
import { findFile } from './find-file.ts'
import { type Bodies, type Body, type Form, formOf, isHeld } from './read-body.ts'
import { readPath } from './read-path.ts'
import { type Range, readRange } from './read-range.ts'

export interface Question {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

export interface Answer {
  status: number
  headers: HeaderLines
  body?: Body
  /** The part of the body that was asked for. */
  range?: Range
  /** To be called when the body has been sent, or will not be. */
  release?: () => void
}

export interface AnswerSettings {
  basePath: string
  headers: OwnHeaders
}

export type Answerer = (question: Question) => Answer | Promise<Answer>

export function createAnswerer(shelf: Shelf, bodies: Bodies, { basePath, headers: own }: AnswerSettings): Answerer {
  const answerFile = createFileAnswerer(shelf, bodies, own)
  const say = (status: number, body: string, more: Record<string, string> = {}): Answer => {
    return { status, headers: [...drawTextHead(more, own), 'Content-Length', String(body.length)], body }
  }
  const lead = (status: number, location: string) => say(status, '', { Location: location })
  const known = rememberAddresses()
  return (question) => {
    const { method, url } = question
    if (method !== 'GET' && method !== 'HEAD') return say(405, 'Only GET and HEAD.\n', { Allow: 'GET, HEAD' })
    const site = shelf.current
    if (!site) return say(503, 'There is no site here yet.\n', { 'Retry-After': '5' })
    const files = known(site)
    const file = files.get(url)
    if (file) return answerFile(question, 200, site, file)
    const asked = readPath(url, basePath)
    if (asked.kind === 'malformed') return say(400, 'This address cannot be read.\n')
    if (asked.kind === 'outside') return say(404, 'There is nothing at this address.\n')
    if (asked.kind === 'moved') return lead(301, asked.location)
    const found = findFile(asked.path, site)
    if (found.kind === 'file') {
      files.set(url, found.file)
      return answerFile(question, 200, site, found.file)
    }
    if (found.kind === 'moved') return lead(found.status, locate(found.location, basePath, asked.query))
    const earlier = shelf.findEarlier(asked.path.slice(1))
    if (earlier) return answerFile(question, 200, earlier.site, earlier.file)
    return found.page ? answerFile(question, 404, site, found.page) : say(404, 'There is nothing at this address.\n')
  }
}

// Addresses that are asked for again and again; a stranger's queries must not fill the memory.
const mostAddresses = 10_000

/** What an address was found to mean, for as long as the same site is served. */
function rememberAddresses(): (site: Site) => Map<string, ServedFile> {
  let of: Site | undefined
  let files = new Map<string, ServedFile>()
  return (site) => {
    if (site !== of || files.size >= mostAddresses) files = new Map()
    of = site
    return files
  }
}

/** What was asked for goes along, unless the new address brings a query of its own. */
function locate(location: string, basePath: string, query: string): string {
  const [address = '', ...fragment] = location.split('#')
  const whole = address.startsWith('/') ? `${basePath}${address}` : address
  return [address.includes('?') ? whole : `${whole}${query}`, ...fragment].join('#')
}

/** With its header lines, made for the first request and sent with all; `whole` has the length too. */
interface HeadedForm extends Form {
  head: HeaderLines
  whole: HeaderLines | undefined
}

type FileAnswerer = (question: Question, status: number, site: Site, file: ServedFile) => Answer | Promise<Answer>

function createFileAnswerer(shelf: Shelf, bodies: Bodies, own: OwnHeaders): FileAnswerer {
  const forms = new WeakMap<ServedFile, Partial<Record<Encoding, HeadedForm>>>()
  const headedForm = (file: ServedFile, encoding: Encoding): HeadedForm => {
    const known = forms.get(file) ?? {}
    if (!forms.has(file)) forms.set(file, known)
    known[encoding] ??= { ...formOf(file, encoding), head: drawHead(file, encoding, own), whole: undefined }
    return known[encoding]
  }
  const answer: FileAnswerer = (question, status, site, file) => {
    const { headers } = question
    const isRanged = status === 200 && headers.range !== undefined && isStill(headers['if-range'], file)
    const encoding = isRanged || !file.isEncodable ? 'identity' : chooseEncoding(headers['accept-encoding'])
    const form = headedForm(file, encoding)
    if (status === 200 && isKnown(headers['if-none-match'], file)) return { status: 304, headers: form.head }
    const finish = (body: Body): Answer => (isRanged ? cut(form, body, headers.range ?? '') : whole(status, form, body))
    const body = bodies.read(site.folder, form)
    if (!(body instanceof Promise)) return finish(body)
    const release = shelf.hold(site)
    return body.then(
      (read) => ({ ...finish(read), release }),
      (error) => {
        release()
        if (encoding === 'identity') throw error
        // A disk without room for the encoded form must not cost the page.
        return answer({ ...question, headers: { ...headers, 'accept-encoding': 'identity' } }, status, site, file)
      },
    )
  }
  return answer
}

function whole(status: number, form: HeadedForm, body: Body): Answer {
  form.whole ??= [...form.head, 'Content-Length', String(sizeOf(body))]
  return { status, headers: form.whole, body }
}

function cut(form: HeadedForm, body: Body, header: string): Answer {
  const { head } = form
  const size = sizeOf(body)
  const range = readRange(header, size)
  if (range === 'whole') return whole(200, form, body)
  if (range === 'outside') {
    return { status: 416, headers: [...head, 'Content-Range', `bytes */${size}`, 'Content-Length', '0'] }
  }
  const { start, end } = range
  const lines = ['Content-Range', `bytes ${start}-${end}/${size}`, 'Content-Length', String(end - start + 1)]
  return { status: 206, headers: [...head, ...lines], body, range }
}

function sizeOf(body: Body): number {
  return isHeld(body) ? body.length : body.size
}

/** Our tags begin with the digest, whatever the encoding: a reader who has the content in any form has it. */
function isKnown(header: string | undefined, file: ServedFile): boolean {
  return header !== undefined && (header === '*' || header.includes(tagOf(file, 'identity').slice(0, -1)))
}

/** Continues only what is the same to the byte; dates are not told, so they cannot be right. */
function isStill(header: string | string[] | undefined, file: ServedFile): boolean {
  return header === undefined || header === tagOf(file, 'identity')
}
