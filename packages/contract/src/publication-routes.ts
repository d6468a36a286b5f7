import { z } from 'zod'
import {
  currentExport,
  listPublicationsQuery,
  pinBody,
  publicationPage,
  publishBody,
  rollBackBody,
  rollBackResult,
} from './publication.ts'
import { bodyErrors, defineRoute, keyErrors } from './route.ts'

const parameters = { domain: 'The domain, such as docs.example.com.' }
const answer = { status: 200, schema: currentExport, description: 'What is current now.', headers: {} } as const
const domainErrors = [...keyErrors, 'plan_required', 'domain_not_found'] as const
const changeErrors = [...domainErrors, ...bodyErrors] as const
const exportErrors = [
  'export_not_found',
  'domain_pinned',
  'export_of_another_domain',
  'export_not_completed',
  'export_failed',
  'export_expired',
] as const

export const getCurrentExport = defineRoute({
  operation: 'getCurrentExport',
  method: 'get',
  path: '/v1/domains/{domain}/current',
  area: 'static-export',
  scope: 'read',
  summary: 'Get the current export of a domain',
  description:
    'The export that the hosts of a domain serve. A full export of the production branch becomes current when its files are stored, which may be some seconds before it completes; any other only when it is published. Hosts wait for the next one with `Prefer: wait=30` and the `ETag` that they have.',
  parameters,
  answer: {
    status: 200,
    schema: currentExport,
    description: 'What is current, and whether it is pinned.',
    headers: {
      ETag: 'Changes whenever another export becomes current, or the domain is pinned or unpinned.',
      'Retry-After': 'Seconds until the next poll makes sense.',
    },
  },
  polled: true,
  idempotent: false,
  errors: domainErrors,
})

export const listPublications = defineRoute({
  operation: 'listPublications',
  method: 'get',
  path: '/v1/domains/{domain}/publications',
  area: 'static-export',
  scope: 'read',
  summary: 'List what was current',
  description: 'The exports that were current, the latest first.',
  parameters,
  query: listPublicationsQuery,
  answer: { status: 200, schema: publicationPage, description: 'One page of publications.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [...domainErrors, 'invalid_request'],
})

export const publishExport = defineRoute({
  operation: 'publishExport',
  method: 'post',
  path: '/v1/domains/{domain}/publish',
  area: 'static-export',
  scope: 'write',
  summary: 'Publish an export',
  description:
    'Makes a completed export the current one of its domain, and hosts serve it within seconds. What is current already stays so.',
  parameters,
  body: { schema: publishBody, required: true },
  answer,
  polled: false,
  idempotent: false,
  errors: [...changeErrors, ...exportErrors],
})

export const rollBack = defineRoute({
  operation: 'rollBack',
  method: 'post',
  path: '/v1/domains/{domain}/rollback',
  area: 'static-export',
  scope: 'write',
  summary: 'Roll back to an earlier export',
  description:
    'Makes an earlier export current again, by default the one whose other content was live before. Exports that were started before this do not replace it when they complete; those that are started later do, unless the domain is pinned. No body is needed.',
  parameters,
  body: { schema: rollBackBody, required: false },
  answer: { ...answer, schema: rollBackResult, description: 'What is current now, and what changed.' },
  polled: false,
  idempotent: true,
  errors: [
    ...changeErrors,
    ...exportErrors,
    'nothing_to_roll_back_to',
    'rollback_changes_nothing',
    'idempotency_in_flight',
    'idempotency_mismatch',
  ],
})

export const pinDomain = defineRoute({
  operation: 'pinDomain',
  method: 'post',
  path: '/v1/domains/{domain}/pin',
  area: 'static-export',
  scope: 'write',
  summary: 'Pin a domain',
  description:
    'The domain stays at its current export, whatever completes, until it is unpinned. Pinning again replaces the reason. No body is needed.',
  parameters,
  body: { schema: pinBody, required: false },
  answer,
  polled: false,
  idempotent: false,
  errors: [...changeErrors, 'nothing_published'],
})

export const unpinDomain = defineRoute({
  operation: 'unpinDomain',
  method: 'post',
  path: '/v1/domains/{domain}/unpin',
  area: 'static-export',
  scope: 'write',
  summary: 'Unpin a domain',
  description:
    'The next full export of the production branch that completes becomes current again. What completed meanwhile is not published by this. No body is needed.',
  parameters,
  body: { schema: z.strictObject({}), required: false },
  answer,
  polled: false,
  idempotent: false,
  errors: changeErrors,
})
