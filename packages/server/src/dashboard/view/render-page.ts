import type { Answer } from '../answer.ts'
import type { Markup } from '../dashboard.ts'

/** The markup as text. Components may be async, so it is awaited. */
export async function renderPage(markup: Markup | Promise<Markup>, status = 200): Promise<Answer> {
  return { kind: 'page', status, html: `<!doctype html>${await markup}` }
}
