import { notPublic } from '../../config/load-config.ts'
import type { Visibility } from '../navigation/find-page.ts'

/**
 * Why a page is left out, or undefined of one that everyone may read. A static site cannot tell its readers apart, so
 * whatever is doubtful is private: a page is published by mistake only once.
 */
export function whyPrivate(
  front: Record<string, unknown>,
  placed: Visibility,
  closed: string | undefined,
): string | undefined {
  const groups = valuesOf(front, 'groups')
  if (groups.length > 0) return groups.map(formatGroups)[0]
  const own = [...valuesOf(front, 'public'), ...valuesOf(front, 'ispublic')]
  if (own.some((value) => value !== true)) return 'its front matter says that it is not public'
  if (own.length > 0 || placed === 'public') return undefined
  return placed === 'private' ? notPublic : closed
}

/** Whoever writes `Groups` means the same. */
function valuesOf(front: Record<string, unknown>, name: string): unknown[] {
  return Object.entries(front).flatMap(([key, value]) => (key.trim().toLowerCase() === name ? [value] : []))
}

function formatGroups(groups: unknown): string {
  if (!Array.isArray(groups) || groups.some((group) => typeof group !== 'string')) {
    return 'its front matter does not say clearly which groups of readers may see it'
  }
  return groups.length === 0 ? 'no group of readers may see it' : 'only some groups of readers may see it'
}
