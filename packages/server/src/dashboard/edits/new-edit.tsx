import type { ProjectName } from '../../core/projects/list-project-names.ts'
import { ActionForm, Choice, Field, Refusal } from '../view/forms/form.tsx'
import { FormId } from '../view/forms/form-id.tsx'
import { at, Page } from '../view/layout/page.tsx'
import type { Form, MemberVisit } from '../visit.ts'

interface Props {
  visit: MemberVisit
  projects: ProjectName[]
  /** Those that the operator allows. */
  models: readonly string[]
  form?: Form
  refusal?: string
}

export function NewEdit({ visit, projects, models, form, refusal }: Props) {
  const value = (name: string) => form?.get(name) ?? visit.c.req.query(name)
  const byDefault = { value: '', label: 'The default of the project or the installation' }
  return (
    <Page visit={visit} title="New agent job" section="edits" trail={[{ href: '/edits', name: 'Agent jobs' }]}>
      <Refusal sentence={refusal} />
      {projects.length === 0 && (
        <p class="warning">
          An agent job belongs to a project, and there is none yet.{' '}
          <a href={at(visit, '/projects')}>Go to the projects</a> and connect a repository first.
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
          label="What should the documentation say?"
          name="prompt"
          hint="Up to 32,000 characters. Name the pages if you know them; the agent reads the others itself."
          rows={10}
          maxlength={32_000}
          required
          value={value('prompt')}
        />
        <Field
          label="Branch"
          name="ref"
          hint="What the pull request goes into. Left empty, the project’s branch."
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
            Start the agent job
          </button>
          <a href={at(visit, '/edits')}>Back to the agent jobs</a>
        </div>
      </ActionForm>
    </Page>
  )
}
