import { type ConnectionCheck, canExport, canPublish } from '../../core/projects/test-connection.ts'

const tones: Record<ConnectionCheck['outcome'], string> = {
  found: 'good',
  allowed: 'good',
  failed: 'bad',
  'not set up': 'calm',
  'not checked': 'calm',
}

/** How far an export, and an agent job, would get now. */
export function ConnectionReport({ checks }: { checks: readonly ConnectionCheck[] }) {
  return (
    <section class="card report" role="status">
      <h2>{titleOf(checks)}</h2>
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

function titleOf(checks: readonly ConnectionCheck[]): string {
  if (!canExport(checks)) return 'The connection does not work yet'
  return canPublish(checks)
    ? 'The connection works, for exports and agent jobs'
    : 'Exports work. Agent jobs cannot open pull requests yet'
}
