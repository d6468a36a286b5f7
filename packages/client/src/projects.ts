import type { Project, ProjectPage } from './api.ts'
import type { Caller, CallOptions } from './call-operation.ts'
import { listPages } from './list-pages.ts'

export interface ListProjects {
  limit?: number | undefined
  cursor?: string | undefined
}

/** The projects that the key may use. */
export interface Projects {
  /** One page, newest first. */
  list(query?: ListProjects, options?: CallOptions): Promise<ProjectPage>
  listAll(options?: CallOptions): AsyncIterable<Project>
}

export function createProjects({ call }: Caller): Projects {
  const projects: Projects = {
    list: async (query, options) => (await call<ProjectPage>('listProjects', { ...options, query })).body,
    listAll: (options) =>
      listPages(
        (cursor) => projects.list({ limit: 100, cursor }, options),
        (page) => page.projects,
      ),
  }
  return projects
}
