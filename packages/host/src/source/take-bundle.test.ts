import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleOf, facts, smallSite } from '../../../bundle/testing/small-site.ts'
import { temporaryFolder } from '../../../client/testing/temporary-folder.ts'
import { takeArchive } from './take-bundle.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const limits = { maxEntries: 1000, maxBytes: 1e9, maxFileBytes: 1e7, maxRatio: 200, maxPathBytes: 1000 }

async function take(desired: object, signed = true) {
  await using folder = await temporaryFolder()
  const bytes = await bundleOf(smallSite(3), signed ? { signingKey: privateKey } : {})
  const archive = async function* () {
    yield bytes
  }
  const whole = { version: undefined, sha256: undefined, publicKeys: [], limits, ...desired }
  return await takeArchive(archive, join(folder.path, 'site'), whole as never, undefined)
}

test('the site of another domain than the one that is followed is refused, though its signature holds', async () => {
  const publicKeys = [publicKey]
  expect(await take({ publicKeys, follow: { domain: facts.domain } })).toMatchObject({ sha256: expect.any(String) })
  await expect(take({ publicKeys, follow: { domain: 'other.example.com' } })).rejects.toThrow(/is followed/)
})

test('where keys are set, an unsigned bundle is refused', async () => {
  await expect(take({ publicKeys: [publicKey] }, false)).rejects.toMatchObject({ code: 'unsigned' })
  expect(await take({}, false)).toMatchObject({ sha256: expect.any(String) })
})
