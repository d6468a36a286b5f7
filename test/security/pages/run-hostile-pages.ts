import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sample } from '../../support/sample.ts'
import { Tally } from '../corpus.ts'
import { proveBombs, proveConfigurationBombs } from './prove-bombs.ts'
import { proveBrowser } from './prove-browser.ts'
import { proveServer } from './prove-server.ts'
import type { PagesSize } from './sizes.ts'
import { startTrap } from './start-trap.ts'

/** Promise 12: hostile pages run no script in a real browser and evaluate nothing on the server. */
export async function runHostilePages(size: PagesSize, sample: Sample): Promise<Tally> {
  const tally = new Tally()
  const work = await mkdtemp(join(tmpdir(), 'bindery-hostile-'))
  try {
    await using trap = await startTrap()
    await proveServer(join(work, 'server'), trap, tally)
    await proveBombs(join(work, 'bombs'), sample, tally)
    if (size.configurationBombs) await proveConfigurationBombs(join(work, 'bombs'), tally)
    await proveBrowser(join(work, 'browser'), size, trap, tally)
    return tally
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
