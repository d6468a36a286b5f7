import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostProcess } from '../start-host.ts'
import type { Link, World } from './open-world.ts'

interface Wrong {
  what: string
  code: string
  /** Settings that ask for the good bundle behind the link, but for one thing. */
  ask(link: Link, files: Record<'cut' | 'changed', string>, world: World): { staticExport: object; limits?: object }
}

const stranger = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })

const wrongs: Wrong[] = [
  {
    what: 'another digest',
    code: 'wrong_digest',
    ask: ({ bundleUrl }) => ({ staticExport: { bundleUrl, sha256: '0'.repeat(64) } }),
  },
  {
    what: 'signed by another key',
    code: 'unknown_key',
    ask: ({ bundleUrl }, _, { domain }) => ({ staticExport: { bundleUrl, publicKeys: [stranger], domain } }),
  },
  {
    what: 'another domain, by the right key',
    code: 'wrong_domain',
    ask: ({ bundleUrl }, _, { publicKey }) => ({
      staticExport: { bundleUrl, publicKeys: [publicKey], domain: 'other.example.com' },
    }),
  },
  {
    what: 'another version',
    code: 'wrong_version',
    ask: ({ bundleUrl }) => ({ staticExport: { bundleUrl, version: 'v1' } }),
  },
  { what: 'cut off', code: 'truncated', ask: (_, { cut }) => ({ staticExport: { bundleUrl: cut } }) },
  { what: 'a bit turned', code: 'bad_gzip', ask: (_, { changed }) => ({ staticExport: { bundleUrl: changed } }) },
  {
    what: 'larger than allowed, packed',
    code: 'bundle_too_large',
    ask: ({ bundleUrl }) => ({ staticExport: { bundleUrl }, limits: { maxBytes: 1000 } }),
  },
  {
    what: 'a file larger than allowed',
    code: 'file_too_large',
    ask: ({ bundleUrl }) => ({ staticExport: { bundleUrl }, limits: { maxFileBytes: 20_000 } }),
  },
  {
    what: 'more files than allowed',
    code: 'too_many_entries',
    ask: ({ bundleUrl }) => ({ staticExport: { bundleUrl }, limits: { maxEntries: 3 } }),
  },
]

/** Each wrong bundle is refused with a sentence, and the site that is there is served on. */
export async function refuseBundles(host: HostProcess, world: World, jobId: string, work: string): Promise<number> {
  const files = await damage(await world.link(jobId), work)
  for (const { what, code, ask } of wrongs) {
    const { staticExport, ...others } = ask(await world.link(jobId), files, world)
    await host.configure({ staticExport: { enabled: true, ...staticExport }, ...others })
    const told = await host.heard(/^The new bundle is not served, the old site is: .{20,}\.$/s)
    const home = await fetch(host.url)
    assert.match(await home.text(), /Harbor v1/)
    const { status, version, problem } = await host.readiness()
    assert.deepEqual({ status, version, code: problem?.code }, { status: 200, version: 'v1', code })
    console.log(`ok    ${what}: ${told}`)
  }
  return wrongs.length
}

async function damage({ bundleUrl }: Link, work: string): Promise<Record<'cut' | 'changed', string>> {
  const bytes = Buffer.from(await (await fetch(bundleUrl)).arrayBuffer())
  const middle = bytes.length >> 1
  const files = { cut: join(work, 'cut.tar.gz'), changed: join(work, 'changed.tar.gz') }
  await writeFile(files.cut, bytes.subarray(0, middle))
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(files.changed, bytes)
  return files
}
