import { createGuardedFetch } from '../../../outbound/guarded-fetch.ts'
import type { Reach } from '../../../outbound/reach-host.ts'
import type { DomainProof } from './describe-proof.ts'

const timeoutMs = 10_000
const fileBytes = 4_096

/** Nothing, if the file has the value as a line. One address and no other is asked: a redirect may lead to anybody. */
export async function findFileFault(
  { file, value }: Pick<DomainProof, 'file' | 'value'>,
  reach: Reach,
): Promise<string | undefined> {
  try {
    const ask = createGuardedFetch(reach)
    const response = await ask(file, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'user-agent': 'bindery', accept: 'text/plain' },
    })
    const text = await readStart(response)
    if (response.status !== 200) return `${file} answers with ${response.status}`
    return text.split(/\r?\n/).some((line) => line.trim() === value) ? undefined : `${file} does not hold this value`
  } catch {
    // The same for every reason, so that nobody learns of our network by it.
    return `${file} could not be fetched: its host is unknown, is not public, or does not answer`
  }
}

/** Whatever comes after it is not read: leaving the loop ends the request. */
async function readStart({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= fileBytes) break
  }
  return Buffer.concat(chunks).subarray(0, fileBytes).toString('utf8')
}
