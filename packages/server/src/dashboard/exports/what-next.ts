import type { ExportErrorCode } from '../../core/exports/export-failure.ts'

export interface WhatNext {
  sentence: string
  /** Where that is done. */
  lead: 'project' | 'report' | 'again'
}

const again = (sentence: string): WhatNext => ({ sentence, lead: 'again' })
const project = (sentence: string): WhatNext => ({ sentence, lead: 'project' })
const report = (sentence: string): WhatNext => ({ sentence, lead: 'report' })

/** The job's own sentence says what happened; this one who fixes it, and where. */
const remedies: Record<ExportErrorCode, WhatNext> = {
  repository_refused: project(
    'Give the project an address that this installation may fetch from, or ask the operator to allow this one.',
  ),
  repository_unreachable: again('Look whether the git host is up, then start the export again.'),
  repository_auth_failed: project(
    'Give the project a credential that may read its repository, then start the export again.',
  ),
  repository_not_found: project(
    'Check the address of the repository in the project, and that its credential may see it.',
  ),
  repository_too_large: project('Take large files out of the repository, or ask the operator to raise the limit.'),
  repository_timeout: again('Start the export again; if it happens again, look at the git host.'),
  repository_invalid: project('Look at the repository: what came from the git host is no whole repository.'),
  ref_not_found: again('Check the branch, tag or commit, and start the export with one that is there.'),
  docs_folder_not_found: project('Check the docs folder of the project: it must hold a docs.json.'),
  configuration_invalid: report('Fix the configuration, push it, and start the export again.'),
  page_not_found: again('Check the paths of the pages, and start the export with pages that are there.'),
  too_many_pages: project('Export a part of the site by its paths, or ask the operator to raise the limit.'),
  page_failed: report('The report names each page with its line. Fix them, push, and start the export again.'),
  assets_unavailable: project(
    'Correct the addresses of these files, put them into the docs folder, or let the project bring along what it can.',
  ),
  processing_failed: project(
    'Make the site smaller or simpler where the sentence says so, or ask the operator to give workers more.',
  ),
  secret_found: report(
    'Remove the secrets and replace them, since they stand in the history too; then start the export again.',
  ),
  storage_unavailable: again('Start the export again; if it happens again, tell the operator.'),
  no_disk_space: again('Start the export again; if it happens again, ask the operator for larger workers.'),
  timed_out: again('Start the export again; if it happens again, tell the operator.'),
  cancelled: again('Somebody ended it on purpose; the audit says who. Start a new one when you are ready.'),
  internal_error: again('Start the export again; if it happens again, tell the operator its id.'),
}

export function whatNext(errorCode: string | null): WhatNext {
  return remedies[errorCode as ExportErrorCode] ?? remedies.internal_error
}
