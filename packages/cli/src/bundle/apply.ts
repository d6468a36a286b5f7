import { applyDelta } from '@bindery/bundle'
import { UnreadableError } from '../errors.ts'
import { openArchive } from './open-archive.ts'
import { type ExpectationFlags, readExpectations } from './read-expectations.ts'
import { describe, formatSignature } from './verify.ts'

/** `bindery apply FOLDER DELTA`: the folder changes as a whole, or not at all. */
export async function apply(folder: string, delta: string, flags: ExpectationFlags): Promise<void> {
  const expected = await readExpectations(flags)
  const checked = await applyDelta(folder, openArchive(delta), expected).catch((error) => {
    throw isFromDisk(error) ? cannotReplace(folder, error) : error
  })
  process.stdout.write(`${folder} is updated: ${describe(checked)}. ${formatSignature(checked)}\n`)
}

function isFromDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

/** A full disk, a folder that is a mount of its own, a parent that is read-only: the next folder is made beside it. */
function cannotReplace(folder: string, cause: NodeJS.ErrnoException): UnreadableError {
  const advice = 'Its parent must be writable, have room for a second copy, and be on the same file system'
  return new UnreadableError(`${folder} stays as it was: it cannot be replaced (${cause.code}). ${advice}.`, { cause })
}
