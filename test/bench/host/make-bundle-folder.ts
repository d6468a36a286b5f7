import { hash } from 'node:crypto'
import { cp, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** A built site as a bundle is extracted: with a manifest, in the form that the format's description gives. */
export async function makeBundleFolder(site: string, folder: string, version: string): Promise<void> {
  await cp(site, folder, { recursive: true })
  // One page and one asset tell the version: whoever gets one of them knows which of the other he must get.
  const asset = `_bindery/mark-${hash('sha256', version).slice(0, 12)}.css`
  await writeFile(join(folder, asset), `/* ${version} */`)
  await writeFile(join(folder, 'mark.html'), `${version} ${asset}`)
  const lines = await Promise.all((await listFiles(folder)).map((path) => describe(folder, path)))
  const facts = { domain: 'docs.example.com', version, commit: 'c0ffee', committedAt: null, renderer: 'bench' }
  const head = JSON.stringify({ format: 'bindery-bundle/1', site: facts }).slice(0, -1)
  await writeFile(join(folder, 'manifest.next'), `${head},"files":[\n${lines.join(',\n')}\n]}\n`)
  await rename(join(folder, 'manifest.next'), join(folder, 'manifest.json'))
}

export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  // In the order of code units, which is that of `sort`.
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort()
}

async function describe(folder: string, path: string): Promise<string> {
  const { size } = await stat(join(folder, path))
  const sha256 = hash('sha256', await readFile(join(folder, path)))
  return JSON.stringify({ path, size, sha256, type: types[extname(path)] ?? 'application/octet-stream' })
}
