import type { UseTool } from './agent-jobs/use-tool.ts'
import { compareFindings } from './finish/compare-findings.ts'
import { compareSites } from './finish/compare-sites.ts'
import { findChangedSecrets } from './finish/find-changed-secrets.ts'
import { finishSite } from './finish/finish-site.ts'
import { reportSite } from './finish/report-site.ts'
import { compareChunks } from './pages/compare-chunks.ts'
import { joinPages } from './pages/join-pages.ts'
import { packChunk } from './pages/pack-chunk.ts'
import { reusePages } from './pages/reuse-pages.ts'
import { openPlan } from './plan/open-plan.ts'
import { planSite } from './plan/plan-site.ts'
import { listSource } from './source/list-source.ts'
import { addFetched } from './source/packs/add-fetched.ts'
import { fillSource } from './source/packs/fill-source.ts'
import { openSource } from './source/packs/open-source.ts'
import { packSource } from './source/packs/pack-source.ts'
import { readDates } from './source/read-dates.ts'
import { listAssets } from './source/survey/list-assets.ts'
import { surveySource } from './source/survey/survey-source.ts'
import { unpackSource } from './source/unpack-source.ts'
import { writeSource } from './source/write-source.ts'

/** What a task process does, by name. */
export const handlers = {
  listSource,
  writeSource,
  unpackSource,
  surveySource,
  readDates,
  fillSource,
  addFetched,
  packSource,
  openSource,
  listAssets,
  planSite,
  openPlan,
  compareChunks,
  reusePages,
  packChunk,
  joinPages,
  finishSite,
  reportSite,
  compareFindings,
  compareSites,
  findChangedSecrets,
  // Only agent jobs have tools, and loading them is a third of what a process takes to start.
  useTool: async (input: UseTool) => (await import('./agent-jobs/use-tool.ts')).useTool(input),
}

export type Handlers = typeof handlers
