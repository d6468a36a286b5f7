import { Confirm } from '../../view/forms/form.tsx'
import { Setting } from '../../view/forms/setting.tsx'
import { Page } from '../../view/layout/page.tsx'
import { formatMany } from '../../view/numbers.ts'
import { ProjectTabs } from '../project-tabs.tsx'
import { actionOf, type Part, type ProjectView } from '../project-view.ts'
import { CredentialSetting } from './credential-setting.tsx'
import { DomainSetting } from './domain-setting.tsx'
import { ModelSetting } from './model-setting.tsx'
import { RepositorySetting } from './repository-setting.tsx'
import { SecretSetting } from './secret-setting.tsx'

const settings = {
  settings: GeneralSettings,
  domains: DomainSetting,
  credential: CredentialSetting,
  model: ModelSetting,
  secrets: SecretSetting,
} as const satisfies Record<Part, unknown>

/** One part of a project's settings. */
export function SettingsPage({ view, part }: { view: ProjectView; part: Part }) {
  const { visit, project } = view
  const Shown = settings[part]
  return (
    <Page visit={visit} title={project.name} section="projects" trail={[{ href: '/projects', name: 'Projects' }]}>
      <ProjectTabs view={view} part={part} />
      <Shown view={view} />
    </Page>
  )
}

function GeneralSettings({ view }: { view: ProjectView }) {
  return (
    <>
      <RepositorySetting view={view} />
      <Retention days={view.retentionDays} />
      {view.mayChange && <Deletion view={view} />}
    </>
  )
}

function Retention({ days }: { days: number }) {
  return (
    <Setting title="Retention" about="How long the files of an export are kept. The operator sets this.">
      <p>
        {days === 0
          ? 'Forever, until the project is deleted.'
          : `${formatMany(days, 'day')} after the export. The record of the export stays.`}
      </p>
    </Setting>
  )
}

function Deletion({ view }: { view: ProjectView }) {
  const { visit, project, domains } = view
  return (
    <Setting title="Delete" about="The repository on the git host is not changed.">
      <Confirm
        visit={visit}
        action={actionOf(view, 'delete')}
        offer="Delete this project"
        sentence={
          <>
            <strong>{project.name}</strong> will be deleted with {formatMany(domains.length, 'domain')},{' '}
            {formatMany(project.exports, 'export')} and all their files, {formatMany(project.agentJobs, 'agent job')}{' '}
            and its secrets. Sites that run from a bundle stay up. You cannot undo this.
          </>
        }
        label={`Delete ${project.name}`}
      />
    </Setting>
  )
}
