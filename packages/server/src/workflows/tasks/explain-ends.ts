import type { ProcessEnded } from '@bindery/site'
import type { TaskName } from './create-task-pool.ts'
import { ProcessingFailed } from './processing-failed.ts'

const stages: Record<TaskName, string> = {
  listSource: 'Listing the files of the repository',
  writeSource: 'Reading the files of the repository',
  unpackSource: 'Unpacking the source of the site',
  listSpecs: 'Looking for OpenAPI descriptions',
  planSite: 'Planning the site',
  openPlan: 'Opening the plan of the site',
  isSameChunk: 'Comparing the site with its last export',
  openEarlier: 'Comparing the pages with those of the last export',
  packChunk: 'Packing the pages',
  joinPages: 'Collecting what is known of the pages',
  finishSite: 'Finishing the site',
  reportSite: 'Checking the site',
  compareFindings: 'Comparing what was found with what was there before',
  findChangedSecrets: 'Looking for secrets in the changes',
  useTool: 'Using a tool of the agent',
}

/** What happened, in which stage, and what to do next. */
export function explainTask(name: TaskName, ended: ProcessEnded): ProcessingFailed {
  const variable = ended.kind === 'deadline' ? 'BINDERY_WORKER_TASK_TIMEOUT' : 'the memory of its workers'
  return new ProcessingFailed(
    'processing_failed',
    `${stages[name]} ${describe(ended)}. Make the site smaller or simpler; if it is an ordinary one, ask the operator to raise ${variable}.`,
  )
}

export function explainPage(file: string, ended: ProcessEnded): ProcessingFailed {
  const variable = ended.kind === 'deadline' ? 'BINDERY_WORKER_PAGE_TIMEOUT' : 'the memory of its workers'
  return new ProcessingFailed(
    'page_failed',
    `Rendering ${file} ${describe(ended)}. Make the page smaller or simpler, or list it in .binderyignore; if it is an ordinary one, ask the operator to raise ${variable}.`,
  )
}

function describe({ kind, detail }: ProcessEnded): string {
  if (kind === 'deadline') return `took longer than ${detail}, twice`
  if (kind === 'memory') return 'needed more memory than it may have, twice'
  return `ended its process twice (${detail})`
}
