import type { AgentJobRecord } from '../../core/agent-jobs/read/read-agent-job.ts'
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
import { nameOf } from './agent-job-list.tsx'
import { titleOf } from './find-agent-job.ts'
import { Transcript, type TranscriptEvent } from './transcript.tsx'
import { whatNext } from './what-next.ts'

interface Props {
  visit: MemberVisit
  agentJob: AgentJobRecord
  events: TranscriptEvent[]
  /** The first turn that is shown. */
  from: number
  form?: Form
  refusal?: string
}

export const hasEnded = ({ status }: AgentJobRecord) => status !== 'active'
export const revisionOf = ({ revision, lastEvent }: AgentJobRecord) => `${revision}.${lastEvent}`

/** An agent job as a conversation, with its pull request on top. */
export function AgentJobPage(props: Props) {
  const { visit, agentJob, from, refusal } = props
  return (
    <Page
      visit={visit}
      title={titleOf(agentJob)}
      section="agent-jobs"
      trail={[{ href: '/agent-jobs', name: 'Agent jobs' }]}
      action={<PutAway visit={visit} agentJob={agentJob} />}
    >
      <Refusal sentence={refusal} />
      {from > 1 && (
        <p class="more">
          <a class="button" href={`${at(visit, `/agent-jobs/${agentJob.id}`)}?from=1`}>
            Show earlier turns
          </a>
        </p>
      )}
      <Conversation {...props} />
      <Continue {...props} />
      <h2>About this agent job</h2>
      <Facts visit={visit} agentJob={agentJob} />
    </Page>
  )
}

/** The part that moves while the agent works. */
export function Conversation({ visit, agentJob, events, from, refusal }: Props) {
  const href = at(visit, `/agent-jobs/${agentJob.id}/live/${from}`)
  // The page that a refused form has come to stands still: to read it anew would be to send the form again.
  const isStill = hasEnded(agentJob) || refusal !== undefined
  return (
    <Live href={href} revision={revisionOf(agentJob)} ended={isStill}>
      <Standing agentJob={agentJob} />
      <Transcript events={events} />
      {!hasEnded(agentJob) && <p class="working">The agent is working.</p>}
    </Live>
  )
}

function Standing({ agentJob }: { agentJob: AgentJobRecord }) {
  const { status, prLink, usage } = agentJob
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
function Continue({ visit, agentJob, form }: Props) {
  if (agentJob.status === 'archived') return null
  const mayWrite = hasRole(visit.organization.role, 'writer')
  const here = `/dashboard/${visit.organization.organizationId}/agent-jobs/${agentJob.id}`
  if (!hasEnded(agentJob)) {
    return mayWrite ? (
      <Confirm
        visit={visit}
        action={`${here}/cancel`}
        offer="Cancel this agent job"
        sentence={`The agent job “${titleOf(agentJob)}” stops and counts as failed. What the agent changed in this turn is discarded.`}
        label="Cancel agent job"
      />
    ) : null
  }
  return (
    <>
      {agentJob.status === 'failed' && (
        <>
          <h2>What to do next</h2>
          <p>{whatNext(agentJob.errorCode, { organization: visit.organization.name, mayWrite })}</p>
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

function PutAway({ visit, agentJob }: Pick<Props, 'visit' | 'agentJob'>) {
  if (!hasRole(visit.organization.role, 'writer') || !hasEnded(agentJob)) return null
  const verb = agentJob.status === 'archived' ? 'unarchive' : 'archive'
  return (
    <ActionForm
      visit={visit}
      action={`/dashboard/${visit.organization.organizationId}/agent-jobs/${agentJob.id}/${verb}`}
    >
      <button type="submit">{verb === 'archive' ? 'Archive' : 'Unarchive'}</button>
    </ActionForm>
  )
}

function Facts({ visit, agentJob }: Pick<Props, 'visit' | 'agentJob'>) {
  return (
    <dl class="facts">
      <dt>Agent job id</dt>
      <dd>
        <Copy text={agentJob.id} label="the id of this agent job" />
      </dd>
      <dt>Project</dt>
      <dd>
        <a href={at(visit, `/projects/${agentJob.projectId}`)}>{agentJob.projectName}</a>
      </dd>
      <dt>Branch</dt>
      <dd>
        <code>{agentJob.branch}</code> into <code>{agentJob.ref ?? 'the project’s branch'}</code>
      </dd>
      <dt>Model</dt>
      <dd>{agentJob.model}</dd>
      <dt>Changed files</dt>
      <dd>{agentJob.changedFiles.length === 0 ? 'none' : <ChangedFiles files={agentJob.changedFiles} />}</dd>
      <dt>Requested</dt>
      <dd>
        <Time at={agentJob.createdAt} />
      </dd>
      {agentJob.archivedAt !== null && (
        <>
          <dt>Archived</dt>
          <dd>
            <Time at={agentJob.archivedAt} />
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
