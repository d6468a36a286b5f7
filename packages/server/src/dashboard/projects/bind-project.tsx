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
import { listChanges, type Own } from './project-changes.ts'
import { ProjectPage } from './project-page.tsx'
import { viewProject } from './view-project.ts'

const pagePath = '/dashboard/:organization/projects/:project'

function ownOf({ c, organization: { organizationId } }: MemberVisit): Own {
  const projectId = c.req.param('project') ?? ''
  if (!/^prj_[0-9a-f]{16}$/.test(projectId)) throw noSuchPage()
  return { projectId, organizationId }
}

export function bindProject(app: Dashboard, handlers: PageHandlers, tester: ConnectionTester): void {
  const { deps } = handlers
  const home = ({ projectId, organizationId }: Own) => `/dashboard/${organizationId}/projects/${projectId}`

  bindPage(app, handlers, { operation: 'showProject', path: pagePath, needs: 'viewer' }, async (visit) => (
    <ProjectPage view={await viewProject(deps, visit, ownOf(visit))} />
  ))
  bindAction(
    app,
    handlers,
    { operation: 'testConnection', path: `${pagePath}/test`, needs: 'admin' },
    async (visit) => {
      const own = ownOf(visit)
      const checks = await tester.testProject(own)
      return renderPage(<ProjectPage view={{ ...(await viewProject(deps, visit, own)), checks }} />)
    },
  )
  bindAction(
    app,
    handlers,
    { operation: 'deleteProject', path: `${pagePath}/delete`, needs: 'admin' },
    async (visit) => {
      const { projectId, organizationId } = ownOf(visit)
      const { name } = await showProject(deps.db, organizationId, projectId)
      await deleteProject(deps.db, projectId, visit.actor, organizationId)
      return redirect(
        `/dashboard/${organizationId}/projects`,
        `${name} is deleted. Its files are removed within minutes.`,
      )
    },
  )
  const changes = listChanges(deps)
  for (const { operation, path, part, act } of changes) {
    bindAction(
      app,
      handlers,
      { operation, path: `${pagePath}/${path}`, needs: 'admin' },
      async (visit, form) => redirect(`${home(ownOf(visit))}#content`, await act(ownOf(visit), form, visit)),
      async (visit, form, { message: sentence }) => (
        <ProjectPage view={{ ...(await viewProject(deps, visit, ownOf(visit))), refused: { part, sentence, form } }} />
      ),
    )
  }
  // A form that came back has its own address; whoever opens that anew finds the project.
  for (const path of ['test', 'delete', ...changes.map((change) => change.path)]) {
    const entry = { operation: 'backToProject', path: `${pagePath}/${path}`, needs: 'viewer' } as const
    bindPage(app, handlers, entry, (visit) => redirect(home(ownOf(visit))))
  }
}
