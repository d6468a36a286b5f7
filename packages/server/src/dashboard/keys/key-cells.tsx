import { keyStatus } from '../../core/keys/key-status.ts'
import type { ListedKey } from '../../core/keys/list-keys.ts'
import { formatMany } from '../view/numbers.ts'
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
  const status = keyStatus(key, Date.now())
  if (status === 'expiring') {
    return (
      <span class="soon">
        <Time at={key.expiresAt} />
      </span>
    )
  }
  return status === 'live' ? <EndDay at={key.expiresAt} /> : <Time at={key.expiresAt} />
}

/** A key of 90 days ends on a day, not in two months. */
export function EndDay({ at }: { at: Date }) {
  const days = Math.round((at.getTime() - Date.now()) / 86_400_000)
  return (
    <span class="nowrap" title={`in ${formatMany(days, 'day')}`}>
      {at.toISOString().slice(0, 10)}
    </span>
  )
}
