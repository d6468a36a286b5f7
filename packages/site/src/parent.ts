/** For a process that leaves pages to others, or has none: it loads no parser and no renderer, and starts in a fifth of the time. */

export { type Advice, ConfigurationError, formatAdvice } from './model/advice.ts'
export type { FetchedSpecs } from './model/fetched-specs.ts'
export { type RemoteAssets, remoteAssetPath } from './model/remote-assets.ts'
export { readCssTokens } from './page/sanitize/css/tokenize-css.ts'
export { listRemoteAssets } from './pipeline/list-remote-assets.ts'
export {
  createRenderPool,
  explainEnd,
  type RenderPool,
  type RenderPoolOptions,
  type RenderTask,
} from './pipeline/pool/create-render-pool.ts'
export { MemoryBudget } from './pipeline/pool/memory-budget.ts'
export { ProcessEnded } from './pipeline/pool/process-ended.ts'
export { type PoolTask, ProcessPool } from './pipeline/pool/process-pool.ts'
export { type GatherAssetsInput, gatherAssets, type Validator } from './plan/assets/remote/gather-assets.ts'
export { readXml, XmlError } from './plan/assets/svg/read-xml.ts'
export { historyCommits, listChanges, listCommits, readDays } from './plan/dates/read-history.ts'
export { gatherSpecs } from './plan/openapi/gather-specs.ts'
export { type AskRemote, NotFetched, type RemoteAnswer } from './plan/remote/ask-remote.ts'
export { rendererVersion } from './plan/renderer-version.ts'
export { largestHighlightFile } from './render/highlight/open-highlight-cache.ts'
