import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { HtmlEscapedString } from 'hono/utils/html'

/** The routes that the dashboard adds itself to: the API's own. */
export type Dashboard = Hono<{ Bindings: HttpBindings }>

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>
