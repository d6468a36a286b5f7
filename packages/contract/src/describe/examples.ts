import type { AgentEventPage } from '../agent-event.ts'
import type { AgentJob } from '../agent-job.ts'
import type { ErrorBody, ProblemBody } from '../error-body.ts'
import { type ErrorCode, errorCatalogue } from '../error-catalogue.ts'
import type { ExportChanges, ExportFilePage, ExportPreview, PageDifference } from '../export-file.ts'
import type { ExportBundle, ExportJob } from '../export-job.ts'
import type { ExportReport } from '../export-report.ts'
import type { Domain, Project } from '../project.ts'
import type { CurrentExport, PublicationPage, RollBackResult } from '../publication.ts'

/** Stands for the address of an installation, which puts its own in this place wherever it serves the description. */
export const exampleServer = 'https://bindery.example.com'

const domain = 'docs.example.com'
const jobId = 'se_4f8a1c2d3e5b6079'
const earlierId = 'se_1b2c3d4e5f607182'
const projectId = 'prj_9a8b7c6d5e4f3021'
const agentJobId = 'aj_0c1d2e3f4a5b6c7d'
const commit = '92e9a1a2c4d6e8f0a1b3c5d7e9f1a3b5c7d9e1f3'
const version = '92e9a1a2c4d6'
const createdAt = '2026-11-17T09:30:00.000Z'
const endedAt = '2026-11-17T09:30:42.000Z'
const sha256 = '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9'
const requestId = '0d1f6f0a-7c1c-4d7e-9a43-5a1f7f0b2c3d'

const exportJob: ExportJob = {
  jobId,
  domain,
  status: 'completed',
  progress: 100,
  pageCount: 240,
  totalPages: 240,
  pagesRendered: 3,
  pagesReused: 237,
  version,
  commit,
  createdAt,
  updatedAt: endedAt,
  error: null,
  errorCode: null,
  errors: 0,
  warnings: 2,
  retainedUntil: null,
}

const agentJob: AgentJob = {
  id: agentJobId,
  status: 'completed',
  source: { repository: 'https://github.com/example/docs.git', ref: 'main' },
  model: 'claude-sonnet-5',
  prLink: 'https://github.com/example/docs/pull/7',
  createdAt,
  archivedAt: null,
  title: 'Document the --region flag',
  summary: 'The CLI page explains --region, and the quickstart links to it.',
  errorCode: null,
  error: null,
  changedFiles: ['cli.mdx', 'quickstart.mdx'],
  usage: { inputTokens: 48_210, outputTokens: 2_904, steps: 14 },
}

const bundle: ExportBundle = {
  jobId,
  since: null,
  bundleUrl: 'https://storage.example.com/bundles/site.tar.gz?X-Amz-Signature=…',
  expiresAt: '2026-11-17T10:30:00.000Z',
  sizeBytes: 8_412_118,
  sha256,
}

const preview: ExportPreview = {
  jobId,
  previewUrl: `${exampleServer}/preview/6f1d…/`,
  expiresAt: '2026-11-17T10:30:00.000Z',
}

const files: ExportFilePage = {
  files: [
    { path: 'guides/install.html', size: 48_120, sha256, type: 'text/html; charset=utf-8', page: 'guides/install.mdx' },
  ],
  nextCursor: '100',
}

const changes: ExportChanges = {
  jobId,
  since: earlierId,
  counts: { added: 1, changed: 1, moved: 0, removed: 0, rendered: 0 },
  pages: [
    { kind: 'added', path: 'guides/regions', from: null },
    { kind: 'changed', path: 'cli', from: null },
  ],
  nextCursor: null,
}

const difference: PageDifference = {
  jobId,
  since: earlierId,
  path: 'cli',
  blocks: [
    { mark: 'same', text: '## Options', skipped: 4 },
    { mark: 'added', text: '`--region` chooses where your data is stored.', skipped: 0 },
  ],
}

