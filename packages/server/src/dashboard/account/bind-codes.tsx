import { confirmTotp, offerTotp, readTotpOffer, turnOffTotp } from '../../core/people/codes/enroll-totp.ts'
import { renewRecoveryCodes } from '../../core/people/codes/recovery-codes.ts'
import { totpUri } from '../../core/people/codes/totp.ts'
import { redirect } from '../answer.ts'
import { bindAction } from '../bind-page.ts'
import type { Dashboard, Markup } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { Problem } from '../problem.ts'
import { CodeField } from '../sign-in/code-field.tsx'
import { CommandLine, Copy } from '../view/copy.tsx'
import { ActionForm, Refusal } from '../view/forms/form.tsx'
import { renderPage } from '../view/render-page.ts'
import type { PersonVisit } from '../visit.ts'
import { AccountFrame } from './account-frame.tsx'
import { QrCode } from './qr-code.tsx'

type ShowAccount = (visit: PersonVisit, refusal?: string) => Promise<Markup>

/** Turning two-factor authentication on and off. */
export function bindCodes(app: Dashboard, handlers: PageHandlers, showAccount: ShowAccount): void {
  const { db, credentials } = handlers.deps

  const enrollmentOf = ({ session }: PersonVisit) => ({ personId: session.person.id, sessionId: session.id })

  bindAction(
    app,
    handlers,
    { operation: 'offerCodes', path: '/account/codes', needs: 'person' },
    async (visit, form) => {
      if (!visit.session.person.hasPassword)
        throw new Problem(
          422,
          'Two-factor authentication needs a password, and this account has none. Turn it on at your identity provider.',
        )
      const given = { ...enrollmentOf(visit), password: form.get('password') ?? '' }
      return renderPage(<CodesPage visit={visit} {...(await offerTotp(db, given, visit.actor, credentials))} />)
    },
    (visit, _form, { message }) => showAccount(visit, message),
  )

  bindAction(
    app,
    handlers,
    { operation: 'confirmCodes', path: '/account/codes/confirm', needs: 'person' },
    async (visit, form) => {
      const given = { ...enrollmentOf(visit), offer: form.get('offer') ?? '', code: form.get('code') ?? '' }
      const { recoveryCodes } = await confirmTotp(db, given, visit.actor, credentials)
      return renderPage(<RecoveryCodesPage visit={visit} codes={recoveryCodes} isNew />)
    },
    (visit, form, { message }) => {
      const offer = form.get('offer') ?? ''
      const secret = readTotpOffer(offer, enrollmentOf(visit), credentials)
      if (secret === undefined) return showAccount(visit, message)
      return <CodesPage visit={visit} secret={secret} offer={offer} refusal={message} />
    },
  )

  bindAction(
    app,
    handlers,
    { operation: 'renewRecoveryCodes', path: '/account/codes/recovery', needs: 'person' },
    async (visit, form) => {
      const given = { personId: visit.session.person.id, password: form.get('password') ?? '' }
      const codes = await renewRecoveryCodes(db, given, visit.actor)
      return renderPage(<RecoveryCodesPage visit={visit} codes={codes} />)
    },
    (visit, _form, { message }) => showAccount(visit, message),
  )

  bindAction(
    app,
    handlers,
    { operation: 'turnOffCodes', path: '/account/codes/off', needs: 'person' },
    async ({ session, actor }, form) => {
      await turnOffTotp(db, { personId: session.person.id, password: form.get('password') ?? '' }, actor)
      return redirect('/account', 'Two-factor authentication is off.')
    },
    (visit, _form, { message }) => showAccount(visit, message),
  )
}

function RecoveryCodesPage({ visit, codes, isNew = false }: { visit: PersonVisit; codes: string[]; isNew?: boolean }) {
  return (
    <AccountFrame visit={visit} title="Recovery codes">
      {isNew && (
        <p class="notice" role="status">
          Two-factor authentication is on. The next sign-in asks for a code.
        </p>
      )}
      <p class="warning">
        <strong>Store these codes now: they are not shown again.</strong> If you lose your authenticator app, each of
        them signs you in once, in place of a code. Earlier recovery codes no longer work.
      </p>
      <CommandLine text={codes.join('\n')} label="the recovery codes" />
      <p>
        <a class="button" href={`${visit.base}/account`}>
          I stored the codes
        </a>
      </p>
    </AccountFrame>
  )
}

interface CodesPageProps {
  visit: PersonVisit
  secret: string
  /** Goes back with the code: the secret is stored when the code was right. */
  offer: string
  refusal?: string
}

function CodesPage({ visit, secret, offer, refusal }: CodesPageProps) {
  const uri = totpUri(secret, visit.session.person.email)
  return (
    <AccountFrame visit={visit} title="Turn on two-factor authentication">
      <p>
        Scan this code with your authenticator app, or <a href={uri}>open the app</a> if it is on this device.
      </p>
      <p>
        <QrCode text={uri} label="QR code for your authenticator app. The key below is the same." />
      </p>
      <p>You cannot scan it? Enter this key in the app:</p>
      <p class="once">
        <Copy text={secret} label="the key" />
      </p>
      <p class="quiet">
        For apps that read a link: <Copy text={uri} label="the link" />
      </p>
      <Refusal sentence={refusal} />
      <ActionForm visit={visit} action="/account/codes/confirm">
        <input type="hidden" name="offer" value={offer} />
        <CodeField hint="The six digits that the app shows now. Nothing changes until a code is correct." />
        <button class="primary" type="submit">
          Turn on two-factor authentication
        </button>
      </ActionForm>
      <p>
        <a href={`${visit.base}/account`}>Cancel</a>
      </p>
    </AccountFrame>
  )
}
