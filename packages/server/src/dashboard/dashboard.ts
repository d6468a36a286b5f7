import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Role } from '../db/tables.ts'

/** The routes that the dashboard adds itself to: the API's own. */
export type Dashboard = Hono<{ Bindings: HttpBindings }>

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** Who may come: anybody, whoever has signed in, a member with at least this role, or the installation's operator. */
export type Needs = 'nobody' | 'person' | Role | 'operator'

export interface Entry<Need extends Needs = Needs> {
  /** Names the route in logs and metrics. */
  operation: string
  path: string
  needs: Need
}
