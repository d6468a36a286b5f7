import type { World } from '../prepare-world.ts'
import { docs, type HostileSite, inGroups, makeTexts, page } from './hostile-site.ts'

/** What almost looks like a secret, for a very long time. */
const starts = [
  'hooks.slack.com/services/T',
  'glpat-',
  'sk-ant-',
  '-----BEGIN ',
  'xoxb-',
  'sk_live_',
  'github_pat_',
  'AKIA',
  'AIza',
  'npm_',
  'bnd_',
  'sk-proj-',
]

const length = 300_000

const kinds = starts.flatMap((start): ((n: number) => string)[] => [
  (n) => `${start}${'T'.repeat(length)}${n}`,
  (n) => `${start.repeat(length / start.length)}${n}`,
])

const together = 24

/** A credential that is looked for in all of them; in `letters.txt` it could stand anywhere until its middle is seen. */
const credential = `${'a'.repeat(4_000)}b${'a'.repeat(4_000)}`

/** Exceptions, by which each place is looked up. */
const exceptions: readonly string[] = Array.from({ length: 2_000 }, (_, n) => `page-${n}.mdx:github_token`)

export function listSecretSites(count: number): HostileSite[] {
  return inGroups(makeTexts(kinds, count), together).map((texts, index) => ({
    name: `secrets ${index}`,
    cases: texts.length + 2,
    ends: 'completed',
    files: {
      'docs.json': docs(),
      'index.mdx': page('Text.'),
      'letters.txt': 'a'.repeat(2_000_000),
      'tokens.txt': `ghp_${'a1B2c3D4e5F6'.repeat(3)} `.repeat(2_000),
      ...Object.fromEntries(texts.map((text, number) => [`text-${number}.txt`, text])),
    },
  }))
}

/** Gives the project of this name all of them. */
export async function setSecretRules({ database, service }: World, name: string): Promise<void> {
  const { rows } = await database.query('update project set secret_exceptions = $1 where name = $2 returning id', [
    exceptions,
    name,
  ])
  await service.admin(['project', 'credential', 'set', rows[0].id], credential)
}
