import type { Selectable } from 'kysely'
import { type LimitName, type Limits, limitFor } from '../../../core/limits/limits.ts'
import type { Tables } from '../../../db/tables.ts'
import { enterLimit, formatLimit, limitWords, unitsOf } from '../../settings/limit-words.ts'
import { ActionForm, Choice, Field, Refusal } from '../../view/forms/form.tsx'
import type { Form, PersonVisit } from '../../visit.ts'
import { OperatorPage } from '../operator-page.tsx'

export interface LimitPageProps {
  visit: PersonVisit
  organization: Selectable<Tables['organization']>
  limits: Limits
  name: LimitName
  /** Currency of the limits that are costs. */
  currency: string
  /** How much of it is in use; undefined where that is not recorded. */
  used: number | undefined
  form?: Form
  refusal?: string
  /** The value that needs a confirmation; null for that of the installation. */
  unconfirmed?: { value: number | null; reason: string }
}

/** One limit of an organization, with its unit, its current value and what is in use. */
export function LimitPage(props: LimitPageProps) {
  const { visit, organization, limits, name, currency, used, form, refusal, unconfirmed } = props
  const { what, min } = limitWords[name]
  const current = limitFor(name, limits, organization.limits)
  const entered = enterLimit(name, current, currency)
  const [unit = '', ...otherUnits] = unitsOf(name, currency)
  const value = form?.get('value') ?? String(entered.number)
  const page = `/operator/organizations/${organization.id}`
  return (
    <OperatorPage visit={visit} title={what}>
      <p class="lead">
        Limit of {organization.name}: {formatLimit(name, current, currency)}, set for{' '}
        {organization.limits[name] === undefined ? 'this installation' : organization.name}.
        {used !== undefined && ` In use: ${used === 0 ? 'none' : formatLimit(name, used, currency)}.`}
      </p>
      <Refusal sentence={refusal} />
      {unconfirmed ? (
        <ActionForm visit={visit} action={`${page}/limits/${name}`}>
          <p class="warning" role="alert">
            {unconfirmed.reason}
          </p>
          <input type="hidden" name="confirmed" value={String(unconfirmed.value)} />
          <div class="actions">
            <button class="danger" type="submit">
              Set it to {formatLimit(name, unconfirmed.value ?? limits[name], currency)}
            </button>
            <a href={`${visit.base}${page}/limits/${name}`}>Cancel</a>
          </div>
        </ActionForm>
      ) : (
        <ActionForm visit={visit} action={`${page}/limits/${name}`}>
          <Field
            label={otherUnits.length > 0 ? 'Value' : `Value (${unit})`}
            name="value"
            value={value}
            required
            hint={describeBounds(name, min, currency)}
          />
          {otherUnits.length > 0 ? (
            <Choice
              label="Unit"
              name="unit"
              options={[unit, ...otherUnits].map((one) => ({ value: one, label: one }))}
              value={form?.get('unit') ?? entered.unit}
            />
          ) : (
            <input type="hidden" name="unit" value={unit} />
          )}
          <div class="actions">
            <button class="primary" type="submit">
              Set limit
            </button>
            <a href={`${visit.base}${page}`}>Cancel</a>
          </div>
        </ActionForm>
      )}
      {!unconfirmed && organization.limits[name] !== undefined && (
        <ActionForm visit={visit} action={`${page}/limits/${name}`}>
          <input type="hidden" name="reset" value="true" />
          <button type="submit">Use the limit of the installation: {formatLimit(name, limits[name], currency)}</button>
        </ActionForm>
      )}
    </OperatorPage>
  )
}

function describeBounds(name: LimitName, min: number, currency: string): string {
  const { zero } = limitWords[name]
  return zero === undefined ? `At least ${formatLimit(name, min, currency)}.` : `0 means: ${zero}.`
}
