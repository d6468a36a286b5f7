import { keyStatus } from '../../core/keys/key-status.ts'
import type { ListedKey } from '../../core/keys/list-keys.ts'
import { Time } from '../view/time.tsx'

/** `person:` and an id that is nobody's any more, or the operator's command. */
export function Creator({ of: { createdBy, creatorName } }: { of: ListedKey }) {
  if (creatorName !== null) return <span title={createdBy ?? undefined}>{creatorName}</span>
  if (createdBy === 'operator') return <>the operator</>
  return createdBy === null ? <span class="quiet">unknown</span> : <code>{createdBy}</code>
}

export function LastUse({ of: { lastUsedAt, lastUsedAddress } }: { of: ListedKey }) {
  if (lastUsedAt === null) return <span class="quiet">never</span>
  return (
    <>
      <Time at={lastUsedAt} />
      {lastUsedAddress !== null && (
        <>
          {' '}
          <span class="quiet">
            from <code>{lastUsedAddress}</code>
          </span>
        </>
      )}
    </>
  )
}

export function Expiry({ of: key }: { of: ListedKey }) {
  if (key.expiresAt === null) return <span class="quiet">never</span>
  const expiring = keyStatus(key, Date.now()) === 'expiring'
  return (
    <span {...(expiring && { class: 'soon' })}>
      <Time at={key.expiresAt} />
    </span>
  )
}
