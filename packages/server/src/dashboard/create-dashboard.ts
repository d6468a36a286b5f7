import type { ApiContext } from '../http/client-address.ts'
import { bindAccount } from './account/bind-account.tsx'
import { bindAgentJobs } from './agent-jobs/bind-agent-jobs.tsx'
import { redirect } from './answer.ts'
import { bindAssets } from './assets.ts'
import { bindAudit } from './audit/bind-audit.tsx'
import { bindAction, bindPage } from './bind-page.ts'
import { clearCookie, writeCookie } from './cookies.ts'
import type { Dashboard } from './dashboard.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { bindDocs } from './docs/bind-docs.ts'
import { bindDomains } from './domains/bind-domains.tsx'
import { bindExports } from './exports/bind-exports.tsx'
import { bindKeys } from './keys/bind-keys.tsx'
import { bindOperator } from './operator/bind-operator.tsx'
import { createPageHandlers, type PageHandlers } from './page-handlers.ts'
import { bindPeople } from './people/bind-people.tsx'
import { noSuchPage } from './problem.ts'
import { bindProjects } from './projects/bind-projects.tsx'
import { bindSearch } from './search/bind-search.tsx'
import { bindSettings } from './settings/bind-settings.tsx'
import { bindInvitation } from './sign-in/bind-invitation.tsx'
import { bindOidc } from './sign-in/bind-oidc.ts'
import { bindReset } from './sign-in/bind-reset.tsx'
import { bindSetup } from './sign-in/bind-setup.tsx'
import { bindSignIn } from './sign-in/bind-sign-in.tsx'
import { bindUsage } from './usage/bind-usage.tsx'
import { Start } from './view/layout/start.tsx'

interface AddedDashboard {
  /** Every page and action, and for whom. */
  entries: PageHandlers['entries']
  /** For a browser that asked for a page which nobody has. */
  showMissingPage(c: ApiContext): Promise<Response>
}

/** Adds the dashboard's pages to the API's own routes: one process serves both. */
export function addDashboard(app: Dashboard, deps: DashboardDeps): AddedDashboard {
  const handlers = createPageHandlers(deps)
  bindAssets(app, deps)
  bindDocs(app, deps)
  bindStart(app, handlers)
  bindComing(app, handlers)
  bindProjects(app, handlers)
  bindDomains(app, handlers)
  bindKeys(app, handlers)
  bindPeople(app, handlers)
  bindExports(app, handlers)
  bindAgentJobs(app, handlers)
  bindAudit(app, handlers)
  bindUsage(app, handlers)
  bindSettings(app, handlers)
  bindSearch(app, handlers)
  bindOperator(app, handlers)
  bindNothing(app, handlers)
  return {
    entries: handlers.entries,
    showMissingPage: (c) => handlers.handle(c, 'none', () => Promise.reject(noSuchPage())),
  }
}

/** How people come in, and what they change about themselves. */
function bindComing(app: Dashboard, handlers: PageHandlers): void {
  bindSignIn(app, handlers)
  bindOidc(app, handlers)
  bindSetup(app, handlers)
  bindInvitation(app, handlers)
  bindReset(app, handlers)
  bindAccount(app, handlers)
}

/** Where everybody comes in: to the one organization, or to a choice. */
function bindStart(app: Dashboard, handlers: PageHandlers): void {
  bindPage(app, handlers, { operation: 'showRoot', path: '/', needs: 'nobody' }, () => redirect('/dashboard'))
  // What people type from memory.
  for (const path of ['/signin', '/login']) {
    bindPage(app, handlers, { operation: 'showRoot', path, needs: 'nobody' }, () => redirect('/sign-in'))
  }
  bindPage(app, handlers, { operation: 'showStart', path: '/dashboard', needs: 'person' }, (visit) => {
    const { memberships } = visit.session
    const [first] = memberships
    return first && memberships.length === 1
      ? redirect(`/dashboard/${first.organizationId}/projects`)
      : Start({ visit })
  })
  bindAction(app, handlers, { operation: 'chooseTheme', path: '/theme', needs: 'nobody' }, async ({ c }, form) => {
    const theme = form.get('theme')
    const chosen = theme === 'light' || theme === 'dark'
    const cookie = chosen ? writeCookie('theme', theme, 365 * 86_400) : clearCookie('theme')
    return redirect(pathOf(c.req.header('referer')), undefined, [cookie])
  })
}

/** Back to the page that the form stood on, if it was one of ours. */
function pathOf(referer: string | undefined): string {
  const url = referer === undefined ? null : URL.parse(referer)
  return url?.pathname.match(/^\/(?:dashboard|account|operator)[\w/-]*$/)?.[0] ?? '/dashboard'
}

/** Whatever else is asked for below the dashboard. */
function bindNothing(app: Dashboard, handlers: PageHandlers): void {
  bindPage(app, handlers, { operation: 'none', path: '/dashboard/*', needs: 'person' }, () => {
    throw noSuchPage()
  })
}
