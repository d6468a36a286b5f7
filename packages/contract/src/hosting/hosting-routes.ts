import { exportBundle } from '../export-job.ts'
import { bodyErrors, defineRoute } from '../route.ts'
import { hostedBundleBody, hostedPage, listHostedQuery } from './hosting.ts'

const hostKeyErrors = [
  'missing_key',
  'invalid_key',
  'expired_key',
  'revoked_key',
  'too_many_failures',
  'rate_limited',
] as const

export const listHostedDomains = defineRoute({
  operation: 'listHostedDomains',
  method: 'get',
  path: '/v1/hosting/domains',
  area: 'hosting',
  scope: 'read',
  summary: 'List what a host serves',
  description:
    'Every domain of the installation that is proven, with its current export; then, from the cursor of the last page, what has changed. Hosts wait for that with `Prefer: wait=30`.',
  parameters: {},
  query: listHostedQuery,
  answer: { status: 200, schema: hostedPage, description: 'One page of domains.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [...hostKeyErrors, 'invalid_request'],
})

export const createHostedBundle = defineRoute({
  operation: 'createHostedBundle',
  method: 'post',
  path: '/v1/hosting/domains/{domain}/bundle',
  area: 'hosting',
  scope: 'read',
  summary: 'Link the bundle of a current export',
  description: 'A fresh, time-limited link to the bundle of the current export of a domain, or to what changed in it.',
  parameters: { domain: 'The domain, such as docs.example.com.' },
  body: { schema: hostedBundleBody, required: true },
  answer: { status: 200, schema: exportBundle, description: 'The link.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [
    ...hostKeyErrors,
    ...bodyErrors,
    'domain_not_found',
    'export_not_found',
    'export_not_completed',
    'export_expired',
    'export_not_comparable',
  ],
})

/**
 * What a host that serves many sites asks of the service, with a key of its own kind. Apart from the administrative API:
 * no key of an organization opens these, and theirs opens nothing else.
 */
export const hostingRoutes = [listHostedDomains, createHostedBundle] as const
