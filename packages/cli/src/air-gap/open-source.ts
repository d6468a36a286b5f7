import { formatAddress, reasonOf, sendRequest } from '@bindery/client/http'
import { openArchive } from '../bundle/open-archive.ts'
import { UnreadableError } from '../errors.ts'

/** The bytes of a file, or of what an address gives. A presigned link leads nowhere else: no redirect is followed. */
export async function* openSource(source: string): AsyncGenerator<Uint8Array> {
  const url = URL.parse(source)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return yield* openArchive(source)
  const address = formatAddress(source)
  try {
    const response = await sendRequest(url)
    if (response.status !== 200) {
      response.discard()
      throw cannotFetch(address, `it answered ${response.status}`)
    }
    yield* response.body
  } catch (cause) {
    if (cause instanceof UnreadableError) throw cause
    throw cannotFetch(address, reasonOf(cause), cause)
  }
}

function cannotFetch(address: string, reason: string, cause?: unknown): UnreadableError {
  const advice = 'A presigned link expires: ask for a new one, or download the archive and name the file'
  return new UnreadableError(`${address} cannot be fetched: ${reason}. ${advice}.`, { cause })
}
