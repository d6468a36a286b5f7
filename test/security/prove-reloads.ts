import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Corpus, Tally } from './corpus.ts'

const script = resolve(import.meta.dirname, '../../packages/host/testing/try-reloads.ts')

/** A host is reloaded while sites open: a site that the new configuration protects is never served to strangers. */
export function createReloads(count: number): Corpus {
  return {
    name: 'reloads',
    async run() {
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--conditions=bindery-source',
        script,
        String(count),
      ])
      const { tried, escapes } = JSON.parse(stdout) as { tried: number; escapes: string[] }
      const tally = new Tally()
      tally.tried = tried
      tally.escapes.push(...escapes)
      return tally
    },
  }
}
