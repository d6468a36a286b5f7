import { deleteProject } from '../../core/projects/delete-project.ts'
import { showProject } from '../../core/projects/show-project.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { noSuchPage } from '../problem.ts'
import { renderPage } from '../view/render-page.ts'
import type { MemberVisit } from '../visit.ts'
import type { ConnectionTester } from './connection-tester.ts'
import { OverviewPage } from './overview/overview-page.tsx'
import { readOverview } from './overview/read-overview.ts'
import { parts } from './project-view.ts'
import { listChanges, type Own } from './settings/project-changes.ts'
import { SettingsPage } from './settings/settings-page.tsx'
import { viewProject } from './view-project.ts'

const pagePath = '/dashboard/:organization/projects/:project'

function ownOf({ c, organization: { organizationId } }: MemberVisit): Own {
  const projectId = c.req.param('project') ?? ''
  if (!/^prj_[0-9a-f]{16}$/.test(projectId)) throw noSuchPage()
  return { projectId, organizationId }
}

const homeOf = ({ projectId, organizationId }: Own) => `/dashboard/${organizationId}/projects/${projectId}`

export function bindProject(app: Dashboard, handlers: PageHandlers, tester: ConnectionTester): void {
  bindOverview(app, handlers, tester)
  bindSettings(app, handlers)
  bindDeletion(app, handlers)
}

function bindOverview(app: Dashboard, handlers: PageHandlers, tester: ConnectionTester): void {
  const { deps } = handlers
  const read = async (visit: MemberVisit) => {
    const own = ownOf(visit)
    const [view, overview] = await Promise.all([
      viewProject(deps, visit, own),
      readOverview(deps, visit, own.projectId),
    ])
    return { view, overview }
  }
  bindPage(app, handlers, { operation: 'showProject', path: pagePath, needs: 'viewer' }, async (visit) => (
    <OverviewPage {...(await read(visit))} />
  ))
  const test = { operation: 'testConnection', path: `${pagePath}/test`, needs: 'admin' } as const
  bindAction(app, handlers, test, async (visit) => {
    const checks = await tester.testProject(ownOf(visit))
    const { view, overview } = await read(visit)
    return renderPage(<OverviewPage view={{ ...view, checks }} overview={overview} />)
  })
  bindWayBack(app, handlers, 'test')
}

/** Each part is a page of its own, and its form comes back to it. */
function bindSettings(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  for (const part of parts) {
    const entry = { operation: 'showProjectSettings', path: `${pagePath}/${part}`, needs: 'viewer' } as const
    bindPage(app, handlers, entry, async (visit) => (
      <SettingsPage view={await viewProject(deps, visit, ownOf(visit))} part={part} />
    ))
  }
  for (const { operation, path, part, act } of listChanges(deps)) {
    bindAction(
      app,
      handlers,
      { operation, path: `${pagePath}/${path}`, needs: 'admin' },
      async (visit, form) => redirect(`${homeOf(ownOf(visit))}/${part}#content`, await act(ownOf(visit), form, visit)),
      async (visit, form, { message: sentence }) => {
        const view = await viewProject(deps, visit, ownOf(visit))
        return <SettingsPage view={{ ...view, refused: { part, sentence, form } }} part={part} />
      },
    )
    if (path !== part) bindWayBack(app, handlers, path, part)
  }
}

function bindDeletion(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  const entry = { operation: 'deleteProject', path: `${pagePath}/delete`, needs: 'admin' } as const
  bindAction(app, handlers, entry, async (visit) => {
    const { projectId, organizationId } = ownOf(visit)
    const { name } = await showProject(deps.db, organizationId, projectId)
    await deleteProject(deps.db, visit.organization, projectId, visit.actor)
    return redirect(
      `/dashboard/${organizationId}/projects`,
      `${name} is deleted. Its files are removed within minutes.`,
    )
  })
  bindWayBack(app, handlers, 'delete')
}

/** A form that came back has its own address; whoever opens that anew finds the page that the form is on. */
function bindWayBack(app: Dashboard, handlers: PageHandlers, path: string, part?: string): void {
  const entry = { operation: 'backToProject', path: `${pagePath}/${path}`, needs: 'viewer' } as const
  bindPage(app, handlers, entry, (visit) => {
    const home = homeOf(ownOf(visit))
    return redirect(part === undefined ? home : `${home}/${part}`)
  })
}
