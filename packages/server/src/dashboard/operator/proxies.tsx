import type { UndeclaredProxy } from '../../http/notice-proxies.ts'
import { formatMany } from '../view/numbers.ts'
import { Time } from '../view/time.tsx'

/** What this process noticed about how requests reach it; nothing, where all is as it should be. */
export function Proxies({ proxies }: { proxies: UndeclaredProxy[] }) {
  const cards = proxies.map(({ address, network, requests, since }) => (
    <div class="card" role="note">
      <h3>Undeclared proxy</h3>
      <p>
        {formatMany(requests, 'request')} came through <code>{address}</code> since <Time at={since} />, with{' '}
        <code>X-Forwarded-For</code> or <code>Forwarded</code>. This address is not trusted, so all clients behind it
        count as one: they share its limits for sign-in attempts and wrong keys, and the audit log names it for all.
      </p>
      <p>
        If it is your proxy, set <code>BINDERY_TRUSTED_PROXIES={network}</code>, or the network that it is in, and
        restart the API. If it is not, a client sent the header itself, and you can ignore this.
      </p>
    </div>
  ))
  return <>{cards}</>
}
