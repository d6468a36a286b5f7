import type { Outcome } from './open-world.ts'

type Figures = Outcome['figures']

/** Suites that disturb the same kind of exports: what they count is one. */
const ofExports = ['workers', 'database']

const none = {
  exports: 0,
  kills: 0,
  pgRestarts: 0,
  pauses: 0,
  completed: 0,
  lost: 0,
  stuck: 0,
  duplicates: 0,
  corrupt: 0,
  slowestRecoverySeconds: 0,
}

/** The figures of a run: those of one suite as they are, those of several under their names. */
export function joinFigures(outcomes: readonly [suite: string, Outcome][]): Record<string, unknown> {
  const of = (wanted: (suite: string) => boolean) => outcomes.filter(([suite]) => wanted(suite))
  const counted = of((suite) => ofExports.includes(suite)).map(([, { figures }]) => figures)
  const others = of((suite) => !ofExports.includes(suite)).map(([suite, { figures }]) => [suite, figures] as const)
  const [only] = others
  if (counted.length === 0 && only && others.length === 1) return only[1]
  return { ...(counted.length > 0 && counted.reduce(add, none)), ...Object.fromEntries(others) }
}

/** Sums, and of seconds the longest. */
function add(sum: Figures, more: Figures): Figures {
  const joined: Figures = { ...sum }
  for (const [name, value] of Object.entries(more) as [string, number][]) {
    const before = Number(sum[name] ?? 0)
    joined[name] = name.endsWith('Seconds') ? Math.max(before, value) : before + value
  }
  return joined
}
