import { BundleError, quote } from '../format/bundle-error.ts'
import type { BundleFile } from '../format/format.ts'

/** The files of an archive one after another, with a look at the next; a fault in reading is named by what was expected. */
export interface FileCursor {
  peek(expected: string): Promise<BundleFile | undefined>
  take(expected: string): Promise<BundleFile | undefined>
  close(): Promise<void>
}

export function createFileCursor(files: AsyncGenerator<BundleFile, void>): FileCursor {
  let ahead: IteratorResult<BundleFile, void> | undefined
  const peek = async (expected: string) => {
    ahead ??= await files.next().catch((error: unknown) => {
      throw named(error, expected)
    })
    return ahead.value ?? undefined
  }
  return {
    peek,
    async take(expected) {
      const file = await peek(expected)
      ahead = undefined
      return file
    },
    async close() {
      await files.return()
    },
  }
}

function named(error: unknown, expected: string): unknown {
  if (!(error instanceof BundleError) || error.entry !== undefined) return error
  const message = `${error.message} It happened where ${quote(expected)} should stand.`
  return new BundleError(error.code, message, { entry: expected, cause: error })
}
