import { createReadStream } from 'node:fs'
import { UnreadableError } from '../errors.ts'

/** The bytes of a file; that it cannot be read is told as a sentence, whenever it turns out. */
export async function* openArchive(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 1024 * 1024 })
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? String(cause)
    throw new UnreadableError(`${path} cannot be read (${reason}). Name a .tar.gz that was downloaded.`, { cause })
  }
}
