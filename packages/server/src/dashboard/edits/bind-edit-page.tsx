import { messageAgentJob } from '@bindery/contract'
import { archiveEdit, unarchiveEdit } from '../../core/edits/archive-edit.ts'
import { cancelEdit } from '../../core/edits/cancel-edit.ts'
import { messageEdit } from '../../core/edits/create/message-edit.ts'
import { listEvents } from '../../core/edits/read/list-events.ts'
import type { EditRecord } from '../../core/edits/read/read-edit.ts'
import { positionOf } from '../../core/edits/turns/write-events.ts'
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
import { Conversation, EditPage, hasEnded, revisionOf } from './edit-page.tsx'
import { findEdit, readEditId } from './find-edit.ts'

const one = '/dashboard/:organization/edits/:edit'

// A turn has some 150 steps at most; a page with all of ten turns would no longer be read.
const turnsShown = 3
const eventsShown = 2_000

// An event that costs no tokens, such as a check, changes the transcript and not the row that announces changes.
const pollMs = 2_000

export function bindEditPage(app: Dashboard, handlers: PageHandlers): void {
  bindConversation(app, handlers)
  bindMessage(app, handlers)
  bindMoves(app, handlers)
}

/** What the page shows from a turn on; without one, of the latest few. */
async function readConversation({ db }: DashboardDeps, visit: MemberVisit, edit: EditRecord, asked?: string) {
  const from = /^[1-9]\d{0,3}$/.test(asked ?? '') ? Number(asked) : Math.max(1, edit.turn - turnsShown + 1)
  const cursor = String(positionOf(from, 0) - 1)
  const { events } = await listEvents(db, edit, { cursor, limit: eventsShown })
  return { visit, edit, events, from }
}

function bindConversation(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  bindPage(app, handlers, { operation: 'showEdit', path: one, needs: 'viewer' }, async (visit) => {
    const edit = await findEdit(deps, visit)
    return <EditPage {...(await readConversation(deps, visit, edit, visit.c.req.query('from')))} />
  })
  bindPage(app, handlers, { operation: 'followEdit', path: `${one}/live/:from`, needs: 'viewer' }, async (visit) => {
    const edit = await waitForChange(deps, visit, {
      jobId: readEditId(visit),
      read: () => findEdit(deps, visit),
      revisionOf,
      hasEnded,
      lookEveryMs: pollMs,
    })
    return renderPage(<Conversation {...(await readConversation(deps, visit, edit, visit.c.req.param('from')))} />)
  })
}

function bindMessage(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  bindAction(
    app,
    handlers,
    { operation: 'messageEditByForm', path: `${one}/message`, needs: 'writer' },
    async (visit, form) => {
      const { caller, actor, organization } = visit
      const { id: editId, projectId } = await findEdit(deps, visit)
      const { prompt } = parseForm(messageAgentJob, { prompt: readText(form, 'prompt') })
      await oncePerForm(form, (idempotencyKey) =>
        messageEdit(deps, { caller, projectId, editId, prompt, idempotencyKey, actor }),
      )
      return redirect(`/dashboard/${organization.organizationId}/edits/${editId}`)
    },
    async (visit: MemberVisit, form: Form, { message }) => {
      const edit = await findEdit(deps, visit)
      return <EditPage {...(await readConversation(deps, visit, edit))} form={form} refusal={message} />
    },
  )
}

/** The moves of the API, each with the same function of core. */
function bindMoves(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  const moves = {
    cancel: [(request: Move) => cancelEdit(deps, request), 'The agent job was cancelled.'],
    archive: [
      (request: Move) => archiveEdit(deps.db, request),
      'The agent job is archived. It keeps its pull request.',
    ],
    unarchive: [(request: Move) => unarchiveEdit(deps.db, request), 'The agent job is no longer archived.'],
  } as const
  for (const [name, [move, notice]] of Object.entries(moves)) {
    bindAction(
      app,
      handlers,
      { operation: `${name}EditByForm`, path: `${one}/${name}`, needs: 'writer' },
      async (visit) => {
        const { id: editId, projectId } = await findEdit(deps, visit)
        await move({ caller: visit.caller, actor: visit.actor, projectId, editId })
        return redirect(`/dashboard/${visit.organization.organizationId}/edits/${editId}`, notice)
      },
    )
  }
}

type Move = Parameters<typeof archiveEdit>[1]
