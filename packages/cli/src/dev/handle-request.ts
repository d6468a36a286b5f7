import { readFileSync } from 'node:fs'
import { mediaTypeOf } from '@bindery/bundle'
import type { SiteFile } from '@bindery/site'
import { addScript, scriptPath } from './add-script.ts'
import type { Edition } from './edition.ts'
import { moveTo, namesOf } from './names-of.ts'

export interface DevResponse {
  status: number
  headers: Record<string, string>
  body: Uint8Array | string
}

/** Fonts and styles need not be loaded again with the page. */
const namedByDigest = /^_bindery\/.*-[0-9a-f]{12}\.\w+$/

const script = readFileSync(new URL('../../browser/dev.js', import.meta.url), 'utf8')

/** What the browser gets for a path: a page, one of the files around it, or the page that says there is none. */
export async function handleRequest(path: string, edition: Edition): Promise<DevResponse> {
  if (path === `/${scriptPath}`) return answer(200, { path: scriptPath, bytes: new TextEncoder().encode(script) })
  const names = namesOf(path)
  const page = edition.findPage(names)
  if (page) {
    const { files, failed } = await edition.cache.get(page)
    const file = files.find((one) => one.path === page.output)
    if (file) return moved(path, file) ?? answer(failed ? 500 : 200, file)
  }
  const file = await edition.findFile(names)
  if (file) return moved(path, file) ?? answer(200, withScript(file))
  const notFound = await edition.findFile(['404.html'])
  return notFound ? answer(404, withScript(notFound)) : { status: 404, headers: {}, body: 'Not found' }
}

/** Our own pages have no version: they are loaded again when the whole site changes. */
function withScript(file: SiteFile): SiteFile {
  return file.path.endsWith('.html') ? addScript(file, '') : file
}

function moved(path: string, { path: output }: SiteFile): DevResponse | undefined {
  const location = moveTo(path, output)
  return location === undefined ? undefined : { status: 302, headers: { location }, body: '' }
}

function answer(status: number, file: SiteFile): DevResponse {
  const headers = {
    'content-type': mediaTypeOf(file.path),
    'cache-control': namedByDigest.test(file.path) ? 'max-age=31536000, immutable' : 'no-store',
    'x-content-type-options': 'nosniff',
  }
  return { status, headers, body: file.bytes }
}
