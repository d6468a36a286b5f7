import { z } from 'zod'
import { changeCounts } from './export-file.ts'
import { exportId } from './export-job.ts'
import { idForm } from './ids.ts'

const timestamp = z.iso.datetime()
const version = z.string().nullable().meta({ description: 'The label of the export.' })
const commit = z.string().nullable().meta({ description: 'The commit that the export was made of.' })

const cause = z.enum(['export', 'publish', 'rollback']).meta({
  description:
    'Why it became current: a full export of the production branch completed, or a person or key published it or rolled back to it.',
})

// Control characters in numbers: not every reader knows \p{Cc}.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
const reasonPattern = /^(?!.*bnd_[0-9A-Za-z]{36})[^\u0000-\u001f\u007f-\u009f]+$/
export const pinReason = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(reasonPattern, 'must be one line of text, without an API key')

const pin = z
  .strictObject({
    reason: z.string().nullable().meta({ description: 'Why, in the words of whoever pinned it.' }),
    pinnedAt: timestamp,
    pinnedBy: z.string().meta({ description: 'Who pinned it, as the audit log names them.' }),
  })
  .meta({ id: 'DomainPin', description: 'A pinned domain stays at its current export until it is unpinned.' })

export const currentExport = z
  .strictObject({
    domain: z.string(),
    projectId: z.string().regex(idForm('project')),
    jobId: exportId.nullable().meta({ description: 'The export that hosts serve; null while there is none.' }),
    version,
    commit,
    publishedAt: timestamp.nullable().meta({ description: 'When it became current.' }),
    pin: pin.nullable().meta({ description: 'Null unless the domain is pinned.' }),
  })
  .meta({ id: 'CurrentExport', description: 'What the hosts of a domain serve.' })

export const rollBackResult = currentExport
  .extend({
    replaced: z
      .strictObject({ jobId: exportId, version, commit })
      .nullable()
      .meta({ description: 'The export that was current before; null if none was.' }),
    pageChanges: changeCounts.nullable().meta({
      description:
        'How many pages change for readers, by kind. Null if the two exports cannot be compared now, for example because the bundle of the replaced one is still being written.',
    }),
  })
  .meta({ id: 'RollBackResult', description: 'What the hosts of a domain serve after a rollback, and what changed.' })

const publication = z
  .strictObject({
    jobId: exportId,
    version,
    commit,
    publishedAt: timestamp,
    publishedBy: z
      .string()
      .meta({ description: '`service` for a completed export, else as the audit log names them.' }),
    cause,
    available: z
      .boolean()
      .meta({ description: 'Whether its files are still kept, so that it can be published again.' }),
  })
  .meta({ id: 'Publication', description: 'An export became the current one of its domain.' })

/** The number of the last publication of a page. */
const publicationCursor = z.string().regex(/^[1-9]\d{0,17}$/, 'must be the nextCursor of an earlier page')

export const publicationPage = z
  .strictObject({
    publications: z.array(publication),
    nextCursor: publicationCursor
      .nullable()
      .meta({ description: 'Give it as `cursor` for the next page; null on the last.' }),
  })
  .meta({ id: 'PublicationPage' })

export const listPublicationsQuery = z.strictObject({
  limit: z.coerce.number<string>().int().min(1).max(100).default(20),
  cursor: publicationCursor.optional(),
})

const pinToo = pinReason.optional().meta({
  description: 'Pins the domain too, for this reason; on a domain that is pinned already the pin moves to this export.',
})

export const publishBody = z
  .strictObject({
    jobId: exportId.meta({ description: 'A completed export of the domain, whatever its ref or paths.' }),
    pin: pinToo,
  })
  .meta({ id: 'PublishExport' })

export const rollBackBody = z
  .strictObject({
    jobId: exportId.optional().meta({
      description:
        'The export to go back to. The default is the export whose other content was live before; what was rolled back is skipped.',
    }),
    pin: pinToo,
  })
  .meta({ id: 'RollBack' })

export const pinBody = z
  .strictObject({ reason: pinReason.optional().meta({ description: 'Why, for people who wonder later.' }) })
  .meta({ id: 'PinDomain' })

export type CurrentExport = z.infer<typeof currentExport>
export type RollBackResult = z.infer<typeof rollBackResult>
export type PublicationCause = z.infer<typeof cause>
export type PublicationPage = z.infer<typeof publicationPage>
