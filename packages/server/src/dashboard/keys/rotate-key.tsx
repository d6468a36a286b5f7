import type { ListedKey } from '../../core/keys/list-keys.ts'
import { ActionForm, Choice, Refusal } from '../view/forms/form.tsx'
import { FormId } from '../view/forms/form-id.tsx'
import { at, Page } from '../view/layout/page.tsx'
import type { Form, MemberVisit } from '../visit.ts'
import { expiries, overlaps } from './read-key-form.ts'

interface Props {
  visit: MemberVisit
  apiKey: ListedKey
  form?: Form
  refusal?: string
}

export function RotateKey({ visit, apiKey, form, refusal }: Props) {
  const path = `/keys/${apiKey.id}`
  const trail = [
    { href: '/keys', name: 'API keys' },
    { href: path, name: apiKey.name },
  ]
  return (
    <Page visit={visit} title={`Rotate ${apiKey.name}`} section="keys" trail={trail}>
      <Refusal sentence={refusal} />
      <p>
        A new key with the same name and rights replaces <code>{apiKey.prefix}…</code>. You see it once, on the next
        page.
      </p>
      <ActionForm visit={visit} action={`/dashboard/${visit.organization.organizationId}${path}/rotate`}>
        <FormId />
        <Choice
          label="The old key keeps working"
          name="overlap"
          options={overlaps}
          value={form?.get('overlap') ?? '86400'}
          hint="Long enough to switch everywhere, but never past the old key’s own expiry."
        />
        <Choice
          label="The new key expires after"
          name="expires"
          options={expiries}
          value={form?.get('expires') ?? '90'}
        />
        <div class="actions">
          <button class="primary" type="submit">
            Rotate key
          </button>
          <a class="button" href={at(visit, path)}>
            Cancel
          </a>
        </div>
      </ActionForm>
    </Page>
  )
}
