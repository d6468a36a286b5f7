import { confirmTotp, offerTotp, readOfferedTotp, turnOffTotp } from '../../core/people/codes/enroll-totp.ts'
import { totpUri } from '../../core/people/codes/totp.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard, Markup } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { Problem } from '../problem.ts'
import { CodeField } from '../sign-in/code-field.tsx'
import { Copy } from '../view/copy.tsx'
import { ActionForm, Refusal } from '../view/forms/form.tsx'
import { PlainPage } from '../view/layout/plain-page.tsx'
import type { PersonVisit } from '../visit.ts'

type ShowAccount = (visit: PersonVisit, refusal?: string) => Promise<Markup>

/** Turning two-factor authentication on and off. */
export function bindCodes(app: Dashboard, handlers: PageHandlers, showAccount: ShowAccount): void {
  const { db, credentials } = handlers.deps

  async function show(visit: PersonVisit, refusal?: string): Promise<Markup> {
    const offered = await readOfferedTotp(db, visit.session.person.id, credentials)
    if (!offered)
      throw new Problem(
        409,
        'Two-factor authentication is on already, or you have not started to turn it on. Open your account.',
      )
    return <CodesPage visit={visit} secret={offered.secret} refusal={refusal} />
  }

  const offer = { operation: 'offerCodes', path: '/account/codes', needs: 'person' } as const
  bindAction(
    app,
    handlers,
    offer,
    async ({ session: { person } }) => {
      if (!person.hasPassword)
        throw new Problem(422, 'Two-factor authentication needs a password, and this account has none.')
      await offerTotp(db, person.id, credentials)
      return redirect('/account/codes')
    },
    (visit, _form, { message }) => showAccount(visit, message),
  )

  bindPage(app, handlers, { ...offer, operation: 'showCodes' }, (visit) => show(visit))

  bindAction(
    app,
    handlers,
    { operation: 'confirmCodes', path: '/account/codes/confirm', needs: 'person' },
    async ({ session, actor }, form) => {
      await confirmTotp(db, { personId: session.person.id, code: form.get('code') ?? '' }, actor, credentials)
      return redirect('/account', 'Two-factor authentication is on. The next sign-in asks for a code.')
    },
    (visit, _form, { message }) => show(visit, message),
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

function CodesPage({ visit, secret, refusal }: { visit: PersonVisit; secret: string; refusal?: string | undefined }) {
  const uri = totpUri(secret, visit.session.person.email)
  return (
    <PlainPage visit={visit} title="Turn on two-factor authentication">
      <p>
        Enter this key in your authenticator app, or <a href={uri}>open the app</a> if it is on this device.
      </p>
      <p class="once">
        <Copy text={secret} label="the key" />
      </p>
      <p class="quiet">
        For apps that read a link: <Copy text={uri} label="the link" />
      </p>
      <Refusal sentence={refusal} />
      <ActionForm visit={visit} action="/account/codes/confirm">
        <CodeField hint="The six digits that the app shows now. Nothing changes until a code is correct." />
        <button class="primary" type="submit">
          Turn on two-factor authentication
        </button>
      </ActionForm>
      <p>
        <a href={`${visit.base}/account`}>Cancel</a>
      </p>
    </PlainPage>
  )
}
