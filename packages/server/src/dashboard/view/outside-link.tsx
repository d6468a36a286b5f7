import type { PropsWithChildren } from 'hono/jsx'

/** A way out of the dashboard, marked as one. Whatever is no web address stays text. */
export function OutsideLink({ href, children }: PropsWithChildren<{ href: string }>) {
  if (!/^https?:\/\//.test(href)) return <code>{href}</code>
  return (
    <a class="outside" href={href} rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
