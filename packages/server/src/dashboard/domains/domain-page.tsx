import type { DomainView, PublicationRecord, PublishableExport } from '../../core/publications/view-domain.ts'
import { hasRole } from '../enter-organization.ts'
import { Empty } from '../view/empty.tsx'
import { Refusal } from '../view/forms/form.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { Name, shortenRef } from '../view/name.tsx'
import { type Column, Table } from '../view/table.tsx'
import { Time } from '../view/time.tsx'
import type { MemberVisit } from '../visit.ts'
import { CurrentFacts } from './current-facts.tsx'
import { PinSetting } from './pin-setting.tsx'
import { PublishButton } from './publish-button.tsx'

interface Props {
  visit: MemberVisit
  view: DomainView
  refusal: string | undefined
}

/** What the hosts of a domain serve, what they could serve, and what they served before. */
export function DomainPage({ visit, view, refusal }: Props) {
  const { current, project, exports, history } = view
  const trail = [
    { href: '/projects', name: 'Projects' },
    { href: `/projects/${project.id}`, name: project.name },
  ]
  const mayChange = hasRole(visit.organization.role, 'writer')
  const start = mayChange && (
    <a class="button primary" href={at(visit, `/exports/new?domain=${current.domain}`)}>
      Start an export
    </a>
  )
  return (
    <Page visit={visit} title={current.domain} section="projects" trail={trail} action={start}>
      <Refusal sentence={refusal} />
      <CurrentFacts visit={visit} view={view} />
      <h2>Exports</h2>
      {exports.length > 0 ? (
        <Table caption="Exports that can be published" columns={exportColumns(visit, view, mayChange)} rows={exports} />
      ) : (
        <Empty title="No exports yet">
          <p>
            A full export of <code>{project.branch}</code> is published when it completes.
          </p>
        </Empty>
      )}
      <PinSetting visit={visit} current={current} mayChange={mayChange} />
      {history.length > 0 && (
        <>
          <h2>History</h2>
          <Table caption="What was current" columns={historyColumns(visit)} rows={history} />
        </>
      )}
    </Page>
  )
}

function exportColumns(visit: MemberVisit, view: DomainView, mayChange: boolean): Column<PublishableExport>[] {
  return [
    {
      title: 'Version',
      cell: ({ id, version, commit }) => (
        <Name text={version ?? commit?.slice(0, 7) ?? id} href={at(visit, `/exports/${id}`)} />
      ),
    },
    // Beside the version, so that a phone shows it: who rolls back may be on the way.
    {
      title: 'Published',
      cell: (row) => <PublishButton visit={visit} view={view} row={row} mayChange={mayChange} />,
    },
    { title: 'Commit', cell: ({ commit }) => <code>{commit?.slice(0, 7) ?? '–'}</code> },
    { title: 'Of', cell: (row) => <Extent row={row} branch={view.project.branch} /> },
    { title: 'Started', cell: ({ created_at }) => <Time at={created_at} /> },
  ]
}

/** Why an export was not published by itself, if that can be seen. */
function Extent({ row, branch }: { row: PublishableExport; branch: string }) {
  const { ref, requested_ref, requested_paths } = row
  const of = ref ?? requested_ref ?? branch
  return (
    <>
      <code>{shortenRef(of)}</code>
      {requested_paths !== null && (
        <>
          {' '}
          <span class="badge">some pages</span>
        </>
      )}
    </>
  )
}

const causes: Record<PublicationRecord['cause'], string> = {
  export: 'Export completed',
  publish: 'Published',
  rollback: 'Rolled back',
}

function historyColumns(visit: MemberVisit): Column<PublicationRecord>[] {
  return [
    { title: 'When', cell: ({ at: time }) => <Time at={time} /> },
    { title: 'What', cell: ({ cause }) => causes[cause] },
    {
      title: 'Version',
      cell: ({ exportId, version, commit }) => (
        <Name text={version ?? commit?.slice(0, 7) ?? exportId} href={at(visit, `/exports/${exportId}`)} />
      ),
    },
    {
      title: 'By',
      cell: ({ actor, actorName }) => <Name text={actorName ?? (actor === 'service' ? 'the service' : actor)} />,
    },
  ]
}
