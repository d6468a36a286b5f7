import { messageAgentJob as messageRoute } from '@bindery/contract'
import { archiveAgentJob, unarchiveAgentJob } from '../../core/agent-jobs/archive-agent-job.ts'
import { cancelAgentJob } from '../../core/agent-jobs/cancel-agent-job.ts'
import { messageAgentJob } from '../../core/agent-jobs/create/message-agent-job.ts'
import { listEvents } from '../../core/agent-jobs/read/list-events.ts'
import type { AgentJobRecord } from '../../core/agent-jobs/read/read-agent-job.ts'
import { positionOf } from '../../core/agent-jobs/turns/write-events.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import type { DashboardDeps } from '../dashboard-deps.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { parseForm, readText } from '../parse-form.ts'
import { oncePerForm } from '../view/forms/form-id.tsx'
import { renderPage } from '../view/render-page.ts'
import type { Form, MemberVisit } from '../visit.ts'
import { waitForChange } from '../wait-for-change.ts'
import { AgentJobPage, Conversation, hasEnded, revisionOf } from './agent-job-page.tsx'
import { findAgentJob, readAgentJobId } from './find-agent-job.ts'

const one = '/dashboard/:organization/agent-jobs/:agentJob'

// A turn has some 150 steps at most; a page with all of ten turns would no longer be read.
const turnsShown = 3
const eventsShown = 2_000

// An event that costs no tokens, such as a check, changes the transcript and not the row that announces changes.
const pollMs = 2_000

export function bindAgentJobPage(app: Dashboard, handlers: PageHandlers): void {
  bindConversation(app, handlers)
  bindMessage(app, handlers)
  bindMoves(app, handlers)
}

/** Events from the requested turn on, or of the latest turns if none is requested. */
async function readConversation({ db }: DashboardDeps, visit: MemberVisit, agentJob: AgentJobRecord, asked?: string) {
  const from = /^[1-9]\d{0,3}$/.test(asked ?? '') ? Number(asked) : Math.max(1, agentJob.turn - turnsShown + 1)
  const cursor = String(positionOf(from, 0) - 1)
  const { events } = await listEvents(db, agentJob, { cursor, limit: eventsShown })
  return { visit, agentJob, events, from }
}

function bindConversation(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  bindPage(app, handlers, { operation: 'showAgentJob', path: one, needs: 'viewer' }, async (visit) => {
    const agentJob = await findAgentJob(deps, visit)
    return <AgentJobPage {...(await readConversation(deps, visit, agentJob, visit.c.req.query('from')))} />
  })
  bindPage(
    app,
    handlers,
    { operation: 'followAgentJob', path: `${one}/live/:from`, needs: 'viewer' },
    async (visit) => {
      const agentJob = await waitForChange(deps, visit, {
        jobId: readAgentJobId(visit),
        read: () => findAgentJob(deps, visit),
        revisionOf,
        hasEnded,
        lookEveryMs: pollMs,
      })
      return renderPage(
        <Conversation {...(await readConversation(deps, visit, agentJob, visit.c.req.param('from')))} />,
      )
    },
  )
}

function bindMessage(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  bindAction(
    app,
    handlers,
    { operation: 'messageAgentJobByForm', path: `${one}/message`, needs: 'writer' },
    async (visit, form) => {
      const { caller, actor, organization } = visit
      const { id: agentJobId, projectId } = await findAgentJob(deps, visit)
      const { prompt } = parseForm(messageRoute, { prompt: readText(form, 'prompt') })
      await oncePerForm(form, (idempotencyKey) =>
        messageAgentJob(deps, { caller, projectId, agentJobId, prompt, idempotencyKey, actor }),
      )
      return redirect(`/dashboard/${organization.organizationId}/agent-jobs/${agentJobId}`)
    },
    async (visit: MemberVisit, form: Form, { message }) => {
      const agentJob = await findAgentJob(deps, visit)
      return <AgentJobPage {...(await readConversation(deps, visit, agentJob))} form={form} refusal={message} />
    },
  )
}

/** The moves of the API, each with the same function of core. */
function bindMoves(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  const moves = {
    cancel: [(request: Move) => cancelAgentJob(deps, request), 'The agent job was cancelled.'],
    archive: [
      (request: Move) => archiveAgentJob(deps.db, request),
      'The agent job is archived. It keeps its pull request.',
    ],
    unarchive: [(request: Move) => unarchiveAgentJob(deps.db, request), 'The agent job is no longer archived.'],
  } as const
  for (const [name, [move, notice]] of Object.entries(moves)) {
    bindAction(
      app,
      handlers,
      { operation: `${name}AgentJobByForm`, path: `${one}/${name}`, needs: 'writer' },
      async (visit) => {
        const { id: agentJobId, projectId } = await findAgentJob(deps, visit)
        await move({ caller: visit.caller, actor: visit.actor, projectId, agentJobId })
        return redirect(`/dashboard/${visit.organization.organizationId}/agent-jobs/${agentJobId}`, notice)
      },
    )
  }
}

type Move = Parameters<typeof archiveAgentJob>[1]
