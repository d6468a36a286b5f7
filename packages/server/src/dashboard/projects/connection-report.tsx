import type { ConnectionCheck } from '../../core/projects/test-connection.ts'

const tones: Record<ConnectionCheck['outcome'], string> = { found: 'good', failed: 'bad', 'not checked': 'calm' }

/** How far an export would get now. */
export function ConnectionReport({ checks }: { checks: readonly ConnectionCheck[] }) {
  const passed = checks.every(({ outcome }) => outcome === 'found')
  return (
    <section class="card report" role="status">
      <h2>{passed ? 'The connection works' : 'The connection does not work yet'}</h2>
      <dl class="facts">
        {checks.map(({ name, outcome, sentence }) => (
          <>
            <dt>{name}</dt>
            <dd>
              <span class={`status ${tones[outcome]}`}>{outcome}</span>
              <span class="item quiet">{sentence}</span>
            </dd>
          </>
        ))}
      </dl>
    </section>
  )
}
