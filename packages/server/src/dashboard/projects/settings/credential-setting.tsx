import { ActionForm, Confirm, Field, Refusal } from '../../view/forms/form.tsx'
import { Setting } from '../../view/forms/setting.tsx'
import { actionOf, filledIn, type ProjectView, placeOf, refusalOf } from '../project-view.ts'

export function CredentialSetting({ view }: { view: ProjectView }) {
  const { project, mayChange, storesSecrets } = view
  return (
    <Setting
      title="Git credential"
      id={placeOf('credential')}
      about="Lets Bindery read a private repository and push what agents change. Stored encrypted, never shown."
    >
      <Refusal sentence={refusalOf(view, 'credential')} />
      <p>
        <span class={`status ${project.hasCredential ? 'good' : 'calm'}`}>
          {project.hasCredential ? 'set' : 'not set'}
        </span>
      </p>
      {mayChange && !storesSecrets && <NoKey />}
      {mayChange && storesSecrets && <CredentialForms view={view} />}
      {mayChange && project.hasCredential && (
        <Confirm
          visit={view.visit}
          action={actionOf(view, 'credential/remove', 'credential')}
          offer="Remove credential"
          sentence={
            <>
              Without the credential, <strong>{project.name}</strong> can be exported only if its repository is public,
              and agents cannot push.
            </>
          }
          label="Remove credential"
        />
      )}
    </Setting>
  )
}

export function NoKey() {
  return (
    <p class="quiet">
      This installation has no key to encrypt secrets with. Ask its operator to set <code>BINDERY_CREDENTIAL_KEY</code>.
    </p>
  )
}

function CredentialForms({ view }: { view: ProjectView }) {
  const verb = view.project.hasCredential ? 'Replace' : 'Set'
  const forApp = view.refused?.part === 'credential' && view.refused.form.get('kind') === 'github-app'
  return (
    <>
      <details
        class="fold"
        open={!view.project.hasCredential || (refusalOf(view, 'credential') !== undefined && !forApp)}
      >
        <summary>{verb} a token</summary>
        <TokenForm view={view} verb={verb} />
      </details>
      <details class="fold" open={forApp}>
        <summary>{verb} a GitHub App</summary>
        <AppForm view={view} verb={verb} />
      </details>
    </>
  )
}

function TokenForm({ view, verb }: { view: ProjectView; verb: string }) {
  return (
    <ActionForm visit={view.visit} action={actionOf(view, 'credential', 'credential')}>
      <input type="hidden" name="kind" value="token" />
      <Field label="Token" name="token" type="password" autocomplete="off" required />
      <Field
        label="User name"
        name="username"
        value={filledIn(view, 'credential')('username', '')}
        autocomplete="off"
        hint="Optional: most git hosts accept any name."
      />
      <button type="submit">{verb} token</button>
    </ActionForm>
  )
}

function AppForm({ view, verb }: { view: ProjectView; verb: string }) {
  const value = filledIn(view, 'credential')
  return (
    <ActionForm visit={view.visit} action={actionOf(view, 'credential', 'credential')}>
      <input type="hidden" name="kind" value="github-app" />
      <Field label="App id" name="appId" value={value('appId', '')} placeholder="123456" required />
      <Field
        label="Installation id"
        name="installationId"
        value={value('installationId', '')}
        placeholder="7890123"
        hint="The number at the end of the installation’s URL."
        required
      />
      <Field
        label="Private key"
        name="privateKey"
        rows={4}
        autocomplete="off"
        hint="The whole PEM file that GitHub generated for the App."
        required
      />
      <button type="submit">{verb} App</button>
    </ActionForm>
  )
}
