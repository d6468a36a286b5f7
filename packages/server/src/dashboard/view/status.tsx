const tones: Record<string, 'good' | 'bad' | 'busy' | 'calm'> = {
  completed: 'good',
  failed: 'bad',
  running: 'busy',
  active: 'busy',
  queued: 'calm',
  archived: 'calm',
  revoked: 'bad',
  expired: 'bad',
  expiring: 'busy',
  live: 'good',
  stuck: 'bad',
}

/** A dot and a word: never color alone. */
export function Status({ of }: { of: string }) {
  return <span class={`status ${tones[of] ?? 'calm'}`}>{of}</span>
}
