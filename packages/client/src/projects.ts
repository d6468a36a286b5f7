import type { Domain, DomainPage, Project, ProjectPage } from './api.ts'
import type { Caller, CallOptions } from './call-operation.ts'
import { listPages } from './list-pages.ts'

export interface ListProjects {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface ListDomains extends ListProjects {
  projectId?: string | undefined
}

/** The projects that the key may use. */
export interface Projects {
  /** One page, newest first. */
  list(query?: ListProjects, options?: CallOptions): Promise<ProjectPage>
  listAll(options?: CallOptions): AsyncIterable<Project>
}

/** The domains of those projects. */
export interface Domains {
  /** One page, by name. */
  list(query?: ListDomains, options?: CallOptions): Promise<DomainPage>
  listAll(query?: Omit<ListDomains, 'cursor'>, options?: CallOptions): AsyncIterable<Domain>
}

export function createProjects({ call }: Caller): { projects: Projects; domains: Domains } {
  const projects: Projects = {
    list: async (query, options) => (await call<ProjectPage>('listProjects', { ...options, query })).body,
    listAll: (options) =>
      listPages(
        (cursor) => projects.list({ limit: 100, cursor }, options),
        (page) => page.projects,
      ),
  }
  const domains: Domains = {
    list: async (query, options) => (await call<DomainPage>('listDomains', { ...options, query })).body,
    listAll: (query, options) =>
      listPages(
        (cursor) => domains.list({ limit: 100, ...query, cursor }, options),
        (page) => page.domains,
      ),
  }
  return { projects, domains }
}
