/**
 * `npm run deployments -- [--only chain,swaps,…] [flags of the parts]`: from a bundle to a site that stays up, part by
 * part on real servers, real processes and a real browser. The last line is one object with what each part found.
 */
import { expectTools, type Tool } from '../support/tools.ts'

interface Part {
  run(args: string[]): Promise<{ summary: Record<string, unknown>; failed: number }>
}

interface Entry {
  tools: Tool[]
  /** Imports the part when it is chosen, with the servers and browsers that it needs. */
  load(): Promise<Part>
}

const parts: Record<string, Entry> = {
  chain: { tools: ['services', 'chromium'], load: () => import('./chain/run.ts') },
  swaps: { tools: [], load: () => import('./swaps/run.ts') },
  hostile: { tools: [], load: () => import('./hostile/run.ts') },
  following: { tools: ['services', 'curl', 'jq'], load: () => import('./following/run.ts') },
  servers: { tools: ['services', 'nginx', 'apache2', 'caddy'], load: () => import('./servers/run.ts') },
  namespace: { tools: ['chromium', 'bwrap', 'strace'], load: () => import('./namespace/run.ts') },
  chart: { tools: ['helm', 'go', 'jq'], load: () => import('./chart/run.ts') },
  image: { tools: ['services', 'psql', 'bwrap', 'root'], load: () => import('./image/run.ts') },
  compose: { tools: ['chromium', 'curl'], load: () => import('./compose/run.ts') },
  cluster: { tools: ['root'], load: () => import('./cluster/run.ts') },
  restore: { tools: ['services', 'psql', 'aws'], load: () => import('./restore/run.ts') },
}

/** One builds Kubernetes, for ten minutes and as root; the other needs the AWS command line. `npm run proof` names the first. */
const onlyWhenNamed = ['cluster', 'restore']

const { wanted, rest } = readArguments(process.argv.slice(2))
for (const name of wanted) {
  if (!parts[name]) throw new Error(`There is no part “${name}”. Choose of: ${Object.keys(parts).join(', ')}.`)
}
await expectTools(wanted.flatMap((name) => parts[name]?.tools ?? []))
const found: Record<string, unknown> = {}
let failed = 0
for (const name of wanted) {
  console.log(`      ${name} …`)
  const began = performance.now()
  const outcome = await runPart(name)
  found[name] = outcome.summary
  failed += outcome.failed
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${outcome.failed === 0 ? 'ok  ' : 'FAIL'}  ${name}: ${outcome.failed} failed, ${seconds} s`)
}
const notRun = onlyWhenNamed.filter((name) => !wanted.includes(name))
console.log(JSON.stringify({ ...found, notRun, failed }))
process.exitCode = failed === 0 ? 0 : 1

/** Whatever else is said is for the parts: each takes the flags that it knows. */
function readArguments(args: string[]): { wanted: string[]; rest: string[] } {
  const at = args.indexOf('--only')
  if (at === -1) return { wanted: Object.keys(parts).filter((name) => !onlyWhenNamed.includes(name)), rest: args }
  return { wanted: (args[at + 1] ?? '').split(','), rest: args.toSpliced(at, 2) }
}

async function runPart(name: string): ReturnType<Part['run']> {
  try {
    return await (await (parts[name] as Entry).load()).run(rest)
  } catch (error) {
    console.log(error instanceof Error ? error.stack : error)
    return { summary: { broken: error instanceof Error ? error.message : String(error) }, failed: 1 }
  }
}
