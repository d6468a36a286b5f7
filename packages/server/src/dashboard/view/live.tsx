import type { PropsWithChildren } from 'hono/jsx'

interface Props {
  /** Where the fragment comes from; the answer waits until the job has another revision. */
  href: string
  revision: string
  /** What ends no longer changes; a list does not end. */
  ended: boolean
  /** Whether a browser without script loads the page anew by itself. */
  reload?: boolean
}

/** A part of the page that the script keeps true; when the job has ended, the rest of the page is read anew too. */
export function Live({ href, revision, ended, reload = false, children }: PropsWithChildren<Props>) {
  return (
    <div data-live={ended ? undefined : href} data-revision={revision}>
      {children}
      {!ended && (
        <noscript>
          {reload ? (
            <meta http-equiv="refresh" content="20" />
          ) : (
            <p class="quiet">This part does not update without JavaScript. Reload the page to see changes.</p>
          )}
        </noscript>
      )}
    </div>
  )
}
