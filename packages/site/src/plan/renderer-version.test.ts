import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildSite } from '../pipeline/build-site.ts'
import { createRenderPool } from '../pipeline/pool/create-render-pool.ts'
import { rendererVersion } from './renderer-version.ts'

/** What the sites of `fixtures/` are, rendered by this version. If they differ, raise the version and write both here. */
const known = { version: '0.2.59', digest: 'b61efe515fb0c75f' }

test('another rendering of the same folder has another version', async () => {
  await using pool = createRenderPool({ processes: 1 })
  const lines: string[] = []
  for (const name of ['components', 'openapi']) {
    const root = fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url))
    const write = async ({ path, bytes }: { path: string; bytes: Uint8Array }) => {
      lines.push(`${name}/${path} ${createHash('sha256').update(bytes).digest('hex')}`)
    }
    await buildSite({ root, pool, write, siteUrl: 'https://docs.example.com' })
  }
  const digest = createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 16)
  expect({ version: rendererVersion, digest }).toEqual(known)
})
