import { createAgentJob as createRoute, listAgentJobs } from '@bindery/contract'
import { createAgentJob } from '../../core/agent-jobs/create/create-agent-job.ts'
import { listAgentJobHistory } from '../../core/agent-jobs/read/list-agent-job-history.ts'
import { listAgentObstacles } from '../../core/projects/list-agent-obstacles.ts'
import { listProjectNames } from '../../core/projects/list-project-names.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import { prepareFix } from '../exports/report/prepare-fix.ts'
import { followList } from '../follow-list.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { parseForm, readQuery, readText } from '../parse-form.ts'
import { oncePerForm } from '../view/forms/form-id.tsx'
import { pickedFrom } from '../view/forms/pick.tsx'
import type { MemberVisit } from '../visit.ts'
import { AgentJobList, AgentJobRows } from './agent-job-list.tsx'
import { bindAgentJobPage } from './bind-agent-job-page.tsx'
import { NewAgentJob, type NewAgentJobProps } from './new-agent-job.tsx'

const list = '/dashboard/:organization/agent-jobs'

// A form must name the one that is meant, so it offers all that anybody has.
const chosenFrom = 5_000

export function bindAgentJobs(app: Dashboard, handlers: PageHandlers): void {
  bindHistory(app, handlers)
  bindNew(app, handlers)
  bindAgentJobPage(app, handlers)
}

function bindHistory(app: Dashboard, handlers: PageHandlers): void {
  const { db } = handlers.deps
  const read = async (visit: MemberVisit) => {
    const { project, status, cursor } = readFilters(visit)
    const history = await listAgentJobHistory(db, { caller: visit.caller, project, status, cursor, limit: 20 })
    return { ...history, filters: { project, status } }
  }
  type Found = Awaited<ReturnType<typeof read>>
  bindPage(app, handlers, { operation: 'showAgentJobs', path: list, needs: 'viewer' }, async (visit) => {
    const { organizationId } = visit.organization
    const [found, projects] = await Promise.all([read(visit), listProjectNames(db, organizationId, pickedFrom + 1)])
    return <AgentJobList visit={visit} {...found} projects={projects} />
  })
  bindPage(app, handlers, { operation: 'followAgentJobs', path: `${list}/live`, needs: 'viewer' }, async (visit) => {
    const channel = `agent_jobs:${visit.organization.organizationId}`
    return followList(handlers.deps, visit, {
      channel,
      read: () => read(visit),
      shown: ({ agentJobs }) => agentJobs,
      render: (found: Found) => <AgentJobRows visit={visit} {...found} />,
    })
  })
}

/** A project may be typed, so any is looked for; what else no form of ours sends is as good as not said. */
function readFilters(visit: MemberVisit) {
  const asked = (name: string) => readQuery(visit, name)
  const { status, cursor } = listAgentJobs.query?.shape ?? {}
  return {
    project: asked('project'),
    status: status?.safeParse(asked('status')).data,
    cursor: cursor?.safeParse(asked('cursor')).data,
  }
}

function bindNew(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  const render = async (visit: MemberVisit, filled: Pick<NewAgentJobProps, 'form' | 'refusal' | 'prepared'> = {}) => {
    const { organizationId } = visit.organization
    const [projects, obstacles] = await Promise.all([
      listProjectNames(deps.db, organizationId, chosenFrom),
      listAgentObstacles(deps.db, organizationId, chosenFrom),
    ])
    return <NewAgentJob visit={visit} {...{ projects, obstacles, ...filled }} models={deps.models.allowed} />
  }
  bindPage(app, handlers, { operation: 'showNewAgentJob', path: `${list}/new`, needs: 'writer' }, async (visit) =>
    render(visit, { prepared: await prepareFix(deps, visit) }),
  )
  bindAction(
    app,
    handlers,
    { operation: 'createAgentJobByForm', path: list, needs: 'writer' },
    async ({ organization, caller, actor }, form) => {
      const text = (name: string) => readText(form, name)
      const given = { prompt: text('prompt'), ref: text('ref'), model: text('model') }
      const body = parseForm(createRoute, given)
      const projectId = text('project') ?? ''
      const { answer } = await oncePerForm(form, (idempotencyKey) =>
        createAgentJob(deps, { caller, projectId, body, idempotencyKey, actor }),
      )
      return redirect(`/dashboard/${organization.organizationId}/agent-jobs/${answer.id}`)
    },
    (visit, form, { message }) => render(visit, { form, refusal: message }),
  )
}
