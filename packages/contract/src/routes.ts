import { z } from 'zod'
import {
  archiveAgentJob,
  cancelAgentJob,
  createAgentJob,
  getAgentJob,
  listAgentEvents,
  listAgentJobs,
  messageAgentJob,
  unarchiveAgentJob,
} from './agent-routes.ts'
import { exportChanges, exportFilePage, exportPreview, fileCursor, pageDifference } from './export-file.ts'
import {
  createBundleBody,
  domainName,
  exportBundle,
  exportCursor,
  exportId,
  exportJob,
  exportJobPage,
  exportStatus,
  startExportBody,
} from './export-job.ts'
import { exportReport } from './export-report.ts'
import { listDomains, listProjects } from './project-routes.ts'
import {
  getCurrentExport,
  listPublications,
  pinDomain,
  publishExport,
  rollBack,
  unpinDomain,
} from './publication-routes.ts'
import { bodyErrors, defineRoute, keyErrors, pollHeaders } from './route.ts'

/** Of what only a completed job has. */
const completedErrors = ['export_not_completed', 'export_failed', 'export_expired'] as const

const jobIdParameter = { jobId: 'The value returned by start job.' }

export const startExport = defineRoute({
  operation: 'startExport',
  method: 'post',
  path: '/v1/static-export/jobs',
  area: 'static-export',
  scope: 'write',
  summary: 'Start static export job',
  description: 'Queues a job that pre-renders the site of a domain into a self-contained set of static files.',
  parameters: {},
  body: { schema: startExportBody, required: true },
  answer: {
    status: 202,
    schema: exportJob,
    description: 'The job is queued.',
    headers: { Location: 'The path of the job.', 'Retry-After': 'Seconds until the first poll makes sense.' },
  },
  polled: false,
  idempotent: true,
  errors: [
    ...keyErrors,
    'plan_required',
    ...bodyErrors,
    'domain_not_found',
    'idempotency_in_flight',
    'idempotency_mismatch',
    'quota_exceeded',
    'domain_not_verified',
  ],
})

export const getExport = defineRoute({
  operation: 'getExport',
  method: 'get',
  path: '/v1/static-export/jobs/{jobId}',
  area: 'static-export',
  scope: 'read',
  summary: 'Get static export job status',
  description: 'The current state of a job, with live `progress` and `pageCount`. Meant to be polled.',
  parameters: jobIdParameter,
  answer: { status: 200, schema: exportJob, description: 'The job.', headers: pollHeaders },
  polled: true,
  idempotent: false,
  errors: [...keyErrors, 'plan_required', 'export_not_found'],
})

export const listExportsQuery = z.strictObject({
  domain: domainName.optional(),
  status: exportStatus.optional(),
  limit: z.coerce.number<string>().int().min(1).max(100).default(20),
  cursor: exportCursor.optional(),
})

