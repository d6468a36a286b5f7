import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { GitPolicy } from '../../outbound/check-repository-url.ts'
import type { Actor } from '../audit/record-audit.ts'
import type { CredentialKeys } from '../credentials/credential-keys.ts'
import { storeCredential } from '../credentials/set-credential.ts'
import type { StoredCredential } from '../credentials/stored-credential.ts'
import { insertDomain } from '../domains/add-domain.ts'
import type { DomainSettings } from '../domains/domain-settings.ts'
import type { CountLimits } from '../limits/expect-below-limit.ts'
import { insertProject, type ProjectRequest } from './create-project.ts'

export interface ConnectRequest extends ProjectRequest {
  domain: string
  credential?: StoredCredential | undefined
}

interface ConnectDeps {
  db: Kysely<Tables>
  git: GitPolicy
  credentials: CredentialKeys | undefined
  domains: DomainSettings
  limits: CountLimits
}

/** A project that can be exported: with its first domain, and its credential where it needs one, or not at all. */
export async function connectProject(
  { db, git, credentials, domains, limits }: ConnectDeps,
  { domain, credential, ...request }: ConnectRequest,
  actor: Actor,
): Promise<{ id: string }> {
  const scope = { organizationId: request.organizationId }
  return db.transaction().execute(async (trx) => {
    const { id: projectId } = await insertProject(trx, request, actor, git, limits)
    await insertDomain(trx, scope, { projectId, name: domain, mode: domains.mode }, actor, limits)
    if (credential) await storeCredential(trx, scope, { projectId, credential }, actor, credentials)
    return { id: projectId }
  })
}
