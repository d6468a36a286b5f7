import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startAndWait, type World } from './case.ts'
import type { Answer } from './client.ts'

const cli = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url))

/**
 * Once as a person does it, with `bindery apply`; and once with nothing of the product: tar lays the delta over the
 * earlier tree, and what `delta.json` lists is removed. Only the manifest then still is the old one.
 */
export async function proveDelta(world: World): Promise<void> {
  const { client, demo } = world
  const { ended: earlier } = await startAndWait(world, demo.domain, { ref: demo.earlierCommit })
  const { ended: later } = await startAndWait(world, demo.domain)
  const since = earlier.body.jobId
  const link = (jobId: string, body = {}) => client.createBundle(jobId, { key: demo.readOnlyKey, body })
  const [base, delta, again] = [
    await link(since),
    await link(later.body.jobId, { since }),
    await link(later.body.jobId, { since }),
  ]
  const whole = await link(later.body.jobId)
  assert.equal(delta.status, 200, delta.text)
  assert.equal(again.body.sha256, delta.body.sha256)
  assert.ok(delta.body.sizeBytes < whole.body.sizeBytes / 5, `${delta.body.sizeBytes} of ${whole.body.sizeBytes} bytes`)

  const folder = mkdtempSync(join(tmpdir(), 'bindery-delta-'))
  try {
    await unpack(whole, join(folder, 'whole'))
    await unpack(base, join(folder, 'site'))
    await unpack(base, join(folder, 'applied'))
    await unpack(delta, join(folder, 'site'))
    execFileSync(process.execPath, [cli, 'apply', join(folder, 'applied'), join(folder, 'site.tar.gz')])
    assert.deepEqual(readTree(join(folder, 'applied')), readTree(join(folder, 'whole')))
    const head = JSON.parse(readFileSync(join(folder, 'site/delta.json'), 'utf8')) as { removed: string[] }
    for (const path of ['delta.json', 'manifest.json', ...head.removed]) rmSync(join(folder, 'site', path))
    rmSync(join(folder, 'whole/manifest.json'))
    assert.deepEqual(readTree(join(folder, 'site')), readTree(join(folder, 'whole')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function unpack({ body }: Answer, folder: string): Promise<void> {
  const bytes = await (await fetch(body.bundleUrl)).bytes()
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
  assert.deepEqual({ sha256: digest, size: bytes.length }, { sha256: body.sha256, size: body.sizeBytes })
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}.tar.gz`, bytes)
  execFileSync('tar', ['-xzf', `${folder}.tar.gz`, '-C', folder])
}

function readTree(root: string): [path: string, hex: string][] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort()
  return paths.map((path) => [path.slice(root.length), readFileSync(path, 'hex')])
}
