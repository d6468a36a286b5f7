import type { Visit } from '../../visit.ts'

/** Where signing in cannot work: why, and the ways out of it. */
export function HttpsNeeded({ visit: { plainHost } }: { visit: Visit }) {
  if (plainHost === undefined) return null
  const port = plainHost.match(/:(\d+)$/)?.[1] ?? '80'
  return (
    <div class="warning" role="alert">
      <p>
        <strong>You cannot sign in here over plain http.</strong> Browsers keep the sign-in cookie of{' '}
        <code>{plainHost}</code> only over https.
      </p>
      <ul>
        <li>
          Put a proxy with TLS in front of Bindery, set <code>BINDERY_PUBLIC_URL</code> to its https address, and open
          that.
        </li>
        <li>
          To try it out, tunnel to the server with <code>{`ssh -L ${port}:localhost:${port} <server>`}</code>, then open{' '}
          <code>{`http://localhost:${port}`}</code>.
        </li>
      </ul>
    </div>
  )
}
