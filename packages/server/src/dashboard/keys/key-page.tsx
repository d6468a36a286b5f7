import { type KeyStatus, keyStatus } from '../../core/keys/key-status.ts'
import type { ListedKey } from '../../core/keys/list-keys.ts'
import { hasRole } from '../enter-organization.ts'
import { Copy } from '../view/copy.tsx'
import { Confirm } from '../view/forms/form.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { Status } from '../view/status.tsx'
import { Time } from '../view/time.tsx'
import type { MemberVisit } from '../visit.ts'
import { Creator, Expiry, LastUse } from './key-cells.tsx'
import { KeySnippets } from './key-snippets.tsx'

interface Props {
  visit: MemberVisit
  apiKey: ListedKey
  projects: readonly { id: string; name: string }[]
  publicUrl: string
  /** For the examples. */
  domain: string
}

export function KeyPage({ visit, apiKey, projects, publicUrl, domain }: Props) {
  const status = keyStatus(apiKey, Date.now())
  const works = status === 'live' || status === 'expiring'
  const mayChange = hasRole(visit.organization.role, 'admin')
  const rotate = mayChange && apiKey.rotatedTo === null && status !== 'revoked' && (
    <a class="button primary" href={at(visit, `/keys/${apiKey.id}/rotate`)}>
      Rotate
    </a>
  )
  const trail = [{ href: '/keys', name: 'API keys' }]
  return (
    <Page visit={visit} title={apiKey.name} section="keys" trail={trail} action={rotate}>
      <Advice visit={visit} apiKey={apiKey} status={status} />
      <section class="card">
        <Facts visit={visit} apiKey={apiKey} status={status} projects={projects} />
      </section>
      {works && (
        <>
          <h2>Use it</h2>
          <KeySnippets publicUrl={publicUrl} domain={domain} />
        </>
      )}
      {mayChange && works && (
        <>
          <h2>Revoke</h2>
          <Confirm
            visit={visit}
            action={`/dashboard/${visit.organization.organizationId}/keys/${apiKey.id}/revoke`}
            offer="Revoke this key"
            sentence={
              <>
                The key <strong>{apiKey.name}</strong> (<code>{apiKey.prefix}…</code>) stops working at once, wherever
                it is used. You cannot undo this.
              </>
            }
            label={`Revoke ${apiKey.name}`}
          />
        </>
      )}
    </Page>
  )
}

/** What to do about it, where there is something to do. */
function Advice({ visit, apiKey, status }: Pick<Props, 'visit' | 'apiKey'> & { status: KeyStatus }) {
  const { rotatedTo, expiresAt } = apiKey
  if (rotatedTo !== null) {
    return (
      <p class="notice">
        This key was rotated. <a href={at(visit, `/keys/${rotatedTo}`)}>Its replacement</a> has the same rights.
        {status === 'expiring' && ' Switch to it everywhere before this one expires.'}
      </p>
    )
  }
  if (status === 'expiring' && expiresAt) {
    return (
      <p class="warning">
        This key expires <Time at={expiresAt} />. Rotate it before then: both keys work while you switch.
      </p>
    )
  }
  return null
}

function Facts({
  visit,
  apiKey,
  status,
  projects,
}: Pick<Props, 'visit' | 'apiKey' | 'projects'> & { status: KeyStatus }) {
  const { id, prefix, scopes, addresses, createdAt, revokedAt } = apiKey
  return (
    <dl class="facts">
      <dt>Status</dt>
      <dd>
        <Status of={status} /> {revokedAt && <Time at={revokedAt} />}
      </dd>
      <dt>Key</dt>
      <dd>
        <code>{prefix}…</code>
      </dd>
      <dt>Key id</dt>
      <dd>
        <Copy text={id} label="the key's id" />
      </dd>
      <dt>Scope</dt>
      <dd>{scopes.includes('write') ? 'write (includes read)' : 'read'}</dd>
      <dt>Projects</dt>
      <dd>
        <KeyProjects visit={visit} ids={apiKey.projectIds} projects={projects} />
      </dd>
      <dt>Addresses</dt>
      <dd>{addresses === null ? 'any' : addresses.map((address) => <code class="item">{address}</code>)}</dd>
      <dt>Expires</dt>
      <dd>
        <Expiry of={apiKey} />
      </dd>
      <dt>Last used</dt>
      <dd>
        <LastUse of={apiKey} />
      </dd>
      <dt>Created</dt>
      <dd>
        <Time at={createdAt} /> by <Creator of={apiKey} />
      </dd>
    </dl>
  )
}

function KeyProjects({
  visit,
  ids,
  projects,
}: {
  visit: MemberVisit
  ids: string[] | null
  projects: Props['projects']
}) {
  if (ids === null) return <>all projects of the organization</>
  return (
    <>
      {ids.map((id) => (
        <a class="item" href={at(visit, `/projects/${id}`)}>
          {projects.find((project) => project.id === id)?.name ?? id}
        </a>
      ))}
    </>
  )
}
