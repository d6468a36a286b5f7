import type { Invitation } from '../../core/people/invitations/find-invitation.ts'
import type { SignInSettings } from '../../core/people/sign-in/sign-in-settings.ts'
import { ActionForm, Field, Refusal } from '../view/forms/form.tsx'
import { PlainPage } from '../view/layout/plain-page.tsx'
import type { Visit } from '../visit.ts'
import { NewPassword } from './new-password.tsx'
import { ProviderButton } from './sign-in-page.tsx'

interface Props {
  visit: Visit
  settings: SignInSettings
  token: string
  invitation: Invitation
  name?: string | undefined
  refusal?: string | undefined
}

/** For each who may hold the link: the one it is for, signed in or not, known or new; or somebody else. */
export function InvitationPage(props: Props) {
  const { visit, invitation, refusal } = props
  const { organizationName, role, email } = invitation
  return (
    <PlainPage visit={visit} title={`Join ${organizationName}`}>
      <p>
        {email} is invited to {organizationName} as <span class="badge">{role}</span>.
      </p>
      <Refusal sentence={refusal} />
      <NextStep {...props} />
    </PlainPage>
  )
}

function NextStep(props: Props) {
  const { visit, invitation } = props
  const mine = visit.session?.person.email
  if (mine === invitation.email) return <JoinNow {...props} />
  if (mine !== undefined) return <SignOutFirst visit={visit} mine={mine} />
  return invitation.isKnown ? <SignInFirst {...props} /> : <BecomeKnown {...props} />
}

function JoinNow({ visit, token }: Props) {
  return (
    <ActionForm visit={visit} action={`/invitation/${token}`}>
      <button class="primary" type="submit">
        Join
      </button>
    </ActionForm>
  )
}

function SignOutFirst({ visit, mine }: { visit: Visit; mine: string }) {
  return (
    <>
      <p>You are signed in as {mine}. Sign out, then open the link again.</p>
      <ActionForm visit={visit} action="/sign-out">
        <button type="submit">Sign out</button>
      </ActionForm>
    </>
  )
}

function SignInFirst({ visit, token }: Props) {
  const returnTo = encodeURIComponent(`/invitation/${token}`)
  return (
    <p>
      <a class="button primary" href={`${visit.base}/sign-in?return_to=${returnTo}`}>
        Sign in to join
      </a>
    </p>
  )
}

function BecomeKnown({ visit, settings, token, name }: Props) {
  return (
    <>
      {settings.oidc && <ProviderButton visit={visit} name={settings.oidc.name} returnTo={`/invitation/${token}`} />}
      {settings.local && (
        <ActionForm visit={visit} action={`/invitation/${token}`}>
          <Field label="Your name" name="name" value={name} required autocomplete="name" />
          <NewPassword />
          <button {...(!settings.oidc && { class: 'primary' })} type="submit">
            Join with a password
          </button>
        </ActionForm>
      )}
    </>
  )
}
