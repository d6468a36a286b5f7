export { addRedirects } from './config/add-redirects.ts'
export { diagramFiles } from './layout/theme/diagram-files.ts'
export type { FileDates } from './model/file-dates.ts'
export type { Finding, FoundProblem } from './model/finding.ts'
export {
  compareKinds,
  countKinds,
  countSeverities,
  type Severity,
  severityOf,
  titleOfKind,
} from './model/finding-kinds.ts'
export type { EarlierPage, PageFacts, PageFailure, RenderedPage } from './model/page-facts.ts'
export type { PageTrace } from './model/page-trace.ts'
export type { Diagnostic, SourcePoint } from './model/page-tree.ts'
export { normalizeRoute, vendoredPath } from './model/paths.ts'
export type { SiteFile } from './model/site-file.ts'
export type { LeftOut, PlannedPage, SitePlan } from './model/site-plan.ts'
export { compareAddresses, type GoneAddress } from './outputs/addresses/compare-addresses.ts'
export { describeGone } from './outputs/addresses/describe-gone.ts'
export { readAnchors } from './outputs/addresses/page-text.ts'
export { filesOfBundle, filesOfFolder, type SiteFiles } from './outputs/addresses/site-files.ts'
export { type Report, type ReportCounts, reportPath } from './outputs/report/report.ts'
export * from './parent.ts'
export { type BuildOptions, buildSite } from './pipeline/build-site.ts'
export { finishSite } from './pipeline/finish-site.ts'
export { joinFacts, joinInTurn, type SitePart } from './pipeline/join-facts.ts'
export { openSite } from './pipeline/open-site.ts'
export { readRenderedPage, writePageFile } from './pipeline/pool/page-files.ts'
export { type AskParent, serveTasks } from './pipeline/pool/serve-tasks.ts'
export { digestSurroundings, encodePlan } from './pipeline/reuse/digest-surroundings.ts'
export { layOutAgain, standsTheSame } from './pipeline/reuse/lay-out-again.ts'
export {
  type DigestFile,
  digestText,
  digestTextFile,
  hasSameFiles,
  rendersTheSame,
  showsTheSame,
} from './pipeline/reuse/page-trace.ts'
export { listAssetOutputs } from './plan/assets/list-asset-outputs.ts'
export { digestShown, type ShownDigests } from './plan/assets/remote/digest-shown.ts'
export { listCandidates, listConfigured } from './plan/assets/remote/list-candidates.ts'
export { indexSite } from './plan/index-site.ts'
export { listRemoteSpecs, surveySources } from './plan/list-remote-specs.ts'
export { changesPlan } from './plan/memory/changes-plan.ts'
export { PlanMemory, type RememberedFile } from './plan/memory/plan-memory.ts'
export type { SourceSurvey } from './plan/memory/source-survey.ts'
export { narrowPlan, pickPages } from './plan/narrow-plan.ts'
export { parseYaml } from './plan/openapi/parse-yaml.ts'
export { type PlanOptions, planSite } from './plan/plan-site.ts'
export { digestPlanned } from './plan/update/digest-planned.ts'
