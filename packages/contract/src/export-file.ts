import { z } from 'zod'
import { exportId } from './export-job.ts'

/** How many files were listed before: the files of a completed job never change. */
export const fileCursor = z.string().regex(/^\d{1,9}$/, 'must be the nextCursor of an earlier page')

const exportFile = z.strictObject({
  path: z.string().meta({ description: "Relative to the site's root." }),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  type: z.string().meta({ description: 'The media type with which a host should serve it.' }),
  page: z.string().nullable().meta({ description: 'The source page it was made from; null for what pages share.' }),
})

export const exportFilePage = z
  .strictObject({
    files: z.array(exportFile),
    nextCursor: fileCursor.nullable().meta({ description: 'Give it as `cursor` for the next page; null on the last.' }),
  })
  .meta({ id: 'ExportFilePage', description: 'Files of a static export.' })

export const exportPreview = z
  .strictObject({
    jobId: exportId,
    previewUrl: z.url().meta({
      description: 'The first page of the site; addresses of other pages continue it. Whoever has it may look.',
    }),
    expiresAt: z.iso.datetime().meta({ description: 'From then on the address leads nowhere; ask for a new one.' }),
  })
  .meta({ id: 'ExportPreview', description: 'Where a completed export can be viewed.' })

export type ExportPreview = z.infer<typeof exportPreview>

export type ExportFilePage = z.infer<typeof exportFilePage>
