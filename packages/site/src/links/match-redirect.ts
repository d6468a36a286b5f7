import type { Redirect } from '../config/site-config.ts'
import { normalizeRoute } from './route.ts'

/** The destination of a route that has moved, or undefined. */
export type Redirects = (route: string) => string | undefined

/**
 * Sources may hold `:name` for one segment, `:name*` for the rest and `*`; a destination names the same parts.
 * Exact sources are looked up in a table, since a site may have hundreds of them and a page as many links.
 */
export function createRedirects(redirects: Redirect[]): Redirects {
  const exact = new Map<string, string>()
  const patterns: { pattern: RegExp; names: string[]; destination: string }[] = []
  for (const { source, destination } of redirects) {
    if (isExact(source)) exact.set(normalizeRoute(withSlash(source)), destination)
    else if (!isTooOpen(source)) patterns.push({ ...toPattern(withSlash(source)), destination })
  }
  return (route) => {
    const found = exact.get(route)
    if (found !== undefined) return found
    for (const { pattern, names, destination } of patterns) {
      const match = pattern.exec(route)
      if (match) return fill(destination, names, match)
    }
    return undefined
  }
}

export function isExact(source: string): boolean {
  return !/[:*]/.test(source)
}

/** Each part that may be of any length multiplies the ways to read an address; no real site needs more than two. */
export function isTooOpen(source: string): boolean {
  return (source.match(/\*/g)?.length ?? 0) > 2
}

function toPattern(source: string): { pattern: RegExp; names: string[] } {
  const names: string[] = []
  const body = source.replace(/\/:([\w-]+)\*|\/\*|:([\w-]+)|\*|[.+?^${}()|[\]\\]/g, (part, rest, name) => {
    if (rest !== undefined || part === '/*') {
      names.push(rest ?? '*')
      return '(?:/(.*))?'
    }
    if (name !== undefined) {
      names.push(name)
      return '([^/]+)'
    }
    if (part !== '*') return `\\${part}`
    names.push('*')
    return '(.*)'
  })
  return { pattern: new RegExp(`^${body}$`), names }
}

function fill(destination: string, names: string[], match: RegExpExecArray): string {
  return names.reduce((text, name, index) => {
    const value = match[index + 1] ?? ''
    return name === '*' ? text.replace('*', () => value) : text.replace(new RegExp(`:${name}\\*?`), () => value)
  }, destination)
}

function withSlash(path: string): string {
  return path.startsWith('/') ? path : `/${path}`
}
