import type { listSessions } from '../../core/people/sessions/list-sessions.ts'
import { NewPassword } from '../sign-in/new-password.tsx'
import { ActionForm, Confirm, Field, Refusal } from '../view/forms/form.tsx'
import { Setting } from '../view/forms/setting.tsx'
import { formatMany } from '../view/numbers.ts'
import { Time } from '../view/time.tsx'
import type { PersonVisit } from '../visit.ts'
import { AccountFrame } from './account-frame.tsx'
import { nameBrowser } from './name-browser.ts'

type Session = Awaited<ReturnType<typeof listSessions>>[number]

interface Props {
  visit: PersonVisit
  sessions: Session[]
  /** Whether the installation lets anybody in with a password. */
  usesPassword: boolean
  /** Whether there is a key that seals their secrets. */
  mayHaveCodes: boolean
  /** How many are left. */
  recoveryCodes: number
  refusal?: string | undefined
}

export function AccountPage({ visit, sessions, usesPassword, mayHaveCodes, recoveryCodes, refusal }: Props) {
  const { name, email, hasPassword } = visit.session.person
  return (
    <AccountFrame visit={visit} title="Your account">
      <Refusal sentence={refusal} />
      <Setting title="Name" about={email}>
        <ActionForm visit={visit} action="/account/name">
          <Field label="Name" name="name" value={name} required autocomplete="name" />
          <button type="submit">Change name</button>
        </ActionForm>
      </Setting>
      {usesPassword && hasPassword && <Password visit={visit} />}
      {usesPassword && hasPassword && <Codes visit={visit} mayHaveCodes={mayHaveCodes} recoveryCodes={recoveryCodes} />}
      <Sessions visit={visit} sessions={sessions} />
      <Memberships visit={visit} />
    </AccountFrame>
  )
}

function Password({ visit }: { visit: PersonVisit }) {
  return (
    <Setting title="Password" about="A new password signs out every other session.">
      <ActionForm visit={visit} action="/account/password">
        <Field label="Current password" name="current" type="password" required autocomplete="current-password" />
        <NewPassword label="New password" name="next" />
        <button type="submit">Change password</button>
      </ActionForm>
    </Setting>
  )
}

type CodesProps = Pick<Props, 'visit' | 'mayHaveCodes' | 'recoveryCodes'>

function Codes({ visit, mayHaveCodes, recoveryCodes }: CodesProps) {
  return (
    <Setting
      title="Two-factor authentication"
      about="With it, signing in asks for your password and for a code from an app on your phone."
    >
      {visit.session.person.hasSecondFactor ? (
        <CodesOn visit={visit} recoveryCodes={recoveryCodes} />
      ) : (
        <CodesOff visit={visit} may={mayHaveCodes} />
      )}
    </Setting>
  )
}

function CodesOn({ visit, recoveryCodes }: Pick<Props, 'visit' | 'recoveryCodes'>) {
  return (
    <>
      <p>
        On. You have {formatMany(recoveryCodes, 'recovery code')} left
        {recoveryCodes < 3 && '; make new ones before you need them'}.
      </p>
      <Confirm
        visit={visit}
        action="/account/codes/recovery"
        offer="New recovery codes"
        sentence="You get ten new codes. The codes that you have no longer work."
        label="Make new recovery codes"
      >
        <Field
          label="Current password"
          name="password"
          id="recovery-password"
          type="password"
          required
          autocomplete="current-password"
        />
      </Confirm>
      <Confirm
        visit={visit}
        action="/account/codes/off"
        offer="Turn off"
        sentence="After this, your password alone is enough to sign in."
        label="Turn off"
      >
        <Field label="Current password" name="password" type="password" required autocomplete="current-password" />
      </Confirm>
    </>
  )
}

function CodesOff({ visit, may }: { visit: PersonVisit; may: boolean }) {
  if (!may) {
    return (
      <p>
        Not available: this installation has no key to encrypt the secrets with. Ask its operator to set{' '}
        <code>BINDERY_CREDENTIAL_KEY</code>.
      </p>
    )
  }
  return (
    <ActionForm visit={visit} action="/account/codes">
      <p>Off. Your password alone is enough to sign in.</p>
      <Field
        label="Current password"
        name="password"
        id="codes-password"
        type="password"
        required
        autocomplete="current-password"
      />
      <button type="submit">Turn on</button>
    </ActionForm>
  )
}

function Sessions({ visit, sessions }: { visit: PersonVisit; sessions: Session[] }) {
  return (
    <Setting title="Sessions" about="Where you are signed in.">
      <ul class="choices">
        {sessions.map((session) => (
          <li>
            <SessionLine visit={visit} session={session} />
          </li>
        ))}
      </ul>
      <ActionForm visit={visit} action="/account/sessions/end">
        <button type="submit">Sign out everywhere</button>
      </ActionForm>
    </Setting>
  )
}

function SessionLine({ visit, session }: { visit: PersonVisit; session: Session }) {
  const { id, agent, address, seenAt } = session
  const isThis = id === visit.session.id
  return (
    <>
      <span>
        <span title={agent ?? undefined}>{nameBrowser(agent)}</span>
        <br />
        <span class="quiet">
          {address ?? 'unknown address'}, seen <Time at={seenAt} />
        </span>
      </span>
      {isThis ? (
        <span class="badge">this browser</span>
      ) : (
        <ActionForm visit={visit} action={`/account/sessions/${id}/end`}>
          <button type="submit" aria-label={`Sign out the session at ${address ?? 'an unknown address'}`}>
            Sign out
          </button>
        </ActionForm>
      )}
    </>
  )
}

function Memberships({ visit }: { visit: PersonVisit }) {
  const { memberships } = visit.session
  if (memberships.length === 0) return null
  return (
    <Setting title="Organizations" about="Where you belong.">
      {memberships.map(({ organizationId, name, role }) => (
        <div class="card">
          <p>
            {name} <span class="badge">{role}</span>
          </p>
          <Confirm
            visit={visit}
            action={`/account/leave/${organizationId}`}
            offer={`Leave ${name}`}
            sentence={`You lose access to ${name} at once. Only one of its admins can invite you again.`}
            label={`Leave ${name}`}
          />
        </div>
      ))}
    </Setting>
  )
}
