import type { EditRecord } from '../../core/edits/read/read-edit.ts'
import { hasRole } from '../enter-organization.ts'
import { Copy } from '../view/copy.tsx'
import { ActionForm, Confirm, Field, Refusal } from '../view/forms/form.tsx'
import { FormId } from '../view/forms/form-id.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { Live } from '../view/live.tsx'
import { formatCount, formatMany } from '../view/numbers.ts'
import { OutsideLink } from '../view/outside-link.tsx'
import { Status } from '../view/status.tsx'
import { Time } from '../view/time.tsx'
import type { Form, MemberVisit } from '../visit.ts'
import { nameOf } from './edit-list.tsx'
import { titleOf } from './find-edit.ts'
import { Transcript, type TranscriptEvent } from './transcript.tsx'
import { whatNext } from './what-next.ts'

interface Props {
  visit: MemberVisit
  edit: EditRecord
  events: TranscriptEvent[]
  /** The first turn that is shown. */
  from: number
  form?: Form
  refusal?: string
}

export const hasEnded = ({ status }: EditRecord) => status !== 'active'
export const revisionOf = ({ revision, lastEvent }: EditRecord) => `${revision}.${lastEvent}`

/** An edit as a conversation, with its pull request on top. */
export function EditPage(props: Props) {
  const { visit, edit, from, refusal } = props
  return (
    <Page
      visit={visit}
      title={titleOf(edit)}
      section="edits"
      trail={[{ href: '/edits', name: 'Agent jobs' }]}
      action={<PutAway visit={visit} edit={edit} />}
    >
      <Refusal sentence={refusal} />
      {from > 1 && (
        <p class="more">
          <a class="button" href={`${at(visit, `/edits/${edit.id}`)}?from=1`}>
            Show earlier turns
          </a>
        </p>
      )}
      <Conversation {...props} />
      <Continue {...props} />
      <h2>About this agent job</h2>
      <Facts visit={visit} edit={edit} />
    </Page>
  )
}

/** The part that moves while the agent works. */
export function Conversation({ visit, edit, events, from, refusal }: Props) {
  const href = at(visit, `/edits/${edit.id}/live/${from}`)
  // The page that a refused form has come to stands still: to read it anew would be to send the form again.
  const isStill = hasEnded(edit) || refusal !== undefined
  return (
    <Live href={href} revision={revisionOf(edit)} ended={isStill}>
      <Standing edit={edit} />
      <Transcript events={events} />
      {!hasEnded(edit) && <p class="working">The agent is working.</p>}
    </Live>
  )
}

function Standing({ edit }: { edit: EditRecord }) {
  const { status, prLink, usage } = edit
  return (
    <section class="card pinned" aria-label="Status">
      <p class="standing">
        <Status of={status} />
        {prLink !== null && <OutsideLink href={prLink}>Pull request {nameOf(prLink)}</OutsideLink>}
      </p>
      <p class="quiet">
        {formatMany(usage.inputTokens, 'token')} read, {formatCount(usage.outputTokens)} written,{' '}
        {formatMany(usage.steps, 'model call')}
        {prLink === null && status === 'completed' && '. No file changed, so there is no pull request.'}
      </p>
    </section>
  )
}

/** What to say next, or how to stop it. */
function Continue({ visit, edit, form }: Props) {
  if (edit.status === 'archived') return null
  const mayWrite = hasRole(visit.organization.role, 'writer')
  const here = `/dashboard/${visit.organization.organizationId}/edits/${edit.id}`
  if (!hasEnded(edit)) {
    return mayWrite ? (
      <Confirm
        visit={visit}
        action={`${here}/cancel`}
        offer="Cancel this agent job"
        sentence={`The agent job “${titleOf(edit)}” stops and counts as failed. What the agent changed in this turn is discarded.`}
        label="Cancel agent job"
      />
    ) : null
  }
  return (
    <>
      {edit.status === 'failed' && (
        <>
          <h2>What to do next</h2>
          <p>{whatNext(edit.errorCode, { organization: visit.organization.name, mayWrite })}</p>
        </>
      )}
      {mayWrite && (
        <ActionForm visit={visit} action={`${here}/message`} class="follow-up">
          <FormId />
          <Field
            label="What should be different?"
            name="prompt"
            rows={4}
            maxlength={32_000}
            required
            hint="The agent continues on the same branch and pull request."
            value={form?.get('prompt') ?? undefined}
          />
          <button class="primary" type="submit">
            Send
          </button>
        </ActionForm>
      )}
    </>
  )
}

function PutAway({ visit, edit }: Pick<Props, 'visit' | 'edit'>) {
  if (!hasRole(visit.organization.role, 'writer') || !hasEnded(edit)) return null
  const verb = edit.status === 'archived' ? 'unarchive' : 'archive'
  return (
    <ActionForm visit={visit} action={`/dashboard/${visit.organization.organizationId}/edits/${edit.id}/${verb}`}>
      <button type="submit">{verb === 'archive' ? 'Archive' : 'Unarchive'}</button>
    </ActionForm>
  )
}

function Facts({ visit, edit }: Pick<Props, 'visit' | 'edit'>) {
  return (
    <dl class="facts">
      <dt>Agent job id</dt>
      <dd>
        <Copy text={edit.id} label="the id of this agent job" />
      </dd>
      <dt>Project</dt>
      <dd>
        <a href={at(visit, `/projects/${edit.projectId}`)}>{edit.projectName}</a>
      </dd>
      <dt>Branch</dt>
      <dd>
        <code>{edit.branch}</code> into <code>{edit.ref ?? 'the project’s branch'}</code>
      </dd>
      <dt>Model</dt>
      <dd>{edit.model}</dd>
      <dt>Changed files</dt>
      <dd>{edit.changedFiles.length === 0 ? 'none' : <ChangedFiles files={edit.changedFiles} />}</dd>
      <dt>Requested</dt>
      <dd>
        <Time at={edit.createdAt} />
      </dd>
      {edit.archivedAt !== null && (
        <>
          <dt>Archived</dt>
          <dd>
            <Time at={edit.archivedAt} />
          </dd>
        </>
      )}
    </dl>
  )
}

function ChangedFiles({ files }: { files: string[] }) {
  return (
    <ul class="plain-list">
      {files.map((file) => (
        <li>
          <code>{file}</code>
        </li>
      ))}
    </ul>
  )
}
