import type { Question } from '../send-request.ts'
import { makeTexts } from './hostile-site.ts'

/** A header and an address may have 16 KB between them. */
const longest = 14_000

const pieces = ['/', '//', '%2f', '/%2e', './', '..', 'a.', '%C3%A4', '\u0300', 'a/', '-', ':', '*', '(', '?', ';', '=']

/** Addresses of any server: of one piece, again and again, and something else at the end. */
export function listPaths(count: number): string[] {
  const kinds = pieces.flatMap((piece): ((n: number) => string)[] => [
    (n) => `/a${fill(piece)}x${n}`,
    (n) => `/${fill(piece).slice(0, 500)}x${n}`,
  ])
  return makeTexts(kinds, count)
}

const headers = [
  'authorization',
  'prefer',
  'if-none-match',
  'cookie',
  'x-forwarded-for',
  'idempotency-key',
  'x-request-id',
]

/** Requests to the API, with and without a key. */
export function listApiRequests(origin: string, key: string, count: number): Question[] {
  const job = `${origin}/v1/static-export/jobs/se_0123456789abcdef`
  const jobs = `${origin}/v1/static-export/jobs`
  const odd = [' ', 'wait=', 'wait= ', ', ', '"', 'W/"', 'Bearer ', ';a=', '1.', '::', 'a']
  const kinds = [
    ...odd.flatMap((piece) =>
      headers.map(
        (name) =>
          (n: number): Question => ({ url: job, key, headers: { [name]: `${fill(piece)}${n}` } }),
      ),
    ),
    ...['a.', '-', '.', 'a-'].map(
      (piece) =>
        (n: number): Question =>
          post(jobs, key, { domain: `${fill(piece)}${n}` }),
    ),
    ...['a/', '..', '@{', '.lock', '/.'].map(
      (piece) =>
        (n: number): Question =>
          post(jobs, key, { domain: 'patterns.example.com', ref: `${fill(piece)}${n}` }),
    ),
    ...['bnd_', '/', 'a', '#'].map(
      (piece) =>
        (n: number): Question =>
          post(jobs, key, {
            domain: 'patterns.example.com',
            paths: [`${piece.repeat(1_000 / piece.length)}${n}`, fill(piece)],
          }),
    ),
    ...['a=b&', '%', '&&', 'cursor=1&'].map(
      (piece) =>
        (n: number): Question => ({ url: `${jobs}?${fill(piece)}${n}`, key }),
    ),
  ]
  return Array.from({ length: count }, (_, n) =>
    (kinds[n % kinds.length] as (n: number) => Question)(Math.floor(n / kinds.length)),
  )
}

function post(url: string, key: string, body: unknown): Question {
  return { method: 'POST', url, key, body }
}

function fill(piece: string): string {
  const text = encodeURI(piece) === piece ? piece : encodeURI(piece)
  return text.repeat(Math.floor(longest / text.length))
}
