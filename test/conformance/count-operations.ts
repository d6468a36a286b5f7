import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'

export interface OperationCounts {
  /** Operations and webhooks in the OpenAPI files of the site, whether or not anything leads to them. */
  operations: number
  /** Pages that show an operation with its fields. */
  operationPages: number
  /** What a file says of an operation and its page does not show. */
  missingParts: string[]
}

interface Item {
  parameters?: unknown[]
  requestBody?: unknown
  responses?: object
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query']

/** Counts operations in the sources and their pages in the finished site, by no code of the product. */
export async function countOperations(root: string, out: string): Promise<OperationCounts> {
  const known = await listOperations(root)
  const counts: OperationCounts = { operations: known.length, operationPages: 0, missingParts: [] }
  for await (const file of glob('**/*.html', { cwd: out })) {
    const html = await readFile(join(out, file), 'utf8')
    const name = nameOf(html)
    const candidates = known.filter((operation) => operation.name === name)
    if (name === undefined || candidates.length === 0) continue
    counts.operationPages += 1
    // Translations describe the same operation, not always to the same end: one of them is the page's.
    const missing = candidates.map(({ item }) => findMissing(item, html))
    const [fewest = []] = missing.sort((a, b) => a.length - b.length)
    counts.missingParts.push(...fewest.map((part) => `${file}: ${name} has no ${part}`))
  }
  return counts
}

async function listOperations(root: string): Promise<{ name: string; item: Item }[]> {
  const found: { name: string; item: Item }[] = []
  // A folder may be called like a file.
  for await (const entry of glob('**/*.{json,yaml,yml}', { cwd: root, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = entry.name
    const text = await readFile(join(entry.parentPath, file), 'utf8')
    if (!/["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]/.test(text)) continue
    const document = (file.endsWith('.json') ? JSON.parse(text) : parse(text)) as Record<string, never>
    if (!document.openapi && !document.swagger) continue
    for (const [path, item] of Object.entries<Record<string, Item>>(document.paths ?? {})) {
      for (const method of methods) {
        const own = item[method]
        if (own) found.push({ name: `${method.toUpperCase()} ${path}`, item: withShared(own, item) })
      }
    }
    for (const [name, item] of Object.entries<Record<string, Item>>(document.webhooks ?? {})) {
      const own = methods.map((method) => item[method]).find(Boolean)
      if (own) found.push({ name: `WEBHOOK ${name}`, item: own })
    }
  }
  return found
}

function withShared(own: Item, item: Item): Item {
  return { ...own, parameters: [...(own.parameters ?? []), ...(item.parameters ?? [])] }
}

/** The method and path above the text, of a page that also has fields. */
function nameOf(html: string): string | undefined {
  const [, method = '', path = ''] =
    /<p class="api-line"><span class="method[^>]*>([^<]*)<\/span><code class="api-path">(.*?)<\/code>/s.exec(html) ?? []
  return html.includes('class="api-details"') ? `${method} ${textOf(path)}` : undefined
}

function textOf(html: string): string {
  const text = html.replace(/<[^>]+>/g, '')
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

function findMissing({ parameters = [], requestBody, responses = {} }: Item, html: string): string[] {
  const has = (id: string) => html.includes(` id="${id}`)
  const statuses = Object.keys(responses).filter((status) => /^[1-5]\d\d$/.test(status))
  return [
    ...(parameters.length > 0 && !/ id="(?:path-parameters|query-parameters|headers|cookies)/.test(html)
      ? ['parameters']
      : []),
    ...(requestBody && !has('body') && !has('payload') ? ['body'] : []),
    ...statuses.filter((status) => !has(status)).map((status) => `response ${status}`),
  ]
}
