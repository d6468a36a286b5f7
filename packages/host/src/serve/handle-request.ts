import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { findFile, isKnown, isStill, locate, type Range, readPath, readRange, type ServedFile } from '@bindery/bundle'
import type { OwnHeaders } from '../config/config.ts'
import type { Site } from '../versions/open-site.ts'
import type { SiteVersions } from '../versions/site-versions.ts'
import { chooseEncoding, type Encoding } from './choose-encoding.ts'
import { type Bodies, type Body, type Form, formOf, isHeld } from './read-body.ts'
import { type HeaderLines, makePrivate, renderHead, renderTextHead } from './render-head.ts'

export interface HostRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  /** As it came, for whoever must know from where. */
  raw?: IncomingMessage
}

export interface HostResponse {
  status: number
  headers: HeaderLines
  body?: Body
  /** The part of the body that was asked for. */
  range?: Range
  /** To be called when the body has been sent, or will not be. */
  release?: () => void
}

export interface HandlerSettings {
  basePath: string
  headers: OwnHeaders
  /** Only the reader who asked may keep what is sent. */
  isPrivate?: boolean
}

export type RequestHandler = (question: HostRequest) => HostResponse | Promise<HostResponse>

export function createHandler(
  versions: SiteVersions,
  bodies: Bodies,
  { basePath, headers: own, isPrivate = false }: HandlerSettings,
): RequestHandler {
  const complete = isPrivate ? makePrivate : (lines: HeaderLines) => lines
  const answerFile = createFileAnswerer(versions, bodies, (file, encoding) => complete(renderHead(file, encoding, own)))
  const respond = (status: number, body: string, more: Record<string, string> = {}): HostResponse => {
    const head = complete(renderTextHead(more, own))
    return { status, headers: [...head, 'Content-Length', String(body.length)], body }
  }
  const lead = (status: number, location: string) => respond(status, '', { Location: location })
  const known = rememberAddresses()
  return (question) => {
    const { method, url } = question
    if (method !== 'GET' && method !== 'HEAD') return respond(405, 'Only GET and HEAD.\n', { Allow: 'GET, HEAD' })
    const site = versions.current
    if (!site) return respond(503, 'There is no site here yet.\n', { 'Retry-After': '5' })
    const files = known(site)
    const file = files.get(url)
    if (file) return answerFile(question, 200, site, file)
    const asked = readPath(url, basePath)
    if (asked.kind === 'malformed') return respond(400, 'This address cannot be read.\n')
    if (asked.kind === 'outside') return respond(404, 'There is nothing at this address.\n')
    if (asked.kind === 'moved') return lead(301, asked.location)
    const found = findFile(asked.path, site)
    if (found.kind === 'file') {
      files.set(url, found.file)
      return answerFile(question, 200, site, found.file)
    }
    if (found.kind === 'moved') return lead(found.status, locate(found.location, basePath, asked.query))
    const earlier = versions.findEarlier(asked.path.slice(1))
    if (earlier) return answerFile(question, 200, earlier.site, earlier.file)
    return found.page
      ? answerFile(question, 404, site, found.page)
      : respond(404, 'There is nothing at this address.\n')
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

/** With its header lines, made for the first request and sent with all; `whole` has the length too. */
interface HeadedForm extends Form {
  head: HeaderLines
  whole: HeaderLines | undefined
}

type FileHandler = (
  question: HostRequest,
  status: number,
  site: Site,
  file: ServedFile,
) => HostResponse | Promise<HostResponse>

type RenderHead = (file: ServedFile, encoding: Encoding) => HeaderLines

function createFileAnswerer(versions: SiteVersions, bodies: Bodies, render: RenderHead): FileHandler {
  const forms = new WeakMap<ServedFile, Partial<Record<Encoding, HeadedForm>>>()
  const headedForm = (file: ServedFile, encoding: Encoding): HeadedForm => {
    const known = forms.get(file) ?? {}
    if (!forms.has(file)) forms.set(file, known)
    known[encoding] ??= { ...formOf(file, encoding), head: render(file, encoding), whole: undefined }
    return known[encoding]
  }
  const answer: FileHandler = (question, status, site, file) => {
    const { headers } = question
    const isRanged = status === 200 && headers.range !== undefined && isStill(headers['if-range'], file)
    const encoding = isRanged || !file.isEncodable ? 'identity' : chooseEncoding(headers['accept-encoding'])
    const form = headedForm(file, encoding)
    if (status === 200 && isKnown(headers['if-none-match'], file)) return { status: 304, headers: form.head }
    const finish = (body: Body): HostResponse =>
      isRanged ? cut(form, body, headers.range ?? '') : whole(status, form, body)
    const body = bodies.read(site.folder, form)
    if (!(body instanceof Promise)) return finish(body)
    const release = versions.hold(site)
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

function whole(status: number, form: HeadedForm, body: Body): HostResponse {
  form.whole ??= [...form.head, 'Content-Length', String(sizeOf(body))]
  return { status, headers: form.whole, body }
}

function cut(form: HeadedForm, body: Body, header: string): HostResponse {
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
