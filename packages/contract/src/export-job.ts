import { z } from 'zod'
import { cursorForm, idForm } from './ids.ts'

export const exportStatus = z.enum(['queued', 'running', 'completed', 'failed'])
export const exportId = z.string().regex(idForm('export'))

/** Where a page of the list ended: the creation time of its last job in milliseconds, and its id. */
export const exportCursor = z.string().regex(cursorForm('export'), 'must be the nextCursor of an earlier page')

const timestamp = z.iso.datetime()

export const exportJob = z
  .strictObject({
    jobId: exportId.meta({ description: 'Identifies the job in later paths.' }),
    domain: z.string(),
    status: exportStatus,
    progress: z.number().min(0).max(100).meta({ description: 'Never falls; 100 only with `completed`.' }),
    pageCount: z.int().min(0).meta({ description: 'Pages exported so far; never falls.' }),
    totalPages: z.int().min(0).nullable().meta({ description: 'Null until the site is planned.' }),
    pagesRendered: z.int().min(0),
    pagesReused: z.int().min(0),
    version: z.string().nullable().meta({ description: 'The label; the short commit by default. Null until known.' }),
    commit: z.string().nullable().meta({ description: 'Null until the source is fetched.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
    error: z.string().nullable().meta({ description: 'Why the job failed; null unless it failed.' }),
    errorCode: z.string().nullable().meta({ description: 'A stable word for the failure; null unless it failed.' }),
    errors: z
      .int()
      .min(0)
      .meta({ description: 'How many errors the report holds: pages that are shown in part, or left out.' }),
    warnings: z.int().min(0).meta({ description: 'How many warnings the report holds.' }),
    retainedUntil: timestamp.nullable().meta({ description: 'Null unless the operator set a retention.' }),
  })
  .meta({ id: 'ExportJob', description: 'A static export job.' })

export const exportJobPage = z
  .strictObject({
    jobs: z.array(exportJob),
    nextCursor: exportCursor
      .nullable()
      .meta({ description: 'Give it as `cursor` for the next page; null on the last.' }),
  })
  .meta({ id: 'ExportJobPage' })

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

export const domainName = z
  .string()
  .max(253)
  .regex(
    new RegExp(`^${label}(?:\\.${label})*$`),
    'must be a hostname such as docs.example.com, without scheme, port, path or trailing dot',
  )

/** The rules of git-check-ref-format, in one pattern so that the description says all of them. */
export const refName = z
  .string()
  .max(255)
  .regex(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them in a name.
    /^(?![-/.])(?!@$)(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)))[^\x00-\x20\x7f~^:?*[\\]+(?<![/.])$/,
    'must be the name of a branch or tag, or a commit',
  )

export const versionLabel = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/, 'must be 1 to 128 of A-Z a-z 0-9 . _ -')

// Paths are kept with the job, and an API key must never be. Control characters in numbers: not every reader knows \p{Cc}.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
const pathPattern = /^(?!.*bnd_[0-9A-Za-z]{36})[^\u0000-\u001f\u007f-\u009f?#\\]+$/
const pagePath = z.string().min(1).max(1024).regex(pathPattern, 'must be the path of a page, such as guides/install')

/** What an export does about pictures, fonts and media that pages show of other hosts. */
export const assetMode = z.enum(['vendor', 'link', 'strict'])

/** Whether scripts and components of the docs folder run in readers' browsers. */
export const authorCodeMode = z.enum(['off', 'browser'])

/** What becomes of a page that is not valid MDX. */
const pageRule = z.enum(['lenient', 'strict'])

export const startExportBody = z
  .strictObject({
    domain: domainName.meta({ description: 'The domain to export.' }),
    ref: refName.optional().meta({ description: "A branch, tag or commit; the project's branch by default." }),
    version: versionLabel.optional().meta({ description: 'A label for this export; the short commit by default.' }),
    paths: z
      .array(pagePath)
      .min(1)
      .optional()
      .meta({ description: 'The pages to export, by their paths; every published page by default.' }),
    assets: assetMode.optional().meta({
      description:
        "Files that pages show of other hosts: `vendor` brings them along, `link` keeps their addresses, `strict` fails the job if one cannot be fetched; the project's setting by default.",
    }),
    pages: pageRule.optional().meta({
      description:
        "`lenient` shows a page that is not valid MDX as far as it can be read, and reports an error; `strict` fails the job with `page_failed`. The project's setting by default.",
    }),
    authorCode: authorCodeMode.extract(['off']).optional().meta({
      description:
        "`off` leaves the docs folder's own scripts and components out of this export. Only the project's setting can let them run.",
    }),
  })
  .meta({ id: 'StartExport' })

export const createBundleBody = z
  .strictObject({
    since: exportId.optional().meta({
      description:
        'An older job of the same project, or any job of it if this one is current: the link leads to a delta from its bundle to this one. Beyond the quota of deltas it leads to the whole bundle.',
    }),
  })
  .meta({ id: 'CreateBundle' })

export const exportBundle = z
  .strictObject({
    jobId: exportId,
    since: exportId
      .nullable()
      .meta({ description: 'The job that the delta starts from; null if the archive is the whole bundle.' }),
    bundleUrl: z.url().meta({ description: 'Presigned link to the single-archive bundle, or to the delta.' }),
    expiresAt: timestamp.meta({ description: 'Time after which the link no longer works.' }),
    sizeBytes: z.int().min(0),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .meta({ id: 'ExportBundle', description: 'A fresh link to the bundle; the job and its files stay reusable.' })

export type AuthorCodeMode = z.infer<typeof authorCodeMode>
export type AssetMode = z.infer<typeof assetMode>
export type ExportStatus = z.infer<typeof exportStatus>
export type ExportJob = z.infer<typeof exportJob>
export type ExportJobPage = z.infer<typeof exportJobPage>
export type StartExportBody = z.infer<typeof startExportBody>
export type ExportBundle = z.infer<typeof exportBundle>
