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
  'packages/site/src': ['model', 'config', 'page', 'plan', 'render', 'layout', 'outputs', 'build'],
}

/** Not sorted into folders yet. */
const unsorted = ['packages/server']

const sources = readSources(fileURLToPath(new URL('..', import.meta.url)))
const sorted = sources.filter(({ path }) => !unsorted.some((root) => path.startsWith(`${root}/`)))
const faults = [
  ...Object.entries(orders).flatMap(([root, order]) => checkOrder(root, order, sources)),
  ...findFolderCycles(sorted).map((folders) => `these folders import each other: ${folders.join(', ')}`),
  ...[...countSources(sorted)]
    .filter(([, count]) => count > mostSources)
    .map(([folder, count]) => `${folder} holds ${count} sources, and may hold ${mostSources}: sort them into folders`),
]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
