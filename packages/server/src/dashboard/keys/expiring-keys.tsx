import { keyStatus } from '../../core/keys/key-status.ts'
import type { ListedKey } from '../../core/keys/list-keys.ts'
import { at } from '../view/layout/page.tsx'
import { formatMany } from '../view/numbers.ts'
import { Time } from '../view/time.tsx'
import type { MemberVisit } from '../visit.ts'

/** Those that end within a week and that nothing replaces yet, for those who can rotate them. */
export function ExpiringKeys({ visit, keys }: { visit: MemberVisit; keys: readonly ListedKey[] }) {
  const expiring = keys.filter((key) => keyStatus(key, Date.now()) === 'expiring' && key.rotatedTo === null)
  if (expiring.length === 0) return null
  return (
    <div class="warning" role="note">
      <p>
        {formatMany(expiring.length, 'API key expires', 'API keys expire')} within a week. Rotate it before then: both
        keys work while you switch.
      </p>
      <ul>
        {expiring.map(({ id, name, expiresAt }) => (
          <li>
            <a href={at(visit, `/keys/${id}`)}>{name}</a> expires {expiresAt && <Time at={expiresAt} />}
          </li>
        ))}
      </ul>
    </div>
  )
}
