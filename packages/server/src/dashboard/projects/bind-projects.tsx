import { connectProject } from '../../core/projects/connect-project.ts'
import { listProjectPage } from '../../core/projects/list-project-page.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { readText } from '../parse-form.ts'
import { bindProject } from './bind-project.tsx'
import { NewProject } from './new-project.tsx'
import { ProjectList } from './project-list.tsx'
import { readProjectForm } from './read-project-form.ts'

const pagePath = '/dashboard/:organization/projects'

export function bindProjects(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  const storesSecrets = deps.credentials !== undefined

  bindPage(app, handlers, { operation: 'showProjects', path: pagePath, needs: 'viewer' }, async (visit) => {
    const from = Number(/^\d{1,6}$/.exec(visit.c.req.query('cursor') ?? '')?.[0] ?? 0)
    const { organizationId } = visit.organization
    return <ProjectList visit={visit} {...(await listProjectPage(deps.db, { organizationId, limit: 20, from }))} />
  })
  bindPage(app, handlers, { operation: 'showNewProject', path: `${pagePath}/new`, needs: 'admin' }, (visit) => (
    <NewProject visit={visit} storesSecrets={storesSecrets} />
  ))
  bindAction(
    app,
    handlers,
    { operation: 'connectProject', path: `${pagePath}/new`, needs: 'admin' },
    async (visit, form) => {
      const { organizationId } = visit.organization
      const token = readText(form, 'token')
      const request = {
        ...readProjectForm(form),
        organizationId,
        domain: readText(form, 'domain') ?? '',
        ...(token !== undefined && { credential: { secret: token } }),
      }
      const { id } = await connectProject(deps, request, visit.actor)
      const notice = `${request.name} is connected. Test the connection to see whether all is found.`
      return redirect(`/dashboard/${organizationId}/projects/${id}`, notice)
    },
    (visit, form, problem) => (
      <NewProject visit={visit} storesSecrets={storesSecrets} form={form} refusal={problem.message} />
    ),
  )
  bindProject(app, handlers)
}
