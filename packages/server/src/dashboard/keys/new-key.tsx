import { ActionForm, Choice, Field, Refusal } from '../view/forms/form.tsx'
import { FormId } from '../view/forms/form-id.tsx'
import { at, Page } from '../view/layout/page.tsx'
import type { Form, MemberVisit } from '../visit.ts'
import { expiries } from './read-key-form.ts'

interface Props {
  visit: MemberVisit
  projects: readonly { id: string; name: string }[]
  /** As it was filled in, when it comes back. */
  form?: Form
  refusal?: string
}

const scopes = [
  { value: 'read', label: 'Read: look at jobs and download bundles' },
  { value: 'write', label: 'Write: also start exports and agent jobs' },
]

export function NewKey({ visit, projects, form, refusal }: Props) {
  const { organizationId } = visit.organization
  return (
    <Page visit={visit} title="New API key" section="keys" trail={[{ href: '/keys', name: 'API keys' }]}>
      <Refusal sentence={refusal} />
      <ActionForm visit={visit} action={`/dashboard/${organizationId}/keys/new`}>
        <FormId />
        <Field
          label="Name"
          name="name"
          value={form?.get('name') ?? ''}
          hint="What it is for, such as “deploy pipeline”. Names show in the audit log."
          required
          maxlength={100}
        />
        <Choice label="Scope" name="scope" options={scopes} value={form?.get('scope') ?? 'write'} />
        <ProjectChoice projects={projects} chosen={form?.getAll('project') ?? []} />
        <Field
          label="Addresses"
          name="addresses"
          value={form?.get('addresses') ?? ''}
          rows={3}
          placeholder={'203.0.113.7\n198.51.100.0/24'}
          hint="Where it may be used from, one address or network a line. Empty: from anywhere."
        />
        <Choice
          label="Expires after"
          name="expires"
          options={expiries}
          value={form?.get('expires') ?? '90'}
          hint="It can be rotated before that without a gap."
        />
        <div class="actions">
          <button class="primary" type="submit">
            Create the key
          </button>
          <a class="button" href={at(visit, '/keys')}>
            Cancel
          </a>
        </div>
      </ActionForm>
    </Page>
  )
}

function ProjectChoice({ projects, chosen }: { projects: Props['projects']; chosen: readonly string[] }) {
  if (projects.length === 0) return null
  return (
    <fieldset aria-describedby="project-hint">
      <legend>Projects</legend>
      {projects.map(({ id, name }) => (
        <label class="option">
          <input type="checkbox" name="project" value={id} checked={chosen.includes(id)} />
          {name}
        </label>
      ))}
      <p class="hint" id="project-hint">
        None chosen: all projects, also those that come later.
      </p>
    </fieldset>
  )
}
