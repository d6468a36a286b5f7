import type { ExportChanges } from '@bindery/contract'
import type { ProjectSite, SiteExport } from '../../../core/projects/list-sites.ts'
import { viewPath } from '../../exports/view-link.tsx'
import { at } from '../../view/layout/page.tsx'
import { formatCount } from '../../view/numbers.ts'
import { OutsideLink } from '../../view/outside-link.tsx'
import { Status } from '../../view/status.tsx'
import { Time } from '../../view/time.tsx'
import type { MemberVisit } from '../../visit.ts'

export interface ShownSite extends ProjectSite {
  /** Undefined where there is nothing to compare with, or too much to compare at once. */
  changes: ExportChanges['counts'] | undefined
}

interface Props {
  visit: MemberVisit
  projectId: string
  site: ShownSite
}

/** What the readers of a domain get, and what was done to it last. */
export function SiteCard({ visit, projectId, site }: Props) {
  const { domain, isPinned, isVerified, current } = site
  return (
    <section class="card site">
      <h2>
        <a href={at(visit, `/domains/${domain}`)}>{domain}</a> {isPinned && <span class="badge">pinned</span>}{' '}
        {!isVerified && <span class="badge bad">not verified</span>}
      </h2>
      {!isVerified && (
        <p>
          Prove that the domain is yours before you export it.{' '}
          <a href={at(visit, `/projects/${projectId}/domains`)}>Show the record to set</a>
        </p>
      )}
      {current ? (
        <Current visit={visit} site={site} current={current} />
      ) : (
        <p class="quiet">Nothing is published yet.</p>
      )}
    </section>
  )
}

function Current({ visit, site, current }: { visit: MemberVisit; site: ShownSite; current: SiteExport }) {
  const { domain, publishedAt, before } = site
  const { id, version, commit, pages, errors, warnings, hasFiles } = current
  const figures = [
    ['Pages', pages, before?.pages],
    ['Errors', errors, before?.errors],
    ['Warnings', warnings, before?.warnings],
  ] as const
  return (
    <>
      <p class="actions">
        <Status of="live" />
        <a href={at(visit, `/exports/${id}`)}>{version ?? id}</a>
        {commit !== null && <code>{commit.slice(0, 7)}</code>}
        {publishedAt !== null && (
          <span class="quiet">
            published <Time at={publishedAt} />
          </span>
        )}
      </p>
      <dl class="figures">
        {figures.map(([name, now, then]) => (
          <div>
            <dt>{name}</dt>
            <dd>
              {formatCount(now)} <Difference now={now} before={then} />
            </dd>
          </div>
        ))}
      </dl>
      <Changes visit={visit} site={site} current={current} />
      <p class="actions">
        <OutsideLink href={`https://${domain}`}>Open the live site</OutsideLink>
        {hasFiles && (
          <a href={viewPath(visit, id)} target="_blank" rel="noopener" aria-label={`Preview ${domain}`}>
            Preview
          </a>
        )}
        <a href={at(visit, `/exports/${id}/report`)} aria-label={`Report of ${domain}`}>
          Report
        </a>
        <a href={at(visit, `/domains/${domain}`)} aria-label={`Publish or roll back ${domain}`}>
          Publish or roll back
        </a>
      </p>
    </>
  )
}

function Difference({ now, before }: { now: number; before: number | undefined }) {
  if (before === undefined || now === before) return null
  return <small>{now > before ? `+${formatCount(now - before)}` : `−${formatCount(before - now)}`}</small>
}

/** What became of the pages since the export before. */
function Changes({
  visit,
  site: { before, changes },
  current,
}: {
  visit: MemberVisit
  site: ShownSite
  current: SiteExport
}) {
  if (!before || !current.hasFiles) return null
  const name = before.version ?? before.id
  const list = at(visit, `/exports/${current.id}/changes?since=${before.id}`)
  return (
    <p>
      Since {name}: {changes ? describeChanges(changes) : 'not counted'}. <a href={list}>See what changed</a>
    </p>
  )
}

function describeChanges({ added, changed, moved, removed }: ExportChanges['counts']): string {
  const parts = Object.entries({ added, changed, moved, removed }).filter(([, count]) => count > 0)
  if (parts.length === 0) return 'no page changed'
  return parts.map(([what, count]) => `${formatCount(count)} ${what}`).join(', ')
}
