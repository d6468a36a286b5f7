import type { IncomingMessage } from 'node:http'
import { GitError } from '../../outbound/git-error.ts'

export interface BodyLimits {
  /** A list of refs, not a repository. */
  isList: boolean
  repositoryBytes: number
  slowMs: number
  /** Told of a repository's bytes before they are handed on. */
  onBytes?: ((bytes: number) => Promise<void>) | undefined
}

// 100,000 refs with names of usual length. git holds them about eight times in its processes.
const listBytes = 8 * 1024 ** 2
// What the protocol puts around a pack: headers of five bytes in 65,520, and words about progress.
const wrapping = 1.01
const wrappingBytes = 1024 ** 2

// Under 1 KB/s for 30 s is a host that holds the line open.
export const slowestMs = 30_000
const slowBytes = 30_000
// Whoever keeps the host waiting for so long cannot ask it to have been fast.
const waitingMs = 1_000

/** Hands a body on, chunk by chunk, up to its limit, unless its host is too slow to be waited for. */
export function limitBody(answer: IncomingMessage, { isList, repositoryBytes, slowMs, onBytes }: BodyLimits) {
  const limit = isList ? listBytes : repositoryBytes * wrapping + wrappingBytes
  return async function* limited(): AsyncGenerator<Buffer> {
    let total = 0
    let recent = 0
    let isTurnOfHost = true
    const watch = setInterval(() => {
      if (isTurnOfHost && recent < slowBytes) answer.destroy(tooSlow())
      recent = 0
    }, slowMs)
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        total += chunk.length
        recent += chunk.length
        if (total > limit) throw isList ? tooManyRefs() : tooLarge()
        isTurnOfHost = false
        const began = performance.now()
        if (!isList) await onBytes?.(chunk.length)
        yield chunk
        isTurnOfHost = true
        if (performance.now() - began > waitingMs) recent = slowBytes
      }
    } finally {
      clearInterval(watch)
    }
  }
}

function tooManyRefs(): GitError {
  return new GitError(
    'repository_too_large',
    `The git host lists more branches and tags than this service reads, ${listBytes} bytes of them. Delete those that are not needed.`,
  )
}

function tooLarge(): GitError {
  return new GitError(
    'repository_too_large',
    'The repository is larger than this service fetches. Move large files out of it, or ask the operator to raise the limit.',
  )
}

export function tooSlow(): GitError {
  return new GitError(
    'repository_timeout',
    'The git host sends less than a kilobyte a second. Try again later, when it is less busy.',
  )
}
