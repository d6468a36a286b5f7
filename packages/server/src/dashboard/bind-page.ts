import { readBytes } from '../http/read-bytes.ts'
import type { Answer } from './answer.ts'
import { isSame } from './cookies.ts'
import type { Dashboard, Entry, Markup, Needs } from './dashboard.ts'
import { enterOrganization } from './enter-organization.ts'
import type { PageHandlers } from './page-handlers.ts'
import { noSuchPage, Problem, SignInNeeded, toProblem } from './problem.ts'
import { renderPage } from './view/render-page.ts'
import type { Form, MemberVisit, PersonVisit, Visit } from './visit.ts'

export type VisitOf<Need extends Needs> = Need extends 'nobody'
  ? Visit
  : Need extends 'person' | 'operator'
    ? PersonVisit
    : MemberVisit

/** A page to look at; or a file, a fragment, or wherever else it leads. */
export function bindPage<Need extends Needs>(
  app: Dashboard,
  handlers: PageHandlers,
  entry: Entry<Need>,
  show: (visit: VisitOf<Need>) => Promise<Markup | Answer> | Markup | Answer,
): void {
  handlers.entries.push({ ...entry, method: 'GET' })
  app.get(entry.path, (c) =>
    handlers.handle(c, entry.operation, async (visit) => {
      const shown = await show(await admit(handlers, visit, entry.needs))
      return isAnswer(shown) ? shown : renderPage(shown)
    }),
  )
}

/**
 * What a form does: the form's token is looked at before anything else. A refusal comes back as the page that `again`
 * renders with the form as it was filled in; without it, as a page that says so.
 */
export function bindAction<Need extends Needs>(
  app: Dashboard,
  handlers: PageHandlers,
  entry: Entry<Need>,
  act: (visit: VisitOf<Need>, form: Form) => Promise<Answer>,
  again?: (visit: VisitOf<Need>, form: Form, problem: Problem) => Promise<Markup> | Markup,
): void {
  handlers.entries.push({ ...entry, method: 'POST' })
  app.post(entry.path, (c) =>
    handlers.handle(c, entry.operation, async (visit) => {
      if (entry.needs !== 'nobody' && !visit.session) throw new SignInNeeded()
      const form = await readForm(visit)
      const admitted = await admit(handlers, visit, entry.needs)
      try {
        return await act(admitted, form)
      } catch (error) {
        const problem = toProblem(error)
        if (!again || !problem) throw error
        return renderPage(again(admitted, form, problem), problem.status)
      }
    }),
  )
}

const formBytes = 512 * 1024

async function readForm(visit: Visit): Promise<Form> {
  const bytes = await readBytes(visit.c, formBytes)
  const sent = Buffer.from(bytes).toString('utf8')
  // No table keeps a NUL, and nobody types one.
  if (/%00|\0/.test(sent)) throw new Problem(422, 'A field contains a character that cannot be stored. Type it again.')
  const form = new URLSearchParams(sent)
  if (isSame(form.get('csrf') ?? '', visit.csrf) && isOurs(visit)) return form
  if (visit.plainHost !== undefined) throw new Problem(403, 'Your browser did not keep the cookie of this form.')
  throw new Problem(403, 'This form is no longer valid. Go back, reload the page and send it again.')
}

/** Browsers say where a form came from; one that does not say is judged by its token alone. */
function isOurs({ c }: Visit): boolean {
  const from = c.req.header('sec-fetch-site')
  return from === undefined || from === 'same-origin' || from === 'none'
}

async function admit<Need extends Needs>(handlers: PageHandlers, visit: Visit, needs: Need): Promise<VisitOf<Need>> {
  if (needs === 'nobody') return visit as VisitOf<Need>
  const { session } = visit
  if (!session) throw new SignInNeeded()
  const { address, requestId } = visit
  const known: PersonVisit = { ...visit, session, actor: { name: `person:${session.person.id}`, address, requestId } }
  if (needs === 'person') return known as VisitOf<Need>
  if (needs === 'operator') {
    if (session.person.isOperator) return known as VisitOf<Need>
    throw noSuchPage()
  }
  return (await enterOrganization(handlers.deps, known, needs)) as VisitOf<Need>
}

function isAnswer(shown: Markup | Answer): shown is Answer {
  return 'kind' in shown && typeof shown.kind === 'string'
}
