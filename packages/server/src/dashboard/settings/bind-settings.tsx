import { bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { SettingsPage } from './settings-page.tsx'

export function bindSettings(app: Dashboard, handlers: PageHandlers): void {
  const entry = { operation: 'showSettings', path: '/dashboard/:organization/settings', needs: 'viewer' } as const
  bindPage(app, handlers, entry, (visit) => <SettingsPage visit={visit} limits={handlers.deps.limits} />)
}
