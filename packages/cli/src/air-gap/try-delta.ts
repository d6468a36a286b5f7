import { constants } from 'node:fs'
import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyDelta, type CheckedManifest, type Expectations, extractBundle, unchecked } from '@bindery/bundle'
import { openArchive } from '../bundle/open-archive.ts'
import { UnreadableError } from '../errors.ts'

/** Applies the delta to a copy of what is there, and says what came of it: a delta alone cannot be judged. */
export async function tryDelta(
  base: string,
  delta: AsyncIterable<Uint8Array>,
  expected: Expectations,
): Promise<CheckedManifest> {
  const room = await mkdtemp(join(tmpdir(), 'bindery-delta-'))
  try {
    const copy = join(room, 'site')
    await copyBase(base, copy)
    return await applyDelta(copy, delta, expected)
  } finally {
    await rm(room, { recursive: true, force: true })
  }
}

async function copyBase(base: string, copy: string): Promise<void> {
  const place = await stat(base).catch((cause) => {
    throw new UnreadableError(`${base} cannot be read. Name the bundle that the delta leads on from, or its folder.`, {
      cause,
    })
  })
  if (place.isDirectory()) await cp(base, copy, { recursive: true, mode: constants.COPYFILE_FICLONE })
  else await extractBundle(openArchive(base), copy, unchecked)
}
