import type { ExportChanges, RollBackResult } from '@bindery/contract'
import type { ExportRecord } from '../../core/exports/read/read-export.ts'
import type { DomainView } from '../../core/publications/view-domain.ts'
import { ChangeCounts, changeColumns } from '../exports/changes/change-table.tsx'
import { ActionForm, Field } from '../view/forms/form.tsx'
import { FormId } from '../view/forms/form-id.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { formatCount, formatMany } from '../view/numbers.ts'
import { Table } from '../view/table.tsx'
import type { MemberVisit } from '../visit.ts'
import { actionOf, isBack } from './publish-button.tsx'

interface Props {
  visit: MemberVisit
  view: DomainView
  /** What would be current. */
  job: ExportRecord
  /** Undefined where nothing is published yet, or the files of what is are gone. */
  changes: ExportChanges | undefined
}

/** What readers will see differently, before anybody makes it so. */
export function PublishPage({ visit, view, job, changes }: Props) {
  const { current, project } = view
  const { domain } = current
  const back = isBack(view, { created_at: job.createdAt })
  const name = job.version ?? job.id
  const trail = [
    { href: '/projects', name: 'Projects' },
    { href: `/projects/${project.id}`, name: project.name },
    { href: `/domains/${domain}`, name: domain },
  ]
  return (
    <Page visit={visit} title={back ? `Roll back to ${name}` : `Publish ${name}`} section="projects" trail={trail}>
      <p class="lead">
        {current.jobId === null
          ? `Nothing is published on ${domain} yet. Its hosts start to serve ${formatMany(job.pageCount, 'page')}.`
          : `Hosts that follow ${domain} change from ${current.version ?? current.jobId} to ${name} within seconds${back ? ` (${describeRollBack(rollBackTo(job, current, changes))})` : ''}.`}
        {back && ` The next full export of ${project.branch} replaces it, unless you pin it.`}
      </p>
      <ActionForm visit={visit} action={actionOf(visit, domain, back ? 'rollback' : 'publish')}>
        <FormId />
        <input type="hidden" name="jobId" value={job.id} />
        {back && (
          <Field
            label="Pin it there"
            name="pin"
            maxlength={500}
            hint="A reason, such as “broken links in v12”. Leave empty to not pin it."
          />
        )}
        <div class="actions">
          <button class="primary" type="submit">
            {back ? `Roll back to ${name}` : `Publish ${name}`}
          </button>
          <a href={at(visit, `/domains/${domain}`)}>Cancel</a>
        </div>
      </ActionForm>
      {current.jobId !== null && <Changes visit={visit} job={job} changes={changes} />}
    </Page>
  )
}

/** “4ed54e1 → 286fccc, 2 pages change”. */
export function describeRollBack({ replaced, commit, pageChanges }: RollBackSteps): string {
  const [from, to] = [replaced?.commit, commit].map((id) => id?.slice(0, 7) ?? 'unknown commit')
  if (pageChanges === null) return `${from} → ${to}`
  const { rendered, ...content } = pageChanges
  const count = Object.values(content).reduce((sum, pages) => sum + pages, 0)
  const pages =
    count === 0 ? 'no page text changes' : `${formatMany(count, 'page')} ${count === 1 ? 'changes' : 'change'}`
  const others =
    rendered > 0
      ? `, ${formatMany(rendered, 'page')} with the same text ${rendered === 1 ? 'is' : 'are'} rendered differently`
      : ''
  return `${from} → ${to}, ${pages}${others}`
}

type RollBackSteps = Pick<RollBackResult, 'replaced' | 'commit' | 'pageChanges'>

function rollBackTo(
  { commit }: ExportRecord,
  current: DomainView['current'],
  changes: Props['changes'],
): RollBackSteps {
  const { jobId, version } = current
  const replaced = jobId === null ? null : { jobId, version, commit: current.commit }
  return { replaced, commit, pageChanges: changes?.counts ?? null }
}

function Changes({ visit, job, changes }: Pick<Props, 'visit' | 'job' | 'changes'>) {
  if (!changes)
    return (
      <p class="quiet">
        What will change cannot be shown now: the bundle of the current export is still being written, or its files are
        deleted.
      </p>
    )
  const { counts, pages, since } = changes
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <h2>What will change</h2>
      <ChangeCounts counts={counts} />
      {pages.length > 0 ? (
        <Table caption="Pages that will change" columns={changeColumns(visit, job.id, since)} rows={pages} />
      ) : (
        <p class="quiet">Both exports have the same pages with the same content.</p>
      )}
      {total > pages.length && (
        <p class="more">
          <a href={at(visit, `/exports/${job.id}/changes?since=${since}`)}>All {formatCount(total)} changes</a>
        </p>
      )}
    </>
  )
}
