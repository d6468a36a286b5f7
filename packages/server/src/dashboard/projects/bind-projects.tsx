import { listProjects } from '../../core/projects/list-projects.ts'
import { bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import type { Desk } from '../desk.ts'
import { ProjectList } from './project-list.tsx'

export function bindProjects(app: Dashboard, desk: Desk): void {
  const { db } = desk.deps
  const list = { operation: 'showProjects', path: '/dashboard/:organization/projects', needs: 'viewer' } as const
  bindPage(app, desk, list, async (visit) => (
    <ProjectList visit={visit} projects={await listProjects(db, visit.organization.organizationId)} />
  ))
}
