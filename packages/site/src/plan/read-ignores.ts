import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Says of a path (a folder's ends with a slash) whether the author keeps it out of the site. */
export type Ignores = (path: string) => boolean

/** Reads `.mintignore` and `.binderyignore`, which are written like a `.gitignore`. */
export async function readIgnores(root: string): Promise<Ignores> {
  const texts = await Promise.all(
    ['.mintignore', '.binderyignore'].map((name) => readFile(join(root, name), 'utf8').catch(() => '')),
  )
  return parseIgnores(texts.join('\n'))
}

function parseIgnores(text: string): Ignores {
  const rules = text.split(/\r?\n/).flatMap(parseRule)
  return (path) => rules.reduce((ignored, { pattern, negated }) => (pattern.test(path) ? !negated : ignored), false)
}

function parseRule(line: string): { pattern: RegExp; negated: boolean }[] {
  const text = line.trimEnd()
  if (text === '' || text.startsWith('#')) return []
  const negated = text.startsWith('!')
  const glob = negated ? text.slice(1) : text
  // A slash inside binds a pattern to the docs folder; without one it matches at any depth.
  const bound = glob.replace(/\/$/, '').includes('/')
  const body = glob.replace(/^\//, '').replace(/\/$/, '')
  const end = glob.endsWith('/') ? '/' : '(?:/|$)'
  return [{ pattern: new RegExp(`^${bound ? '' : '(?:.*/)?'}${globToRegExp(body)}${end}`), negated }]
}

function globToRegExp(glob: string): string {
  return glob.replace(/\*\*\/|\/\*\*$|\*\*|\*|\?|\[!?[^\]]+\]|[.+^${}()|\\[\]]/g, (part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '/**') return '/.*'
    if (part === '**') return '.*'
    if (part === '*') return '[^/]*'
    if (part === '?') return '[^/]'
    if (part.length > 1) return part.replace('[!', '[^').replaceAll('\\', '\\\\')
    return `\\${part}`
  })
}
