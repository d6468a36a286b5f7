import { isRecord } from '../../config/cursor.ts'
import { optional } from '../../config/optional.ts'
import { toAction } from '../../config/page-actions.ts'
import { metatagName } from '../../config/settings/known-front-matter.ts'
import { readBoost } from '../../config/settings/read-boost.ts'
import type { OwnSettings } from '../../model/site-plan.ts'

// As many as a reader takes in; the rest is in the navigation.
const mostRelated = 10

/** What a page's front matter sets for it alone; undefined where it sets nothing of the kind. */
export function readOwnSettings(front: Record<string, unknown>): OwnSettings | undefined {
  const { canonical, robots, related, contextual, keywords } = front
  const metatags = Object.entries(front).filter(([name, value]) => metatagName.test(name) && isScalar(value))
  const links = Array.isArray(related) ? related.slice(0, mostRelated).flatMap(readRelated) : []
  const own: OwnSettings = {
    ...(typeof canonical === 'string' && { canonical }),
    ...(typeof robots === 'string' && { robots }),
    ...(metatags.length > 0 && {
      metatags: Object.fromEntries(metatags.map(([name, value]) => [name, String(value)])),
    }),
    ...(isDay(front.lastUpdatedDate) && front.timestamp !== false && { updated: front.lastUpdatedDate.slice(0, 10) }),
    ...(front.hideFooterPagination === true && { withoutPager: true }),
    ...(links.length > 0 && { related: links }),
    ...(isRecord(contextual) && { contextual: readActions(contextual.options) }),
    ...(typeof front.searchable === 'boolean' && { unsearchable: !front.searchable }),
    ...optional('boost', readBoost(front.boost)),
    ...(Array.isArray(keywords) && keywords.length > 0 && { keywords: keywords.filter(isScalar).map(String) }),
  }
  return Object.keys(own).length === 0 ? undefined : own
}

/** A day, or a time that begins with one. */
function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(value)
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function readActions(options: unknown) {
  return (Array.isArray(options) ? options : []).flatMap((option) => toAction(option) ?? [])
}

/** An address, or one with the label that its author gives it. */
function readRelated(entry: unknown): NonNullable<OwnSettings['related']> {
  if (typeof entry === 'string') return [{ href: entry }]
  if (!isRecord(entry)) return []
  const [[label, href] = []] = Object.entries(entry)
  return label !== undefined && typeof href === 'string' ? [{ label, href }] : []
}
