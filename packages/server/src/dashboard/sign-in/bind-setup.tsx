import { hasOrganization } from '../../core/organizations/create-organization.ts'
import { startSession } from '../../core/people/sessions/start-session.ts'
import { claimSetup } from '../../core/people/setup/claim-setup.ts'
import { isSetUp } from '../../core/people/setup/is-set-up.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard, Markup } from '../dashboard.ts'
import { TrustDomains } from '../operator/organizations/new-organization.tsx'
import type { PageHandlers } from '../page-handlers.ts'
import { noSuchPage } from '../problem.ts'
import { ActionForm, Field, Refusal } from '../view/forms/form.tsx'
import { PlainPage } from '../view/layout/plain-page.tsx'
import type { Form, Visit } from '../visit.ts'
import { arrivalOf, letIn } from './arrival.ts'
import { NewPassword } from './new-password.tsx'

/** The first person of an installation, by the code that the API printed. */
export function bindSetup(app: Dashboard, handlers: PageHandlers): void {
  const { db, signIn, domains } = handlers.deps
  const entry = { path: '/setup', needs: 'nobody' } as const

  async function show(visit: Visit, form?: Form, refusal?: string): Promise<Markup> {
    const asksForTrust = domains.mode === 'trusted' && (await hasOrganization(db))
    return <SetupPage visit={visit} asksForTrust={asksForTrust} form={form} refusal={refusal} />
  }

  bindPage(app, handlers, { operation: 'showSetup', ...entry }, async (visit) => {
    if (!signIn.local) throw noSuchPage()
    return (await isSetUp(db)) ? redirect('/sign-in') : show(visit)
  })

  bindAction(
    app,
    handlers,
    { operation: 'claimSetup', ...entry },
    async (visit, form) => {
      if (!signIn.local) throw noSuchPage()
      const { address, requestId } = visit
      const read = (name: string) => form.get(name) ?? ''
      const { personId, organizationId } = await claimSetup(
        db,
        {
          code: read('code'),
          email: read('email'),
          name: read('name'),
          password: read('password'),
          organizationName: read('organization'),
          domainMode: domains.mode,
          trustsDomains: form.get('trust_domains') === 'on',
        },
        { address, requestId },
      )
      const start = organizationId === null ? '/dashboard' : `/dashboard/${organizationId}/projects`
      return letIn(await startSession(db, { personId, ...arrivalOf(visit) }), start, 'Welcome to Bindery.')
    },
    (visit, form, { message }) => show(visit, form, message),
  )
}

interface SetupProps {
  visit: Visit
  asksForTrust: boolean
  form: Form | undefined
  refusal: string | undefined
}

function SetupPage({ visit, asksForTrust, form, refusal }: SetupProps) {
  const read = (name: string) => form?.get(name) ?? undefined
  return (
    <PlainPage visit={visit} title="Set up Bindery">
      <p>This account becomes the operator of this installation and an admin of its first organization.</p>
      <Refusal sentence={refusal} />
      <ActionForm visit={visit} action="/setup">
        <Field
          label="Setup code"
          name="code"
          value={read('code')}
          required
          autocomplete="off"
          hint="Find it in the server log. Each restart prints a new one."
        />
        <Field label="Your name" name="name" value={read('name')} required autocomplete="name" />
        <Field label="Email" name="email" type="email" value={read('email')} required autocomplete="username" />
        <NewPassword />
        <Field
          label="First organization"
          name="organization"
          value={read('organization')}
          autocomplete="organization"
          hint="Optional: you can create organizations later."
        />
        {asksForTrust && <TrustDomains />}
        <button class="primary" type="submit">
          Set up
        </button>
      </ActionForm>
    </PlainPage>
  )
}
