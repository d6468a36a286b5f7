import { dirname } from 'node:path'
import type { Source } from './read-sources.ts'

/** Folders of one parent that import each other, directly or in a circle: each circle as the folders it runs through. */
export function findFolderCycles(sources: readonly Source[]): string[][] {
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of sources) {
    for (const target of imports) addArrow(graph, dirname(path).split('/'), dirname(target).split('/'))
  }
  return findCircles(graph)
}

/** An import is an arrow between the two folders at which the paths part. A file beside folders belongs to their parent. */
function addArrow(graph: Map<string, Set<string>>, from: string[], to: string[]): void {
  let depth = 0
  while (from[depth] === to[depth] && depth < from.length && depth < to.length) depth++
  if (from[depth] === undefined || to[depth] === undefined) return
  const [a, b] = [from, to].map((folder) => folder.slice(0, depth + 1).join('/')) as [string, string]
  graph.set(a, (graph.get(a) ?? new Set()).add(b))
}

/** Strongly connected components of more than one folder, by Tarjan. */
function findCircles(graph: Map<string, Set<string>>): string[][] {
  const order = new Map<string, { index: number; low: number; onStack: boolean }>()
  const stack: string[] = []
  const circles: string[][] = []
  const explore = (folder: string) => {
    const state = { index: order.size, low: order.size, onStack: true }
    order.set(folder, state)
    stack.push(folder)
    for (const next of graph.get(folder) ?? []) {
      const seen = order.get(next) ?? explore(next)
      if (seen.onStack) state.low = Math.min(state.low, seen.low)
    }
    if (state.low === state.index) {
      const circle = stack.splice(stack.indexOf(folder))
      for (const member of circle) (order.get(member) as typeof state).onStack = false
      if (circle.length > 1) circles.push(circle.sort())
    }
    return state
  }
  for (const folder of [...graph.keys()].sort()) if (!order.has(folder)) explore(folder)
  return circles
}
