import { dirname } from 'node:path'
import type { Source } from './sources.ts'

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

/** Imports that run against the order of the folders. Files directly in the root, such as `index.ts`, may import all. */
export function findImportsAgainstOrder(sources: readonly Source[]): string[] {
  return Object.entries(orders).flatMap(([root, order]) => {
    const folderOf = (path: string) => path.slice(root.length + 1).split('/')
    const rankOf = (path: string) => {
      const [folder = '', ...rest] = folderOf(path)
      return rest.length === 0 ? order.length : order.indexOf(folder)
    }
    return sources.flatMap(({ path, imports }) => {
      if (!path.startsWith(`${root}/`)) return []
      if (rankOf(path) === -1) return [`${path}: add its folder to the order ${order.join(', ')}`]
      const against = imports.filter((target) => target.startsWith(`${root}/`) && rankOf(target) > rankOf(path))
      return against.map((target) => `${path} imports ${target}, against the order ${order.join(', ')}`)
    })
  })
}

/** Sibling folders that import each other, directly or in a circle: each cycle as a list of folders. */
export function findFolderCycles(sources: readonly Source[]): string[][] {
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of sources) {
    for (const target of imports) addEdge(graph, dirname(path).split('/'), dirname(target).split('/'))
  }
  return findCycles(graph)
}

/** An import is an edge between the two folders at which the paths diverge. A file next to folders belongs to their parent. */
function addEdge(graph: Map<string, Set<string>>, from: string[], to: string[]): void {
  let depth = 0
  while (from[depth] === to[depth] && depth < from.length && depth < to.length) depth++
  if (from[depth] === undefined || to[depth] === undefined) return
  const [a, b] = [from, to].map((folder) => folder.slice(0, depth + 1).join('/')) as [string, string]
  graph.set(a, (graph.get(a) ?? new Set()).add(b))
}

/** Strongly connected components of more than one folder (Tarjan's algorithm). */
function findCycles(graph: Map<string, Set<string>>): string[][] {
  const order = new Map<string, { index: number; low: number; onStack: boolean }>()
  const stack: string[] = []
  const cycles: string[][] = []
  const explore = (folder: string) => {
    const state = { index: order.size, low: order.size, onStack: true }
    order.set(folder, state)
    stack.push(folder)
    for (const next of graph.get(folder) ?? []) {
      const seen = order.get(next) ?? explore(next)
      if (seen.onStack) state.low = Math.min(state.low, seen.low)
    }
    if (state.low === state.index) {
      const cycle = stack.splice(stack.indexOf(folder))
      for (const member of cycle) (order.get(member) as typeof state).onStack = false
      if (cycle.length > 1) cycles.push(cycle.sort())
    }
    return state
  }
  for (const folder of [...graph.keys()].sort()) if (!order.has(folder)) explore(folder)
  return cycles
}
