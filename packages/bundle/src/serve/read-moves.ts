import type { Move, Part } from '../format/redirects/move.ts'
import { decodeMoves, redirectsFile } from '../format/redirects/moves-file.ts'

type Read = (path: string) => Promise<string | undefined>

/** The bundle's own table. `_redirects`, which cannot express every move, is read for a folder that another tool made. */
export async function readMoves(read: Read): Promise<Move[]> {
  const file = await read(redirectsFile)
  if (file !== undefined) return decodeMoves(file)
  return ((await read('_redirects')) ?? '').split('\n').flatMap(readLine)
}

// Twice the longest address that is looked up, each letter of it percent-encoded.
const longestLine = 4_096

/** `/old/* /new/:splat 301`, `/users/:id /people/:id`; conditions of one hosting company are not ours. */
function readLine(line: string): Move[] {
  if (line.length > longestLine) return []
  const [from, to, status = '301', ...more] = line.trim().split(/\s+/)
  if (!from?.startsWith('/') || to === undefined || more.length > 0 || !/^30[12378]!?$/.test(status)) return []
  const names: string[] = []
  const parts = (from.replace(/(?<=.)\/$/, '').match(/\/\*$|\/:\w+(?=\/|$)|[^/]+|\//g) ?? []).flatMap(
    (token): Part[] => {
      if (token === '/*') names.push('splat')
      else if (token.startsWith('/:')) names.push(token.slice(2))
      else return [{ text: token }]
      return token === '/*' ? ['rest'] : [{ text: '/' }, 'segment']
    },
  )
  const target = to.replace(/:(\w+)/g, (whole, name) => (names.includes(name) ? `$${names.indexOf(name) + 1}` : whole))
  return [{ parts: joinText(parts), target: readTarget(target), status: readStatus(status.replace('!', '')) }]
}

/** What is caught stands in it as `$1`, `$2`. */
function readTarget(text: string): Move['target'] {
  return text.split(/\$(\d)/).map((piece, index) => (index % 2 === 0 ? piece : Number(piece)))
}

function readStatus(text: string): number {
  return /^30[12378]$/.test(text) ? Number(text) : 302
}

function joinText(parts: Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (typeof part === 'object' && typeof last === 'object')
      joined[joined.length - 1] = { text: last.text + part.text }
    else joined.push(part)
  }
  return joined.map((part) => (typeof part === 'object' ? { text: decode(part.text) } : part))
}

/** Tables hold addresses as they stand in a request; here they are compared as people read them. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
