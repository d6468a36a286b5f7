import type { PageDifference, TextBlock } from '@bindery/contract'
import type { ExportRecord } from '../../../core/exports/read/read-export.ts'
import { Diff, type DiffLine } from '../../view/diff.tsx'
import { Empty } from '../../view/empty.tsx'
import { Page } from '../../view/layout/page.tsx'
import { formatMany } from '../../view/numbers.ts'
import type { MemberVisit } from '../../visit.ts'
import { trailTo } from '../trail-to.ts'
import { ViewLink } from '../view-link.tsx'

interface Props {
  visit: MemberVisit
  job: ExportRecord
  difference: PageDifference
}

/** What was removed and added in the text of one page. */
export function DifferencePage({ visit, job, difference: { path, since, blocks } }: Props) {
  const trail = [...trailTo(job), { href: `/exports/${job.id}/changes?since=${since}`, name: 'Changes' }]
  // What only the earlier export has can be looked at only there.
  const isGone = blocks !== null && blocks.length > 0 && blocks.every(({ mark }) => mark === 'removed')
  return (
    <Page visit={visit} title={path} section="exports" trail={trail}>
      {blocks === null && (
        <Empty title="Too long to compare">
          <p>The text of this page is longer than 1 MiB or has more than 5,000 paragraphs.</p>
        </Empty>
      )}
      {blocks?.length === 0 && (
        <Empty title="The text is the same">
          <p>A snippet, the navigation or the theme has changed.</p>
        </Empty>
      )}
      {blocks !== null && blocks.length > 0 && <Diff lines={blocks.flatMap(toLines)} />}
      <p class="actions">
        <ViewLink visit={visit} exportId={isGone ? since : job.id} path={path} />
      </p>
    </Page>
  )
}

const marks = { same: 'same', removed: 'del', added: 'ins' } as const

/** The lines of a block, an empty one after it, and a note where blocks are left out. */
function toLines({ mark, text, skipped }: TextBlock): DiffLine[] {
  const written = text.split('\n').map((line): DiffLine => ({ mark: marks[mark], text: line }))
  const lines: DiffLine[] = [...written, { mark: 'same', text: '' }]
  return skipped === 0 ? lines : [{ mark: 'same', text: `… ${formatMany(skipped, 'unchanged block')} …\n` }, ...lines]
}
