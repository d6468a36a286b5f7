import { listKeys } from '../../core/keys/list-keys.ts'
import { readFirstSteps } from '../../core/organizations/read-first-steps.ts'
import { connectProject } from '../../core/projects/connect-project.ts'
import { listProjectPage } from '../../core/projects/list-project-page.ts'
import { parseDocsPath } from '../../core/projects/parse-docs-path.ts'
import { type ConnectionCheck, canExport, canPublish, type TestedSource } from '../../core/projects/test-connection.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import { hasRole } from '../enter-organization.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { readText } from '../parse-form.ts'
import { Problem } from '../problem.ts'
import { bindProject } from './bind-project.tsx'
import { createConnectionTester } from './connection-tester.ts'
import { NewProject } from './new-project.tsx'
import { ProjectList } from './project-list.tsx'
import { gitHosts, type ProjectFields, readProjectForm } from './read-project-form.ts'

const pagePath = '/dashboard/:organization/projects'

export function bindProjects(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  const storesSecrets = deps.credentials !== undefined
  const tester = createConnectionTester(deps)

  bindPage(app, handlers, { operation: 'showProjects', path: pagePath, needs: 'viewer' }, async (visit) => {
    const from = Number(/^\d{1,6}$/.exec(visit.c.req.query('cursor') ?? '')?.[0] ?? 0)
    const { organizationId } = visit.organization
    const mayChange = hasRole(visit.organization.role, 'admin')
    const [page, steps, keys] = await Promise.all([
      listProjectPage(deps.db, { organizationId, limit: 20, from }),
      mayChange ? readFirstSteps(deps.db, organizationId) : undefined,
      mayChange ? listKeys(deps.db, organizationId) : [],
    ])
    return <ProjectList visit={visit} {...page} steps={steps} keys={keys} />
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
      const checks = form.get('untested') === 'on' ? [] : await tester.testSource(toSource(request, token))
      if (!canExport(checks)) throw new ConnectionFailed(checks)
      const { id } = await connectProject(deps, request, visit.actor)
      return redirect(`/dashboard/${organizationId}/projects/${id}`, describeConnected(request.name, checks))
    },
    (visit, form, problem) => {
      const checks = problem instanceof ConnectionFailed ? problem.checks : undefined
      return (
        <NewProject
          visit={visit}
          storesSecrets={storesSecrets}
          form={form}
          refusal={problem.message}
          {...(checks && { checks })}
        />
      )
    },
  )
  bindProject(app, handlers, tester)
}

/** The form comes back with what was found; nothing is connected. */
class ConnectionFailed extends Problem {
  readonly checks: readonly ConnectionCheck[]

  constructor(checks: readonly ConnectionCheck[]) {
    super(422, 'The repository is not connected: its connection does not work yet.')
    this.checks = checks
  }
}

function toSource({ repository, branch, docsPath, gitHost }: ProjectFields, token: string | undefined): TestedSource {
  const kind = gitHosts.find(({ value }) => value === gitHost)?.value ?? 'auto'
  const credential = token === undefined ? undefined : { secret: token }
  return {
    repository,
    branch,
    docsPath: parseDocsPath(docsPath),
    gitHost: kind === 'auto' ? null : kind,
    apiUrl: null,
    readCredential: async () => credential,
  }
}

function describeConnected(name: string, checks: readonly ConnectionCheck[]): string {
  if (checks.length === 0) return `${name} is connected without a test. Test the connection before you start an export.`
  const documentation = checks.find((check) => check.name === 'Documentation')?.sentence ?? ''
  const publishing = canPublish(checks)
    ? 'Agent jobs can open pull requests.'
    : 'Agent jobs cannot open pull requests yet: test the connection to see why.'
  return `${name} is connected. ${documentation} ${publishing}`
}
