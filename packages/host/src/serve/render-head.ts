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

/** As they are for a site that not everybody may read: whatever the operator adds, nobody but the reader keeps it. */
export function makePrivate(lines: HeaderLines): HeaderLines {
  const pairs = Array.from({ length: lines.length / 2 }, (_, at) => [lines[at * 2] ?? '', lines[at * 2 + 1] ?? ''])
  const valuesOf = (header: string) =>
    pairs.filter(([name]) => name?.toLowerCase() === header).map(([, value]) => value)
  const isImmutable = valuesOf('cache-control').some((value) => value?.includes('immutable'))
  return [
    ...pairs.filter(([name = '']) => !/^(?:cache-control|vary)$/i.test(name)).flat(),
    ...['Cache-Control', isImmutable ? `private, max-age=${year}, immutable` : 'private, no-cache'],
    ...['Vary', [...valuesOf('vary'), 'Cookie'].join(', ')],
  ]
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
