import { posix } from 'node:path'
import type { Advice } from '../model/advice.ts'
import { isRecord, type Origins } from './cursor.ts'
import { readJson } from './read-json.ts'

// A file that refers to itself would never end; nobody nests this deep by hand.
const maxDepth = 16
// Ten files that each refer ten times to the next would be read ten thousand million times.
const maxReferences = 2000
// Each reference is a copy of all that the file holds; the settings of the largest site have 1 MB.
const maxLength = 20_000_000

interface Resolution {
  root: string
  origins: Origins
  advice: Advice[]
  /** How many have been followed so far. */
  references?: number
  /** How much text they have brought. */
  length?: number
}

/**
 * Puts the contents of each `{"$ref": "./other.json"}` in its place. Only files inside the docs folder are read, and
 * keys beside `$ref` win over those of the file.
 */
export async function resolveRefs(value: unknown, file: string, resolution: Resolution, depth = 0): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => resolveRefs(item, file, resolution, depth)))
  if (!isRecord(value)) return value
  const { $ref, ...own } = value
  const rest: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(own)) rest[key] = await resolveRefs(item, file, resolution, depth)
  if (typeof $ref !== 'string') return rest
  return readRef($ref, rest, file, resolution, depth)
}

async function readRef(ref: string, own: object, file: string, resolution: Resolution, depth: number) {
  const target = posix.normalize(ref.startsWith('/') ? `.${ref}` : posix.join(posix.dirname(file), ref))
  const complain = (message: string, suggestion: string) => {
    resolution.advice.push({ file, path: `$ref ${ref}`, message, suggestion })
    return own
  }
  if (target.startsWith('../')) return complain('It points outside the docs folder.', 'Move the file inside it.')
  if (depth >= maxDepth) return complain('The files refer to each other without end.', 'Break the circle.')
  resolution.references = (resolution.references ?? 0) + 1
  if (resolution.references > maxReferences) {
    return complain(`There are more than ${maxReferences} references.`, 'Write out what is referred to most.')
  }
  const found = await readJson(resolution.root, target)
  if (found === undefined) return complain('There is no such file.', 'Check the spelling; paths start at this file.')
  resolution.length = (resolution.length ?? 0) + found.length
  if (resolution.length > maxLength) {
    return complain(`The references bring more than ${maxLength} characters.`, 'Refer to smaller files.')
  }
  const resolved = await resolveRefs(found.value, target, resolution, depth + 1)
  const merged = isRecord(resolved) ? { ...resolved, ...own } : resolved
  if (typeof merged === 'object' && merged !== null) resolution.origins.set(merged, { file: target, path: '' })
  return merged
}
