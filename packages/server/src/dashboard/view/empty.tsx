import type { PropsWithChildren } from 'hono/jsx'

/** Nothing yet: says what would be here, and what to do next. */
export function Empty({ title, children }: PropsWithChildren<{ title: string }>) {
  return (
    <section class="empty">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
