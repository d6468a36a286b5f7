/**
 * Folders of a package import one way, in the order that it has for them, and no helper of a test gets into a build. Tests may
 * import everything.
 */
import { fileURLToPath } from 'node:url'
import { checkOrder } from './shape/check-order.ts'
import { findHelpers } from './shape/find-helpers.ts'
import { readSources, readTests } from './shape/read-sources.ts'

/** A folder imports only those before it. */
const orders: Record<string, string[]> = {
  'packages/bundle/src': ['format', 'serve', 'archive', 'manifest', 'pack', 'folder', 'delta'],
  'packages/host/src': ['ops', 'config', 'source', 'versions', 'serve', 'sign-in', 'sites'],
  'packages/server/src': [
    'ops',
    'db',
    'storage',
    'outbound',
    'git',
    'engine',
    'core',
    'http',
    'api',
    'dashboard',
    'previews',
    'workflows',
    'admin',
    'config',
    'roles',
  ],
  'packages/site/src': ['model', 'config', 'page', 'plan', 'render', 'layout', 'outputs', 'pipeline'],
}

const tree = fileURLToPath(new URL('..', import.meta.url))
const sources = readSources(tree)
const faults = [
  ...Object.entries(orders).flatMap(([root, order]) => checkOrder(root, order, sources)),
  ...findHelpers(sources, readTests(tree)),
]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
