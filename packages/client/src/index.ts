export type { AgentJobs, ListAgentJobs } from './agent-jobs.ts'
export type {
  AgentEventPage,
  AgentJob,
  AgentJobPage,
  CreateAgentJob,
  CreateBundle,
  CurrentExport,
  Domain,
  DomainPage,
  ErrorCode,
  ExportBundle,
  ExportChanges,
  ExportFilePage,
  ExportJob,
  ExportJobPage,
  ExportPreview,
  ExportReport,
  MessageAgentJob,
  PageDifference,
  PinDomain,
  Project,
  ProjectPage,
  PublicationPage,
  PublishExport,
  RollBack,
  RollBackResult,
  StartExport,
  TextBlock,
} from './api.ts'
export type { CallOptions, RetryNotice, WriteOptions } from './call-operation.ts'
export { type Client, type ClientOptions, createClient } from './create-client.ts'
export type { CurrentOptions, Domains, ListDomains } from './domains.ts'
export { DownloadError, type DownloadOptions, downloadFile, type RemoteFile } from './download-file.ts'
export {
  AuthenticationError,
  BadRequestError,
  BinderyError,
  ConflictError,
  ConnectionError,
  ExpiredError,
  IdempotencyError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionError,
  RateLimitError,
  ServerError,
  UnexpectedResponseError,
  UnsupportedMediaTypeError,
} from './errors.ts'
export type { Exports, ListChanges, ListExports } from './exports.ts'
export type { WaitOptions } from './follow-job.ts'
export type { HostedPage, Hosting, ListHosted } from './hosting.ts'
export type { ListProjects, Projects } from './projects.ts'
