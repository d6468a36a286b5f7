import { bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import type { Desk } from '../desk.ts'
import { SettingsPage } from './settings-page.tsx'

export function bindSettings(app: Dashboard, desk: Desk): void {
  const entry = { operation: 'showSettings', path: '/dashboard/:organization/settings', needs: 'viewer' } as const
  bindPage(app, desk, entry, (visit) => <SettingsPage visit={visit} limits={desk.deps.limits} />)
}
