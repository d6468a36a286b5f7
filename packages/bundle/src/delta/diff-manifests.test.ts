import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { facts } from '../../testing/small-site.ts'
import { compareFiles } from '../format/canonical-order.ts'
import type { ManifestFile } from '../format/format.ts'
import { encodeManifest } from '../manifest/encode-manifest.ts'
import { diffFiles } from './diff-files.ts'
import { diffManifests } from './diff-manifests.ts'

const file = fc.record(
  {
    path: fc.constantFrom('a.html', 'b.html', 'c/d.html', 'c/e.md', 'f.js', 'g,', 'é/ü.svg'),
    size: fc.nat(2),
    sha256: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
    type: fc.constantFrom('text/html', 'text/plain'),
    page: fc.constantFrom('a', 'b', 'c/d'),
  },
  { requiredKeys: ['path', 'size', 'sha256', 'type'] },
)
const files = fc
  .uniqueArray(file, { selector: ({ path }) => path })
  .map((list) => (list as ManifestFile[]).sort(compareFiles))
const manifestOf = (list: ManifestFile[], version = 'v1') => buffer(encodeManifest({ ...facts, version }, list))

test('two manifests differ by their bytes as they do by their files', async () => {
  await fc.assert(
    fc.asyncProperty(files, files, async (before, after) => {
      const found = await diffManifests(await manifestOf(before), await manifestOf(after, 'v2'))
      expect(found).toEqual(await diffFiles(before, after))
    }),
    { numRuns: 500 },
  )
})

test('a manifest that is cut, or is none, has no difference', async () => {
  const whole = await manifestOf([{ path: 'a.html', size: 1, sha256: 'a'.repeat(64), type: 'text/html' }])
  for (const broken of [whole.subarray(0, -5), whole.subarray(0, 20), Buffer.from('{}\n'), Buffer.alloc(0)]) {
    await expect(diffManifests(whole, broken)).rejects.toMatchObject({ code: 'bad_manifest' })
    await expect(diffManifests(broken, whole)).rejects.toMatchObject({ code: 'bad_manifest' })
  }
})
