import type { DomainView } from '../../core/publications/view-domain.ts'
import { Copy } from '../view/copy.tsx'
import { at } from '../view/layout/page.tsx'
import { Time } from '../view/time.tsx'
import type { MemberVisit } from '../visit.ts'

export function CurrentFacts({ visit, view: { current, project } }: { visit: MemberVisit; view: DomainView }) {
  const { jobId, version, commit, publishedAt } = current
  if (jobId === null) {
    return (
      <p class="lead">
        Nothing is published yet, so hosts that follow {current.domain} have nothing to serve. A full export of{' '}
        <code>{project.branch}</code> is published when it completes. You can publish any other export yourself.
      </p>
    )
  }
  return (
    <>
      <p class="lead">
        Hosts that follow {current.domain} serve this export.
        {current.pin === null && (
          <>
            {' '}
            The next full export of <code>{project.branch}</code> replaces it.
          </>
        )}
      </p>
      <dl class="facts">
        <dt>Current export</dt>
        <dd>
          <a href={at(visit, `/exports/${jobId}`)}>{version ?? jobId}</a>
        </dd>
        {commit !== null && (
          <>
            <dt>Commit</dt>
            <dd>
              <Copy text={commit} label="the commit" />
            </dd>
          </>
        )}
        {publishedAt !== null && (
          <>
            <dt>Published</dt>
            <dd>
              <Time at={publishedAt} />
            </dd>
          </>
        )}
      </dl>
    </>
  )
}
