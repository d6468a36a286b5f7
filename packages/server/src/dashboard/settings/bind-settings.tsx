import { renameOrganization } from '../../core/organizations/change-organization.ts'
import { parseName } from '../../core/people/check-person-details.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { SettingsPage } from './settings-page.tsx'

export function bindSettings(app: Dashboard, handlers: PageHandlers): void {
  const entry = { operation: 'showSettings', path: '/dashboard/:organization/settings', needs: 'viewer' } as const
  const { db, limits, prices } = handlers.deps
  const { currency } = prices
  bindPage(app, handlers, entry, (visit) => <SettingsPage visit={visit} limits={limits} currency={currency} />)
  bindAction(
    app,
    handlers,
    { operation: 'renameOrganization', path: `${entry.path}/name`, needs: 'admin' },
    async ({ organization: { organizationId }, actor }, form) => {
      await renameOrganization(db, organizationId, parseName(form.get('name') ?? ''), actor)
      return redirect(`/dashboard/${organizationId}/settings`, 'Name changed.')
    },
    (visit, _form, { message }) => <SettingsPage visit={visit} limits={limits} currency={currency} refusal={message} />,
  )
}
