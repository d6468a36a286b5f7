/**
 * `npm run build` runs this after the compiler: renders docs/ and openapi.json, with our own site package, into the files that
 * the API serves at /docs. Nothing is done while neither they nor the renderer have changed.
 */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const tree = fileURLToPath(new URL('../../..', import.meta.url))
const description = join(tree, 'packages/contract/openapi.json')
const output = join(tree, 'packages/server/docs/dist')
const stampFile = join(output, 'stamp')
/** How the operations are called, before the operations themselves. */
const aboutApi = ['reference/api', 'reference/errors', 'publish/pipeline']
/** For other servers and for authors: nobody asks the API for them. */
const unserved = /^_bindery\/(?:hosting\/|report\.)/

const stamp = digest([
  ...listDocs().map((name) => join(tree, 'docs', name)),
  description,
  join(tree, 'packages/site/dist/plan/renderer-version.js'),
  fileURLToPath(import.meta.url),
])
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) await writeDocs()

/** What is for the people who change Bindery stays with its sources. */
function listDocs(): string[] {
  return readdirSync(join(tree, 'docs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(tree, 'docs').length + 1))
    .filter((name) => !name.startsWith('contributing'))
    .sort()
}

function digest(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file.slice(tree.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

async function writeDocs(): Promise<void> {
  const room = mkdtempSync(join(tmpdir(), 'bindery-docs-'))
  try {
    const sources = join(room, 'sources')
    for (const name of listDocs()) copyDoc(name, join(sources, name))
    cpSync(description, join(sources, 'openapi.json'))
    mkdirSync(output, { recursive: true })
    const site = mkdtempSync(join(output, 'new-'))
    await render(sources, site)
    // A folder with a name of its own is for its maker alone; in the image another user serves it.
    chmodSync(site, 0o755)
    rmSync(join(output, 'site'), { recursive: true, force: true })
    renameSync(site, join(output, 'site'))
    writeFileSync(stampFile, stamp)
  } finally {
    rmSync(room, { recursive: true, force: true })
  }
}

function copyDoc(name: string, target: string): void {
  const source = join(tree, 'docs', name)
  mkdirSync(dirname(target), { recursive: true })
  if (name === 'docs.json')
    writeFileSync(target, JSON.stringify(addReference(JSON.parse(readFileSync(source, 'utf8')))))
  else if (name.endsWith('.mdx')) writeFileSync(target, withoutContributing(readFileSync(source, 'utf8')))
  else cpSync(source, target)
}

interface DocsSettings {
  navigation: { groups: { group: string; pages: string[] }[] }
}

/** The guides as they are, the operations of the API beside them, and the way back to the dashboard. */
function addReference({ navigation, ...settings }: DocsSettings): object {
  const groups = navigation.groups
    .filter(({ group }) => group !== 'Contribute')
    .map(({ group, pages }) => ({ group, pages: pages.filter((page) => !aboutApi.includes(page)) }))
  return {
    ...settings,
    navbar: { links: [{ label: 'Dashboard', href: 'https://bindery.example.com/dashboard' }] },
    navigation: {
      tabs: [
        { tab: 'Documentation', groups },
        { tab: 'API reference', groups: [{ group: 'Use the API', pages: aboutApi }, ...listOperations()] },
      ],
    },
  }
}

interface Description {
  tags: { name: string }[]
  paths: Record<string, Record<string, { tags: string[] }>>
}

/** A group for each tag, in the order of the description. */
function listOperations(): { group: string; openapi: string; pages: string[] }[] {
  const { tags, paths } = JSON.parse(readFileSync(description, 'utf8')) as Description
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      page: `${method.toUpperCase()} ${path}`,
    })),
  )
  return tags.map(({ name }) => ({
    group: name,
    openapi: 'openapi.json',
    pages: operations.filter(({ tag }) => tag === name).map(({ page }) => page),
  }))
}

function withoutContributing(text: string): string {
  return text
    .replace(/^ *<Card [^>]*href="\/contributing[^>]*>.*<\/Card>\n/gm, '')
    .replace(/\[([^\]]+)\]\(\/contributing[^)]*\)/g, '$1')
}

async function render(root: string, target: string): Promise<void> {
  const { buildSite, createRenderPool } = await import('@bindery/site')
  await using pool = createRenderPool({ processes: Math.min(4, availableParallelism()) })
  const report = await buildSite({
    root,
    strict: true,
    pool,
    async write({ path, bytes }) {
      if (unserved.test(path)) return
      mkdirSync(dirname(join(target, path)), { recursive: true })
      writeFileSync(join(target, path), bytes)
    },
  })
  const faults = report.findings.filter(({ severity }) => severity !== 'advice')
  for (const { file, line, message } of faults) console.error(`docs/${file}:${line}: ${message}`)
  if (report.counts.failed > 0) throw new Error('A page of the documentation could not be rendered.')
}
