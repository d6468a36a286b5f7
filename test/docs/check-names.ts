import { readFileSync } from 'node:fs'
import { type Page, root } from './read-pages.ts'

const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

/** Names of Compose's, of the demo's and of the tools that pages show, which are no settings of ours. */
const elsewhere = [
  'compose.yaml',
  'compose.demo.yaml',
  'deploy/compose/setup',
  'deploy/local/environment.sh',
  'packages/cli/src/service/connect-service.ts',
  'packages/cli/src/service/read-key.ts',
]

/** Every variable and metric that a page names is one that the code has. */
export function checkNames(pages: readonly Page[]): string[] {
  const references = pages.filter(({ path }) => path.startsWith('docs/reference/')).map(({ text }) => text)
  const known = new Set(
    [...references, ...elsewhere.map(read)].flatMap(
      (text) => text.match(/\bBINDERY_[A-Z\d_]+|\bbindery_[a-z\d_]+/g) ?? [],
    ),
  )
  const own = new Set(['BINDERY_KEY', 'BINDERY_REPOSITORY'])
  return pages.flatMap(({ path, text }) =>
    [...new Set(text.match(/\bBINDERY_[A-Z\d_]*[A-Z\d]\b|\bbindery_(?:host|http|queue|database)_[a-z\d_]*[a-z\d]\b/g))]
      .filter(
        (name) =>
          !known.has(name) &&
          !known.has(name.replace(/_FILE$/, '')) &&
          !known.has(name.replace(/_bucket$/, '')) &&
          !own.has(name),
      )
      .map((name) => `${path}: nothing in the code is called ${name}`),
  )
}
