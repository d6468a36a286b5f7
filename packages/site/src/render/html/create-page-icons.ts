import { loadIcon } from './load-icon.ts'
import type { IconOptions } from './render-context.ts'

/** Renders a page's icons: the first use of an icon holds its shape, the others refer to it. `rendered` has those that are there. */
export function createPageIcons(
  library: string,
  rendered = new Set<string>(),
): (name: string, options?: IconOptions) => string | undefined {
  return (name, options = {}) => {
    const icon = loadIcon(name, options.library ?? library, options.type)
    if (!icon) return undefined
    if (icon.instead !== undefined) options.onNearest?.(icon.instead)
    const id = `i-${icon.key}`
    const shape = rendered.has(id) ? `<use href="#${id}"/>` : `<g id="${id}">${icon.body}</g>`
    rendered.add(id)
    return `<svg class="icon" viewBox="${icon.viewBox}" aria-hidden="true">${shape}</svg>`
  }
}
