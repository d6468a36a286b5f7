/**
 * The map of the packages: folders import one way, in the order that a package has for them, never in a circle, and none
 * holds more sources than can be taken in at a glance. Tests may walk through everything.
 */
import { fileURLToPath } from 'node:url'
import { checkOrder } from './shape/check-order.ts'
import { countSources, mostSources } from './shape/count-sources.ts'
import { findFolderCycles } from './shape/find-cycles.ts'
import { readSources } from './shape/read-sources.ts'

/** A folder imports only those before it. */
const orders: Record<string, string[]> = {
  'packages/bundle/src': ['format', 'archive', 'manifest', 'pack', 'folder', 'delta'],
  'packages/host/src': ['ops', 'config', 'source', 'versions', 'serve'],
  'packages/server/src': [
    'ops',
    'db',
    'storage',
    'git',
    'engine',
    'core',
    'http',
    'api',
    'dashboard',
    'workflows',
    'admin',
  ],
  'packages/site/src': ['model', 'config', 'page', 'plan', 'render', 'layout', 'outputs', 'build'],
}

const sources = readSources(fileURLToPath(new URL('..', import.meta.url)))
const faults = [
  ...Object.entries(orders).flatMap(([root, order]) => checkOrder(root, order, sources)),
  ...findFolderCycles(sources).map((folders) => `these folders import each other: ${folders.join(', ')}`),
  ...[...countSources(sources)]
    .filter(([, count]) => count > mostSources)
    .map(([folder, count]) => `${folder} holds ${count} sources, and may hold ${mostSources}: sort them into folders`),
]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
