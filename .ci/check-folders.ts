/** Folders of a package import one way, in the order that it has for them. Tests may import everything. */
import { fileURLToPath } from 'node:url'
import { checkOrder } from './shape/check-order.ts'
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
const faults = Object.entries(orders).flatMap(([root, order]) => checkOrder(root, order, sources))
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
