export { type AgentEventPage, agentEventPage } from './agent-event.ts'
export {
  type AgentJob,
  type AgentJobPage,
  type AgentJobStatus,
  agentJob,
  agentJobPage,
  agentJobStatus,
  type CreateAgentJobBody,
} from './agent-job.ts'
export {
  archiveAgentJob,
  cancelAgentJob,
  createAgentJob,
  getAgentJob,
  listAgentEvents,
  listAgentJobs,
  messageAgentJob,
  unarchiveAgentJob,
} from './agent-routes.ts'
export { apiVersion, describeApi } from './describe/describe-api.ts'
export { exampleServer } from './describe/examples.ts'
export { type ErrorBody, type ErrorDetail, errorBody, type ProblemBody, problemBody } from './error-body.ts'
export { type ErrorCode, type ErrorStatus, errorCatalogue } from './error-catalogue.ts'
export {
  type ExportChanges,
  type ExportFilePage,
  type ExportPreview,
  exportChanges,
  exportFilePage,
  exportPreview,
  type PageChange,
  type PageDifference,
  pageDifference,
  type TextBlock,
} from './export-file.ts'
export {
  type AssetMode,
  type AuthorCodeMode,
  assetMode,
  authorCodeMode,
  domainName,
  type ExportBundle,
  type ExportJob,
  type ExportJobPage,
  type ExportStatus,
  exportBundle,
  exportId,
  exportJob,
  exportJobPage,
  exportStatus,
  refName,
  type StartExportBody,
  startExportBody,
  versionLabel,
} from './export-job.ts'
export { type ExportReport, exportReport } from './export-report.ts'
export { type HostedPage, hostedPage } from './hosting/hosting.ts'
export { createHostedBundle, hostingRoutes, listHostedDomains } from './hosting/hosting-routes.ts'
export { type IdKind, idForm, idPrefixes } from './ids.ts'
export { type Domain, type DomainPage, domainPage, type Project, type ProjectPage, projectPage } from './project.ts'
export { listDomains, listProjects } from './project-routes.ts'
export {
  type CurrentExport,
  currentExport,
  listPublicationsQuery,
  type PublicationCause,
  type PublicationPage,
  pinReason,
  publicationPage,
  type RollBackResult,
  rollBackResult,
} from './publication.ts'
export {
  getCurrentExport,
  listPublications,
  pinDomain,
  publishExport,
  rollBack,
  unpinDomain,
} from './publication-routes.ts'
export type { Route, Scope } from './route.ts'
export {
  cancelExport,
  createBundle,
  getExport,
  getExportFile,
  getExportPreview,
  getExportReport,
  getPageDifference,
  listExportChanges,
  listExportFiles,
  listExports,
  listExportsQuery,
  routes,
  startExport,
} from './routes.ts'
