import type { OwnHeaders } from '../config/config.ts'
import type { ServedFile } from '../versions/served-file.ts'
import type { Encoding } from './choose-encoding.ts'

/** Names and values in turn, as they are sent. */
export type HeaderLines = readonly string[]

const year = 31_536_000

/**
 * Each page carries the policy of what it may load, since it must hold on any host and from a disk. What a page cannot
 * say of itself is said here. A picture in SVG is a document of its own when it is opened by its address.
 */
const policies = {
  page: "frame-ancestors 'self'; base-uri 'none'; object-src 'none'; form-action 'none'",
  image: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox",
}

export function renderHead(file: ServedFile, encoding: Encoding, own: OwnHeaders): HeaderLines {
  return mergeHeaders(
    {
      'Content-Type': file.type,
      ETag: tagOf(file, encoding),
      'Cache-Control': file.isHashed ? `public, max-age=${year}, immutable` : 'no-cache',
      'Accept-Ranges': 'bytes',
      ...(file.isEncodable ? { Vary: 'Accept-Encoding' } : {}),
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      ...protection(file.type),
    },
    own,
  )
}

/** For an answer that is no file: a short text, or only a location. */
export function renderTextHead(more: Record<string, string>, own: OwnHeaders): HeaderLines {
  const type = 'text/plain; charset=utf-8'
  return mergeHeaders({ 'Content-Type': type, 'Cache-Control': 'no-cache', ...protection(type), ...more }, own)
}

/** Another encoding is another representation, and must not be continued with bytes of this one. */
export function tagOf({ sha256 }: ServedFile, encoding: Encoding): string {
  return encoding === 'identity' ? `"${sha256.slice(0, 32)}"` : `"${sha256.slice(0, 32)}-${encoding}"`
}

function protection(type: string): Record<string, string> {
  return {
    'Content-Security-Policy': /^(?:image\/svg\+xml|application\/xml)/.test(type) ? policies.image : policies.page,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
}

function mergeHeaders(ours: Record<string, string>, own: OwnHeaders): HeaderLines {
  const taken = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const ourHeaders = Object.entries(ours).filter(([name]) => !taken.has(name.toLowerCase()))
  return [...ourHeaders, ...Object.entries(own).filter(([, value]) => value !== '')].flat()
}
