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

/** Turning codes of an authenticator app on and off. */
export function bindCodes(app: Dashboard, handlers: PageHandlers, showAccount: ShowAccount): void {
  const { db, credentials } = handlers.deps

  async function show(visit: PersonVisit, refusal?: string): Promise<Markup> {
    const offered = await readOfferedTotp(db, visit.session.person.id, credentials)
    if (!offered) throw new Problem(409, 'Codes are on already, or were not begun here. Begin from your account.')
    return <CodesPage visit={visit} secret={offered.secret} refusal={refusal} />
  }

  const offer = { operation: 'offerCodes', path: '/account/codes', needs: 'person' } as const
  bindAction(
    app,
    handlers,
    offer,
    async ({ session: { person } }) => {
      if (!person.hasPassword) throw new Problem(422, 'Codes belong to a password, and this account has none.')
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
      return redirect('/account', 'Codes are on: the next sign-in asks for one.')
    },
    (visit, _form, { message }) => show(visit, message),
  )

  bindAction(
    app,
    handlers,
    { operation: 'turnOffCodes', path: '/account/codes/off', needs: 'person' },
    async ({ session, actor }, form) => {
      await turnOffTotp(db, { personId: session.person.id, password: form.get('password') ?? '' }, actor)
      return redirect('/account', 'Codes are off.')
    },
    (visit, _form, { message }) => showAccount(visit, message),
  )
}

function CodesPage({ visit, secret, refusal }: { visit: PersonVisit; secret: string; refusal?: string | undefined }) {
  const uri = totpUri(secret, visit.session.person.email)
  return (
    <PlainPage visit={visit} title="Turn codes on">
      <p>
        Give this key to your authenticator app, or <a href={uri}>open it there</a> if the app is on this device.
      </p>
      <p class="once">
        <Copy text={secret} label="the key" />
      </p>
      <p class="quiet">
        For apps that read a link: <Copy text={uri} label="the link" />
      </p>
      <Refusal sentence={refusal} />
      <ActionForm visit={visit} action="/account/codes/confirm">
        <CodeField hint="The six digits that the app shows now. Nothing changes before one was right." />
        <button class="primary" type="submit">
          Turn codes on
        </button>
      </ActionForm>
      <p>
        <a href={`${visit.base}/account`}>Leave it as it is</a>
      </p>
    </PlainPage>
  )
}
