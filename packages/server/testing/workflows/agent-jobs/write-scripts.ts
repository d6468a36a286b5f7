import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const page = { name: 'write', input: { path: 'canary.mdx', content: '---\ntitle: Canary\n---\n\nA written canary.\n' } }
const settings = { name: 'read', input: { path: 'docs.json' } }
const finish = { name: 'finish', input: { title: 'Nothing to do', summary: 'It is all there.' } }

const scripts = {
  /** Reads, writes a page, and then waits for a model that never answers. */
  'read-write-hang': [{ calls: [settings] }, { calls: [page] }, { calls: [finish], faults: ['hang!'] }],
  'read-finish': [{ calls: [settings] }, { calls: [finish] }],
}

/** A folder for the model server with scripts that are chosen by name: `[script read-finish]`. Gone with the process. */
export function writeScripts(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-scripts-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  for (const [name, answers] of Object.entries(scripts)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ match: [`[script ${name}]`], answers }))
  }
  return folder
}
