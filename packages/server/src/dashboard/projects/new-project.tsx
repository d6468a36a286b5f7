import type { ConnectionCheck } from '../../core/projects/test-connection.ts'
import { ActionForm, Choice, Field, Refusal } from '../view/forms/form.tsx'
import { at, Page } from '../view/layout/page.tsx'
import type { Form, MemberVisit } from '../visit.ts'
import { ConnectionReport } from './connection-report.tsx'
import { gitHosts } from './read-project-form.ts'

interface Props {
  visit: MemberVisit
  storesSecrets: boolean
  form?: Form
  refusal?: string
  /** What the test of the connection found, where it failed. */
  checks?: readonly ConnectionCheck[]
}

export function NewProject({ visit, storesSecrets, form, refusal, checks }: Props) {
  const { organizationId } = visit.organization
  const given = (name: string, otherwise = '') => form?.get(name) ?? otherwise
  const trail = [{ href: '/projects', name: 'Projects' }]
  return (
    <Page visit={visit} title="Connect a repository" section="projects" trail={trail}>
      <Refusal sentence={refusal} />
      {checks && <ConnectionReport checks={checks} />}
      <ActionForm visit={visit} action={`/dashboard/${organizationId}/projects/new`}>
        <Field label="Name" name="name" value={given('name')} placeholder="Handbook" required maxlength={100} />
        <Field
          label="Repository"
          name="repository"
          type="url"
          value={given('repository')}
          placeholder="https://github.com/acme/docs"
          hint="The https address you pass to git clone, without a user name."
          required
        />
        <Field
          label="Branch"
          name="branch"
          value={given('branch', 'main')}
          hint="The branch that is exported by default."
        />
        <Field
          label="Docs folder"
          name="docsPath"
          value={given('docsPath')}
          placeholder="docs"
          hint="The folder with docs.json. Leave empty for the top of the repository."
        />
        <Field
          label="Domain"
          name="domain"
          value={given('domain')}
          placeholder="docs.example.com"
          hint="Where readers will find the site. You start exports by this name; Bindery does not change the domain itself."
          required
        />
        <Choice
          label="Git host"
          name="gitHost"
          options={gitHosts}
          value={given('gitHost', 'auto')}
          hint="Where agent jobs open pull requests. Choose one only if you host it yourself."
        />
        {storesSecrets && (
          <Field
            label="Access token"
            name="token"
            type="password"
            autocomplete="off"
            hint="Needs read access to a private repository, and write access if agents should edit it. Stored encrypted and never shown again. You can set up a GitHub App later."
          />
        )}
        {checks && (
          <label class="option">
            <input type="checkbox" name="untested" />
            Connect it anyway, without a test
          </label>
        )}
        <div class="actions">
          <button class="primary" type="submit">
            Connect repository
          </button>
          <a class="button" href={at(visit, '/projects')}>
            Cancel
          </a>
        </div>
      </ActionForm>
    </Page>
  )
}
