import { z } from 'zod'

const place = { file: z.string(), line: z.int(), column: z.int() }
const count = z.int().min(0)
const total = (what: string) => count.meta({ description: `How many ${what} there are in all.` })

const authorCode = z
  .strictObject({
    pages: z.array(z.strictObject({ page: z.string(), bytes: count })).meta({ description: 'At most 2,000.' }),
    scripts: z.array(z.strictObject({ file: z.string(), bytes: count })).meta({ description: 'On every page.' }),
  })
  .meta({
    id: 'AuthorCodeReport',
    description: "How much of the docs folder's own code runs in readers' browsers, where it may.",
  })

/** What the author of a site should know about one export of it. It also stands in the bundle. */
export const exportReport = z
  .strictObject({
    renderer: z.string(),
    name: z.string().meta({ description: 'The name of the site.' }),
    counts: z.strictObject({
      pages: count,
      rendered: count,
      failed: count,
      leftOut: count,
      findings: z.record(z.string(), count).meta({ description: 'How many findings there are of each code.' }),
      pagesWith: z.record(z.string(), count).meta({ description: 'On how many pages there is a finding of a code.' }),
      withAllImports: count,
      withoutFallback: count,
      outsideHosts: count,
      unlisted: count,
      leftOutFiles: count.meta({ description: 'Pages, scripts and other files that are not published.' }),
      configuration: count.meta({ description: 'Mistakes in the configuration.' }),
      errors: total('errors'),
      warnings: total('warnings'),
      advice: total('pieces of advice'),
    }),
    failures: z
      .array(z.strictObject({ ...place, reason: z.string(), fatal: z.boolean() }))
      .meta({ description: 'Pages that could not be rendered, at most 100; a fatal one fails the export.' }),
    findings: z
      .array(
        z.strictObject({
          code: z.string(),
          severity: z.enum(['error', 'warning', 'advice']),
          message: z.string(),
          ...place,
        }),
      )
      .meta({ description: 'Broken links, missing assets, unknown components and the like; at most 2,000 of a code.' }),
    outsideHosts: z.array(z.strictObject({ host: z.string(), pages: z.array(z.string()), count })).meta({
      description:
        "Hosts from which a reader's browser loads something; at most 2,000, with at most 20,000 pages in all. `count` is the number of pages of a host.",
    }),
    unlisted: z.array(z.string()).meta({ description: 'Pages that no navigation links to, at most 2,000.' }),
    leftOut: z
      .array(z.strictObject({ file: z.string(), reason: z.string() }))
      .meta({ description: 'Files that are not published, at most 2,000.' }),
    advice: z
      .array(z.strictObject({ file: z.string(), path: z.string(), message: z.string(), suggestion: z.string() }))
      .meta({ description: 'What is wrong in the configuration, and how to fix it; at most 2,000.' }),
    authorCode: authorCode.optional(),
  })
  .meta({ id: 'ExportReport', description: 'The report of an export.' })

export type ExportReport = z.infer<typeof exportReport>
