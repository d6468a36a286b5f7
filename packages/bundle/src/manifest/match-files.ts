import { hash } from 'node:crypto'
import { BundleError, quote } from '../format/bundle-error.ts'
import type { BundleFile, ManifestFile } from '../format/format.ts'
import type { FileCursor } from './file-cursor.ts'

/** The rest of an archive must be exactly these files in this order; each is handed out once it has been compared. */
export async function* matchFiles(
  cursor: FileCursor,
  expected: readonly ManifestFile[],
): AsyncGenerator<BundleFile, void> {
  for (const file of expected) {
    const found = await cursor.take(file.path)
    if (found?.path !== file.path) throw await misplaced(cursor, file.path, found, expected)
    if (hash('sha256', found.bytes) !== file.sha256 || found.bytes.length !== file.size) {
      throw fault('wrong_bytes', file.path, 'does not have the bytes that the manifest names')
    }
    yield found
  }
  const extra = await cursor.take('the end of the archive')
  if (extra) throw fault('unexpected_file', extra.path, 'is not in the manifest')
}

async function misplaced(
  cursor: FileCursor,
  stated: string,
  found: BundleFile | undefined,
  expected: readonly ManifestFile[],
): Promise<BundleError> {
  if (found && !expected.some((file) => file.path === found.path)) {
    return fault('unexpected_file', found.path, 'is not in the manifest')
  }
  for (let later = found; later; later = await cursor.take(stated)) {
    if (later.path === stated) return fault('wrong_order', stated, 'stands in another place than in the manifest')
  }
  return fault('missing_file', stated, 'is in the manifest, but it is missing')
}

function fault(code: 'wrong_bytes' | 'unexpected_file' | 'wrong_order' | 'missing_file', path: string, what: string) {
  return new BundleError(code, `${quote(path)} ${what}.`, { entry: path })
}
