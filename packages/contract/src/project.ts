import { z } from 'zod'
import { domainName, exportId } from './export-job.ts'
import { cursorForm, idForm } from './ids.ts'

const projectId = z.string().regex(idForm('project'))

/** Where a page of the list ended: the creation time of its last project in milliseconds, and its id. */
const projectCursor = z.string().regex(cursorForm('project'), 'must be the nextCursor of an earlier page')
const limit = z.coerce.number<string>().int().min(1).max(100).default(20)
const nextPage = 'Give it as `cursor` for the next page; null on the last.'

const project = z
  .strictObject({
    id: projectId.meta({ description: 'Identifies the project in the paths of agent jobs.' }),
    name: z.string(),
    repository: z.string().meta({ description: 'URL of the source repository.' }),
    branch: z.string().meta({ description: 'The branch that exports and agent jobs use unless they name another.' }),
    docsPath: z.string().meta({ description: 'The folder of the docs in the repository; empty for its root.' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Project', description: 'A project of the organization.' })

export const projectPage = z
  .strictObject({
    projects: z.array(project),
    nextCursor: projectCursor.nullable().meta({ description: nextPage }),
  })
  .meta({ id: 'ProjectPage' })

const domain = z
  .strictObject({
    domain: z.string().meta({ description: 'What an export of the site is started with.' }),
    projectId: projectId.meta({ description: 'The project whose site it is.' }),
    verifiedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When control of the domain was proven; null while no export of it can start.' }),
    createdAt: z.iso.datetime(),
    currentJobId: exportId
      .nullable()
      .meta({ description: 'The export that its hosts serve; null while there is none.' }),
    pinned: z.boolean().meta({ description: 'Whether it stays at that export until it is unpinned.' }),
  })
  .meta({ id: 'Domain', description: 'A domain of a project.' })

export const domainPage = z
  .strictObject({
    domains: z.array(domain),
    nextCursor: domainName.nullable().meta({ description: nextPage }),
  })
  .meta({ id: 'DomainPage' })

export const listProjectsQuery = z.strictObject({ limit, cursor: projectCursor.optional() })

export const listDomainsQuery = z.strictObject({
  projectId: projectId.optional(),
  limit,
  cursor: domainName.optional(),
})

export type Project = z.infer<typeof project>
export type ProjectPage = z.infer<typeof projectPage>
export type Domain = z.infer<typeof domain>
export type DomainPage = z.infer<typeof domainPage>
