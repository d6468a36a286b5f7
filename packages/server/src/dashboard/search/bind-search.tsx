import { mayExport } from '../../core/access/export-plan.ts'
import { type FoundThing, searchOrganization } from '../../core/organizations/search-organization.ts'
import { listProjectNames } from '../../core/projects/list-project-names.ts'
import { bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { readQuery } from '../parse-form.ts'
import type { MemberVisit } from '../visit.ts'
import { listPages, listSettings } from './list-pages.ts'
import { SearchPage, type SearchResult } from './search-page.tsx'

// Those whose settings are looked through; of more one opens the project.
const mostProjects = 200

const folders: Record<FoundThing['kind'], string> = {
  project: 'projects',
  domain: 'domains',
  export: 'exports',
  'agent job': 'agent-jobs',
}

/** Everything of an organization by its name: one box, reached from every page. */
export function bindSearch(app: Dashboard, handlers: PageHandlers): void {
  const entry = { operation: 'search', path: '/dashboard/:organization/search', needs: 'viewer' } as const
  bindPage(app, handlers, entry, async (visit) => {
    const words = (readQuery(visit, 'q') ?? '').slice(0, 100)
    const results = words === '' ? [] : await findAll(handlers, visit, words)
    return <SearchPage visit={visit} words={words} results={results} />
  })
}

async function findAll({ deps }: PageHandlers, visit: MemberVisit, words: string): Promise<SearchResult[]> {
  const { caller, organization } = visit
  const [things, projects] = await Promise.all([
    searchOrganization(deps.db, caller, words),
    listProjectNames(deps.db, organization.organizationId, mostProjects),
  ])
  // Without the plan there is no page for it.
  const shown = things.filter(({ kind }) => mayExport(organization) || (kind !== 'export' && kind !== 'domain'))
  return [
    ...listPages(organization.role, words).map((page) => ({ kind: '', ...page })),
    ...shown.map(({ kind, id, name, about }) => ({ kind, name, about, path: `/${folders[kind]}/${id}` })),
    ...listSettings(projects, words).map((page) => ({ kind: '', ...page })),
  ]
}
