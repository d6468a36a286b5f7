import type {
  CreateBundle,
  ExportBundle,
  ExportChanges,
  ExportFilePage,
  ExportJob,
  ExportJobPage,
  ExportPreview,
  ExportReport,
  PageDifference,
  StartExport,
} from './api.ts'
import type { Caller, CallOptions, WriteOptions } from './call-operation.ts'
import { type DownloadOptions, downloadFile } from './download-file.ts'
import { followJob, lastOf, type WaitOptions } from './follow-job.ts'
import { listPages } from './list-pages.ts'

export interface ListExports {
  domain?: string | undefined
  status?: ExportJob['status'] | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export interface ListChanges {
  since: string
  limit?: number | undefined
  cursor?: string | undefined
}

type ExportFile = ExportFilePage['files'][number]
type PageChange = ExportChanges['pages'][number]

/** Static export jobs. */
export interface Exports {
  start(body: StartExport, options?: WriteOptions): Promise<ExportJob>
  get(jobId: string, options?: CallOptions): Promise<ExportJob>
  /** One page, newest first. */
  list(query?: ListExports, options?: CallOptions): Promise<ExportJobPage>
  /** All pages, newest first. */
  listAll(query?: Omit<ListExports, 'cursor'>, options?: CallOptions): AsyncIterable<ExportJob>
  cancel(jobId: string, options?: CallOptions): Promise<ExportJob>
  /** Yields the job whenever it changes, until it has ended. */
  wait(jobId: string, options?: WaitOptions): AsyncIterable<ExportJob>
  /** How the job ended, with as few requests as possible. */
  waitForEnd(jobId: string, options?: CallOptions): Promise<ExportJob>
  /** A fresh link to the bundle of a completed job. */
  createBundle(jobId: string, body?: CreateBundle, options?: CallOptions): Promise<ExportBundle>
  /** Downloads the bundle into a file, checks its digest and goes on where it was cut off. */
  download(jobId: string, file: string, options?: Omit<DownloadOptions, 'renew'> & CreateBundle): Promise<ExportBundle>
  report(jobId: string, options?: CallOptions): Promise<ExportReport>
  files(jobId: string, query?: { limit?: number; cursor?: string }, options?: CallOptions): Promise<ExportFilePage>
  listAllFiles(jobId: string, options?: CallOptions): AsyncIterable<ExportFile>
  /** A fresh address at which a browser shows the site of a completed job. */
  preview(jobId: string, options?: CallOptions): Promise<ExportPreview>
  /** The pages that differ from those of an earlier job, `since`. */
  changes(jobId: string, query: ListChanges, options?: CallOptions): Promise<ExportChanges>
  listAllChanges(jobId: string, query: Pick<ListChanges, 'since'>, options?: CallOptions): AsyncIterable<PageChange>
  /** What changed in the text of one page; `from` is where it was before, if it has moved. */
  pageDifference(
    jobId: string,
    path: string,
    query: { since: string; from?: string },
    options?: CallOptions,
  ): Promise<PageDifference>
  /** The bytes of one file of a completed job. */
  file(jobId: string, path: string, options?: CallOptions): Promise<AsyncIterable<Uint8Array>>
}

export function createExports({ call, open }: Caller): Exports {
  const read = async <Body>(...args: Parameters<typeof call>) => (await call<Body>(...args)).body

  const exports: Exports = {
    start: (body, options) => read('startExport', { ...options, body }),
    get: (jobId, options) => read('getExport', { ...options, parameters: { jobId } }),
    list: (query, options) => read('listExports', { ...options, query }),
    listAll: (query, options) =>
      listPages(
        (cursor) => exports.list({ limit: 100, ...query, cursor }, options),
        ({ jobs }) => jobs,
      ),
    cancel: (jobId, options) => read('cancelExport', { ...options, parameters: { jobId } }),
    wait: (jobId, options = {}) =>
      followJob(
        (more) => call<ExportJob | undefined>('getExport', { ...more, parameters: { jobId } }),
        hasEnded,
        options,
      ),
    waitForEnd: (jobId, options) => lastOf(exports.wait(jobId, { ...options, until: 'end' })),
    createBundle: (jobId, body, options) =>
      read('createBundle', { ...options, parameters: { jobId }, ...(body && { body }) }),
    async download(jobId, file, { since, ...options } = {}) {
      const link = (base?: string) => exports.createBundle(jobId, base === undefined ? {} : { since: base }, options)
      const bundle = await link(since)
      // Beyond the quota the first link is to the whole bundle, and so must be the next.
      const renew = async () => toRemote(await link(bundle.since ?? undefined))
      await downloadFile(toRemote(bundle), file, { ...options, renew })
      return bundle
    },
    report: (jobId, options) => read('getExportReport', { ...options, parameters: { jobId } }),
    files: (jobId, query, options) => read('listExportFiles', { ...options, query, parameters: { jobId } }),
    listAllFiles: (jobId, options) =>
      listPages(
        (cursor) => exports.files(jobId, { limit: 1000, ...(cursor !== undefined && { cursor }) }, options),
        ({ files }) => files,
      ),
    preview: (jobId, options) => read('getExportPreview', { ...options, parameters: { jobId } }),
    changes: (jobId, query, options) => read('listExportChanges', { ...options, query, parameters: { jobId } }),
    listAllChanges: (jobId, query, options) =>
      listPages(
        (cursor) => exports.changes(jobId, { limit: 1000, ...query, cursor }, options),
        ({ pages }) => pages,
      ),
    pageDifference: (jobId, path, query, options) =>
      read('getPageDifference', { ...options, query, parameters: { jobId, path } }),
    async file(jobId, path, options) {
      return (await open('getExportFile', { ...options, parameters: { jobId, path } })).body
    },
  }
  return exports
}

function hasEnded({ status }: ExportJob): boolean {
  return status === 'completed' || status === 'failed'
}

function toRemote({ bundleUrl, sha256, sizeBytes }: ExportBundle) {
  return { url: bundleUrl, sha256, sizeBytes }
}
