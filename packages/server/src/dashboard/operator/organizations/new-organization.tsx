import type { DomainSettings } from '../../../core/domains/domain-settings.ts'
import { ActionForm, Choice, Field, Refusal } from '../../view/forms/form.tsx'
import type { PersonVisit } from '../../visit.ts'
import { OperatorPage } from '../operator-page.tsx'
import { planOptions } from './organization-page.tsx'

interface Props {
  visit: PersonVisit
  domainMode: DomainSettings['mode']
  name?: string
  plan?: string | null
  refusal?: string
}

export function NewOrganization({ visit, domainMode, name, plan, refusal }: Props) {
  return (
    <OperatorPage visit={visit} title="Create an organization">
      <Refusal sentence={refusal} />
      <ActionForm visit={visit} action="/operator/organizations">
        <Field label="Name" name="name" value={name} required maxlength={100} />
        <Choice
          label="Plan"
          name="plan"
          options={planOptions}
          value={plan ?? 'enterprise'}
          hint="Static exports need enterprise."
        />
        {domainMode === 'trusted' && <TrustDomains />}
        <button class="primary" type="submit">
          Create the organization
        </button>
      </ActionForm>
    </OperatorPage>
  )
}

export function TrustDomains() {
  return (
    <label>
      <input type="checkbox" name="trust_domains" /> All organizations trust each other: domains need no proof
    </label>
  )
}
