import type { PropsWithChildren } from 'hono/jsx'

interface Props {
  href: string
  /** What it is called where its own words do not say enough. */
  label?: string
}

/** A way out of the dashboard, marked as one. Whatever is no web address stays text. */
export function OutsideLink({ href, label, children }: PropsWithChildren<Props>) {
  if (!/^https?:\/\//.test(href)) return <code>{href}</code>
  return (
    <a class="outside" href={href} rel="noopener noreferrer nofollow" {...(label && { 'aria-label': label })}>
      {children}
    </a>
  )
}
