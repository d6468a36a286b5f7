import { trimSlashes } from '../../git/trim-slashes.ts'
import { OperatorError } from '../operator-error.ts'

/** The documentation's folder inside its repository, without slashes at either end; empty for the top. */
export function parseDocsPath(text: string): string {
  const path = trimSlashes(text)
    .replace(/^\.?\/+/, '')
    .replace(/^\.$/, '')
  if (path === '' || path.split('/').every(isPlainSegment)) return path
  throw new OperatorError(`"${text}" is no folder of a repository. Write it as docs or packages/site/docs.`)
}

function isPlainSegment(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..' && !/[\\\p{Cc}]/u.test(segment)
}
