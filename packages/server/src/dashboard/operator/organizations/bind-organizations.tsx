import { type LimitName, limitNames } from '../../../core/limits/limits.ts'
import { setLimit, setPlan, suspend } from '../../../core/organizations/change-organization.ts'
import { createOrganization } from '../../../core/organizations/create-organization.ts'
import { readOrganization } from '../../../core/organizations/read-organization.ts'
import { parseName } from '../../../core/people/check-person-details.ts'
import type { Plan } from '../../../db/tables.ts'
import { redirect } from '../../answer.ts'
import { bindAction, bindPage } from '../../bind-page.ts'
import type { Dashboard, Markup } from '../../dashboard.ts'
import type { PageHandlers } from '../../page-handlers.ts'
import { readText } from '../../parse-form.ts'
import { noSuchPage, Problem } from '../../problem.ts'
import type { Form, PersonVisit } from '../../visit.ts'
import { NewOrganization } from './new-organization.tsx'
import { OrganizationPage, plans } from './organization-page.tsx'

const organizations = '/operator/organizations'

/** What the operator sets of an organization: its plan, its limits, and whether it may work at all. */
export function bindOrganizations(app: Dashboard, handlers: PageHandlers): void {
  const { db } = handlers.deps
  bindPage(
    app,
    handlers,
    { operation: 'showNewOrganization', path: `${organizations}/new`, needs: 'operator' },
    (visit) => <NewOrganization visit={visit} />,
  )
  bindAction(
    app,
    handlers,
    { operation: 'createOrganization', path: organizations, needs: 'operator' },
    async (visit, form) => {
      const made = { name: parseName(form.get('name') ?? ''), plan: readPlan(form) }
      const { id, name } = await createOrganization(db, made, visit.actor)
      return redirect(`${organizations}/${id}`, `${name} is created. Invite its first admin on its page People.`)
    },
    (visit, form, { message }) => (
      <NewOrganization visit={visit} name={form.get('name') ?? ''} plan={form.get('plan')} refusal={message} />
    ),
  )
  bindOne(app, handlers)
}

function bindOne(app: Dashboard, handlers: PageHandlers): void {
  const { db, limits } = handlers.deps
  const path = `${organizations}/:id`

  async function show(visit: PersonVisit, refusal?: string): Promise<Markup> {
    const organization = await readOrganization(db, idOf(visit)).catch(() => {
      throw noSuchPage()
    })
    return <OrganizationPage visit={visit} organization={organization} limits={limits} refusal={refusal} />
  }

  bindPage(app, handlers, { operation: 'showOrganization', path, needs: 'operator' }, (visit) => show(visit))

  const change = (
    operation: string,
    part: string,
    act: (visit: PersonVisit, id: string, form: Form) => Promise<string>,
  ) =>
    bindAction(
      app,
      handlers,
      { operation, path: `${path}/${part}`, needs: 'operator' },
      async (visit, form) => redirect(`${organizations}/${idOf(visit)}`, await act(visit, idOf(visit), form)),
      (visit, _form, { message }) => show(visit, message),
    )

  change('setPlan', 'plan', async ({ actor }, id, form) => {
    const plan = readPlan(form)
    await setPlan(db, id, plan, actor)
    return `The plan is now ${plan}.`
  })
  change('setLimit', 'limit', async ({ actor }, id, form) => {
    const limit = readLimit(form)
    await setLimit(db, id, limit, actor)
    return limit.value === null ? 'The limit of the installation holds again.' : 'The limit is set.'
  })
  change('suspendOrganization', 'suspend', async ({ actor }, id, form) => {
    const suspended = form.get('suspended') === 'true'
    await suspend(db, id, suspended, actor)
    return suspended ? 'The organization is suspended.' : 'The organization can work again.'
  })
}

const idOf = ({ c }: PersonVisit) => c.req.param('id') ?? ''

function readPlan(form: Form): Plan {
  const plan = plans.find((one) => one === form.get('plan'))
  if (!plan) throw new Problem(422, `Choose one of these plans: ${plans.join(', ')}.`)
  return plan
}

/** An empty value goes back to the installation's. */
function readLimit(form: Form): { name: LimitName; value: number | null } {
  const name = limitNames.find((one) => one === form.get('limit'))
  if (!name) throw new Problem(422, 'Choose a limit.')
  const text = readText(form, 'value')
  if (text === undefined) return { name, value: null }
  const value = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return { name, value }
  throw new Problem(422, 'A limit is a whole number. Leave it empty to use the limit of the installation.')
}
