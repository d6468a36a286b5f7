import { isWellFormed } from '../keys/key-format.ts'
import { type Fingerprint, findFingerprint } from './fingerprint.ts'
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
  /** Something in the text has the form of a secret, though it may be a placeholder. */
  isLike: boolean
}

const ownKey = '\\bbnd_[0-9A-Za-z]{36}(?![0-9A-Za-z])'

// One expression reads a text once, whatever the number of forms; a group of its own tells which it was.
const anySecret = new RegExp(
  [ownKey, ...secretPatterns.map(({ source }) => source)].map((s) => `(${s})`).join('|'),
  'g',
)

/** All that is looked for, whosever text it is. */
export const secretForms = anySecret.source

// A text that is all secrets must not fill the memory.
const othersCached = 2_000

/** Looks through a text in Latin-1: every form is ASCII, and so no byte has to be decoded. */
export function findSecrets(text: string, credential: Fingerprint | undefined): FoundSecrets {
  const found: FoundSecrets = { ownKeys: [], credential: [], others: [], isLike: false }
  const placeOf = createPlacer(text)
  for (const match of text.matchAll(anySecret)) {
    const [whole, own, ...groups] = match
    found.isLike = true
    const pattern = secretPatterns[groups.findIndex((group) => group !== undefined)]
    if (own !== undefined && isWellFormed(own)) found.ownKeys.push({ ...placeOf(match.index), key: own })
    if (!pattern || isPlaceholder(whole) || found.others.length === othersCached) continue
    found.others.push({ ...placeOf(match.index), pattern })
  }
  if (credential !== undefined) found.credential = findFingerprint(text, credential).map(createPlacer(text))
  if (found.credential.length > 0) found.isLike = true
  return found
}

/** Asked for ever later places it goes over the text once, however many they are. */
function createPlacer(text: string): (index: number) => Place {
  let [at, line, column] = [0, 1, 1]
  return (index) => {
    for (; at < index; at++) {
      const byte = text.charCodeAt(at)
      if (byte === 0x0a) [line, column] = [line + 1, 1]
      // The second and later bytes of a character begin no column.
      else if ((byte & 0xc0) !== 0x80) column += 1
    }
    return { line, column }
  }
}
