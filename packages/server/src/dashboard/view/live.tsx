import type { PropsWithChildren } from 'hono/jsx'

interface Props {
  /** Where the fragment comes from; the answer waits until the job has another revision. */
  href: string
  revision: string
  /** A job that has ended no longer changes. */
  ended: boolean
}

/** A part of the page that the script keeps true; when the job has ended, the rest of the page is read anew too. */
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
