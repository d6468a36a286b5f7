import { ActionForm, Choice, Confirm, Field, Refusal } from '../../view/forms/form.tsx'
import { Setting } from '../../view/forms/setting.tsx'
import { actionOf, filledIn, type ProjectView, placeOf, refusalOf } from '../project-view.ts'
import { providers } from '../read-project-form.ts'
import { NoKey } from './credential-setting.tsx'

export function ModelSetting({ view }: { view: ProjectView }) {
  const { visit, project, mayChange } = view
  const { model } = project
  return (
    <Setting title="Model" id={placeOf('model')} about="The model that agents use in this project.">
      <Refusal sentence={refusalOf(view, 'model')} />
      {model ? <ModelFacts view={view} model={model} /> : <p>The default of this installation.</p>}
      {mayChange && (
        <details class="fold" open={refusalOf(view, 'model') !== undefined}>
          <summary>{model ? 'Change model' : 'Use another model'}</summary>
          <ModelForm view={view} />
        </details>
      )}
      {mayChange && model && (
        <Confirm
          visit={visit}
          action={actionOf(view, 'model/remove', 'model')}
          offer="Remove model"
          sentence={
            <>
              Agents will edit <strong>{project.name}</strong> with this installation’s model, and the key is deleted.
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
      <dd>{model.model === undefined ? 'the default of this installation' : <code>{model.model}</code>}</dd>
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
        hint="The name as the provider writes it."
        required
      />
      <Field
        label="Base URL"
        name="baseUrl"
        type="url"
        value={value('baseUrl', model?.baseUrl ?? '')}
        placeholder="https://models.example.com/v1"
        hint="Include the version. Leave empty for the provider’s public URL."
      />
      {storesSecrets ? (
        <Field
          label="Key"
          name="modelKey"
          type="password"
          autocomplete="off"
          hint={
            project.hasModelKey
              ? 'Leave empty to keep the saved key. Changing the provider or host removes it.'
              : 'Stored encrypted, never shown.'
          }
        />
      ) : (
        <NoKey />
      )}
      <button type="submit">Save model</button>
    </ActionForm>
  )
}
