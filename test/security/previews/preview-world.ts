import type { World } from '../prepare-world.ts'

/** Two exports of two tenants, at an installation whose previews are below a path or on names of their own. */
export interface PreviewWorld {
  world: World
  /** The API that is asked. */
  url: string
  /** Its previews have names of their own. */
  domain: string | undefined
  /** Of the suite's own tenant, who attacks. */
  attacker: string
  /** Of another one. */
  victim: string
  /** Was right until a moment ago. */
  expired: string
  /** An export that another tenant asks for with its own key. */
  victimJob: string
}
