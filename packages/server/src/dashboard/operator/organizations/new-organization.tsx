import { ActionForm, Choice, Field, Refusal } from '../../view/forms/form.tsx'
import type { PersonVisit } from '../../visit.ts'
import { OperatorPage } from '../operator-page.tsx'
import { planOptions } from './organization-page.tsx'

interface Props {
  visit: PersonVisit
  name?: string
  plan?: string | null
  refusal?: string
}

export function NewOrganization({ visit, name, plan, refusal }: Props) {
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
        <button class="primary" type="submit">
          Create the organization
        </button>
      </ActionForm>
    </OperatorPage>
  )
}
