import type { AgentObstacle } from '../../core/projects/list-agent-obstacles.ts'
import type { ProjectName } from '../../core/projects/list-project-names.ts'
import { hasRole } from '../enter-organization.ts'
import { ActionForm, Choice, Field, Refusal } from '../view/forms/form.tsx'
import { FormId } from '../view/forms/form-id.tsx'
import { at, Page } from '../view/layout/page.tsx'
import type { Form, MemberVisit } from '../visit.ts'

export interface NewAgentJobProps {
  visit: MemberVisit
  projects: ProjectName[]
  obstacles: AgentObstacle[]
  /** Those that the operator allows. */
  models: readonly string[]
  /** What the form starts with, such as the findings of a report. */
  prepared?: { project: string; prompt: string } | undefined
  form?: Form
  refusal?: string
}

export function NewAgentJob({ visit, projects, obstacles, models, prepared, form, refusal }: NewAgentJobProps) {
  const start: Record<string, string> = { ...visit.c.req.query(), ...prepared }
  const value = (name: string) => form?.get(name) ?? start[name]
  const byDefault = { value: '', label: 'Default of the project or installation' }
  return (
    <Page
      visit={visit}
      title="New agent job"
      section="agent-jobs"
      trail={[{ href: '/agent-jobs', name: 'Agent jobs' }]}
    >
      <Refusal sentence={refusal} />
      {projects.length === 0 && (
        <p class="warning">
          Connect a repository first: an agent job works in a project.{' '}
          <a href={at(visit, '/projects/new')}>Connect a repository</a>
        </p>
      )}
      <Obstacles visit={visit} obstacles={obstacles} project={value('project')} />
      <ActionForm visit={visit} action={`/dashboard/${visit.organization.organizationId}/agent-jobs`}>
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
          <a href={at(visit, '/agent-jobs')}>Cancel</a>
        </div>
      </ActionForm>
    </Page>
  )
}

const maxObstacles = 3

/** Projects whose jobs would fail before the model is asked; the chosen one only, if it is known. */
function Obstacles({
  visit,
  obstacles,
  project,
}: Pick<NewAgentJobProps, 'visit' | 'obstacles'> & { project: string | undefined }) {
  const relevant = obstacles.filter(({ projectId }) => !project || projectId === project)
  if (relevant.length === 0) return null
  const mayChange = hasRole(visit.organization.role, 'admin')
  return (
    <div class="warning">
      {relevant.slice(0, maxObstacles).map(({ projectId, projectName, kind }) => (
        <p>
          Agent jobs of {projectName} cannot open a pull request: {reasons[kind].why}{' '}
          {mayChange ? (
            <a href={at(visit, `/projects/${projectId}/${reasons[kind].part}`)}>{reasons[kind].action}</a>
          ) : (
            `An admin of ${visit.organization.name} can set it.`
          )}
        </p>
      ))}
      {relevant.length > maxObstacles && <p>The same is true of {relevant.length - maxObstacles} more projects.</p>}
    </div>
  )
}

const reasons: Record<AgentObstacle['kind'], { why: string; action: string; part: 'settings' | 'credential' }> = {
  git_host_unknown: { why: 'the kind of its git host is not known.', action: 'Set the git host', part: 'settings' },
  no_credential: { why: 'it has no credential to push with.', action: 'Set a credential', part: 'credential' },
}
