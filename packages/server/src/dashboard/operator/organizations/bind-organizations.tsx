import { type LimitName, limitFor, limitNames } from '../../../core/limits/limits.ts'
import { setLimit, setPlan, suspend } from '../../../core/organizations/change-organization.ts'
import { createOrganization } from '../../../core/organizations/create-organization.ts'
import { readOrganization } from '../../../core/organizations/read-organization.ts'
import { parseName } from '../../../core/people/check-person-details.ts'
import { expectPriced } from '../../../core/usage/model-prices.ts'
import { readLimitUse } from '../../../core/usage/read-limit-use.ts'
import type { Plan } from '../../../db/tables.ts'
import { redirect } from '../../answer.ts'
import { bindAction, bindPage } from '../../bind-page.ts'
import type { Dashboard, Markup } from '../../dashboard.ts'
import type { PageHandlers } from '../../page-handlers.ts'
import { readText } from '../../parse-form.ts'
import { noSuchPage, Problem } from '../../problem.ts'
import { formatLimit, limitWords, readLimit } from '../../settings/limit-words.ts'
import { renderPage } from '../../view/render-page.ts'
import type { Form, PersonVisit } from '../../visit.ts'
import { LimitPage, type LimitPageProps } from './limit-page.tsx'
import { NewOrganization } from './new-organization.tsx'
import { OrganizationPage, plans } from './organization-page.tsx'

const organizations = '/operator/organizations'

/** What the operator sets of an organization: its plan, its limits, and whether it may work at all. */
export function bindOrganizations(app: Dashboard, handlers: PageHandlers): void {
  const { db, domains } = handlers.deps
  const domainMode = domains.mode
  bindPage(
    app,
    handlers,
    { operation: 'showNewOrganization', path: `${organizations}/new`, needs: 'operator' },
    (visit) => <NewOrganization visit={visit} domainMode={domainMode} />,
  )
  bindAction(
    app,
    handlers,
    { operation: 'createOrganization', path: organizations, needs: 'operator' },
    async (visit, form) => {
      const made = { name: parseName(form.get('name') ?? ''), plan: readPlan(form) }
      const trustsDomains = form.get('trust_domains') === 'on'
      const { id, name } = await createOrganization(db, { ...made, domainMode, trustsDomains }, visit.actor)
      return redirect(`${organizations}/${id}`, `${name} is created. Invite its first admin on its page People.`)
    },
    (visit, form, { message }) => (
      <NewOrganization
        visit={visit}
        domainMode={domainMode}
        name={form.get('name') ?? ''}
        plan={form.get('plan')}
        refusal={message}
      />
    ),
  )
  bindOne(app, handlers)
  bindLimit(app, handlers)
}

function bindOne(app: Dashboard, handlers: PageHandlers): void {
  const { db, limits, prices } = handlers.deps
  const path = `${organizations}/:id`

  async function show(visit: PersonVisit, refusal?: string): Promise<Markup> {
    const organization = await readOrganization(db, idOf(visit)).catch(() => {
      throw noSuchPage()
    })
    const { currency } = prices
    return (
      <OrganizationPage
        visit={visit}
        organization={organization}
        limits={limits}
        currency={currency}
        refusal={refusal}
      />
    )
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
  change('suspendOrganization', 'suspend', async ({ actor }, id, form) => {
    const suspended = form.get('suspended') === 'true'
    await suspend(db, id, suspended, actor)
    return suspended ? 'The organization is suspended.' : 'The organization can work again.'
  })
}

function bindLimit(app: Dashboard, handlers: PageHandlers): void {
  const { db, limits, models, prices } = handlers.deps
  const { currency } = prices
  const path = `${organizations}/:id/limits/:limit`

  async function read(visit: PersonVisit) {
    const name = limitNames.find((one) => one === visit.c.req.param('limit'))
    if (!name) throw noSuchPage()
    const organization = await readOrganization(db, idOf(visit)).catch(() => {
      throw noSuchPage()
    })
    const used = await readLimitUse(db, organization.id, name, prices)
    return { visit, organization, limits, name, currency, used }
  }

  bindPage(app, handlers, { operation: 'showLimit', path, needs: 'operator' }, async (visit) => (
    <LimitPage {...(await read(visit))} />
  ))
  bindAction(
    app,
    handlers,
    { operation: 'setLimit', path, needs: 'operator' },
    async (visit, form) => {
      const shown = await read(visit)
      const { name, organization } = shown
      const value = readValue(name, form, currency)
      expectPriced({ name, value }, { models: models.allowed, prices })
      const reason = form.get('confirmed') === String(value) ? undefined : findRisk(shown, value)
      if (reason !== undefined) return renderPage(<LimitPage {...shown} unconfirmed={{ value, reason }} />)
      await setLimit(db, organization.id, { name, value }, visit.actor)
      const holds = formatLimit(name, value ?? limits[name], currency)
      return redirect(`${organizations}/${organization.id}`, `${limitWords[name].what}: ${holds}.`)
    },
    async (visit, form, { message }) => <LimitPage {...(await read(visit))} form={form} refusal={message} />,
  )
}

type ShownLimit = Pick<LimitPageProps, 'organization' | 'limits' | 'name' | 'currency' | 'used'>

/** Why a value needs a confirmation: it is below what is in use, or, where that is not recorded, below the limit of now. */
function findRisk(shown: ShownLimit, value: number | null): string | undefined {
  const { organization, limits, name, used } = shown
  const now = limitFor(name, limits, organization.limits)
  const next = value ?? limits[name]
  const isUnlimited = (limit: number) => limit === 0 && limitWords[name].zero !== undefined
  if (isUnlimited(next)) return undefined
  const { what } = limitWords[name]
  const format = (limit: number) => formatLimit(name, limit, shown.currency)
  if (used !== undefined) {
    if (next >= used) return undefined
    return `${what}: ${organization.name} uses ${format(used)}. With a limit of ${format(next)}, more is refused until the use is below it.`
  }
  if (!isUnlimited(now) && next >= now) return undefined
  return `${what}: the limit is ${format(now)} now, and how much of it is in use is not recorded. With ${format(next)}, work that is possible now may fail.`
}

/** Null goes back to the limit of the installation. */
function readValue(name: LimitName, form: Form, currency: string): number | null {
  const confirmed = form.get('confirmed')
  if (form.get('reset') === 'true' || confirmed === 'null') return null
  if (confirmed !== null && /^\d+$/.test(confirmed)) return Math.max(limitWords[name].min, Number(confirmed))
  const entered = readLimit(name, {
    number: readText(form, 'value') ?? '',
    unit: readText(form, 'unit') ?? '',
    currency,
  })
  if ('refusal' in entered) throw new Problem(422, entered.refusal)
  return entered.value
}

const idOf = ({ c }: PersonVisit) => c.req.param('id') ?? ''

function readPlan(form: Form): Plan {
  const plan = plans.find((one) => one === form.get('plan'))
  if (!plan) throw new Problem(422, `Choose one of these plans: ${plans.join(', ')}.`)
  return plan
}
