import type { Source } from './read-sources.ts'

/**
 * Imports of a package that run against the order of its folders: one may import those before it in the list, and what
 * stands beside them, such as `index.ts`, may import them all.
 */
export function checkOrder(root: string, order: readonly string[], sources: readonly Source[]): string[] {
  const stageOf = (path: string) => {
    const parts = path.slice(root.length + 1).split('/')
    return parts.length === 1 ? undefined : parts[0]
  }
  const placeOf = (stage: string | undefined) => (stage === undefined ? order.length : order.indexOf(stage))
  return sources.flatMap(({ path, imports }) => {
    if (!path.startsWith(`${root}/`)) return []
    const own = stageOf(path)
    if (placeOf(own) === -1) return [`${path}: “${own}” has no place in the order ${order.join(', ')}`]
    const against = imports.filter((target) => target.startsWith(`${root}/`) && placeOf(stageOf(target)) > placeOf(own))
    return against.map((target) => `${path} imports ${target}, against the order ${order.join(', ')}`)
  })
}
