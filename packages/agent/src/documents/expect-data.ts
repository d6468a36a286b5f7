import { findPage } from '../tree/read-page.ts'
import { Refusal } from '../tree/tree.ts'
import type { DocumentPlace } from './document-place.ts'
import { expectDataPlace } from './expect-data-place.ts'
import { listReferences } from './list-references.ts'
import { hasShape } from './read-shape.ts'

interface DataChange {
  path: string
  /** The same, from the folder of the documentation. */
  inDocs: string
  after: string | null
}

/**
 * JSON and YAML are what most tools are configured by. Such a file is documentation if `docs.json` refers to it and it
 * holds what such a file holds, before and after: so a reference that was just written gives no way to a file of CI.
 */
export async function expectData(place: DocumentPlace, { path, inDocs, after }: DataChange): Promise<void> {
  const references = await listReferences(place.settings, place.docsPath)
  const kind = references.get(path)
  if (!kind)
    throw new Refusal(
      `${path} cannot be changed: docs.json does not refer to it. Of JSON and YAML you can change docs.json, OpenAPI and AsyncAPI files that it names, and its own parts ("$ref").`,
    )
  const before = await findPage(place.tree, path)
  if (before !== undefined && !hasShape(kind, path, before))
    throw new Refusal(`${path} cannot be changed: it holds more than ${contents[kind]}.`)
  if (after !== null && !hasShape(kind, path, after))
    throw new Refusal(`${path} would hold something else than ${contents[kind]}.`)
  if (before === undefined && after !== null) await expectDataPlace(place.tree, { path, inDocs, kind, references })
}

const contents = {
  description: 'one valid OpenAPI or AsyncAPI description in block style, with the fields of its standard at the top',
  settings: 'valid JSON with settings of docs.json',
}
