import type { Entry, Group, Navigation, SearchRules } from '../../model/navigation.ts'
import type { PlannedPage } from '../../model/site-plan.ts'

type Placed = Pick<Group, 'entries' | 'boost' | 'unsearchable'>

/** Gives each page what the groups and divisions around it say of its place in the search; its own word goes before. */
export function spreadSearch({ root }: Navigation, pages: PlannedPage[]): void {
  const rules = new Map<string, SearchRules>()
  spreadDivision(root, {})
  if (rules.size === 0) return
  for (const page of pages) {
    const rule = rules.get(page.route)
    if (rule) page.own = { ...rule, ...page.own }
  }

  function spreadDivision(division: Navigation['root'], above: SearchRules): void {
    const own = join(above, division)
    for (const inner of division.divisions) spreadDivision(inner, own)
    for (const entry of division.entries) spreadEntry(entry, own)
  }

  function spreadEntry(entry: Entry, above: SearchRules): void {
    if (typeof entry === 'string') add(entry, above)
    else if (entry.kind === 'group') {
      const own = join(above, entry)
      if (entry.root !== undefined) add(entry.root, own)
      for (const inner of entry.entries) spreadEntry(inner, own)
    }
  }

  /** Where a page stands in several places the first of them counts. */
  function add(route: string, rule: SearchRules): void {
    if (Object.keys(rule).length > 0 && !rules.has(route)) rules.set(route, rule)
  }
}

/** What stands further in goes before. */
function join(above: SearchRules, { boost, unsearchable }: Partial<Placed>): SearchRules {
  return { ...above, ...(boost !== undefined && { boost }), ...(unsearchable && { unsearchable }) }
}
