import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SiteFiles, writeSite } from '../../security/pages/write-site.ts'
import { buildFolder } from '../build-folder.ts'
import { serveFolder } from '../serve-folder.ts'

export interface CaseSite extends AsyncDisposable {
  url: string
  /** Where it lies on the disk. */
  folder: string
}

/** A site of one case's own, built with more flags if need be, served until the case ends. */
export async function buildCaseSite(files: SiteFiles, flags: string[] = []): Promise<CaseSite> {
  const root = await mkdtemp(join(tmpdir(), 'bindery-case-'))
  await writeSite(root, files)
  const out = join(root, 'site')
  const { status, stderr } = await buildFolder(root, out, process.env, flags)
  assert.equal(status, 0, stderr)
  const server = await serveFolder(out)
  return {
    url: server.url,
    folder: out,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true })
    },
  }
}

export function plainPage(title: string, text = 'Text.'): string {
  return `---\ntitle: ${title}\n---\n\n${text}\n`
}
