import type { ProcessEnded } from '@bindery/site'
import type { TaskName } from './create-task-pool.ts'
import { ProcessingFailed } from './processing-failed.ts'

const stages: Record<TaskName, string> = {
  listSource: 'Listing the files of the repository',
  writeSource: 'Reading the files of the repository',
  unpackSource: 'Unpacking the source of the site',
  surveySource: 'Looking for OpenAPI descriptions and dates',
  readDates: 'Reading the history of the repository',
  fillSource: 'Reading the files of the repository',
  addFetched: 'Adding what was fetched from other hosts',
  packSource: 'Packing the source of the site',
  openSource: 'Unpacking the source of the site',
  listAssets: 'Planning the site',
  planSite: 'Planning the site',
  openPlan: 'Opening the plan of the site',
  compareChunks: 'Comparing the site with its last export',
  reusePages: 'Comparing the pages with those of the last export',
  packChunk: 'Packing the pages',
  joinPages: 'Collecting what is known of the pages',
  finishSite: 'Finishing the site',
  reportSite: 'Checking the site',
  compareFindings: 'Comparing what was found with what was there before',
  compareSites: 'Comparing the addresses of the site with those of the published one',
  findChangedSecrets: 'Looking for secrets in the changes',
  useTool: 'Using a tool of the agent',
}

/** What happened, in which stage, and what to do next. */
export function explainTask(name: TaskName, ended: ProcessEnded): ProcessingFailed {
  const advice = `Make the site smaller or simpler; ${adviseOrdinary(ended, 'BINDERY_WORKER_TASK_TIMEOUT')}`
  return new ProcessingFailed('processing_failed', `${stages[name]} ${describe(ended)}. ${advice}`)
}

export function explainPage(file: string, ended: ProcessEnded): ProcessingFailed {
  const ordinary = adviseOrdinary(ended, 'BINDERY_WORKER_PAGE_TIMEOUT')
  const advice = `Make the page smaller or simpler, or list it in .binderyignore; ${ordinary}`
  return new ProcessingFailed('page_failed', `Rendering ${file} ${describe(ended)}. ${advice}`)
}

/** No setting helps where native code has crashed; SIGKILL is how the kernel ends what takes too much memory. */
function adviseOrdinary({ kind, detail }: ProcessEnded, timeout: string): string {
  if (kind === 'crash' && detail !== 'SIGKILL') return 'if it is an ordinary one, tell the operator.'
  const setting = kind === 'deadline' ? timeout : 'the memory of its workers'
  return `if it is an ordinary one, ask the operator to raise ${setting}.`
}

function describe({ kind, detail }: ProcessEnded): string {
  if (kind === 'deadline') return `took longer than ${detail}, twice`
  if (kind === 'memory') return 'needed more memory than it may have, twice'
  return `ended its process twice (${detail})`
}
