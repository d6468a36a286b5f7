import { ActionForm, Choice, Field, Refusal } from '../view/forms/form.tsx'
import { at, Page } from '../view/layout/page.tsx'
import type { Form, MemberVisit } from '../visit.ts'
import { gitHosts } from './read-project-form.ts'

interface Props {
  visit: MemberVisit
  storesSecrets: boolean
  form?: Form
  refusal?: string
}

export function NewProject({ visit, storesSecrets, form, refusal }: Props) {
  const { organizationId } = visit.organization
  const given = (name: string, otherwise = '') => form?.get(name) ?? otherwise
  const trail = [{ href: '/projects', name: 'Projects' }]
  return (
    <Page visit={visit} title="Connect a repository" section="projects" trail={trail}>
      <Refusal sentence={refusal} />
      <ActionForm visit={visit} action={`/dashboard/${organizationId}/projects/new`}>
        <Field label="Name" name="name" value={given('name')} placeholder="Handbook" required maxlength={100} />
        <Field
          label="Repository"
          name="repository"
          type="url"
          value={given('repository')}
          placeholder="https://github.com/acme/docs"
          hint="The address that git clone takes, over https and without a user name."
          required
        />
        <Field label="Branch" name="branch" value={given('branch', 'main')} hint="What is exported by default." />
        <Field
          label="Docs folder"
          name="docsPath"
          value={given('docsPath')}
          placeholder="docs"
          hint="Where docs.json stands. Empty: at the top of the repository."
        />
        <Field
          label="Domain"
          name="domain"
          value={given('domain')}
          placeholder="docs.example.com"
          hint="Where readers will find the site. Exports are started by it; nothing is looked up or changed there."
          required
        />
        <Choice
          label="Git host"
          name="gitHost"
          options={gitHosts}
          value={given('gitHost', 'auto')}
          hint="Agent jobs open pull requests there. Only a host of your own needs to be named."
        />
        {storesSecrets && (
          <Field
            label="Access token"
            name="token"
            type="password"
            autocomplete="off"
            hint="For a private repository: one that may read it, and write if agents work on it. It is stored encrypted and never shown again; a GitHub App can be set afterwards."
          />
        )}
        <div class="actions">
          <button class="primary" type="submit">
            Connect the repository
          </button>
          <a class="button" href={at(visit, '/projects')}>
            Cancel
          </a>
        </div>
      </ActionForm>
    </Page>
  )
}
