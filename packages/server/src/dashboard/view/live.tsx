import type { PropsWithChildren } from 'hono/jsx'

interface Props {
  /** Where the fragment comes from; the answer waits until the job has another revision. */
  href: string
  revision: string
  /** What ends no longer changes; a list does not end. */
  ended: boolean
}

/**
 * A part of the page that the script keeps up to date; when the job has ended, the script reads the rest of the page again
 * too. No page reloads itself: that would close an open confirmation and move the focus.
 */
export function Live({ href, revision, ended, children }: PropsWithChildren<Props>) {
  return (
    <div data-live={ended ? undefined : href} data-revision={revision}>
      {children}
      {!ended && (
        <noscript>
          <p class="quiet">This part does not update without JavaScript. Reload the page to see changes.</p>
        </noscript>
      )}
    </div>
  )
}
