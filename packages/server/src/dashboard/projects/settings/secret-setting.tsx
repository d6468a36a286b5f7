import { secretPatterns } from '../../../core/secrets/secret-patterns.ts'
import { ActionForm, Choice, Field, Refusal } from '../../view/forms/form.tsx'
import { Setting } from '../../view/forms/setting.tsx'
import { actionOf, filledIn, type ProjectView, placeOf, refusalOf } from '../project-view.ts'

const outcomes = [
  { value: 'warn', label: 'Warn in the report' },
  { value: 'fail', label: 'Fail the export' },
]

export function SecretSetting({ view }: { view: ProjectView }) {
  const { visit, project, mayChange } = view
  const value = filledIn(view, 'secrets')
  return (
    <Setting
      title="Secrets in the docs"
      id={placeOf('secrets')}
      about="Every page is searched for keys and tokens of other services. A live Bindery key always fails the export."
    >
      <Refusal sentence={refusalOf(view, 'secrets')} />
      {mayChange ? (
        <ActionForm visit={visit} action={actionOf(view, 'secrets', 'secrets')}>
          <Choice
            label="When one is found"
            name="found"
            options={outcomes}
            value={value('found', project.secretsFound)}
          />
          <Field
            label="Exceptions"
            name="exceptions"
            rows={3}
            value={value('exceptions', project.secretExceptions.join('\n'))}
            placeholder="guides/auth.mdx:github_token"
            hint={`One page:pattern per line; * matches anything. Patterns: ${secretPatterns.map(({ name }) => name).join(', ')}.`}
          />
          <button type="submit">Save rules</button>
        </ActionForm>
      ) : (
        <SecretFacts view={view} />
      )}
    </Setting>
  )
}

function SecretFacts({ view: { project } }: { view: ProjectView }) {
  return (
    <dl class="facts">
      <dt>When one is found</dt>
      <dd>{outcomes.find(({ value }) => value === project.secretsFound)?.label}</dd>
      <dt>Exceptions</dt>
      <dd>
        {project.secretExceptions.length === 0
          ? 'none'
          : project.secretExceptions.map((exception) => <code class="item">{exception}</code>)}
      </dd>
    </dl>
  )
}
