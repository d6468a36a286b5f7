import { GitError } from '../../outbound/git-error.ts'

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/

/** What broke a connection, in a sentence with advice; nothing if it was git that left, which says itself why. */
export function explainConnection(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return undefined
  // A limit of ours, or of whoever counts the bytes.
  if (!isOfConnection(code)) return error
  const sentence = certificate.test(code)
    ? "The git host's certificate could not be verified. If it is signed by a private authority, ask the operator to add it."
    : 'The repository could not be fetched. Check that its host can be reached from this service.'
  return new GitError('repository_unreachable', sentence, { cause: new Error(code) })
}

/** Of Node's own errors each has a code in capitals. */
function isOfConnection(code: string | undefined): code is string {
  return code !== undefined && /^[A-Z]/.test(code)
}
