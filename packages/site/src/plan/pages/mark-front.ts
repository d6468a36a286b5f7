import type { Navigation } from '../../model/navigation.ts'
import { frontOutput } from '../../model/paths.ts'
import type { PlannedPage, PlannedRedirect } from '../../model/site-plan.ts'
import { firstPage } from '../navigation/index-navigation.ts'

/** Where no file would stand at the root of the site, its first page does. */
export function markFront({ root }: Navigation, pages: readonly PlannedPage[], redirects: readonly PlannedRedirect[]) {
  if ([...pages, ...redirects].some(({ output }) => output === frontOutput)) return
  const first = pages.find(({ route }) => route === firstPage(root))
  if (first && first.url === undefined) first.front = true
}
