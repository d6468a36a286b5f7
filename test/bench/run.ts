/** `npm run bench -- <name> [flags]`: prints figures for people, then one line of JSON; fails below its own bar. */
import { expectTools, type Tool } from '../support/tools.ts'

interface Bench {
  tools: Tool[]
  load(): Promise<{ run(args: string[]): Promise<boolean> }>
}

const benches: Record<string, Bench> = {
  export: { tools: ['services'], load: () => import('./export/run.ts') },
  host: { tools: ['wrk', 'nginx', 'taskset'], load: () => import('./host/run.ts') },
  live: { tools: ['services'], load: () => import('./live/run.ts') },
  memory: { tools: ['services'], load: () => import('./memory/run.ts') },
  incremental: { tools: ['services'], load: () => import('./incremental/run.ts') },
  poll: { tools: ['services', 'wrk'], load: () => import('./poll/run.ts') },
  site: { tools: [], load: () => import('./site/run.ts') },
  sites: { tools: ['services', 'wrk', 'nginx', 'taskset'], load: () => import('./sites/run.ts') },
  workers: { tools: ['services'], load: () => import('./workers/run.ts') },
}

const [name = '', ...args] = process.argv.slice(2)
const bench = benches[name]
if (!bench) {
  console.error(`There is no bench "${name}". Choose one of: ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}
await expectTools(bench.tools)
const { run } = await bench.load()
process.exitCode = (await run(args)) ? 0 : 1
