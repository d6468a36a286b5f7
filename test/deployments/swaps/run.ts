import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { startHost } from '../start-host.ts'
import { startReaders } from './start-readers.ts'

const script = resolve(import.meta.dirname, '../../../packages/host/testing/write-versions.ts')

/**
 * `--only swaps [--swaps 50]`: readers ask without a pause while one version takes the place of another. A swap takes a
 * second, for that is how often the host looks at its configuration.
 */
export async function run(args: string[]) {
  const { values } = parseArgs({ args, strict: false, options: { swaps: { type: 'string', default: '50' } } })
  const swaps = Number(values.swaps)
  const work = await mkdtemp(join(tmpdir(), 'bindery-swaps-'))
  try {
    await promisify(execFile)(process.execPath, ['--conditions=bindery-source', script, work, String(swaps + 1)])
    const settingsOf = (version: string) => ({
      staticExport: { enabled: true, bundleUrl: `${version}.tar.gz`, version },
    })
    await using host = await startHost(work, settingsOf('v0'))
    await host.heard(/^Serving version v0\./)
    const readers = startReaders(host.url)
    for (let swap = 1; swap <= swaps; swap++) {
      await host.configure(settingsOf(`v${swap}`))
      await host.heard(new RegExp(`^Serving version v${swap}\\.`))
    }
    const { pages, requests, versions, faults } = await readers.stop()
    console.log(`${swaps} swaps: ${requests} requests, ${pages} pages of ${versions} versions with their assets`)
    for (const fault of faults.slice(0, 20)) console.log(`      ${fault}`)
    return { summary: { swaps, requests, pages, versions, faults: faults.length }, failed: faults.length }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
