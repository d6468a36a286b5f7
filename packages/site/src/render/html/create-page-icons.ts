import type { IconOptions } from './draw-context.ts'
import { loadIcon } from './load-icon.ts'

/** Draws a page's icons: the first use of an icon holds its shape, the others refer to it. `drawn` has those that are there. */
export function createPageIcons(
  library: string,
  drawn = new Set<string>(),
): (name: string, options?: IconOptions) => string | undefined {
  return (name, options = {}) => {
    const icon = loadIcon(name, options.library ?? library, options.type)
    if (!icon) return undefined
    const id = `i-${icon.key}`
    const shape = drawn.has(id) ? `<use href="#${id}"/>` : `<g id="${id}">${icon.body}</g>`
    drawn.add(id)
    return `<svg class="icon" viewBox="${icon.viewBox}" aria-hidden="true">${shape}</svg>`
  }
}
