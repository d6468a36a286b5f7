import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

async function seed(gitea: Gitea, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-e2e-'))
  try {
    makeDemoSite(folder, 200)
    return (await createGiteaRepository(gitea, name, folder)).url
  } finally {
    await rm(folder, { recursive: true })
  }
}
