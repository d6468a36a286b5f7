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

const pageChange = z.strictObject({
  kind: z.enum(['added', 'changed', 'moved', 'removed', 'rendered']).meta({
    description:
      '`changed` is another text; `moved` the same text at another path; `rendered` the same text in other HTML, as after a change of a snippet, the navigation or the theme.',
  }),
  path: z.string().meta({ description: "The page's path within the site, without its ending." }),
  from: z.string().nullable().meta({ description: 'Where a moved page was before; null for the others.' }),
})

const changeCount = z.int().min(0)

export const changeCounts = z.strictObject({
  added: changeCount,
  changed: changeCount,
  moved: changeCount,
  removed: changeCount,
  rendered: changeCount,
})

export const exportChanges = z
  .strictObject({
    jobId: exportId,
    since: exportId,
    counts: changeCounts,
    pages: z.array(pageChange),
    nextCursor: fileCursor.nullable().meta({ description: 'Give it as `cursor` for the next page; null on the last.' }),
  })
  .meta({ id: 'ExportChanges', description: 'What became of the pages from one static export to another.' })

const textBlock = z
  .strictObject({
    mark: z.enum(['same', 'removed', 'added']),
    text: z.string().meta({ description: 'A paragraph, a list, a code block: what blank lines separate.' }),
    skipped: z.int().min(0).meta({ description: 'How many unchanged blocks before this one are left out.' }),
  })
  .meta({ id: 'TextBlock', description: 'A block of the text of a page.' })

export const pageDifference = z
  .strictObject({
    jobId: exportId,
    since: exportId,
    path: z.string(),
    blocks: z.array(textBlock).nullable().meta({
      description:
        'What changed, with one unchanged block around it. Null for a text of more than 1 MiB or 5,000 blocks.',
    }),
  })
  .meta({ id: 'PageDifference', description: 'What changed in the text of one page.' })

export type PageChange = z.infer<typeof pageChange>

export type ExportChanges = z.infer<typeof exportChanges>

export type TextBlock = z.infer<typeof textBlock>

export type PageDifference = z.infer<typeof pageDifference>

export type ExportPreview = z.infer<typeof exportPreview>

export type ExportFilePage = z.infer<typeof exportFilePage>
