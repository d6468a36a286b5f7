import type { Move } from '@bindery/bundle'
import { encode } from '../../plan/redirects/read-moves.ts'

/** They know whole segments, and one part of any length at the end. */
const expressible = /^(?:\/:part\d|\/[^:*/]*)*(?:\/\*)?$/

/** `_redirects`, as Netlify, Cloudflare Pages and others read it. */
export function renderRedirectList(moves: Move[]): string {
  return moves.flatMap(renderLine).join('')
}

function renderLine({ parts, target, status }: Move): string[] {
  const names: string[] = []
  const from = parts
    .map((part) => {
      if (typeof part === 'object') return encode(part.text)
      const name = part === 'rest' ? ':splat' : `:part${names.length + 1}`
      names.push(name)
      return part === 'rest' ? '/*' : name
    })
    .join('')
  const to = target.map((piece) => (typeof piece === 'number' ? names[piece - 1] : piece)).join('')
  return expressible.test(from) ? [`${from} ${to} ${status}\n`] : []
}
