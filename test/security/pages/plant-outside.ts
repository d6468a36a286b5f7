import { join } from 'node:path'
import { type SiteFiles, writeLink, writeSite } from './write-site.ts'

/** Ways in which a configuration may ask for a file that is not of its repository. */
export const references = ['../outside.json', '/../outside.json', './x/../../outside.json', './linked.json', '..', '/']

/** Files beside the docs folder, links in it that lead to them, and a configuration that refers to them. */
export async function plantOutside(work: string, root: string, secrets: { page: string; configuration: string }) {
  const { page, configuration } = secrets
  const outside: SiteFiles = { 'outside.mdx': page, 'outside.txt': page, 'folder/outside.txt': page }
  await writeSite(work, { ...outside, 'outside.json': { name: configuration, group: configuration } })
  await writeLink(root, 'snippets/linked.mdx', join(work, 'outside.mdx'))
  await writeLink(root, 'linked.mdx', join(work, 'outside.mdx'))
  await writeLink(root, 'linked.txt', join(work, 'outside.txt'))
  await writeLink(root, 'linked-folder', join(work, 'folder'))
  await writeLink(root, 'linked.json', join(work, 'outside.json'))
  const groups = references.map((path) => ({ pages: ['index'], $ref: path }))
  await writeSite(root, {
    'index.mdx': 'x',
    'docs.json': { $ref: './linked.json', navigation: { groups } },
  })
}
