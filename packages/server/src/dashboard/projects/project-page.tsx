import { hasRole } from '../enter-organization.ts'
import { Copy } from '../view/copy.tsx'
import { ActionForm, Confirm } from '../view/forms/form.tsx'
import { Setting } from '../view/forms/setting.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { formatMany } from '../view/numbers.ts'
import { Time } from '../view/time.tsx'
import { ConnectionReport } from './connection-report.tsx'
import { CredentialSetting } from './credential-setting.tsx'
import { DomainSetting } from './domain-setting.tsx'
import { ModelSetting } from './model-setting.tsx'
import { actionOf, type ProjectView } from './project-view.ts'
import { RepositorySetting } from './repository-setting.tsx'
import { SecretSetting } from './secret-setting.tsx'

export function ProjectPage({ view }: { view: ProjectView }) {
  const { visit, project, domains, mayChange, checks } = view
  const only = domains.length === 1 ? domains[0] : undefined
  const trail = [{ href: '/projects', name: 'Projects' }]
  return (
    <Page visit={visit} title={project.name} section="projects" trail={trail} action={<Actions view={view} />}>
      {checks && <ConnectionReport checks={checks} />}
      <dl class="facts">
        <dt>Project id</dt>
        <dd>
          <Copy text={project.id} label="the project's id" />
        </dd>
        <dt>Connected</dt>
        <dd>
          <Time at={project.createdAt} />
        </dd>
        <dt>Activity</dt>
        <dd>
          <a href={at(visit, `/exports${only === undefined ? '' : `?domain=${only.name}`}`)}>
            {formatMany(project.exports, 'export')}
          </a>
          , <a href={at(visit, `/edits?project=${project.id}`)}>{formatMany(project.edits, 'agent job')}</a>
        </dd>
      </dl>
      <RepositorySetting view={view} />
      <DomainSetting view={view} />
      <CredentialSetting view={view} />
      <ModelSetting view={view} />
      <SecretSetting view={view} />
      <Retention days={view.retentionDays} />
      {mayChange && <Deletion view={view} />}
    </Page>
  )
}

function Actions({ view }: { view: ProjectView }) {
  const { visit, domains, mayChange } = view
  const [domain] = domains
  return (
    <div class="actions">
      {mayChange && (
        <ActionForm visit={visit} action={actionOf(view, 'test')}>
          <button type="submit">Test connection</button>
        </ActionForm>
      )}
      {domain && hasRole(visit.organization.role, 'writer') && (
        <a class="button primary" href={at(visit, `/exports/new?domain=${domain.name}`)}>
          Start an export
        </a>
      )}
    </div>
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
            {formatMany(project.exports, 'export')} and all their files, {formatMany(project.edits, 'agent job')} and
            its secrets. Sites that run from a bundle stay up. You cannot undo this.
          </>
        }
        label={`Delete ${project.name}`}
      />
    </Setting>
  )
}
