import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../client/testing/temporary-folder.ts'
import { makeHostileArchives } from '../testing/hostile-archives.ts'
import { bundle } from '../testing/run-host.ts'
import { readConfig } from './config/read-config.ts'
import { openBundleStore } from './source/bundle-store.ts'
import { createSiteVersions } from './versions/site-versions.ts'
import { createUpdater } from './versions/update-site.ts'

test('hostile archives are refused with a sentence, write nothing, and the old site is served on', async () => {
  await using folder = await temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  await writeFile(at('sentinel'), 'untouched')
  const store = await openBundleStore(at('data'))
  using versions = createSiteVersions({ retainEarlierMs: 0, discard() {} })
  const updater = createUpdater({ store, versions, log() {}, onSwap() {}, onRefusal() {} })
  const take = async (bytes: Buffer) => {
    await writeFile(at('bundle.tar.gz'), bytes)
    const text = JSON.stringify({ staticExport: { enabled: true, bundleUrl: 'bundle.tar.gz' } })
    const { staticExport } = await readConfig({ text, env: {}, folder: folder.path })
    return updater.update(staticExport, new AbortController().signal)
  }
  expect(await take(await bundle('v1'))).toBe('done')
  const before = await readdir(at('data'), { recursive: true })
  const hostile = await makeHostileArchives()
  expect(hostile.length).toBeGreaterThanOrEqual(60)
  for (const bytes of hostile) {
    expect(await take(bytes)).toBe('refused')
    expect(updater.status.problem?.message).toMatch(/^The new bundle is not served, the old site is: .{20,}\.$/)
    expect(versions.current?.facts?.version).toBe('v1')
  }
  expect(await readdir(at('data'), { recursive: true })).toEqual(before)
  expect((await readdir(folder.path)).sort()).toEqual(['bundle.tar.gz', 'data', 'sentinel'])
  expect(await readFile(at('sentinel'), 'utf8')).toBe('untouched')
})
