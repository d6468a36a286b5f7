import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findEarlierCommit } from '../in-flight/build-image.ts'
import { upgradeInFlight } from '../in-flight/upgrade.ts'
import { openInstallation, prepareNamespace } from './install.ts'
import { helm, release, upgradeAsDocumented } from './tools.ts'

/** Installs chart and image of the commit `ref`, runs the documented `helm upgrade` to this tree, `helm rollback`, and the upgrade again. */
export async function upgradeChart(root: string, ref: string) {
  const earlier = await findEarlierCommit(root, ref)
  const room = await mkdtemp(join(tmpdir(), 'bindery-chart-'))
  try {
    const extract = 'git -C "$0" archive "$1" deploy/chart | tar --extract --directory "$2"'
    await promisify(execFile)('bash', ['-ec', extract, root, earlier.commit, room])
    const { token } = await prepareNamespace()
    await release('install', [`image.tag=${earlier.image.split(':')[1]}`], join(room, 'deploy/chart'))
    const installation = openInstallation(token, async (wanted) => {
      if (wanted === 'new') await upgradeAsDocumented('present')
      else await helm('rollback', 'bindery', '1', '--wait', '--timeout', '10m')
    })
    const { summary, faults } = await upgradeInFlight(installation)
    for (const fault of faults) console.log(`FAIL  ${fault}`)
    await helm('uninstall', 'bindery', '--wait', '--timeout', '5m')
    return { summary, failed: faults.length }
  } finally {
    await rm(room, { recursive: true, force: true })
  }
}
