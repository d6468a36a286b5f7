import type { Selectable } from 'kysely'
import { type LimitName, type Limits, limitFor, limitNames } from '../../../core/limits/limits.ts'
import type { Plan, Tables } from '../../../db/tables.ts'
import { formatLimit, limitWords } from '../../settings/limit-words.ts'
import { Copy } from '../../view/copy.tsx'
import { ActionForm, Choice, Confirm, Refusal } from '../../view/forms/form.tsx'
import { Setting } from '../../view/forms/setting.tsx'
import { type Column, Table } from '../../view/table.tsx'
import type { PersonVisit } from '../../visit.ts'
import { OperatorPage } from '../operator-page.tsx'

export const plans: readonly Plan[] = ['free', 'pro', 'enterprise']
export const planOptions = plans.map((plan) => ({ value: plan, label: plan }))

type Organization = Selectable<Tables['organization']>

interface Props {
  visit: PersonVisit
  organization: Organization
  limits: Limits
  currency: string
  refusal?: string | undefined
}

export function OrganizationPage({ visit, organization, limits, currency, refusal }: Props) {
  const { id, name, plan } = organization
  const action = `/operator/organizations/${id}`
  return (
    <OperatorPage visit={visit} title={name}>
      <Refusal sentence={refusal} />
      <p>
        <Copy text={id} label="the organization's id" />
      </p>
      <p class="actions">
        <a href={`${visit.base}/dashboard/${id}/projects`}>Projects</a>
        <a href={`${visit.base}/dashboard/${id}/people`}>People</a>
        <a href={`${visit.base}/dashboard/${id}/usage`}>Usage</a>
      </p>
      <Setting title="Plan" about="Static exports need the plan enterprise.">
        <ActionForm visit={visit} action={`${action}/plan`}>
          <Choice label="Plan" name="plan" options={planOptions} value={plan} />
          <button type="submit">Set plan</button>
        </ActionForm>
      </Setting>
      <Setting title="Limits" about="A limit that you set here wins over that of the installation.">
        <Table caption="Limits" columns={columnsFor(visit, organization, limits, currency)} rows={limitNames} />
      </Setting>
      <Suspension visit={visit} action={`${action}/suspend`} organization={organization} />
    </OperatorPage>
  )
}

function columnsFor(
  visit: PersonVisit,
  { id, name: owner, limits: own }: Organization,
  limits: Limits,
  currency: string,
): Column<LimitName>[] {
  return [
    { title: 'Limit', cell: (name) => limitWords[name].what },
    { title: 'Value', align: 'end', cell: (name) => formatLimit(name, limitFor(name, limits, own), currency) },
    { title: 'Set for', cell: (name) => (own[name] === undefined ? 'this installation' : owner) },
    {
      title: 'Change',
      cell: (name) => (
        <a
          class="nowrap"
          href={`${visit.base}/operator/organizations/${id}/limits/${name}`}
          aria-label={`Change: ${limitWords[name].what}`}
        >
          Change
        </a>
      ),
    },
  ]
}

function Suspension({
  visit,
  action,
  organization,
}: {
  visit: PersonVisit
  action: string
  organization: Organization
}) {
  const { name, suspended_at } = organization
  return (
    <Setting title="Access" about="Members and keys of a suspended organization are refused.">
      {suspended_at === null ? (
        <Confirm
          visit={visit}
          action={action}
          offer="Suspend"
          sentence={`Members and keys of ${name} are refused from now on. Sites that hosts serve stay up.`}
          label={`Suspend ${name}`}
        >
          <input type="hidden" name="suspended" value="true" />
        </Confirm>
      ) : (
        <ActionForm visit={visit} action={action}>
          <p class="warning">{name} is suspended.</p>
          <input type="hidden" name="suspended" value="false" />
          <button type="submit">Let it work again</button>
        </ActionForm>
      )}
    </Setting>
  )
}
