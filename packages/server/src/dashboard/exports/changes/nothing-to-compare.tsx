import type { ExportRecord } from '../../../core/exports/read/read-export.ts'
import { Empty } from '../../view/empty.tsx'
import { Page } from '../../view/layout/page.tsx'
import type { MemberVisit } from '../../visit.ts'
import { trailTo } from '../trail-to.ts'

export function NothingToCompare({ visit, job }: { visit: MemberVisit; job: ExportRecord }) {
  return (
    <Page visit={visit} title="Changes" section="exports" trail={trailTo(job)}>
      <Empty title="Nothing to compare with">
        <p>{job.domain} has no earlier completed export whose files are still kept.</p>
      </Empty>
    </Page>
  )
}
