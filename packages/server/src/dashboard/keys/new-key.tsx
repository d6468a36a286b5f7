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
  { value: 'read', label: 'Read: view jobs and download bundles' },
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
          hint="What it is for, such as “deploy pipeline”. The audit log shows this name."
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
          hint="Addresses or networks that may use the key, one per line. Leave empty to allow any."
        />
        <Choice
          label="Expires after"
          name="expires"
          options={expiries}
          value={form?.get('expires') ?? '90'}
          hint="You can rotate it before then without downtime."
        />
        <div class="actions">
          <button class="primary" type="submit">
            Create key
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
        Choose none to allow all projects, including future ones.
      </p>
    </fieldset>
  )
}
