export { assetType } from './assets/asset-types.ts'
export { listAssetOutputs } from './assets/list-asset-outputs.ts'
export { type BuildOptions, buildSite } from './build-site.ts'
export { type Advice, ConfigurationError, sayAdvice } from './config/advice.ts'
export type { SiteFile } from './files.ts'
export { type FinishInput, type FinishPartsInput, finishParts, finishSite } from './finish-site.ts'
export { largestHighlightFile } from './highlight/open-highlight-cache.ts'
export { joinFacts, type SitePart } from './join-facts.ts'
export type { FetchedSpecs } from './openapi/fetched-specs.ts'
export { type AskForSpec, gatherSpecs, type SpecAnswer, SpecNotFetched } from './openapi/gather-specs.ts'
export { listRemoteSpecs } from './openapi/list-remote-specs.ts'
export type { Diagnostic, SourcePoint } from './page/tree.ts'
export type { EarlierPage, PageFacts, PageFailure, RenderedPage } from './page-facts.ts'
export { changesPlan } from './plan/changes-plan.ts'
export { narrowPlan } from './plan/narrow-plan.ts'
export { PlanMemory } from './plan/plan-memory.ts'
export { type PlanOptions, planSite } from './plan/plan-site.ts'
export type { LeftOut, PlannedPage, SitePlan } from './plan/site-plan.ts'
export {
  createRenderPool,
  type RenderPool,
  type RenderPoolOptions,
  type RenderTask,
} from './pool/create-render-pool.ts'
export { rendererVersion } from './renderer-version.ts'
export type { Finding } from './report/finding.ts'
export { type Report, type ReportCounts, reportPath } from './report/report.ts'
export { hasSameFiles, type PageTrace } from './reuse/page-trace.ts'
