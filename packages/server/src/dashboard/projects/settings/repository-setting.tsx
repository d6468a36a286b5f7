import { pageRules } from '../../page-rules.ts'
import { ActionForm, Choice, Field, Refusal } from '../../view/forms/form.tsx'
import { Setting } from '../../view/forms/setting.tsx'
import { actionOf, filledIn, type ProjectView, placeOf, refusalOf } from '../project-view.ts'
import { assetModes, authorCodeModes, gitHosts } from '../read-project-form.ts'
import { SourceFacts } from '../source-facts.tsx'

export function RepositorySetting({ view }: { view: ProjectView }) {
  return (
    <Setting
      title="General"
      id={placeOf('settings')}
      about="What is exported and edited. Running jobs keep the settings they started with."
    >
      {view.mayChange ? <RepositoryForm view={view} /> : <RepositoryFacts view={view} />}
    </Setting>
  )
}

function RepositoryForm({ view }: { view: ProjectView }) {
  const { visit, project } = view
  const value = filledIn(view, 'settings')
  return (
    <ActionForm visit={visit} action={actionOf(view, 'settings', 'settings')}>
      <Refusal sentence={refusalOf(view, 'settings')} />
      <Field label="Name" name="name" value={value('name', project.name)} required maxlength={100} />
      <Field
        label="Repository"
        name="repository"
        type="url"
        value={value('repository', project.repository)}
        hint="Changing the host removes the saved credential."
        required
      />
      <Field label="Branch" name="branch" value={value('branch', project.branch)} required />
      <Field
        label="Docs folder"
        name="docsPath"
        value={value('docsPath', project.docsPath)}
        hint="The folder with docs.json. Leave empty for the top of the repository."
      />
      <Choice
        label="Pages that are not valid MDX"
        name="pages"
        options={pageRules}
        value={value('pages', project.pages)}
      />
      <Choice
        label="Git host"
        name="gitHost"
        options={gitHosts}
        value={value('gitHost', project.gitHost ?? 'auto')}
        hint="Where agent jobs open pull requests."
      />
      <Field
        label="API URL"
        name="apiUrl"
        type="url"
        value={value('apiUrl', project.apiUrl ?? '')}
        hint="Leave empty to use the default of the git host. Changing the host removes the saved credential."
      />
      <Choice
        label="Files from other hosts"
        name="assets"
        options={assetModes}
        value={value('assets', project.assets)}
        hint="Images, fonts and media from other hosts. Copied into the site, pages load nothing from other hosts."
      />
      <Choice
        label="Code in the docs folder"
        name="authorCode"
        options={authorCodeModes}
        value={value('authorCode', project.authorCode)}
        hint="Scripts and interactive components. Anyone who can change the docs folder then decides what runs on the site’s domain."
      />
      <button type="submit">Save settings</button>
    </ActionForm>
  )
}

function RepositoryFacts({ view: { project } }: { view: ProjectView }) {
  const host = gitHosts.find(({ value }) => value === (project.gitHost ?? 'auto'))
  return (
    <dl class="facts">
      <SourceFacts project={project} />
      <dt>Files from other hosts</dt>
      <dd>{assetModes.find(({ value }) => value === project.assets)?.label}</dd>
      <dt>Code in the docs folder</dt>
      <dd>{authorCodeModes.find(({ value }) => value === project.authorCode)?.label}</dd>
      <dt>Pages that are not valid MDX</dt>
      <dd>{pageRules.find(({ value }) => value === project.pages)?.label}</dd>
      <dt>Git host</dt>
      <dd>{host?.label}</dd>
      {project.apiUrl !== null && (
        <>
          <dt>API URL</dt>
          <dd>
            <code>{project.apiUrl}</code>
          </dd>
        </>
      )}
    </dl>
  )
}
