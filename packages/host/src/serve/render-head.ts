import { contentPolicyOf, type ServedFile, tagOf } from '@bindery/bundle'
import type { OwnHeaders } from '../config/config.ts'
import type { Encoding } from './choose-encoding.ts'

/** Names and values in turn, as they are sent. */
export type HeaderLines = readonly string[]

const year = 31_536_000

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

function protection(type: string): Record<string, string> {
  return {
    'Content-Security-Policy': contentPolicyOf(type),
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
