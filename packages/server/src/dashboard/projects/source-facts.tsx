import type { ProjectView } from './project-view.ts'

/** Where the pages of a project are, as items of a list of facts. */
export function SourceFacts({ project }: Pick<ProjectView, 'project'>) {
  return (
    <>
      <dt>Repository</dt>
      <dd>
        <code>{project.repository}</code>
      </dd>
      <dt>Branch</dt>
      <dd>
        <code>{project.branch}</code>
      </dd>
      <dt>Docs folder</dt>
      <dd>{project.docsPath === '' ? 'at the top of the repository' : <code>{project.docsPath}</code>}</dd>
    </>
  )
}
