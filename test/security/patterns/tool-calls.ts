import type { ScriptAnswer } from '../../../deploy/local/model-server/read-scripts.ts'
import type { SiteFiles } from '../export-sites.ts'
import { docs, inGroups, page } from './hostile-site.ts'

type Call = NonNullable<ScriptAnswer['calls']>[number]

const letters = 900_000

/** What the calls work on. */
export const repository: SiteFiles = {
  'docs.json': docs({
    navigation: { pages: ['index', ...Array.from({ length: 20_000 }, (_, n) => (n % 3 === 0 ? 'b' : 'c'))] },
  }),
  'index.mdx': page('Text.'),
  'letters.mdx': 'a'.repeat(letters),
  'lines.mdx': 'a\n'.repeat(letters / 2),
  'api.yaml': `openapi: 3.1.0\npaths:\n${Array.from({ length: 25_000 }, (_, n) => `  /p${n}: { get: { summary: S, tags: [a, b] } }\n`).join('')}`,
  'api.json': JSON.stringify({
    openapi: '3.1.0',
    paths: Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`/p${n}`, { get: { $ref: '#/x' } }])),
  }),
}

/** Patterns that end at once, though they look as if they would not, and then one that does not end by itself. */
const patterns = [
  'a{0,9}b',
  '(a|a)?b',
  '^(?=a)b',
  '[^]*b$',
  '\\bb\\b',
  '(?<x>a)\\k<x>b',
  '((((a))))b',
  'a??b',
  '$^',
  '.b',
  '(?!a)b',
  'b|c|d',
]
const endless = ['^(a+)+b$', '^(a|aa)+b$', '(a*)*b', '^(a?){60}a{60}b$']

/** An agent job for each pattern that does not end, with one of all else; in each round other ones. */
export function listScripts(rounds: number): Map<string, ScriptAnswer[]> {
  const scripts = Array.from({ length: rounds }, (_, round) =>
    endless.map((pattern, index): [string, ScriptAnswer[]] => [
      `patterns-${round}-${index}`,
      writeScript([...listCalls(index, round), search(pattern, true)]),
    ]),
  )
  return new Map(scripts.flat())
}

function listCalls(index: number, round: number): Call[] {
  const [start, mark] = [1_000 * (round + 1), `b${index}${round}`]
  const hostile = `${'a'.repeat(start)}${mark}${'a'.repeat(start)}`
  const short = hostile.slice(start - 200, start + 200)
  return [
    search(short, false),
    { name: 'search', input: { text: short.toUpperCase(), ignoreCase: true } },
    search(`${patterns[(index + round) % patterns.length]}${mark}`, true),
    { name: 'edit', input: { path: 'letters.mdx', oldText: hostile, newText: 'b' } },
    {
      name: 'edit',
      input: { path: 'letters.mdx', oldText: `${'a'.repeat(200_000)}${mark}${'a'.repeat(200_000)}`, newText: 'b' },
    },
    {
      name: 'edit',
      input: { path: 'lines.mdx', oldText: `${'a\n'.repeat(start)}${mark}${'a\n'.repeat(start)}`, newText: 'b' },
    },
    { name: 'read_openapi', input: { path: 'api.json', operation: `GET /p${round}` } },
    { name: 'read_openapi', input: { path: 'api.yaml', operation: `GET /p${mark}` } },
    { name: 'read', input: { path: 'lines.mdx', from: round + 1 } },
    { name: 'list', input: { folder: `${'./'.repeat(150)}` } },
    { name: 'write', input: { path: `page-${index}-${round}.mdx`, content: `${'x\n'.repeat(300)}${mark}` } },
    { name: 'edit', input: { path: `page-${index}-${round}.mdx`, oldText: 'x', newText: 'y'.repeat(50), all: true } },
    { name: 'navigation', input: { action: 'remove', page: round % 2 === 0 ? 'c' : `${'/'.repeat(5_000)}b` } },
  ]
}

export function countCalls(scripts: ReadonlyMap<string, readonly ScriptAnswer[]>): number {
  return [...scripts.values()].flat().reduce((sum, { calls }) => sum + (calls?.length ?? 0), 0)
}

function search(text: string, isPattern: boolean): Call {
  return { name: 'search', input: { text, isPattern } }
}

/** It never finishes, so nothing is pushed: in the end the model only talks, and is given up. */
function writeScript(calls: readonly Call[]): ScriptAnswer[] {
  return [...inGroups(calls, 12).map((group) => ({ calls: group })), { say: 'There is nothing left to do.' }]
}
