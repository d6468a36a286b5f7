import { resetPerson } from '../../../core/people/change-person.ts'
import { listPeople } from '../../../core/people/list-people.ts'
import { bindAction, bindPage } from '../../bind-page.ts'
import type { Dashboard, Markup } from '../../dashboard.ts'
import type { PageHandlers } from '../../page-handlers.ts'
import { renderPage } from '../../view/render-page.ts'
import type { PersonVisit } from '../../visit.ts'
import { OperatorPeople, ResetPage } from './operator-people.tsx'

/** Everybody who can sign in, and a way back in for those who cannot. */
export function bindOperatorPeople(app: Dashboard, handlers: PageHandlers): void {
  const { db, publicUrl } = handlers.deps
  const show = async (visit: PersonVisit, refusal?: string): Promise<Markup> => (
    <OperatorPeople visit={visit} people={await listPeople(db)} refusal={refusal} />
  )
  bindPage(app, handlers, { operation: 'listPeople', path: '/operator/people', needs: 'operator' }, (visit) =>
    show(visit),
  )
  bindAction(
    app,
    handlers,
    { operation: 'resetPerson', path: '/operator/people/reset', needs: 'operator' },
    async (visit, form) => {
      const withoutSecondFactor = form.get('second_factor') === 'off'
      const offered = await resetPerson(db, form.get('email') ?? '', { withoutSecondFactor }, visit.actor)
      const link = `${publicUrl.replace(/\/$/, '')}/reset/${offered.token}`
      return renderPage(<ResetPage visit={visit} email={offered.email} link={link} expiresAt={offered.expiresAt} />)
    },
    (visit, _form, { message }) => show(visit, message),
  )
}
