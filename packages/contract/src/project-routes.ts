import { domainPage, listDomainsQuery, listProjectsQuery, projectPage } from './project.ts'
import { defineRoute, keyErrors } from './route.ts'

export const listProjects = defineRoute({
  operation: 'listProjects',
  method: 'get',
  path: '/v1/projects',
  area: 'projects',
  scope: 'read',
  summary: 'List projects',
  description: 'The projects that the key may use, newest first.',
  parameters: {},
  query: listProjectsQuery,
  answer: { status: 200, schema: projectPage, description: 'One page of projects.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [...keyErrors, 'invalid_request'],
})

export const listDomains = defineRoute({
  operation: 'listDomains',
  method: 'get',
  path: '/v1/domains',
  area: 'projects',
  scope: 'read',
  summary: 'List domains',
  description: 'The domains of the projects that the key may use, by name.',
  parameters: {},
  query: listDomainsQuery,
  answer: { status: 200, schema: domainPage, description: 'One page of domains.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [...keyErrors, 'invalid_request'],
})
