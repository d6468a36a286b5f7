/**
 * `npm run deployments -- [--only chain,swaps,…] [flags of the parts]`: from a bundle to a site that stays up, part by
 * part on real servers, real processes and a real browser. The last line is one object with what each part found.
 */
interface Part {
  run(args: string[]): Promise<{ summary: Record<string, unknown>; failed: number }>
}

// Loaded only when it is asked for: a part brings its own servers and browsers along.
const parts: Record<string, () => Promise<Part>> = {
  chain: () => import('./chain/run.ts'),
  swaps: () => import('./swaps/run.ts'),
  hostile: () => import('./hostile/run.ts'),
  following: () => import('./following/run.ts'),
  servers: () => import('./servers/run.ts'),
  namespace: () => import('./namespace/run.ts'),
  chart: () => import('./chart/run.ts'),
  image: () => import('./image/run.ts'),
  compose: () => import('./compose/run.ts'),
  cluster: () => import('./cluster/run.ts'),
  restore: () => import('./restore/run.ts'),
}

/** One builds Kubernetes, for ten minutes and as root; the other needs the AWS command line. `npm run proof` names the first. */
const onlyWhenNamed = ['cluster', 'restore']

const { wanted, rest } = readArguments(process.argv.slice(2))
const found: Record<string, unknown> = {}
let failed = 0
for (const name of wanted) {
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
    const load = parts[name]
    if (!load) throw new Error(`There is no part “${name}”. Choose of: ${Object.keys(parts).join(', ')}.`)
    return await (await load()).run(rest)
  } catch (error) {
    console.log(error instanceof Error ? error.stack : error)
    return { summary: { broken: error instanceof Error ? error.message : String(error) }, failed: 1 }
  }
}
