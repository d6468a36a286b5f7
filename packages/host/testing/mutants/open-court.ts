import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BundleError, unchecked, type VerifiedBundle } from '@bindery/bundle'
import { takeArchive } from '../../src/source/take-bundle.ts'
import { findStrange, listTree } from './list-tree.ts'
import { mutateArchive } from './mutate-archive.ts'
import { prepareSpecimens } from './prepare-specimens.ts'

export type Verdict = { kind: 'refused'; code: string } | { kind: 'accepted' } | { kind: 'fault'; what: string }

/** Takes mutants as the host would, in a place where everything around is watched. */
export interface Court extends AsyncDisposable {
  judge(number: number): Promise<{ mutation: string; verdict: Verdict }>
}

// Where the hostile names that are absolute would lead to.
const forbidden = ['/tmp/escaped.html', '/server']

export async function openCourt(): Promise<Court> {
  const sandbox = await mkdtemp(join(tmpdir(), 'bindery-mutants-'))
  // Deep enough that a name which climbs still ends in what is watched; the base is what a delta must not change.
  const place = join(sandbox, 'outside/a/b/c')
  const folder = join(place, 'room/site')
  await mkdir(join(place, 'room'), { recursive: true })
  await writeFile(join(sandbox, 'outside/sentinel'), 'untouched')
  const { specimens, base } = await prepareSpecimens(join(place, 'base'))
  const before = listTree(sandbox)
  return {
    async judge(number) {
      const { mutation, bytes } = await mutateArchive(specimens, number)
      const verdict = await take(bytes, folder, base)
      await rm(folder, { recursive: true, force: true })
      const after = listTree(sandbox)
      if (after === before && !forbidden.some((path) => existsSync(path))) return { mutation, verdict }
      const what = `something was left or changed outside its folder:\n${after}`
      return { mutation, verdict: { kind: 'fault', what } }
    },
    [Symbol.asyncDispose]: () => rm(sandbox, { recursive: true, force: true }),
  }
}

const desired = { expected: unchecked, follow: undefined, limits: {} }

async function take(bytes: Buffer, folder: string, base: VerifiedBundle): Promise<Verdict> {
  try {
    const taken = await takeArchive(() => inChunks(bytes), folder, desired, base)
    if (taken === 'applied') return { kind: 'accepted' }
    const named = taken.checked.manifest.files.map(({ path }) => path)
    const strange = findStrange(folder, ['manifest.json', ...named])
    if (strange.length === 0) return { kind: 'accepted' }
    return { kind: 'fault', what: `the folder is not what its manifest says: ${strange.join(', ')}` }
  } catch (error) {
    if (error instanceof BundleError) return { kind: 'refused', code: error.code }
    return { kind: 'fault', what: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** Cut where no member ends, as the stream of a file is. */
async function* inChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
}
