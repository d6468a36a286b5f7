import { isWellFormed } from '../keys/key-format.ts'
import { isPlaceholder, type SecretPattern, secretPatterns } from './secret-patterns.ts'

export interface Place {
  line: number
  column: number
}

export interface FoundSecrets {
  /** Well-formed API keys of this service. Whether one is live, its hash must tell. */
  ownKeys: (Place & { key: string })[]
  /** Where the credential itself stands. */
  credential: Place[]
  others: (Place & { pattern: SecretPattern })[]
}

const ownKey = '\\bbnd_[0-9A-Za-z]{36}(?![0-9A-Za-z])'

// One expression reads a text once, whatever the number of forms; a group of its own tells which it was.
const anySecret = new RegExp(
  [ownKey, ...secretPatterns.map(({ source }) => source)].map((s) => `(${s})`).join('|'),
  'g',
)

/** Looks through a text in Latin-1: every form is ASCII, and so no byte has to be decoded. */
export function findSecrets(text: string, credential: string | undefined): FoundSecrets {
  const found: FoundSecrets = { ownKeys: [], credential: [], others: [] }
  for (const match of text.matchAll(anySecret)) {
    const place = placeOf(text, match.index)
    const [whole, own, ...groups] = match
    const pattern = secretPatterns[groups.findIndex((group) => group !== undefined)]
    if (own !== undefined && isWellFormed(own)) found.ownKeys.push({ ...place, key: own })
    if (pattern && !isPlaceholder(whole)) found.others.push({ ...place, pattern })
  }
  if (credential === undefined) return found
  for (let at = text.indexOf(credential); at >= 0; at = text.indexOf(credential, at + credential.length)) {
    found.credential.push(placeOf(text, at))
  }
  return found
}

function placeOf(text: string, index: number): Place {
  const start = text.lastIndexOf('\n', index - 1) + 1
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line += 1
  return { line, column: Buffer.from(text.slice(start, index), 'latin1').toString().length + 1 }
}
