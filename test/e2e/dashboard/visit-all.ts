import type { BrowserContext, Page } from 'playwright-core'
import type { Looks } from './check-looks.ts'
import type { World } from './open-world.ts'

/**
 * Whatever links lead to from the first pages, one of each kind: an id stands for all of its kind. The sites of exports are no
 * pages of the dashboard, nor is the documentation, which is a site too.
 */
export async function visitAll(context: BrowserContext, { url, organization }: World, looks: Looks): Promise<void> {
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') looks.faults.push(`${page.url()}: ${message.text()}`)
  })
  const seen = new Set<string>()
  const open = [`${url}/dashboard/${organization}/projects`, `${url}/operator`, `${url}/dashboard`]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const kind = kindOf(next)
    if (
      seen.has(kind) ||
      /\.(?:csv|json|sarif)$|files\/.|\/(?:view|source)(?:\/|$)|^preview\/|^docs(?:\/|$)/.test(kind)
    )
      continue
    seen.add(kind)
    const answer = await page.goto(next)
    if (answer?.status() !== 200) looks.faults.push(`${next}: answered ${answer?.status()}`)
    await looks.take(page, kind)
    open.push(...(await listLinks(page)).filter((link) => link.startsWith(url)))
  }
  for (const kind of mustSee) if (!seen.has(kind)) looks.faults.push(`no link leads to ${kind}`)
  await page.close()
}

/** Pages that a link leads to only where there is enough to show. */
const mustSee = [
  ...[
    'search',
    'projects/id/settings',
    'projects/id/domains',
    'exports/id/report',
    'exports/id/files',
    'exports/id/changes',
    'exports/id/changes/page',
    'agent-jobs/id',
    'domains/name',
    'domains/name/publish/id',
    'usage',
  ].map((kind) => `dashboard/id/${kind}`),
  'operator/audit',
  'operator/people',
  'operator/organizations/new',
  'operator/organizations/id',
  'operator/organizations/id/limits/name',
]

function kindOf(url: string): string {
  return new URL(url).pathname
    .slice(1)
    .replace(/domains\/[^/]+/, 'domains/name')
    .replace(/limits\/[^/]+/, 'limits/name')
    .replace(/changes\/.+/, 'changes/page')
    .replace(/\b(?:prj|key|se|aj|usr|org)_[0-9a-f]{16}/g, 'id')
}

function listLinks(page: Page): Promise<string[]> {
  return page.locator('a[href]').evaluateAll((all) => all.map((link) => String(Reflect.get(link, 'href'))))
}
