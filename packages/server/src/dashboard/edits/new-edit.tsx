import type { ProjectName } from '../../core/projects/list-project-names.ts'
import { ActionForm, Choice, Field, Refusal } from '../view/forms/form.tsx'
import { FormId } from '../view/forms/form-id.tsx'
import { at, Page } from '../view/layout/page.tsx'
import type { Form, MemberVisit } from '../visit.ts'

export interface NewEditProps {
  visit: MemberVisit
  projects: ProjectName[]
  /** Those that the operator allows. */
  models: readonly string[]
  /** What the form starts with, such as the findings of a report. */
  prepared?: { project: string; prompt: string } | undefined
  form?: Form
  refusal?: string
}

export function NewEdit({ visit, projects, models, prepared, form, refusal }: NewEditProps) {
  const start: Record<string, string> = { ...visit.c.req.query(), ...prepared }
  const value = (name: string) => form?.get(name) ?? start[name]
  const byDefault = { value: '', label: 'Default of the project or installation' }
  return (
    <Page visit={visit} title="New agent job" section="edits" trail={[{ href: '/edits', name: 'Agent jobs' }]}>
      <Refusal sentence={refusal} />
      {projects.length === 0 && (
        <p class="warning">
          Connect a repository first: an agent job works in a project.{' '}
          <a href={at(visit, '/projects/new')}>Connect a repository</a>
        </p>
      )}
      <ActionForm visit={visit} action={`/dashboard/${visit.organization.organizationId}/edits`}>
        <FormId />
        <Choice
          label="Project"
          name="project"
          options={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={value('project')}
        />
        <Field
          label="What should change?"
          name="prompt"
          hint="Describe the change in your own words. Name the pages if you know them. Up to 32,000 characters."
          rows={prepared ? 20 : 10}
          maxlength={32_000}
          required
          value={value('prompt')}
        />
        <Field
          label="Branch"
          name="ref"
          hint="The branch that the pull request targets. Leave empty for the project’s branch."
          maxlength={255}
          value={value('ref')}
        />
        {models.length > 0 && (
          <Choice
            label="Model"
            name="model"
            options={[byDefault, ...models.map((name) => ({ value: name, label: name }))]}
            value={value('model')}
          />
        )}
        <div class="actions">
          <button class="primary" type="submit">
            Start agent job
          </button>
          <a href={at(visit, '/edits')}>Cancel</a>
        </div>
      </ActionForm>
    </Page>
  )
}
