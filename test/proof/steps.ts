/** A promise, or several, at full size. */
export interface Step {
  name: string
  command: string
}

const chaos = (flags: string) => `npm run chaos -- ${flags}`
const bench = (flags: string) => `npm run bench -- ${flags}`

/** Shorter ones first, so that a fault shows early. The whole list takes most of a day. */
export const steps: Step[] = [
  { name: 'check', command: 'npm run check' },
  { name: 'test', command: 'npm test' },
  { name: 'acceptance', command: 'npm run acceptance' },
  { name: 'quickstart', command: 'npm run quickstart' },
  { name: 'first-change', command: 'npm run first-change' },
  { name: 'packages', command: 'npm run packages' },
  { name: 'release', command: 'npm run release -- --dry-run' },
  { name: 'histories', command: 'BINDERY_CHUNK_HISTORIES=10000 npx vitest run chunk-histories' },
  { name: 'export-histories', command: 'BINDERY_EXPORT_HISTORIES=200 npx vitest run export-histories' },
  { name: 'lost-responses', command: chaos('--lost-responses 500') },
  { name: 'cancel', command: chaos('--cancel 50') },
  { name: 'sigterm', command: chaos('--sigterm 8') },
  { name: 'neighbours', command: chaos('--neighbours 10000') },
  { name: 'poison', command: chaos('--poison 20') },
  { name: 'deployments', command: 'npm run deployments' },
  { name: 'hostile', command: 'npm run deployments -- --only hostile --mutated 100000' },
  { name: 'restore', command: 'npm run deployments -- --only restore' },
  { name: 'upgrade-compose', command: 'npm run deployments -- --only compose --upgrade HEAD~1' },
  { name: 'cluster', command: 'npm run deployments -- --only cluster' },
  { name: 'upgrade-cluster', command: 'npm run deployments -- --only cluster --upgrade HEAD~1' },
  { name: 'security', command: 'npm run security' },
  { name: 'conformance', command: 'npm run conformance' },
  { name: 'fidelity', command: 'npm run fidelity' },
  { name: 'search', command: 'npm run search' },
  { name: 'identity', command: 'npm run identity' },
  { name: 'storage', command: chaos('--s3-faults 10000') },
  { name: 'agent-jobs', command: chaos('--agent-jobs 100 --kills 100 --workers 3 --organizations 4') },
  { name: 'fuzz', command: 'npm run fuzz -- --examples 3000' },
  { name: 'e2e', command: 'npm run e2e -- --pages 30' },
  { name: 'pauses', command: chaos('--exports 900 --pauses 200 --organizations 4') },
  { name: 'database', command: chaos('--exports 1000 --pg-restarts 250') },
  { name: 'kills', command: chaos('--exports 1000 --kills 200 --organizations 4') },
  { name: 'memory', command: bench('memory --pages 20000') },
  { name: 'memory-large', command: bench('memory --pages 100000') },
  { name: 'bench-site', command: bench('site --sizes 1000,4800 --peers hugo,starlight') },
  { name: 'bench-export', command: bench('export') },
  { name: 'bench-incremental', command: bench('incremental') },
  { name: 'bench-live', command: bench('live') },
  { name: 'bench-poll', command: bench('poll') },
  { name: 'bench-host', command: bench('host') },
  { name: 'bench-sites', command: bench('sites') },
]
