import { fileURLToPath } from 'node:url'

/** Work that a release left in the middle, as files: what a later release must be able to end. */
export interface Recording {
  release: string
  commit: string
  exports: RecordedExport[]
  edits: RecordedEdit[]
  organizations: string[]
}

export interface RecordedExport {
  jobId: string
  organizationId: string
  domain: string
  pages: number
}

export interface RecordedEdit {
  id: string
  organizationId: string
  project: string
}

export const recordingOf = (release: string) =>
  fileURLToPath(new URL(`./recordings/${release}-in-flight`, import.meta.url))

/** What a recording is made of. */
export const parts = {
  jobs: 'jobs.json',
  database: 'database.sql.gz',
  objects: 'objects.tar.xz',
  sites: 'sites.bundle',
  edited: 'edited.bundle',
}

/** What stands in a recording for an address of the machine that it was made on. */
export const placeholders = { sites: '{{SITES_URL}}', edited: '{{EDITED_URL}}' }
