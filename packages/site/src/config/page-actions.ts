import type { PageAction } from '../model/site-config.ts'
import { isRecord } from './cursor.ts'

/** One entry of a page's menu, as docs.json and front matter write it; undefined for what is none. */
export function toAction(value: unknown): PageAction | undefined {
  if (typeof value === 'string') return value
  if (!isRecord(value) || typeof value.title !== 'string') return undefined
  const href = toAddress(value.href)
  const icon = typeof value.icon === 'string' ? { icon: value.icon } : {}
  return href === undefined ? undefined : { title: value.title, href, ...icon }
}

function toAddress(href: unknown): string | undefined {
  if (typeof href === 'string') return href
  if (!isRecord(href) || typeof href.base !== 'string') return undefined
  const query = (Array.isArray(href.query) ? href.query : []).flatMap((one: unknown) =>
    isRecord(one) ? [`${encodeURIComponent(String(one.key))}=${String(one.value)}`] : [],
  )
  return query.length === 0 ? href.base : `${href.base}${href.base.includes('?') ? '&' : '?'}${query.join('&')}`
}
