import { encodePath } from '@bindery/bundle'
import type { ExportChanges, PageChange } from '@bindery/contract'
import { at } from '../../view/layout/page.tsx'
import { formatCount } from '../../view/numbers.ts'
import type { Column } from '../../view/table.tsx'
import type { MemberVisit } from '../../visit.ts'
import { ViewLink } from '../view-link.tsx'

const names: Record<PageChange['kind'], string> = {
  added: 'Added',
  changed: 'Changed',
  moved: 'Moved',
  removed: 'Removed',
  rendered: 'Same text, new rendering',
}

/** How many pages there are of each kind of change. */
export function ChangeCounts({ counts }: Pick<ExportChanges, 'counts'>) {
  return (
    <dl class="figures">
      {Object.entries(names).map(([kind, name]) => (
        <div>
          <dt>{name}</dt>
          <dd>{formatCount(counts[kind as PageChange['kind']])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Of pages that differ between two exports, each with the way to look at it. */
export function changeColumns(visit: MemberVisit, exportId: string, since: string): Column<PageChange>[] {
  return [
    { title: 'Page', cell: ({ path }) => <code>{path}</code> },
    {
      title: 'What happened',
      cell: ({ kind, from }) => (from === null ? names[kind] : <>Moved from {<code>{from}</code>}</>),
    },
    {
      title: 'Text',
      cell: ({ kind, path, from }) =>
        (kind === 'changed' || kind === 'added' || kind === 'removed') && (
          <a
            class="nowrap"
            href={differencePath(visit, exportId, { since, path, from })}
            aria-label={`Compare ${path}`}
          >
            Compare
          </a>
        ),
    },
    {
      title: 'View',
      cell: ({ kind, path }) => <ViewLink visit={visit} exportId={kind === 'removed' ? since : exportId} path={path} />,
    },
  ]
}

function differencePath(
  visit: MemberVisit,
  exportId: string,
  { since, path, from }: { since: string; path: string; from: string | null },
): string {
  const query = new URLSearchParams({ since, ...(from !== null && { from }) })
  return `${at(visit, `/exports/${exportId}/changes/${encodePath(path)}`)}?${query}`
}
