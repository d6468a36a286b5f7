import type { Child, PropsWithChildren } from 'hono/jsx'

interface Props {
  title: string
  /** Where its form comes back to. */
  id?: string
  /** What it is for, in a sentence or two. */
  about: Child
}

/** One thing that can be set: what it is on the left, the form on the right. */
export function Setting({ title, id, about, children }: PropsWithChildren<Props>) {
  return (
    <section class="setting" id={id}>
      <div>
        <h2>{title}</h2>
        <p class="quiet">{about}</p>
      </div>
      <div>{children}</div>
    </section>
  )
}