export const listExports = defineRoute({
  operation: 'listExports',
  method: 'get',
  path: '/v1/static-export/jobs',
  area: 'static-export',
  scope: 'read',
  summary: 'List static export jobs',
  description: "The organization's export jobs, newest first.",
  parameters: {},
  query: listExportsQuery,
  answer: { status: 200, schema: exportJobPage, description: 'One page of jobs.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [...keyErrors, 'plan_required', 'invalid_request'],
})

export const cancelExport = defineRoute({
  operation: 'cancelExport',
  method: 'post',
  path: '/v1/static-export/jobs/{jobId}/cancel',
  area: 'static-export',
  scope: 'write',
  summary: 'Cancel static export job',
  description:
    'Ends a job that is queued or running: it becomes `failed` with the code `cancelled`, and nothing of it is published. Cancelling again changes nothing. No body is needed.',
  parameters: jobIdParameter,
  body: { schema: z.strictObject({}), required: false },
  answer: { status: 200, schema: exportJob, description: 'The cancelled job.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [...keyErrors, 'plan_required', ...bodyErrors, 'export_not_found', 'export_ended'],
})

export const createBundle = defineRoute({
  operation: 'createBundle',
  method: 'post',
  path: '/v1/static-export/jobs/{jobId}/bundle',
  area: 'static-export',
  scope: 'read',
  summary: 'Generate export bundle',
  description:
    'Signs a fresh, time-limited link to the bundle of a completed job. No body is needed; with `since` the link leads to an archive of only what changed, and a list of what is gone. The current export of a domain may be published some seconds before it has completed: until then it has no bundle, but the delta from the export that was current before.',
  parameters: jobIdParameter,
  body: { schema: createBundleBody, required: false },
  answer: { status: 200, schema: exportBundle, description: 'The link.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [
    ...keyErrors,
    'plan_required',
    ...bodyErrors,
    'export_not_found',
    ...completedErrors,
    'export_not_comparable',
  ],
})

const listFilesQuery = z.strictObject({
  limit: z.coerce.number<string>().int().min(1).max(1_000).default(100),
  cursor: fileCursor.default('0'),
})

export const listExportFiles = defineRoute({
  operation: 'listExportFiles',
  method: 'get',
  path: '/v1/static-export/jobs/{jobId}/files',
  area: 'static-export',
  scope: 'read',
  summary: 'List files of a static export',
  description: 'The files of a completed job in the order of their paths, as the manifest of its bundle names them.',
  parameters: jobIdParameter,
  query: listFilesQuery,
  answer: { status: 200, schema: exportFilePage, description: 'One page of files.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [...keyErrors, 'plan_required', 'invalid_request', 'export_not_found', ...completedErrors],
})

export const getExportFile = defineRoute({
  operation: 'getExportFile',
  method: 'get',
  path: '/v1/static-export/jobs/{jobId}/files/{path}',
  area: 'static-export',
  scope: 'read',
  summary: 'Get one file of a static export',
  description: 'The bytes of one file of a completed job, without the rest of its bundle.',
  parameters: {
    ...jobIdParameter,
    path: 'The path of the file as the list names it; its slashes may stand as they are or as %2F.',
  },
  answer: {
    status: 200,
    schema: z.unknown(),
    mediaType: 'application/octet-stream',
    description: 'The file.',
    headers: { 'Repr-Digest': 'The SHA-256 of the file, as in RFC 9530.' },
  },
  polled: false,
  idempotent: false,
  errors: [...keyErrors, 'plan_required', 'export_not_found', 'file_not_found', ...completedErrors],
})

export const getExportPreview = defineRoute({
  operation: 'getExportPreview',
  method: 'get',
  path: '/v1/static-export/jobs/{jobId}/preview',
  area: 'static-export',
  scope: 'read',
  summary: 'Get the preview address of a static export',
  description:
    'An address at which a browser shows the site of a completed job as a host would, before it is published. Nobody guesses it, and it expires. No bundle is made for it.',
  parameters: jobIdParameter,
  answer: { status: 200, schema: exportPreview, description: 'The address.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [...keyErrors, 'plan_required', 'export_not_found', ...completedErrors],
})

const changesErrors = [
  ...keyErrors,
  'plan_required',
  'invalid_request',
  'export_not_found',
  ...completedErrors,
  'export_not_comparable',
] as const

export const listExportChanges = defineRoute({
  operation: 'listExportChanges',
  method: 'get',
  path: '/v1/static-export/jobs/{jobId}/changes',
  area: 'static-export',
  scope: 'read',
  summary: 'List the pages that changed between two static exports',
  description:
    'Pages that were added, changed, moved or removed from the export that `since` names to this one. Both are completed and of one project.',
  parameters: jobIdParameter,
  query: z.strictObject({
    since: exportId.meta({ description: 'The export to compare with.' }),
    limit: z.coerce.number<string>().int().min(1).max(1_000).default(100),
    cursor: fileCursor.default('0'),
  }),
  answer: { status: 200, schema: exportChanges, description: 'One page of changes.', headers: {} },
  polled: false,
  idempotent: false,
  errors: changesErrors,
})

export const getPageDifference = defineRoute({
  operation: 'getPageDifference',
  method: 'get',
  path: '/v1/static-export/jobs/{jobId}/changes/{path}',
  area: 'static-export',
  scope: 'read',
  summary: 'Compare the text of one page between two static exports',
  description: 'The blocks of a page that were removed and added from the export that `since` names to this one.',
  parameters: {
    ...jobIdParameter,
    path: 'The path of the page as the list of changes names it; its slashes may stand as they are or as %2F.',
  },
  query: z.strictObject({
    since: exportId.meta({ description: 'The export to compare with.' }),
    from: z.string().max(1_024).optional().meta({ description: 'Where the page was before, if it has moved.' }),
  }),
  answer: { status: 200, schema: pageDifference, description: 'The difference.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [...changesErrors, 'file_not_found'],
})

export const getExportReport = defineRoute({
  operation: 'getExportReport',
  method: 'get',
  path: '/v1/static-export/jobs/{jobId}/report',
  area: 'static-export',
  scope: 'read',
  summary: 'Get static export report',
  description:
    'Broken links, missing assets, pages left out and outside hosts of a job that has ended. A job that failed on its pages has a report too.',
  parameters: jobIdParameter,
  answer: { status: 200, schema: exportReport, description: 'The report.', headers: {} },
  polled: false,
  idempotent: false,
  errors: [...keyErrors, 'plan_required', 'export_not_found', 'report_not_found', 'export_not_completed'],
})

export const routes = [
  startExport,
  listExports,
  getExport,
  cancelExport,
  createBundle,
  listExportFiles,
  getExportFile,
  getExportPreview,
  listExportChanges,
  getPageDifference,
  getExportReport,
  createAgentJob,
  listAgentJobs,
  getAgentJob,
  messageAgentJob,
  cancelAgentJob,
  archiveAgentJob,
  unarchiveAgentJob,
  listAgentEvents,
  listProjects,
  listDomains,
  getCurrentExport,
  listPublications,
  publishExport,
  rollBack,
  pinDomain,
  unpinDomain,
] as const