const report: ExportReport = {
  renderer: '0.2.37',
  name: 'Example docs',
  counts: {
    pages: 240,
    rendered: 240,
    failed: 0,
    leftOut: 0,
    findings: { broken_link: 2 },
    pagesWith: { broken_link: 1 },
    withAllImports: 240,
    withoutFallback: 0,
    outsideHosts: 0,
    unlisted: 0,
    leftOutFiles: 0,
    configuration: 0,
    errors: 0,
    warnings: 2,
    advice: 0,
  },
  failures: [],
  findings: [
    {
      code: 'broken_link',
      severity: 'warning',
      message: 'The link /guides/setup leads to no page.',
      file: 'guides/install.mdx',
      line: 12,
      column: 5,
    },
  ],
  outsideHosts: [],
  unlisted: [],
  leftOut: [],
  advice: [],
}

const events: AgentEventPage = {
  events: [
    {
      position: 1000,
      turn: 1,
      at: createdAt,
      kind: 'instruction',
      body: { text: 'Document the --region flag on the CLI page.' },
    },
  ],
  nextCursor: null,
}

const project: Project = {
  id: projectId,
  name: 'Docs',
  repository: 'https://github.com/example/docs.git',
  branch: 'main',
  docsPath: '',
  createdAt,
}

const domainOfProject: Domain = {
  domain,
  projectId,
  verifiedAt: createdAt,
  createdAt,
  currentJobId: jobId,
  pinned: false,
}

const currentExport: CurrentExport = {
  domain,
  projectId,
  jobId,
  version,
  commit,
  publishedAt: endedAt,
  pin: null,
}

const rolledBack: RollBackResult = {
  ...currentExport,
  replaced: { jobId: 'se_9d8c7b6a59483726', version: '4ed54e1', commit: '4ed54e1b5a697887f6e5d4c3b2a1908f7e6d5c4b' },
  pageChanges: { added: 0, changed: 2, moved: 0, removed: 0, rendered: 0 },
}

const publications: PublicationPage = {
  publications: [
    { jobId, version, commit, publishedAt: endedAt, publishedBy: 'service', cause: 'export', available: true },
  ],
  nextCursor: null,
}

/** The first of the codes that a status stands for. */
export function errorExample([code]: readonly ErrorCode[]): ErrorBody | undefined {
  return code && { error: errorCatalogue[code].description, code, requestId }
}

export function problemExample([code]: readonly ErrorCode[]): ProblemBody | undefined {
  const sentence = code && errorCatalogue[code].description
  return sentence && { type: `urn:bindery:error:${code}`, title: sentence, detail: sentence, code, requestId }
}

/** One of each schema that a request or a response has, by its name. */
export const schemaExamples: Record<string, unknown> = {
  ExportJob: exportJob,
  ExportJobPage: { jobs: [exportJob], nextCursor: null },
  ExportBundle: bundle,
  ExportPreview: preview,
  ExportFilePage: files,
  ExportChanges: changes,
  PageDifference: difference,
  ExportReport: report,
  AgentJob: agentJob,
  AgentJobPage: { jobs: [agentJob], nextCursor: null },
  AgentEventPage: events,
  ProjectPage: { projects: [project], nextCursor: null },
  DomainPage: { domains: [domainOfProject], nextCursor: null },
  CurrentExport: currentExport,
  RollBackResult: rolledBack,
  PublicationPage: publications,
  StartExport: { domain, ref: 'main' },
  CreateBundle: { since: earlierId },
  CreateAgentJob: { prompt: 'Document the --region flag on the CLI page.' },
  MessageAgentJob: { prompt: 'Link it from the quickstart too.' },
  PublishExport: { jobId },
  RollBack: { pin: 'The prices of the last release were wrong.' },
  PinDomain: { reason: 'Release on Monday.' },
}

/** What stands in a path or a query, by the name of the parameter; with the operation before it where it means another thing. */
export const parameterExamples: Record<string, string> = {
  jobId,
  projectId,
  id: agentJobId,
  domain,
  path: 'guides/install.html',
  'getPageDifference.path': 'guides/install',
  since: earlierId,
}
