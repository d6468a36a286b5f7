import { cleanPath } from '../tree/clean-path.ts'
import { findPage } from '../tree/read-page.ts'
import { insertItem, insertMember, parseJsonText } from './json-text.ts'
import type { Saving } from './save-pages.ts'
import type { ToolContext } from './tool.ts'

interface Move {
  from: string
  to: string
}

/**
 * What leads readers on who have the address of a page that moves: a redirect in docs.json. Undefined for a file that is
 * no page, a page that nobody has seen yet, and settings that a person must look at.
 */
export async function addRedirect(context: ToolContext, { from, to }: Move): Promise<Saving | undefined> {
  const { tree, base, docsPath } = context
  const [source, destination] = [routeOf(from, docsPath), routeOf(to, docsPath)]
  if (source === undefined || destination === undefined || source === destination) return undefined
  if (base && (await findPage(base, from)) === undefined) return undefined
  const path = cleanPath(`${docsPath}/docs.json`.replace(/^\/+/, ''))
  const before = await findPage(tree, path)
  const after = before === undefined ? undefined : writeRedirect(before, { source, destination })
  return after === undefined ? undefined : { path, before, after }
}

/** Undefined for what is no page's file in the documentation. */
function routeOf(path: string, docsPath: string): string | undefined {
  const folder = cleanPath(docsPath)
  const inDocs = folder === '' ? path : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined
  if (inDocs === undefined || !/\.mdx?$/.test(inDocs) || /(?:^|\/)_?snippets\//.test(inDocs)) return undefined
  return `/${inDocs.replace(/\.mdx?$/, '').replace(/(?:^|\/)index$/, '')}`
}

/** Undefined where the settings are not valid, or their redirects stand in another file. */
function writeRedirect(text: string, redirect: { source: string; destination: string }): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  const settings = parseJsonText(text)
  if (settings.kind !== 'object') return undefined
  const list = settings.members.get('redirects')
  if (!list) return insertMember(text, settings, 'redirects', [redirect])
  return list.kind === 'array' ? insertItem(text, list, list.items.length, redirect) : undefined
}
