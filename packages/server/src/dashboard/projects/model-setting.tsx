import { ActionForm, Choice, Confirm, Field, Refusal } from '../view/forms/form.tsx'
import { Setting } from '../view/forms/setting.tsx'
import { NoKey } from './credential-setting.tsx'
import { actionOf, filledIn, type ProjectView, placeOf, refusalOf } from './project-view.ts'
import { providers } from './read-project-form.ts'

export function ModelSetting({ view }: { view: ProjectView }) {
  const { visit, project, mayChange } = view
  const { model } = project
  return (
    <Setting title="Model" id={placeOf('model')} about="What agents edit with, in place of the installation's own.">
      <Refusal sentence={refusalOf(view, 'model')} />
      {model ? <ModelFacts view={view} model={model} /> : <p>The installation's own.</p>}
      {mayChange && (
        <details class="fold" open={refusalOf(view, 'model') !== undefined}>
          <summary>{model ? 'Change it' : 'Use another'}</summary>
          <ModelForm view={view} />
        </details>
      )}
      {mayChange && model && (
        <Confirm
          visit={visit}
          action={actionOf(view, 'model/remove', 'model')}
          offer="Remove it"
          sentence={
            <>
              Agents will edit <strong>{project.name}</strong> with the installation's model, and the key is deleted.
            </>
          }
          label="Remove the model and its key"
        />
      )}
    </Setting>
  )
}

function ModelFacts({ view, model }: { view: ProjectView; model: NonNullable<ProjectView['project']['model']> }) {
  return (
    <dl class="facts">
      <dt>Provider</dt>
      <dd>{providers.find(({ value }) => value === model.provider)?.label}</dd>
      <dt>Model</dt>
      <dd>{model.model === undefined ? "the installation's" : <code>{model.model}</code>}</dd>
      {model.baseUrl !== undefined && (
        <>
          <dt>Base URL</dt>
          <dd>
            <code>{model.baseUrl}</code>
          </dd>
        </>
      )}
      <dt>Key</dt>
      <dd>{view.project.hasModelKey ? 'set' : 'not set'}</dd>
    </dl>
  )
}

function ModelForm({ view }: { view: ProjectView }) {
  const { visit, project, storesSecrets } = view
  const { model } = project
  const value = filledIn(view, 'model')
  return (
    <ActionForm visit={visit} action={actionOf(view, 'model', 'model')}>
      <Choice
        label="Provider"
        name="provider"
        options={providers}
        value={value('provider', model?.provider ?? 'anthropic')}
      />
      <Field
        label="Model"
        name="model"
        value={value('model', model?.model ?? '')}
        hint="As the provider writes its name."
        required
      />
      <Field
        label="Base URL"
        name="baseUrl"
        type="url"
        value={value('baseUrl', model?.baseUrl ?? '')}
        placeholder="https://models.example.com/v1"
        hint="With the version in it. Empty: the provider's public one."
      />
      {storesSecrets ? (
        <Field
          label="Key"
          name="modelKey"
          type="password"
          autocomplete="off"
          hint={
            project.hasModelKey
              ? 'Empty: the stored one stays, unless provider or host change.'
              : 'Kept encrypted, never shown.'
          }
        />
      ) : (
        <NoKey />
      )}
      <button type="submit">Save the model</button>
    </ActionForm>
  )
}
