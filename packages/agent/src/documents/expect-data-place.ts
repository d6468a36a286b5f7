import { posix } from 'node:path'
import { readPage } from '../tree/read-page.ts'
import { Refusal, type Tree } from '../tree/tree.ts'
import type { DataKind, References } from './list-references.ts'
import { foldName } from './plain-names.ts'
import { hasShape } from './read-shape.ts'

interface NewData {
  path: string
  /** The same, from the folder of the documentation. */
  inDocs: string
  kind: DataKind
  references: References
}

/**
 * Where data may be that was not there: tools read files by the names they have, and whole folders by a pattern, such as
 * `ci/*.yml`. So it is named for what it is, or stands beside others like it, and in no folder with other data.
 */
export async function expectDataPlace(tree: Tree, { path, inDocs, kind, references }: NewData): Promise<void> {
  const name = foldName(posix.basename(inDocs))
  if (readByTools.test(name)) throw new Refusal(`${path} is a name that other programs read.`)
  const above = foldersAbove(path, inDocs)
  const beside = await listData(tree, above)
  for (const other of beside) {
    if (await isDocumentation(tree, other, references)) continue
    throw new Refusal(
      `${path} cannot be made: ${other} is no data of the documentation, and what reads it may read every file there. Choose another folder.`,
    )
  }
  const hasLike = beside.some((other) => references.get(other) === kind)
  if (!hasLike && !ownNames[kind].test(name))
    throw new Refusal(`${path} cannot be made: name it ${examples[kind]}, so that no other program reads it.`)
}

const ownNames = {
  description: /^([^.]*[._-])?(openapi|asyncapi|swagger)([._-][^.]*)?\.(json|ya?ml)$/,
  settings: /^(navigation|navbar|nav|tabs|anchors|dropdowns|products|footer|redirects)([._-][^.]*)?\.json$/,
}

const examples = {
  description: 'openapi.json, pets-openapi.yaml or the like',
  settings: 'navigation.json, navigation-en.json or the like',
}

// Behind the rule, not instead of it: the best known of those that a description or settings could be taken for.
const readByTools =
  /^(package|project|nx|workspace|vercel|now|netlify|wrangler|firebase|serverless|serve|template|tsconfig|jest|app|action|pipelines?|workflows?|chart|values|kustomization|mkdocs|_config|renovate|dependabot)([._-]|$)|(^|[._-])(ci|tf|tfvars|compose|config|pipelines?|workflows?|cloudbuild|buildspec|appspec)[._-]/

/** Also by what it holds: a reference that was just written does not make a file of CI a description. */
async function isDocumentation(tree: Tree, path: string, references: References): Promise<boolean> {
  const kind = references.get(path)
  if (!kind) return false
  try {
    return hasShape(kind, path, await readPage(tree, path))
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** The folders that hold it, without the documentation's own. */
function foldersAbove(path: string, inDocs: string): string[] {
  const segments = path.split('/').slice(0, -1)
  const own = path.split('/').length - inDocs.split('/').length
  return segments.slice(own).map((_, index) => segments.slice(0, own + index + 1).join('/'))
}

/** The JSON and YAML files in these folders themselves. */
async function listData(tree: Tree, folders: string[]): Promise<string[]> {
  const [outermost] = folders
  if (outermost === undefined) return []
  const { paths } = await tree.list(outermost).catch((error: unknown) => {
    if (error instanceof Refusal) return { paths: [] }
    throw error
  })
  return paths.filter((path) => /\.(json5?|jsonc|ya?ml)$/i.test(path) && folders.includes(posix.dirname(path)))
}
