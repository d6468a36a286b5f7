import { at } from '../view/layout/page.tsx'
import type { Part, ProjectView } from './project-view.ts'

const tabs: [part: Part | undefined, name: string][] = [
  [undefined, 'Overview'],
  ['settings', 'General'],
  ['domains', 'Domains'],
  ['credential', 'Git credential'],
  ['model', 'Model'],
  ['secrets', 'Secrets'],
]

/** From the overview to the settings; each is a page of its own. */
export function ProjectTabs({ view: { visit, project }, part }: { view: ProjectView; part?: Part }) {
  return (
    <nav class="tabs" aria-label="Project">
      {tabs.map(([each, name]) => (
        <a
          href={at(visit, `/projects/${project.id}${each === undefined ? '' : `/${each}`}`)}
          {...(each === part && { 'aria-current': 'page' })}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}
