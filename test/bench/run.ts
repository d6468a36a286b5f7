/** `npm run bench -- <name> [flags]`: prints figures for people, then one line of JSON; fails below its own bar. */
const benches: Record<string, () => Promise<{ run(args: string[]): Promise<boolean> }>> = {
  export: () => import('./export/run.ts'),
  host: () => import('./host/run.ts'),
  live: () => import('./live/run.ts'),
  memory: () => import('./memory/run.ts'),
  incremental: () => import('./incremental/run.ts'),
  poll: () => import('./poll/run.ts'),
  site: () => import('./site/run.ts'),
  sites: () => import('./sites/run.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const load = benches[name]
if (!load) {
  console.error(`There is no bench "${name}". Choose one of: ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}
const { run } = await load()
process.exitCode = (await run(args)) ? 0 : 1
