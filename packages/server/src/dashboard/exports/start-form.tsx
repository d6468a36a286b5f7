import { pageRules } from '../page-rules.ts'
import { ActionForm, Choice, Field, Refusal } from '../view/forms/form.tsx'
import { FormId } from '../view/forms/form-id.tsx'
import { at, Page } from '../view/layout/page.tsx'
import type { Form, MemberVisit } from '../visit.ts'

interface Props {
  visit: MemberVisit
  domains: string[]
  /** As it was filled in, when it comes back. */
  form?: Form
  refusal?: string
}

export function StartForm({ visit, domains, form, refusal }: Props) {
  const value = (name: string) => form?.get(name) ?? visit.c.req.query(name)
  return (
    <Page visit={visit} title="Start an export" section="exports" trail={[{ href: '/exports', name: 'Exports' }]}>
      <Refusal sentence={refusal} />
      {domains.length === 0 && (
        <p class="warning">
          Connect a repository first: an export renders one of its domains.{' '}
          <a href={at(visit, '/projects/new')}>Connect a repository</a>
        </p>
      )}
      <ActionForm visit={visit} action={`/dashboard/${visit.organization.organizationId}/exports`}>
        <FormId />
        <Choice
          label="Domain"
          name="domain"
          options={domains.map((name) => ({ value: name, label: name }))}
          value={value('domain')}
        />
        <Field
          label="Branch, tag or commit"
          name="ref"
          hint="Leave empty to export the project’s branch as it is now."
          value={value('ref')}
          maxlength={255}
        />
        <Field
          label="Version"
          name="version"
          hint="Your own label, such as 1.4. Leave empty to use the short commit."
          value={value('version')}
          maxlength={128}
        />
        <Field
          label="Only these pages"
          name="paths"
          hint="One path per line, such as guides/install. Leave empty to export every published page."
          rows={4}
          value={value('paths')}
        />
        <Choice
          label="Pages that are not valid MDX"
          name="pages"
          options={[{ value: '', label: 'Use the project’s setting' }, ...pageRules]}
          value={value('pages')}
        />
        <div class="actions">
          <button class="primary" type="submit">
            Start export
          </button>
          <a href={at(visit, '/exports')}>Cancel</a>
        </div>
      </ActionForm>
    </Page>
  )
}
