/** Of what the API answers, the part that is read here; openapi.json of the service has all of it. */
export interface ExportJob {
  jobId: string
  domain: string
  status: 'queued' | 'running' | 'completed' | 'failed'
  pageCount: number
  /** Null until the site is planned. */
  totalPages: number | null
  pagesReused: number
  version: string | null
  commit: string | null
  error: string | null
  errorCode: string | null
  warnings: number
}

export interface ExportBundle {
  jobId: string
  bundleUrl: string
  sizeBytes: number
  sha256: string
}

export interface ExportReport {
  counts: { pages: number; rendered: number; failed: number }
  failures: { file: string; line: number; column: number; reason: string }[]
}

export interface Refusal {
  error: string
  code: string
}
