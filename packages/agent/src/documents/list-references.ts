import { posix } from 'node:path'
import { limits } from '../limits.ts'
import { cleanPath } from '../tree/clean-path.ts'
import { findPage } from '../tree/read-page.ts'
import { Refusal, type Tree } from '../tree/tree.ts'

/** What a file is to the documentation: a description of an API, or a part of `docs.json`. */
export type DataKind = 'description' | 'settings'

/** By its path from the root of the repository. */
export type References = ReadonlyMap<string, DataKind>

/** The JSON and YAML files that the settings of any of these trees refer to, there or not. */
export async function listReferences(trees: readonly Tree[], docsPath: string): Promise<References> {
  const found = new Map<string, DataKind>()
  for (const tree of trees) await addReferences(tree, cleanPath(docsPath), found)
  return found
}

async function addReferences(tree: Tree, docs: string, found: Map<string, DataKind>): Promise<void> {
  const waiting = ['docs.json', 'mint.json']
  const seen = new Set(waiting)
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const { kind, target } of referencesIn(await parseFile(tree, posix.join(docs, file)), file)) {
      if (target.startsWith('../') || seen.size > limits.settingsFiles) continue
      found.set(posix.join(docs, target), kind)
      if (kind === 'settings' && !seen.has(target)) waiting.push(target)
      seen.add(target)
    }
  }
}

/** What cannot be opened or parsed refers to nothing: a check says what is wrong with it. */
async function parseFile(tree: Tree, path: string): Promise<unknown> {
  try {
    return JSON.parse((await findPage(tree, path)) ?? 'null')
  } catch (error) {
    if (error instanceof Refusal || error instanceof SyntaxError) return undefined
    throw error
  }
}

interface Reference {
  kind: DataKind
  target: string
}

/** Without recursion, since settings may be nested deeper than any stack. */
function referencesIn(settings: unknown, file: string): Reference[] {
  const found: Reference[] = []
  const open: { value: unknown; isSource: boolean }[] = [{ value: settings, isSource: false }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, isSource } = next
    if (typeof value === 'string') found.push(...describedBy(value, isSource))
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string') found.push({ kind: 'settings', target: follow(inner, file) })
      else open.push({ value: inner, isSource: isSourceKey(key) || (isSource && isWithinSource(key)) })
    }
  }
  return found.filter(({ target }) => isPath(target))
}

function isSourceKey(key: string): boolean {
  return key === 'openapi' || key === 'asyncapi'
}

/** `"openapi": ["a.yaml"]` and `"openapi": {"source": "a.yaml"}`. */
function isWithinSource(key: string): boolean {
  return key === 'source' || /^\d+$/.test(key)
}

/** The navigation also names operations: `api/pets.yaml GET /pets`. */
function describedBy(text: string, isSource: boolean): Reference[] {
  const [first = '', method] = text.trim().split(/\s+/, 2)
  const isNamed = isSource || (method !== undefined && /^[a-z]+$/i.test(method))
  const isFile = /\.(json|ya?ml)$/.test(first)
  return isNamed && isFile ? [{ kind: 'description', target: posix.normalize(first.replace(/^\/+/, '')) }] : []
}

function follow(ref: string, file: string): string {
  return posix.normalize(ref.startsWith('/') ? `.${ref}` : posix.join(posix.dirname(file), ref))
}

function isPath(target: string): boolean {
  return target.length <= limits.pathLength && !/[\\:\0]/.test(target)
}
