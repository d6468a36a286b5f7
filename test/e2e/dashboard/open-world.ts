import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createOrganization } from '../../../deploy/local/create-organization.ts'
import { freePort } from '../../../deploy/local/free-port.ts'
import { makeDemoSite } from '../../../deploy/local/make-demo-site.ts'
import { askGitea, createGiteaRepository, type Gitea, runningGitea } from '../../../deploy/local/seed-gitea.ts'
import { type Service, startService } from '../../../deploy/local/start-service.ts'
import { startOidcProvider } from '../../parts/oidc-provider.ts'

export interface World extends AsyncDisposable {
  service: Service
  url: string
  organization: string
  gitea: Gitea
  /** A repository on Gitea with a site that the model's script knows how to edit. */
  makeRepository(): Promise<string>
}

export const people = {
  admin: { subject: 'ada', email: 'ada@example.com', name: 'Ada Lovelace', groups: ['docs-admins'] },
  viewer: { subject: 'eve', email: 'eve@example.com', name: 'Eve Viewer', groups: ['docs-readers'] },
}

/** The service as an operator runs it, with an identity provider whose groups give the roles. */
export async function openWorld(): Promise<World> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const provider = await startOidcProvider({
    redirectUris: [`${url}/sign-in/oidc/callback`],
    people: Object.values(people),
  })
  const env: Record<string, string> = {
    BINDERY_OIDC_ISSUER: provider.issuer,
    BINDERY_OIDC_CLIENT_ID: provider.clientId,
    BINDERY_OIDC_CLIENT_SECRET: provider.clientSecret,
    BINDERY_OIDC_NAME: 'Example Identity',
  }
  const service = await startService({ apis: 0, workers: 1, port, env })
  const id = await createOrganization(service.admin, 'Harbor Docs')
  await addLongName(service, id)
  // The groups name the organization, so the API starts after it was made.
  service.env.BINDERY_OIDC_GROUPS = `docs-admins=${id}:admin,docs-readers=${id}:viewer`
  await service.startProcess('api')
  const gitea = runningGitea()
  const repositories: string[] = []
  return {
    service,
    url,
    organization: id,
    gitea,
    async makeRepository() {
      const name = `e2e-${randomBytes(4).toString('hex')}`
      repositories.push(name)
      return seed(gitea, name)
    },
    async [Symbol.asyncDispose]() {
      for (const name of repositories) {
        await askGitea(gitea, `/repos/${gitea.owner}/${name}`, { method: 'DELETE' })
      }
      await service.stop()
      await provider.close()
    },
  }
}

/** A name without a place to break at, which no page may be widened by. */
async function addLongName(service: Service, organization: string): Promise<void> {
  const name = 'handbook-of-the-harbour-authority_and-all-of-its-subsidiaries_2026-edition-internal'
  const repository = 'https://git.example.com/none.git'
  await service.admin(['project', 'create', '--organization', organization, '--name', name, '--repository', repository])
}

/** An export whose label, counts and times are as wide as they become. */
export async function addWideExport({ service, organization }: World): Promise<void> {
  const client = new pg.Client({ connectionString: service.env.DATABASE_URL })
  await client.connect()
  try {
    await client.query(
      `insert into export select (jsonb_populate_record(null::export, to_jsonb(export) || $2)).*
       from export where organization_id = $1 and status = 'completed' order by created_at limit 1`,
      [
        organization,
        {
          id: `se_${randomBytes(8).toString('hex')}`,
          version: 'release-2026.11.19-preview-of-the-whole-handbook',
          ref: 'feature/all-of-the-lights-in-the-harbour',
          pages_rendered: 12_345,
          pages_reused: 11_234,
          errors: 12,
          warnings: 1_234,
          created_at: '2026-01-01T08:00:00Z',
          started_at: '2026-01-01T08:00:00Z',
          ended_at: '2026-01-01T20:59:00Z',
        },
      ],
    )
  } finally {
    await client.end()
  }
}

async function seed(gitea: Gitea, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-e2e-'))
  try {
    makeDemoSite(folder, 200)
    return (await createGiteaRepository(gitea, name, folder)).url
  } finally {
    await rm(folder, { recursive: true })
  }
}
