import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

export interface SourcePage {
  /** Of the page that is made of it, from the site's root. */
  path: string
  /** As the author wrote it; `default` without one. */
  mode: string
  hasClasses: boolean
}

/** The pages of a folder that have a mode or a class; the others are taken away, since nothing of them is asked. */
export async function narrowSource(root: string): Promise<SourcePage[]> {
  const pages: SourcePage[] = []
  for (const file of await listFiles(root, /\.mdx?$/)) {
    const text = await readFile(join(root, file), 'utf8')
    const head = /^---\n([\s\S]*?)\n---/.exec(text)?.[1]
    const mode = /^mode:\s*["']?([a-z]+)/m.exec(head ?? '')?.[1]
    const hasClasses = /\bclass(?:Name)?=/.test(text)
    // Without a head it is no page, but may be a part of one.
    if (head === undefined || file.startsWith('snippets/')) continue
    if (mode !== undefined || hasClasses) {
      pages.push({ path: file.replace(/\.mdx?$/, '.html'), mode: mode ?? 'default', hasClasses })
    } else await rm(join(root, file))
  }
  return pages.sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Names of classes that the style sheets of a folder have rules for. */
export async function listAuthorClasses(root: string): Promise<Set<string>> {
  const names = new Set<string>()
  for (const file of await listFiles(root, /\.css$/)) {
    const text = (await readFile(join(root, file), 'utf8')).replaceAll(/\/\*[\s\S]*?\*\//g, '')
    for (const [, selector = ''] of text.matchAll(/([^{};]+)\{/g)) {
      for (const [, name = ''] of selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)) names.add(name)
    }
  }
  return names
}

async function listFiles(root: string, ending: RegExp): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !/(?:^|\/)(?:\.|node_modules\/)/.test(path))
}
