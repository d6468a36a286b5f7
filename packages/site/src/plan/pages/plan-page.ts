import { basename, dirname } from 'node:path/posix'
import { optional } from '../../config/optional.ts'
import { outputOf } from '../../model/paths.ts'
import type { PlannedPage } from '../../model/site-plan.ts'
import { badgeOf } from '../navigation/place-operations.ts'
import type { FoundOperation } from '../openapi/find-operation.ts'
import { readOperationName } from '../openapi/read-operation-name.ts'
import { readOwnSettings } from './read-own-settings.ts'

/** What the rest of the site needs of a page's front matter. */
export function planPage(
  route: string,
  file: string,
  front: Record<string, unknown>,
  operation?: FoundOperation,
): PlannedPage {
  const title = text(front.title) ?? operation?.line.title ?? titleOf(file)
  const label = text(front.sidebarTitle)
  return {
    route,
    file,
    output: outputOf(file),
    title,
    ...optional('label', label === title ? undefined : label),
    ...optional('icon', text(front.icon)),
    ...optional('tag', text(front.tag)),
    ...optional('method', front.hideApiMarker === true ? undefined : methodOf(front, operation)),
    ...(operation && { operation: { spec: operation.spec, key: operation.line.key } }),
    ...optional('url', text(front.url)),
    ...((front.deprecated === true || operation?.line.deprecated) && { deprecated: true }),
    ...(front.hidden === true && { hidden: true }),
    ...((front.noindex === true || front.hidden === true || isUnindexed(front.robots)) && { noindex: true }),
    ...optional('own', readOwnSettings(front)),
  }
}

function isUnindexed(robots: unknown): boolean {
  return typeof robots === 'string' && /\b(?:noindex|none)\b/i.test(robots)
}

function methodOf(front: Record<string, unknown>, found?: FoundOperation): string | undefined {
  const operation = text(front.api) ?? text(front.openapi)
  const [method] = (operation && readOperationName(operation)?.key.split(' ')) || []
  if (method) return badgeOf(method)
  return text(front.asyncapi) === undefined ? undefined : found?.line.method
}

/** `getting-started.mdx` without a title is called “Getting started”. */
function titleOf(file: string): string {
  const name = basename(file).replace(/\.mdx?$/, '')
  const words = (name === 'index' ? basename(dirname(file)) : name).replace(/[-_]+/g, ' ').trim()
  const known = words === '' || words === '.' ? 'Home' : words
  return known.charAt(0).toUpperCase() + known.slice(1)
}

function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
