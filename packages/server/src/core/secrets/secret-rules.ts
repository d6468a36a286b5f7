import { OperatorError } from '../operator-error.ts'
import { secretPatterns } from './secret-patterns.ts'

/** What a project wants done about forms of other services' secrets. Keys of our own that are live always fail an export. */
export interface SecretRules {
  found: 'warn' | 'fail'
  /** `page:pattern`; a star stands for every page, or every pattern. */
  exceptions: readonly string[]
}

/** Asked of every place in every file, so the rules are looked up and not gone through. */
export function createExceptions({ exceptions }: SecretRules): (file: string, pattern: string) => boolean {
  const known = new Set(exceptions)
  return (file, pattern) => [file, '*'].some((page) => known.has(`${page}:${pattern}`) || known.has(`${page}:*`))
}

export function parseException(text: string): string {
  const [, page, name] = /^(.+):([a-z_]+|\*)$/.exec(text) ?? []
  if (page && (name === '*' || secretPatterns.some((pattern) => pattern.name === name))) return text
  const names = secretPatterns.map((pattern) => pattern.name).join(', ')
  throw new OperatorError(
    `"${text}" is no exception. Write page:pattern, such as guides/auth.mdx:github_token or *:aws_access_key. Patterns: ${names}.`,
  )
}
