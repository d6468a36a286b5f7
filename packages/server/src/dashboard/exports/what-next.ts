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
    'Use a repository that this installation may fetch from, or ask the operator to allow this one.',
  ),
  repository_unreachable: again('Check that the git host is up, then start the export again.'),
  repository_auth_failed: project(
    'Give the project a credential that can read its repository, then start the export again.',
  ),
  repository_not_found: project('Check the repository’s address in the project, and that its credential can read it.'),
  repository_too_large: project('Remove large files from the repository, or ask the operator to raise the limit.'),
  repository_timeout: again('Start the export again. If it fails again, check the git host.'),
  repository_invalid: project('Check the repository: the git host did not send a complete one.'),
  ref_not_found: again('Check the branch, tag or commit, and start the export with one that exists.'),
  docs_folder_not_found: project('Check the project’s docs folder: it must contain a docs.json.'),
  configuration_invalid: report('Fix the configuration, push it, and start the export again.'),
  page_not_found: again('Check the paths of the pages, and start the export with pages that exist.'),
  too_many_pages: project('Export part of the site by its paths, or ask the operator to raise the limit.'),
  page_failed: report('The report names each page with its line. Fix them, push, and start the export again.'),
  assets_unavailable: project(
    'Correct the addresses of these files, add them to the docs folder, or change how the project treats files from other hosts.',
  ),
  processing_failed: project(
    'Make the site smaller or simpler where the message says so, or ask the operator for larger workers.',
  ),
  secret_found: report(
    'Remove the secrets and replace them, because they are in the git history too. Then start the export again.',
  ),
  storage_unavailable: again('Start the export again. If it fails again, tell the operator.'),
  no_disk_space: again('Start the export again. If it fails again, ask the operator for larger workers.'),
  timed_out: again('Start the export again. If it fails again, tell the operator.'),
  cancelled: again('Someone cancelled it; the audit log shows who. Start a new one when you are ready.'),
  organization_suspended: again('Ask the operator to lift the suspension, then start the export again.'),
  internal_error: again('Start the export again. If it fails again, send the operator its id.'),
}

export function whatNext(errorCode: string | null): WhatNext {
  return remedies[errorCode as ExportErrorCode] ?? remedies.internal_error
}
