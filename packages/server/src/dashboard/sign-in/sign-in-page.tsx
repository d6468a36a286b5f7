import type { SignInSettings } from '../../core/people/sign-in/sign-in-settings.ts'
import { ActionForm, Field, Refusal } from '../view/forms/form.tsx'
import { PlainPage } from '../view/layout/plain-page.tsx'
import type { Visit } from '../visit.ts'
import { CodeField } from './code-field.tsx'

interface Props {
  visit: Visit
  settings: SignInSettings
  returnTo: string
  email?: string | undefined
  refusal?: string | undefined
}

export function SignInPage({ visit, settings, returnTo, email, refusal }: Props) {
  return (
    <PlainPage visit={visit} title="Sign in">
      <Refusal sentence={refusal} />
      {settings.oidc && <ProviderButton visit={visit} name={settings.oidc.name} returnTo={returnTo} />}
      {settings.local && (
        <ActionForm visit={visit} action="/sign-in">
          <input type="hidden" name="return_to" value={returnTo} />
          <Field label="Email" name="email" type="email" value={email} required autocomplete="username" />
          <Field label="Password" name="password" type="password" required autocomplete="current-password" />
          <button {...(!settings.oidc && { class: 'primary' })} type="submit">
            Sign in with a password
          </button>
        </ActionForm>
      )}
      {settings.local && (
        <p class="quiet">Forgot your password? Ask the operator of this installation for a reset link.</p>
      )}
    </PlainPage>
  )
}

/** A link, no form: our policy lets no form lead to another host. */
export function ProviderButton({ visit, name, returnTo }: { visit: Visit; name: string; returnTo: string }) {
  return (
    <p>
      <a class="button primary" href={`${visit.base}/sign-in/oidc?return_to=${encodeURIComponent(returnTo)}`}>
        Continue with {name}
      </a>
    </p>
  )
}

export function CodePage({ visit, refusal }: { visit: Visit; refusal?: string | undefined }) {
  return (
    <PlainPage visit={visit} title="Enter the code">
      <Refusal sentence={refusal} />
      <ActionForm visit={visit} action="/sign-in/second">
        <CodeField hint="The six digits that your authenticator app shows now, or one of your recovery codes. Each works once." />
        <button class="primary" type="submit">
          Sign in
        </button>
      </ActionForm>
      <p class="quiet">
        Lost the app and the recovery codes? The operator of this installation can turn off two-factor authentication
        for you.
      </p>
    </PlainPage>
  )
}
